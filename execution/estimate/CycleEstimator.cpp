#include "execution/estimate/CycleEstimator.h"
#include "execution/estimate/CodeBlock.h"
#include "lowering/target/Target.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/MCA/Context.h"
#include "llvm/MCA/CustomBehaviour.h"
#include "llvm/MCA/InstrBuilder.h"
#include "llvm/MCA/Instruction.h"
#include "llvm/MCA/Pipeline.h"
#include "llvm/MCA/SourceMgr.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;

namespace mlirgym {
namespace {

void registerOnce() {
  static const bool registered =
      (InitializeAllTargetInfos(), InitializeAllTargetMCs(),
       InitializeAllDisassemblers(), InitializeAllTargetMCAs(), true);
  (void)registered;
}

const llvm::Target *backEndOf(const Triple &triple) {
  registerOnce();
  std::string problem;
  return TargetRegistry::lookupTarget(triple, problem);
}

bool isInOrder(const MCSchedModel &model) {
  return model.hasInstrSchedModel() && !model.isOutOfOrder();
}

/// An encoding on its way through the program: RISC-V's have 2 or 4 bytes.
size_t lengthOf(StringRef bytes, bool isRiscv) {
  constexpr unsigned fourBytes = 3;
  const bool isShort =
      isRiscv && (static_cast<uint8_t>(bytes.front()) & fourBytes) != fourBytes;
  return std::min<size_t>(isShort ? 2 : 4, bytes.size());
}

using Sequence = std::vector<std::unique_ptr<mca::Instruction>>;
} // namespace

struct CycleEstimator::Impl {
  bool isRiscv = false;
  const llvm::Target *backEnd = nullptr;
  std::unique_ptr<MCRegisterInfo> registers;
  std::unique_ptr<MCAsmInfo> assembly;
  std::unique_ptr<MCSubtargetInfo> processor;
  std::unique_ptr<MCInstrInfo> instructions;
  std::unique_ptr<MCInstrAnalysis> analysis;
  std::unique_ptr<MCContext> context;
  std::unique_ptr<MCDisassembler> disassembler;
  std::unique_ptr<mca::InstrumentManager> instruments;
  std::unique_ptr<mca::InstrPostProcess> corrections;
  std::unique_ptr<mca::InstrBuilder> builder;

  static Expected<std::unique_ptr<Impl>> make(const mlirgym::Target &target);

