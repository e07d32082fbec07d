#include "execution/kernels/SharedObject.h"
#include "execution/kernels/ScratchFolder.h"
#include "program/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

std::string textOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().trim().take_front(400).str() : "";
}

llvm::Expected<std::string> findCompiler() {
  std::vector<std::string> names;
  if (std::optional<std::string> own = llvm::sys::Process::GetEnv("CC");
      own && !own->empty())
    names = {*own};
  else
    names = {"cc", "gcc", "clang"};
  for (const std::string &name : names)
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError("no C compiler ('" + names.front() +
                                 "') on the PATH");
}
} // namespace

llvm::Expected<std::string>
linkShared(llvm::ArrayRef<llvm::StringRef> objects) {
  auto compiler = findCompiler();
  if (!compiler)
    return compiler.takeError();
  auto folder = ScratchFolder::create();
  if (!folder)
    return folder.takeError();
  const std::string library = *folder / "library.so",
                    messages = *folder / "messages";
  std::vector<std::string> command{*compiler, "-shared", "-o", library};
  for (auto [i, object] : llvm::enumerate(objects)) {
    command.push_back(*folder / (std::to_string(i) + ".o"));
    if (llvm::Error error = writeAtomically(command.back(), object))
      return std::move(error);
  }
  command.emplace_back("-lm");
  std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string why;
  int code =
      llvm::sys::ExecuteAndWait(*compiler, words, std::nullopt,
                                {llvm::StringRef(""), llvm::StringRef(messages),
                                 llvm::StringRef(messages)},
                                /*SecondsToWait=*/60, /*MemoryLimit=*/0, &why);
  if (code != 0)
    return llvm::createStringError(*compiler + " does not link it: " +
                                   (why.empty() ? textOf(messages) : why));
  auto linked = llvm::MemoryBuffer::getFile(library, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!linked)
    return llvm::createStringError(linked.getError(), "%s: %s", library.c_str(),
                                   linked.getError().message().c_str());
  return (*linked)->getBuffer().str();
}

} // namespace mlirgym
