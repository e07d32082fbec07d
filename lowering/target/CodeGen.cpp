#include "lowering/target/CodeGen.h"

#include "lowering/target/LlvmRewrites.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Analysis.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

using namespace llvm;

namespace mlirgym::lowering {

namespace {
/// Drops passes that have no benefit here. Loop strength reduction takes a
/// quarter of LLVM's time, at worst seconds, though MLIR has already hoisted
/// all it can; `canon-freeze` only prepares loops for it; and instructions are
/// scheduled well enough before register allocation. LLVM's options for this
/// are global to the process.
class CodeGenPasses : public legacy::PassManager {
public:
  void add(Pass *pass) override {
    const PassInfo *info = Pass::lookupPassInfo(pass->getPassID());
    if (info && is_contained({"loop-reduce", "canon-freeze", "post-RA-sched"},
                             info->getPassArgument()))
      delete pass; // ours, as every pass that is added
    else
      legacy::PassManager::add(pass);
  }
};
} // namespace

struct CodeGen::Emitter {
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream{bytes};
  CodeGenPasses passes;
};

CodeGen::CodeGen(std::unique_ptr<TargetMachine> machine, unsigned vectorBits)
    : machine(std::move(machine)), vectorBits(vectorBits) {}
CodeGen::CodeGen(CodeGen &&) noexcept = default;
CodeGen::~CodeGen() = default;

/// Other back ends are registered only if code is compiled for them.
static bool registerBackEndOnce(const Target &target) {
  static const bool native = !InitializeNativeTarget() &&
                             !InitializeNativeTargetAsmPrinter() &&
                             // For the system call of mlirgym-permit-tiles.
                             !InitializeNativeTargetAsmParser();
  if (target.triple == Target::host().triple)
    return native;
  static const bool others =
      (InitializeAllTargetInfos(), InitializeAllTargets(),
       InitializeAllTargetMCs(), InitializeAllAsmPrinters(),
       InitializeAllAsmParsers(), true);
  return others;
}

Expected<CodeGen> CodeGen::create(const Target &target) {
  const Triple triple(target.triple);
  std::string error;
  const llvm::Target *backEnd =
      registerBackEndOnce(target) ? TargetRegistry::lookupTarget(triple, error)
                                  : nullptr;
  if (!backEnd)
    return createStringError("no LLVM back end for " + triple.str() + ": " +
                             error);
  std::unique_ptr<TargetMachine> machine(backEnd->createTargetMachine(
      triple, target.cpu, target.features, TargetOptions(), Reloc::PIC_,
      std::nullopt, CodeGenOptLevel::Aggressive));
  return CodeGen(std::move(machine), target.vectorBits);
}

/// The optimisations that remain after MLIR. The default pipelines spend most
/// of their time on things that these modules do not contain (calls, globals,
/// exceptions), or on passes whose time is quadratic in the length of a block
/// (load elimination, GVN, DSE, induction variables, loop idioms). Loops are
/// unrolled as mlirgym-hint-loops annotates them.
static constexpr StringLiteral clean =
    "always-inline,globaldce,function("
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg,"
    "instcombine<no-verify-fixpoint>)";
static constexpr StringLiteral simplifyLoops =
    "function("
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>),"
    "loop(loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>)";
static constexpr StringLiteral vectorize =
    "function("
    "loop-vectorize,early-cse<memssa>,vector-combine,"
    "loop-mssa(licm<allowspeculation>),instcombine<no-verify-fixpoint>,"
    "simplifycfg,alignment-from-assumptions,infer-alignment)";

/// Lets LLVM derive the alignment of non-temporal stores from that of the
/// buffer: every buffer passed to a kernel begins at a multiple of 64 bytes
/// (GuardedBuffer.h). Returns true if an assumption was added. Requires:
/// buffers are no longer members of structs.
static bool assumeAlignedStreams(Module &module) {
  SmallSetVector<Value *, 4> known;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store || !store->hasMetadata(LLVMContext::MD_nontemporal))
        continue;
      // An argument, or the load by which a parallel region gets it.
      Value *buffer = getUnderlyingObject(store->getPointerOperand(), 0);
      if (isa<Argument, LoadInst>(buffer))
        known.insert(buffer);
    }
  for (Value *buffer : known) {
    auto *load = dyn_cast<LoadInst>(buffer);
    Instruction *place = load ? load->getNextNode()
                              : &*cast<Argument>(buffer)
                                      ->getParent()
                                      ->getEntryBlock()
                                      .getFirstInsertionPt();
    IRBuilder<>(place).CreateAlignmentAssumption(module.getDataLayout(), buffer,
                                                 64);
  }
  return !known.empty();
}