  std::optional<MCInst> decode(StringRef bytes) const;
  /// The information that LLVM's models of RISC-V's vectors take from vsetvli:
  /// `all` holds at this point, and an instruction may replace it.
  void update(std::vector<mca::UniqueInstrument> &all,
              const MCInst &instruction) const;
  Expected<unsigned> simulate(const Sequence &body, unsigned iterations) const;
};

Expected<std::unique_ptr<CycleEstimator::Impl>>
CycleEstimator::Impl::make(const mlirgym::Target &target) {
  auto made = std::make_unique<Impl>();
  const Triple triple(target.triple);
  made->isRiscv = triple.isRISCV64();
  made->backEnd = backEndOf(triple);
  if (!made->backEnd)
    return createStringError("this LLVM makes no code for " + triple.str());
  const llvm::Target &backEnd = *made->backEnd;
  made->registers.reset(backEnd.createMCRegInfo(triple));
  made->assembly.reset(
      backEnd.createMCAsmInfo(*made->registers, triple, MCTargetOptions()));
  made->processor.reset(
      backEnd.createMCSubtargetInfo(triple, target.cpu, target.features));
  made->instructions.reset(backEnd.createMCInstrInfo());
  made->analysis.reset(backEnd.createMCInstrAnalysis(made->instructions.get()));
  made->context =
      std::make_unique<MCContext>(triple, made->assembly.get(),
                                  made->registers.get(), made->processor.get());
  made->disassembler.reset(
      backEnd.createMCDisassembler(*made->processor, *made->context));
  if (!made->disassembler)
    return createStringError("this LLVM reads no code of " + triple.str());
  const MCSubtargetInfo &processor = *made->processor;
  const MCInstrInfo &instructions = *made->instructions;
  made->instruments.reset(
      backEnd.createInstrumentManager(processor, instructions));
  if (!made->instruments)
    made->instruments =
        std::make_unique<mca::InstrumentManager>(processor, instructions);
  made->corrections.reset(
      backEnd.createInstrPostProcess(processor, instructions));
  if (!made->corrections)
    made->corrections =
        std::make_unique<mca::InstrPostProcess>(processor, instructions);
  made->builder = std::make_unique<mca::InstrBuilder>(
      processor, instructions, *made->registers, made->analysis.get(),
      *made->instruments, /*CallLatency=*/1);
  return made;
}

std::optional<MCInst> CycleEstimator::Impl::decode(StringRef bytes) const {
  MCInst instruction;
  uint64_t size = 0;
  if (disassembler->getInstruction(instruction, size,
                                   arrayRefFromStringRef(bytes), /*Address=*/0,
                                   nulls()) != MCDisassembler::Success)
    return std::nullopt;
  return instruction;
}

void CycleEstimator::Impl::update(std::vector<mca::UniqueInstrument> &all,
                                  const MCInst &instruction) const {
  for (mca::UniqueInstrument &each :
       instruments->createInstruments(instruction)) {
    erase_if(all, [&](const mca::UniqueInstrument &old) {
      return old->getDesc() == each->getDesc();
    });
    all.push_back(std::move(each));
  }
}

Expected<unsigned> CycleEstimator::Impl::simulate(const Sequence &body,
                                                  unsigned iterations) const {
  mca::CircularSourceMgr source(body, iterations);
  std::unique_ptr<mca::CustomBehaviour> behaviour(
      backEnd->createCustomBehaviour(*processor, source, *instructions));
  if (!behaviour)
    behaviour = std::make_unique<mca::CustomBehaviour>(*processor, source,
                                                       *instructions);
  mca::Context hardware(*registers, *processor);
  // The defaults of llvm-mca: sizes of 0 stand for those of the model, and no
  // load waits for a store to another address.
  const mca::PipelineOptions options(
      /*UOPQSize=*/0, /*DecThr=*/0, /*DW=*/0, /*RFS=*/0, /*LQS=*/0, /*SQS=*/0,
      /*NoAlias=*/true);
  auto pipeline = hardware.createInOrderPipeline(options, source, *behaviour);
  return pipeline->run();
}

CycleEstimator::CycleEstimator(std::unique_ptr<Impl> made)
    : impl(std::move(made)) {}
CycleEstimator::~CycleEstimator() = default;

Error checkEstimable(const Target &target) {
  const Triple triple(target.triple);
  const llvm::Target *backEnd = backEndOf(triple);
  if (!backEnd)
    return createStringError("this LLVM makes no code for " + triple.str());
  const std::unique_ptr<MCSubtargetInfo> processor(
      backEnd->createMCSubtargetInfo(triple, target.cpu, target.features));
  const MCSchedModel &model = processor->getSchedModel();
  if (isInOrder(model))
    return Error::success();
  return createStringError(
      (model.hasInstrSchedModel()
           ? "'" + target.cpu + "' executes out of order"
           : "LLVM has no scheduling model of '" + target.cpu + "'") +
      "; choose " + join(CycleEstimator::processors(target.triple), ", "));
}

Expected<std::unique_ptr<CycleEstimator>>
CycleEstimator::create(const mlirgym::Target &target) {
  if (Error error = checkEstimable(target))
    return std::move(error);
  MLIRGYM_TRY(auto made, Impl::make(target));
  return std::unique_ptr<CycleEstimator>(new CycleEstimator(std::move(made)));
}

Expected<BlockEstimate> CycleEstimator::estimate(const CodeBlock &block) {
  BlockEstimate result;
  std::vector<mca::UniqueInstrument> active;
  if (block.vectorState != 0) {
    std::string encoding;
    for (unsigned byte = 0; byte < sizeof(block.vectorState); ++byte)
      encoding.push_back(static_cast<char>(block.vectorState >> 8 * byte));
    if (auto before = impl->decode(encoding))
      impl->update(active, *before);
  }
  Sequence body;
  unsigned alone = 0; // a cycle each
  impl->corrections->resetState();
  for (StringRef rest = block.bytes; !rest.empty();) {
    const size_t length = lengthOf(rest, impl->isRiscv);
    const std::optional<MCInst> decoded = impl->decode(rest.take_front(length));
    rest = rest.drop_front(length);
    ++result.instructions;
    if (decoded) {
      // The simulation would print a warning about them on standard error,
      // once.
      if (impl->analysis->isCall(*decoded) ||
          impl->analysis->isReturn(*decoded)) {
        ++alone;
        continue;
      }
      SmallVector<mca::Instrument *> instruments;
      for (const mca::UniqueInstrument &each : active)
        instruments.push_back(each.get());
      auto made = impl->builder->createInstruction(*decoded, instruments);
      impl->update(active, *decoded);
      if (made) {
        impl->corrections->postProcessInstruction(**made, *decoded);
        body.push_back(std::move(*made));
        continue;
      }
      consumeError(made.takeError());
    }
    ++alone;
    ++result.unmodelled;
  }
  result.cycles = alone;
  if (body.empty())
    return result;
  // Enough iterations to fill the pipeline, and then enough to average over
  // alternations (such as the choice between two pipes).
  constexpr size_t first = 128, further = 1024;
  const auto filled =
      static_cast<unsigned>(std::max<size_t>(first / body.size(), 1));
  const auto counted =
      static_cast<unsigned>(std::max<size_t>(further / body.size(), 1));
  MLIRGYM_TRY(auto before, impl->simulate(body, filled));
  MLIRGYM_TRY(auto after, impl->simulate(body, filled + counted));
  result.cycles += static_cast<double>(after - before) / counted;
  return result;
}

std::vector<std::string> CycleEstimator::processors(StringRef triple) {
  auto generic = Target::find({.triple = triple.str()});
  if (!generic) {
    consumeError(generic.takeError());
    return {};
  }
  const Triple of(generic->triple);
  const llvm::Target *backEnd = backEndOf(of);
  if (!backEnd)
    return {};
  const std::unique_ptr<MCSubtargetInfo> all(
      backEnd->createMCSubtargetInfo(of, generic->cpu, generic->features));
  std::vector<std::string> names;
  for (const SubtargetSubTypeKV &each : all->getAllProcessorDescriptions()) {
    const StringRef name = each.Key;
    if (!isInOrder(*each.SchedModel) || name.starts_with("generic"))
      continue;
    // RISC-V's list also has 32-bit processors.
    if (auto target = Target::find({.triple = triple.str(), .cpu = name.str()}))
      names.push_back(name.str());
    else
      consumeError(target.takeError());
  }
  sort(names);
  return names;
}

} // namespace mlirgym
