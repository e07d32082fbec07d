#include "execution/device/image/Linker.h"
#include "execution/process/ScratchFolder.h"
#include "lowering/target/Target.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

std::string textOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().trim().take_front(400).str() : "";
}

std::vector<std::string> optionsOf(LinkedForm form) {
  switch (form) {
  case LinkedForm::Object:
    return {"-r", "-nostdlib", "-O2"};
  case LinkedForm::SharedLibrary:
    return {"-shared", "-fPIC", "-O2"};
  case LinkedForm::Executable:
    return {"-static", "-O2"};
  }
  llvm_unreachable("all forms are listed");
}
} // namespace

std::string crossCompilerName(const Target &target) {
  const llvm::Triple triple(target.triple), host(Target::host().triple);
  if (triple.getArch() == host.getArch())
    return "";
  return (triple.getArchName() + "-linux-gnu-gcc").str();
}

llvm::Expected<std::string> findLinker(const Target &target) {
  const std::string cross = crossCompilerName(target);
  std::vector<std::string> names = {"cc", "gcc", "clang"};
  if (std::optional<std::string> own = llvm::sys::Process::GetEnv("CC");
      own && !own->empty())
    names = {*own};
  else if (!cross.empty())
    names = {cross};
  for (const std::string &name : names)
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError("no C compiler ('" + names.front() +
                                 "') on the PATH");
}

llvm::Expected<std::string> link(llvm::ArrayRef<LinkInput> files,
                                 LinkedForm form, const Target &target) {
  MLIRGYM_TRY(auto compiler, findLinker(target));
  MLIRGYM_TRY(auto folder, ScratchFolder::create());
  const std::string linked = folder / "linked", messages = folder / "messages";
  std::vector<std::string> command{compiler};
  for (std::string &option : optionsOf(form))
    command.push_back(std::move(option));
  if (form != LinkedForm::SharedLibrary) // assembly in C includes other files
    command.push_back("-Wa,-I," + folder.path());
  command.insert(command.end(), {"-o", linked});
  for (const LinkInput &file : files) {
    const std::string path = folder / file.name;
    MLIRGYM_TRY_TO(writeAtomically(path, file.contents));
    if (llvm::StringRef(path).ends_with(".o") ||
        llvm::StringRef(path).ends_with(".a") ||
        llvm::StringRef(path).ends_with(".c"))
      command.push_back(path);
  }
  if (form != LinkedForm::Object)
    command.emplace_back("-lm");
  std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string why;
  int code =
      llvm::sys::ExecuteAndWait(compiler, words, std::nullopt,
                                {llvm::StringRef(""), llvm::StringRef(messages),
                                 llvm::StringRef(messages)},
                                /*SecondsToWait=*/60, /*MemoryLimit=*/0, &why);
  if (code != 0)
    return llvm::createStringError(compiler + " does not link it: " +
                                   (why.empty() ? textOf(messages) : why));
  auto bytes = llvm::MemoryBuffer::getFile(linked, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return llvm::createStringError(bytes.getError(), "%s: %s", linked.c_str(),
                                   bytes.getError().message().c_str());
  return (*bytes)->getBuffer().str();
}

llvm::Expected<std::string> linkShared(llvm::ArrayRef<llvm::StringRef> objects,
                                       const Target &target) {
  std::vector<LinkInput> files;
  for (auto [i, object] : llvm::enumerate(objects))
    files.push_back({std::to_string(i) + ".o", object});
  return link(files, LinkedForm::SharedLibrary, target);
}

} // namespace mlirgym
