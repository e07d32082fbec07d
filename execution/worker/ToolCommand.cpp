#include "execution/worker/ToolCommand.h"
#include "execution/process/ScratchFolder.h"
#include "execution/worker/ToolWorker.h"
#include "outcome/ContentHash.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include <string>
#include <vector>

namespace mlirgym::worker {

std::string replaced(llvm::StringRef word, llvm::StringRef mark,
                     llvm::StringRef by) {
  std::string text;
  while (true) {
    auto [before, after] = word.split(mark);
    text += before;
    if (before.size() == word.size())
      return text;
    text += by;
    word = after;
  }
}

std::vector<std::string> splitCommand(llvm::StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

llvm::Expected<std::string>
identityOf(ToolWorker &tools, llvm::StringRef command, StopCheck *stop) {
  const std::vector<std::string> words = splitCommand(command);
  if (words.empty())
    return "";
  auto program = llvm::sys::findProgramByName(words.front());
  if (!program)
    return ""; // running it will tell
  auto file = llvm::MemoryBuffer::getFile(*program, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return "";
  std::string identity =
      contentHash({(*file)->getBufferStart(), (*file)->getBufferSize()});
  auto folder = ScratchFolder::create();
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  const std::string asked[] = {*program, "--version"};
  MLIRGYM_TRY(auto ran, tools.tryRun(asked, folder->path(), {}, stop));
  if (ran.exitCode == 0)
    identity += ran.output;
  return contentHash({identity.data(), identity.size()});
}

} // namespace mlirgym::worker
