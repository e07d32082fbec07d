#include "lowering/target/GivenCode.h"
#include "lowering/target/CodeGen.h"
#include "lowering/target/Target.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

namespace mlirgym {
namespace {

template <typename... Args>
Error wrong(const GivenCode &code, const char *format, Args &&...args) {
  return createStringError(code.origin + ": " +
                           formatv(format, std::forward<Args>(args)...).str());
}

MemoryBufferRef bufferOf(const GivenCode &code) {
  return {StringRef(code.bytes.data(), code.bytes.size()), code.origin};
}

/// Registers the parser for inline assembly and assembly files.
void registerParserOnce(const Target &target) {
  if (target.triple != Target::host().triple) {
    static const bool others = (InitializeAllAsmParsers(), true);
    (void)others;
    return;
  }
  static const bool native = !InitializeNativeTargetAsmParser();
  (void)native;
}

Error otherProcessor(const GivenCode &code, const Triple &own,
                     const Triple &wanted) {
  return wrong(code, "is for {0}, and the target is {1}; compile it for that",
               own.str(), wanted.str());
}

/// `others`: the functions that it defines.
Error lacksSymbol(const GivenCode &code, ArrayRef<std::string> others) {
  constexpr size_t mostNamed = 5;
  for (const std::string &name : others)
    if (StringRef(name).starts_with("_Z") &&
        StringRef(name).contains(code.symbol))
      return wrong(code, "defines {0}, not {1}; declare it extern \"C\"", name,
                   code.symbol);
  return wrong(code,
               "defines no function {0}, but {1}; name the function like the "
               "kernel that it replaces",
               code.symbol,
               others.empty() ? std::string("none at all")
                              : join(others.take_front(mostNamed), ", "));
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

std::string print(const Function &function) {
  std::string text = "@" + function.getName().str() + " of type ";
  raw_string_ostream os(text);
  function.getFunctionType()->print(os);
  return text;
}

Error checkFunction(const GivenCode &code, const Module &module) {
  const Function *function = module.getFunction(code.symbol);
  if (!function || function->isDeclaration() || function->hasLocalLinkage()) {
    std::vector<std::string> others;
    for (const Function &each : module)
      if (!each.isDeclaration() && !each.hasLocalLinkage())
        others.push_back(each.getName().str());
    return lacksSymbol(code, others);
  }
  if (function->arg_size() == code.numArguments && !function->isVarArg() &&
      function->getReturnType()->isVoidTy() &&
      all_of(function->args(), [](const llvm::Argument &argument) {
        return argument.getType()->isPointerTy();
      }))
    return Error::success();
  return wrong(code,
               "{0} cannot replace kernel {1}, which takes {2} pointers and "
               "returns nothing; give it that signature",
               print(*function), code.symbol, code.numArguments);
}

Expected<SmallVector<char, 0>> compileIr(const GivenCode &code,
                                         const Target &target) {
  registerParserOnce(target);
  MLIRGYM_TRY(auto generator, lowering::CodeGen::create(target));
  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseIR(bufferOf(code), problem, context);
  if (!module)
    return wrong(code, "line {0}: {1}; fix the LLVM IR", problem.getLineNo(),
                 problem.getMessage());
  std::string defect;
  raw_string_ostream os(defect);
  if (verifyModule(*module, &os))
    return wrong(code, "{0}; fix the LLVM IR", StringRef(defect).rtrim());
  const Triple wanted(target.triple);
  if (const Triple &own = module->getTargetTriple();
      !own.getTriple().empty() && own.getArch() != wanted.getArch())
    return otherProcessor(code, own, wanted);
  if (Error error = checkFunction(code, *module))
    return error;
  generator.setTarget(*module);
  return generator.emit(*module, lowering::CodeFormat::Object);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

Expected<SmallVector<char, 0>> assemble(const GivenCode &code,
                                        const Target &wanted) {
  // Registers the target.
  MLIRGYM_TRY_TO(lowering::CodeGen::create(wanted).takeError());
  registerParserOnce(wanted);
  const Triple triple(wanted.triple);
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return wrong(code, "{0}", problem);

  SourceMgr sources;
  std::string diagnostics;
  sources.setDiagHandler(
      [](const SMDiagnostic &diagnostic, void *context) {
        auto &first = *static_cast<std::string *>(context);
        if (first.empty() && diagnostic.getKind() == SourceMgr::DK_Error)
          first = formatv("line {0}: {1}", diagnostic.getLineNo(),
                          diagnostic.getMessage());
      },
      &diagnostics);
  sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(bufferOf(code).getBuffer(), code.origin),
      SMLoc());
  MCTargetOptions options;
  std::unique_ptr<MCRegisterInfo> registers(target->createMCRegInfo(triple));
  std::unique_ptr<MCAsmInfo> info(
      target->createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, wanted.cpu, wanted.features));
  std::unique_ptr<MCInstrInfo> instructions(target->createMCInstrInfo());
  MCContext context(triple, info.get(), registers.get(), subtarget.get(),
                    &sources, &options);
  std::unique_ptr<MCObjectFileInfo> sections(
      target->createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  std::unique_ptr<MCAsmBackend> backEnd(
      target->createMCAsmBackend(*subtarget, *registers, options));
  std::unique_ptr<MCObjectWriter> writer = backEnd->createObjectWriter(stream);
  std::unique_ptr<MCCodeEmitter> emitter(
      target->createMCCodeEmitter(*instructions, context));
  std::unique_ptr<MCStreamer> streamer(target->createMCObjectStreamer(
      triple, context, std::move(backEnd), std::move(writer),
      std::move(emitter), *subtarget));
  std::unique_ptr<MCAsmParser> parser(
      createMCAsmParser(sources, context, *streamer, *info));
  std::unique_ptr<MCTargetAsmParser> targetParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(/*NoInitialTextSection=*/false) || context.hadError())
    return wrong(code, "{0}; fix the assembly",
                 diagnostics.empty() ? std::string("is no assembly")
                                     : diagnostics);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Binaries
//===----------------------------------------------------------------------===//

/// The functions that other objects can call.
std::vector<std::string> definedIn(const object::ObjectFile &file) {
  std::vector<std::string> names;
  auto add = [&](const object::SymbolRef &symbol) {
    Expected<uint32_t> flags = symbol.getFlags();
    Expected<StringRef> name = symbol.getName();
    Expected<object::SymbolRef::Type> type = symbol.getType();
    if (flags && name && type && (*flags & object::SymbolRef::SF_Global) &&
        !(*flags & object::SymbolRef::SF_Undefined) &&
        *type == object::SymbolRef::ST_Function)
      names.push_back(name->str());
    consumeError(flags.takeError());
    consumeError(name.takeError());
    consumeError(type.takeError());
  };
  const auto *elf = dyn_cast<object::ELFObjectFileBase>(&file);
  if (elf && !elf->isRelocatableObject()) {
    for (const object::ELFSymbolRef &symbol : elf->getDynamicSymbolIterators())
      add(symbol);
    return names;
  }
  for (const object::SymbolRef &symbol : file.symbols())
    add(symbol);
  return names;
}

/// Constructors would never run: only shared libraries are loaded as a whole.
Error checkConstructors(const GivenCode &code, const object::ObjectFile &file) {
  if (!file.isRelocatableObject())
    return Error::success();
  for (const object::SectionRef &section : file.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return wrong(code, "{0}; compile it again", toString(name.takeError()));
    if (name->starts_with(".init_array") || name->starts_with(".ctors"))
      return wrong(code, "has global constructors, which are run for shared "
                         "libraries only; give a .so");
  }
  return Error::success();
}

/// Adds the functions of an object or of all members of an archive.
Error collect(const GivenCode &code, MemoryBufferRef bytes,
              const Triple &wanted, std::vector<std::string> &names) {
  if (identify_magic(bytes.getBuffer()) == file_magic::archive) {
    auto archive = object::Archive::create(bytes);
    if (!archive)
      return wrong(code, "{0}; make the archive again",
                   toString(archive.takeError()));
    Error problem = Error::success();
    for (const object::Archive::Child &child : (*archive)->children(problem)) {
      auto member = child.getMemoryBufferRef();
      if (!member)
        return joinErrors(std::move(problem), member.takeError());
      if (Error error = collect(code, *member, wanted, names))
        return joinErrors(std::move(problem), std::move(error));
    }
    if (problem)
      return wrong(code, "{0}; make the archive again",
                   toString(std::move(problem)));
    return Error::success();
  }
  auto file = object::ObjectFile::createObjectFile(bytes);
  if (!file)
    return wrong(code, "{0}; give an object, an archive or a shared library",
                 toString(file.takeError()));
  if (!isa<object::ELFObjectFileBase>(**file) ||
      (*file)->getArch() != wanted.getArch())
    return otherProcessor(code, (*file)->makeTriple(), wanted);
  append_range(names, definedIn(**file));
  return checkConstructors(code, **file);
}

Expected<SmallVector<char, 0>>
check(const GivenCode &code, const Target &target, SmallVector<char, 0> bytes) {
  std::vector<std::string> names;
  if (Error error =
          collect(code, {StringRef(bytes.data(), bytes.size()), code.origin},
                  Triple(target.triple), names))
    return error;
  if (!is_contained(names, code.symbol))
    return lacksSymbol(code, names);
  return bytes;
}
} // namespace

Expected<SmallVector<char, 0>> toBinary(const GivenCode &code,
                                        const Target &target) {
  auto bytes = [&]() -> Expected<SmallVector<char, 0>> {
    switch (code.form) {
    case CodeForm::LlvmIr:
      return compileIr(code, target);
    case CodeForm::Assembly:
      return assemble(code, target);
    case CodeForm::Binary:
      return SmallVector<char, 0>(code.bytes.begin(), code.bytes.end());
    }
    llvm_unreachable("all forms are listed");
  }();
  if (!bytes)
    return bytes.takeError();
  return check(code, target, std::move(*bytes));
}

} // namespace mlirgym
