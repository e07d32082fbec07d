#include "kernels/Preprocessing.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

namespace mlirgym {

bool isPassPipeline(llvm::StringRef preprocess) {
  return preprocess.trim().starts_with("builtin.module(");
}

namespace {
/// A temporary file that is removed at the end.
struct Scratch {
  llvm::SmallString<128> path;
  llvm::FileRemover remover;

  llvm::Error create() {
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("mlirgym-tool", "", path))
      return executionError("no temporary file: {0}", error.message());
    remover.setFile(path);
    return llvm::Error::success();
  }
  llvm::Expected<std::string> read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return executionError("{0}: {1}", path, buffer.getError().message());
    return (*buffer)->getBuffer().str();
  }
};
} // namespace

llvm::Expected<std::string> runTool(llvm::StringRef command,
                                    llvm::StringRef input, ToolLimits limits) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> split;
  llvm::cl::TokenizeGNUCommandLine(command, saver, split);
  if (split.empty())
    return executionError("a command without words; give a pass pipeline "
                          "(builtin.module(...)) or a command");
  auto program = llvm::sys::findProgramByName(split.front());
  if (!program)
    return executionError("{0}: {1}; give the path of a program", split.front(),
                          program.getError().message());
  Scratch in, out, messages;
  for (Scratch *file : {&in, &out, &messages})
    MLIRGYM_TRY_TO(file->create());
  if (llvm::Error error = writeAtomically(in.path, input))
    return executionError("{0}", llvm::toString(std::move(error)));
  llvm::SmallVector<llvm::StringRef> words(split.begin(), split.end());
  std::string why;
  // ExecuteAndWait() kills it after whole seconds, and counts memory in MiB.
  const auto seconds =
      static_cast<unsigned>(std::ceil(limits.timeoutMs / 1000));
  const auto megabytes = static_cast<unsigned>(limits.memoryBytes >> 20);
  const int code = llvm::sys::ExecuteAndWait(*program, words, std::nullopt,
                                             {llvm::StringRef(in.path),
                                              llvm::StringRef(out.path),
                                              llvm::StringRef(messages.path)},
                                             seconds, megabytes, &why);
  if (code == 0)
    return out.read();
  MLIRGYM_TRY(auto told, messages.read());
  constexpr size_t mostBytes = 400;
  llvm::StringRef text = llvm::StringRef(told).trim().take_front(mostBytes);
  std::string reason = why.empty() ? "exit code " + std::to_string(code) : why;
  return executionError("{0}: {1}{2}{3}", command, reason,
                        text.empty() ? "" : ": ", llvm::json::fixUTF8(text));
}
} // namespace mlirgym