/// The loop vectoriser compares all pairs of memory accesses, a tenth of LLVM's
/// time over random schedules, and finds nothing useful in a loop whose body is
/// the unrolled remainder of a tile. A 3x3 window has fewer accesses.
static void leaveLongLoopsScalar(Module &module,
                                 FunctionAnalysisManager &functions) {
  constexpr unsigned mostAccesses = 32;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    for (Loop *loop :
         functions.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
      unsigned accesses = 0;
      if (loop->isInnermost())
        for (BasicBlock *block : loop->blocks())
          accesses += llvm::count_if(*block, [](Instruction &instruction) {
            return instruction.mayReadOrWriteMemory();
          });
      if (accesses > mostAccesses)
        addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
    }
  }
}

void CodeGen::setTarget(Module &module) const {
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
}

/// LLVM 22 cannot select all SVE instructions on bf16, but it can select
/// NEON's.
static bool hasBfloat(const Function &function) {
  auto isBfloat = [](const Value &value) {
    return value.getType()->getScalarType()->isBFloatTy();
  };
  return llvm::any_of(instructions(function), [&](const Instruction &each) {
    const auto *store = dyn_cast<StoreInst>(&each);
    return isBfloat(each) || (store && isBfloat(*store->getValueOperand()));
  });
}

/// LLVM assumes that buffers in shared memory are aligned to 16 bytes if their
/// size allows it, but its back end aligns them only to an element. Rows that
/// wgmma reads need 1024 bytes, of which their buffers are multiples.
static void alignSharedMemory(Module &module) {
  constexpr uint64_t swizzledBytes = 1024;
  for (GlobalVariable &buffer : module.globals()) {
    if (buffer.getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
      continue;
    const uint64_t bytes =
        module.getDataLayout().getTypeAllocSize(buffer.getValueType());
    const bool mayBeSwizzled = bytes > 0 && bytes % swizzledBytes == 0;
    buffer.setAlignment(std::max(buffer.getAlign().valueOrOne(),
                                 Align(mayBeSwizzled ? swizzledBytes : 16)));
  }
}

void CodeGen::optimize(Module &module) {
  setTarget(module);
  if (machine->getTargetTriple().isNVPTX())
    alignSharedMemory(module);
  // Registers of SVE hold vectors of this length, and no others.
  constexpr unsigned granule = 128;
  const bool usesSve = machine->getTargetTriple().isAArch64() &&
                       vectorBits > granule && llvm::none_of(module, hasBfloat);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine->getTargetCPU());
    function.addFnAttr("target-features", machine->getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", std::to_string(vectorBits));
    if (usesSve)
      function.addFnAttr(Attribute::getWithVScaleRangeArgs(
          function.getContext(), vectorBits / granule, vectorBits / granule));
    // LLVM's reciprocal estimates turn a division by 0 into NaN where arcp
    // allows them.
    function.addFnAttr("reciprocal-estimates", "none");
    function.setDoesNotThrow();
  }
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  auto run = [&](StringRef pipeline) {
    ModulePassManager passes;
    cantFail(builder.parsePassPipeline(passes, pipeline));
    passes.run(module, modules);
  };
  run(clean);
  if (machine->getTargetTriple().isNVPTX()) {
    for (Function &function : module)
      describeGpuBuffers(function);
    modules.invalidate(module, PreservedAnalyses::none());
    run("function(infer-address-spaces)");
  }
  if (assumeAlignedStreams(module))
    modules.invalidate(module, PreservedAnalyses::none());
  run(simplifyLoops);
  leaveLongLoopsScalar(module, functions);
  run(vectorize);
  for (Function &function : module)
    streamWholeLines(function, [&](Function &of) -> ScalarEvolution & {
      return functions.getResult<ScalarEvolutionAnalysis>(of);
    });
  const bool isX86 = machine->getTargetTriple().isX86();
  if (isX86 || machine->getTargetTriple().isRISCV())
    for (Function &function : module)
      extendBeforeSplats(function);
  if (isX86)
    for (Function &function : module) {
      shareStridedLoads(function);
      shortenExtrema(function);
      splitMaskedAccesses(function);
      avoidBackEndFaults(function);
    }
}

/// The back end's hundred passes can emit one object file after the other, as
/// with `llc -compile-twice`. To make them takes as long as to compile a small
/// kernel. An emitter of assembly would not repeat the name of the section that
/// the previous file ended with.
Expected<SmallVector<char, 0>> CodeGen::emit(Module &module,
                                             CodeFormat format) {
  const bool isObject = format == CodeFormat::Object;
  std::unique_ptr<Emitter> assembly;
  std::unique_ptr<Emitter> &emitter = isObject ? objects : assembly;
  if (!emitter) {
    emitter = std::make_unique<Emitter>();
    if (machine->addPassesToEmitFile(emitter->passes, emitter->stream, nullptr,
                                     isObject
                                         ? CodeGenFileType::ObjectFile
                                         : CodeGenFileType::AssemblyFile)) {
      emitter.reset();
      return createStringError("the back end cannot emit this file type");
    }
  }
  emitter->passes.run(module);
  return std::exchange(emitter->bytes, {});
}
} // namespace mlirgym::lowering
