#include "kernels/ProgramBinary.h"
#include "actions/Schedule.h"
#include "execution/device/image/Linker.h"
#include "kernels/CProject.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Files = std::vector<DumpedFile>;

llvm::Expected<std::string> archiveOf(const Files &objects) {
  std::vector<llvm::NewArchiveMember> members;
  for (const DumpedFile &object : objects)
    members.emplace_back(llvm::MemoryBufferRef(object.contents, object.name));
  MLIRGYM_TRY(auto archive, llvm::writeArchiveToBuffer(
                                members, llvm::SymtabWritingMode::NormalSymtab,
                                llvm::object::Archive::K_GNU,
                                /*Deterministic=*/true, /*Thin=*/false));
  return archive->getBuffer().str();
}

llvm::Expected<std::string> linkAll(const Files &files, LinkedForm form,
                                    const Target &target) {
  std::vector<LinkInput> inputs;
  for (const DumpedFile &file : files)
    inputs.push_back({file.name, file.contents});
  auto linked = link(inputs, form, target);
  if (!linked)
    return executionError("{0}; set CC to a C compiler for {1}",
                          llvm::toString(linked.takeError()), target.triple);
  return linked;
}

/// The sources of a program that checks the host function.
llvm::Expected<Files> checkOf(const OutlinedKernel &host,
                              KernelOutliner &outliner) {
  MLIRGYM_TRY(auto data, outliner.golden(host));
  if (!data.missing.empty())
    return executionError(
        "{0}: there are no outputs to compare with: {1}; make "
        "a library",
        host.program.name(), data.missing);
  const CFunction function = cproject::functionOf(host);
  Files files = cproject::arrays(function, data);
  DumpedFile arrays = cproject::embedded(files),
             main = cproject::mainFile(function, data);
  main.contents.insert(0, "#define KERNEL_CHECK_EMBEDDED\n");
  files.push_back(std::move(main));
  files.push_back(std::move(arrays));
  files.push_back(cproject::header(function));
  files.push_back(cproject::checkHeader());
  return files;
}
} // namespace

std::optional<BinaryForm> parseBinaryForm(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<BinaryForm>>(name)
      .Case("object", BinaryForm::Object)
      .Case("archive", BinaryForm::Archive)
      .Case("library", BinaryForm::Library)
      .Case("executable", BinaryForm::Executable)
      .Default(std::nullopt);
}

llvm::Expected<std::string> makeBinary(std::shared_ptr<const Program> program,
                                       const Schedule &schedule,
                                       BinaryForm form,
                                       KernelOutlinerOptions workers) {
  const Target target = workers.target;
  MLIRGYM_TRY(auto outliner, KernelOutliner::create(std::move(workers)));
  MLIRGYM_TRY(auto outline, outliner.outline(std::move(program), schedule));
  std::vector<const OutlinedKernel *> functions;
  for (const OutlinedKernel &kernel : outline.kernels)
    functions.push_back(&kernel);
  functions.push_back(&outline.host);
  Files files;
  for (const OutlinedKernel *function : functions) {
    MLIRGYM_TRY(auto code, outliner.compile(*function));
    // A library finds OpenMP's run-time library when it is loaded.
    if (form == BinaryForm::Executable &&
        llvm::StringRef(code).contains("__kmpc_"))
      return executionError("{0} has several threads, and there is no OpenMP "
                            "library to link statically; make a library, or "
                            "give a schedule of one thread",
                            function->name);
    files.push_back({function->name + ".o", std::move(code), false});
  }
  switch (form) {
  case BinaryForm::Object:
    return linkAll(files, LinkedForm::Object, target);
  case BinaryForm::Archive:
    return archiveOf(files);
  case BinaryForm::Library:
    return linkAll(files, LinkedForm::SharedLibrary, target);
  case BinaryForm::Executable:
    break;
  }
  MLIRGYM_TRY(auto check, checkOf(outline.host, outliner));
  // The sources call the objects, so the objects follow them.
  llvm::append_range(check, files);
  return linkAll(check, LinkedForm::Executable, target);
}

} // namespace mlirgym
