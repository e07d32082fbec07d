#include "kernels/KernelExport.h"
#include "execution/device/image/Linker.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/wire/OutputComparison.h"
#include "kernels/CProject.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/PathIn.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ObjCopy/CommonConfig.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Binary.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr llvm::StringLiteral prefix = "_mlir_ciface_";

/// The object with one global symbol, `_mlir_ciface_<name>`: the program's
/// entry may be called `main`.
llvm::Expected<std::string> withOneSymbol(const KernelBundle &kernel,
                                          const std::string &name) {
  namespace objcopy = llvm::objcopy;
  const std::string entry = (prefix + kernel.facts.entry).str(),
                    renamed = (prefix + name).str();
  MLIRGYM_TRY(auto binary,
              llvm::object::createBinary(llvm::MemoryBufferRef(
                  {kernel.object->data(), kernel.object->size()}, "kernel")));
  objcopy::ConfigManager config;
  MLIRGYM_TRY_TO(config.Common.SymbolsToKeepGlobal.addMatcher(
      objcopy::NameOrPattern::create(entry, objcopy::MatchStyle::Literal,
                                     [](llvm::Error e) { return e; })));
  config.Common.SymbolsToRename[entry] = renamed;
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream os(bytes);
  MLIRGYM_TRY_TO(objcopy::executeObjcopyOnBinary(config, *binary, os));
  return bytes.str().str();
}

/// The arrays of the arguments of a role. Errors: a wrong number or size.
llvm::Expected<std::vector<GoldenArray>>
goldenOf(const KernelFacts &facts, bool Argument::*role,
         llvm::ArrayRef<llvm::ArrayRef<char>> arrays) {
  std::vector<GoldenArray> golden;
  for (auto [i, argument] : llvm::enumerate(facts.arguments)) {
    if (!(argument.*role))
      continue;
    const size_t place = golden.size();
    if (place >= arrays.size() ||
        arrays[place].size() != size_t(argument.sizeBytes()))
      return executionError("{0}: an array of the size of argument {1} is "
                            "missing; give one for each argument",
                            facts.program, i);
    golden.push_back({unsigned(i), arrays[place].vec()});
  }
  return golden;
}

/// Relative tolerance of outputs of the same machine code.
double toleranceOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return 0x1p-10;
  case ElementType::BF16:
    return 0x1p-7;
  default:
    return 1e-5;
  }
}

llvm::Expected<GoldenData>
goldenOf(const KernelFacts &facts, llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
         llvm::ArrayRef<llvm::ArrayRef<char>> outputs) {
  GoldenData data;
  MLIRGYM_TRY(auto read, goldenOf(facts, &Argument::isInput, inputs));
  MLIRGYM_TRY(auto written, goldenOf(facts, &Argument::isOutput, outputs));
  data.inputs = std::move(read);
  data.outputs = std::move(written);
  for (const GoldenArray &output : data.outputs) {
    const Argument &argument = facts.arguments[output.argument];
    std::vector<char> allowed(size_t(argument.numElements()) *
                              worker::sizeOfTolerance(argument.elementType));
    worker::writeRelativeTolerances(argument.elementType, output.bytes,
                                    toleranceOf(argument.elementType),
                                    allowed.data());
    data.tolerances.push_back({output.argument, std::move(allowed)});
    data.averageLimits.push_back(1);
  }
  return data;
}

/// "<name>.kernel": the key, and the bundle without the object, which is in
/// "<name>_code.o".
DumpedFile describe(const KernelBundle &kernel, const std::string &name) {
  std::string bundle = encodeBundle(kernel.key, kernel.facts, *kernel.object);
  bundle.resize(bundle.size() - kernel.object->size());
  return {name + ".kernel", kernel.key.hex() + "\n" + bundle, false};
}
} // namespace

llvm::Expected<KernelExport>
exportKernel(const KernelBundle &kernel, llvm::StringRef folder,
             llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
             llvm::ArrayRef<llvm::ArrayRef<char>> outputs) {
  if (!kernel.facts.isCallable())
    return executionError("kernel {0} was stored without its signature; "
                          "compile it again",
                          kernel.key.hex());
  KernelExport result;
  result.name = toIdentifier(kernel.facts.program);
  const std::string &name = result.name;
  MLIRGYM_TRY(auto golden, goldenOf(kernel.facts, inputs, outputs));
  auto code = withOneSymbol(kernel, name);
  if (!code)
    return executionError("{0}: {1}", kernel.facts.program,
                          llvm::toString(code.takeError()));

  KernelBundle exported{
      kernel.key, kernel.facts,
      std::make_shared<const std::vector<char>>(code->begin(), code->end())};
  exported.facts.entry = name;
  exported.facts.payload.clear(); // the weights as text
  const CFunction function{name, exported.facts.arguments};
  const std::string codeName = name + "_code";
  const CProjectPart part{name, {codeName}, /*isCompiled=*/true};
  // Entry points of OpenMP's run-time library.
  const auto threads = llvm::StringRef(*code).contains("__kmpc_")
                           ? cproject::Threads::Several
                           : cproject::Threads::One;
  const Target &target = Target::host();
  std::vector<DumpedFile> files{cproject::header(function),
                                cproject::wrapper(function)};
  files.push_back({codeName + ".o", std::move(*code), false});
  std::vector<LinkInput> linked;
  for (const DumpedFile &file : files)
    linked.push_back({file.name, file.contents});
  if (auto library = link(linked, LinkedForm::SharedLibrary, target))
    files.push_back({name + ".so", std::move(*library), false});
  else
    result.notes.push_back(
        name + ".so: " + llvm::toString(library.takeError()) +
        "; `make` in the folder makes it where there is a C compiler");
  llvm::append_range(files, cproject::arrays(function, golden));
  files.push_back(cproject::mainFile(function, golden));
  files.push_back(cproject::checkHeader());
  files.push_back(cproject::makefile({part, name, threads, target}));
  files.push_back(describe(exported, name));

  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return executionError("{0}: {1}; give another folder", folder,
                          error.message());
  for (const DumpedFile &file : files) {
    const std::string path = pathIn(folder, file.name);
    if (llvm::Error error = writeAtomically(path, file.contents))
      return executionError("{0}", llvm::toString(std::move(error)));
    result.files.push_back(path);
  }
  return result;
}

llvm::Expected<KernelBundle> importKernel(llvm::StringRef folder) {
  const llvm::StringRef extension = ".kernel";
  std::vector<std::string> found;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error))
    if (llvm::StringRef(it->path()).ends_with(extension))
      found.push_back(it->path());
  if (error)
    return executionError("{0}: {1}", folder, error.message());
  if (found.size() != 1)
    return executionError("{0}: {1} files end in .kernel, and a folder has one "
                          "kernel; give a folder of `export`",
                          folder, found.size());
  const std::string path = found.front();
  auto facts = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  const std::string codePath =
      llvm::StringRef(path).drop_back(extension.size()).str() + "_code.o";
  auto code = llvm::MemoryBuffer::getFile(codePath, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!facts || !code)
    return executionError("{0}: {1}", facts ? codePath : path,
                          (facts ? code : facts).getError().message());
  auto [hex, bundle] = (*facts)->getBuffer().split('\n');
  const std::optional<KernelKey> key = KernelKey::parse(hex);
  std::optional<KernelBundle> kernel;
  if (key)
    kernel = decodeBundle(*key, (bundle + (*code)->getBuffer()).str());
  if (!kernel)
    return executionError("{0}: it or {1} is damaged, or of another version; "
                          "export the kernel again",
                          path, codePath);
  return std::move(*kernel);
}

} // namespace mlirgym
