#include "kernels/ToolchainRun.h"
#include "execution/process/ScratchFolder.h"
#include "execution/worker/ToolCommand.h"
#include "execution/worker/ToolWorker.h"
#include "kernels/GivenFiles.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

template <typename... Args>
llvm::Error toolError(const GivenFile &file, const char *format,
                      Args &&...args) {
  return llvm::make_error<ProgramError>(
      file.path + ": `" + file.command + "` " +
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

std::vector<std::string> wordsOf(const GivenFile &file, llvm::StringRef in,
                                 llvm::StringRef out) {
  std::vector<std::string> words;
  for (const std::string &word : worker::splitCommand(file.command))
    words.push_back(
        worker::replaced(worker::replaced(word, "{in}", in), "{out}", out));
  return words;
}

/// The search path for headers of C compilers.
std::string includePath(const GivenFile &file) {
  llvm::SmallString<128> folder(file.path);
  llvm::sys::fs::make_absolute(folder);
  llvm::sys::path::remove_filename(folder);
  std::string variable = "CPATH=" + std::string(folder);
  if (std::optional<std::string> own = llvm::sys::Process::GetEnv("CPATH");
      own && !own->empty())
    variable += ":" + *own;
  return variable;
}
} // namespace

llvm::Expected<ToolchainOutput> runToolchain(worker::ToolWorker &tools,
                                             const GivenFile &file,
                                             StopCheck *stop) {
  constexpr llvm::StringLiteral wholeSandbox = "landlock, seccomp";
  auto folder = ScratchFolder::create();
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  const std::string in = *folder / llvm::sys::path::filename(file.path),
                    out = *folder / "made.o";
  if (llvm::Error error = writeAtomically(in, file.bytes))
    return executionError("{0}", llvm::toString(std::move(error)));
  const std::vector<std::string> words = wordsOf(file, in, out);
  MLIRGYM_TRY(auto ran,
              tools.run(words, folder->path(),
                        {includePath(file), "TMPDIR=" + folder->path()}, stop));
  const std::string printed = llvm::StringRef(ran.output).trim().str();
  if (ran.exitCode != 0)
    return toolError(file, "{0}{1}{2}; fix the file or the toolchain",
                     ran.exitCode > 0
                         ? "ends with code " + std::to_string(ran.exitCode)
                         : std::string("fails"),
                     printed.empty() ? "" : ": ", printed);
  auto made = readRegular(out, maxProgramBytes);
  if (!made)
    return toolError(file, "made no file {{out}: {0}; write the binary there",
                     made.getError().message());
  return ToolchainOutput{(*made)->getBuffer().str(),
                         ran.sandbox == wholeSandbox
                             ? std::string()
                             : "the toolchain ran in: " + ran.sandbox};
}

} // namespace mlirgym
