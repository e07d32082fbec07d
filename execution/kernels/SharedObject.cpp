#include "execution/kernels/SharedObject.h"
#include "program/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym {
namespace {

/// A folder that is removed with its contents.
class ScratchFolder {
public:
  static llvm::Expected<ScratchFolder> create() {
    ScratchFolder folder;
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory("mlirgym-link", folder.path))
      return llvm::createStringError(error, "no temporary folder: %s",
                                     error.message().c_str());
    return folder;
  }
  ScratchFolder(ScratchFolder &&other) noexcept
      : path(std::exchange(other.path, {})) {}
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder() {
    if (!path.empty())
      llvm::sys::fs::remove_directories(path);
  }
  std::string operator/(llvm::StringRef name) const {
    llvm::SmallString<128> file(path);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }

private:
  ScratchFolder() = default;
  llvm::SmallString<128> path;
};

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
