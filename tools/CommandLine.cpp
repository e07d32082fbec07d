#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <functional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace mlirgym::tools {

void setRun(CLI::App &command, CommandLine &line, std::function<int()> work) {
  setCallback(command, [&line, work = std::move(work)] { line.run = work; });
}

std::string ownPath() {
  // Any address inside the program identifies its file.
  return llvm::sys::fs::getMainExecutable(nullptr,
                                          reinterpret_cast<void *>(&ownPath));
}

std::string whyNoLibTorch() {
  return llvm::sys::Process::GetEnv("MLIRGYM_NO_LIBTORCH").value_or("");
}

int reportError(llvm::Error error) {
  textErr() << "mlirgym: error: " << indented(llvm::toString(std::move(error)))
            << "\n";
  return ExitFailed;
}

bool asksForJson(llvm::ArrayRef<std::string> arguments) {
  // As CLI11 parses a flag: --json=false resets it.
  bool asked = false;
  for (llvm::StringRef argument : arguments) {
    if (argument == "--")
      break;
    if (argument == "--json")
      asked = true;
    else if (argument.consume_front("--json="))
      asked = !llvm::is_contained({"false", "off", "0", "no", "n", "-"},
                                  argument.lower());
  }
  return asked;
}

llvm::Error claimStandardStreams() {
  bool stdoutIsClosed = ::fcntl(STDOUT_FILENO, F_GETFD) < 0;
  if (std::error_code error =
          llvm::sys::Process::FixupStandardFileDescriptors())
    return llvm::createStringError(error, "/dev/null: %s; this system lacks it",
                                   error.message().c_str());
  if (stdoutIsClosed)
    return llvm::createStringError(
        "stdout is closed; redirect it to a file, or to /dev/null");
  return llvm::Error::success();
}

int finishOutput(int exitCode) {
  llvm::outs().flush();
  if (std::error_code error = llvm::outs().error()) {
    // Cleared, since LLVM would otherwise call abort() because of it.
    llvm::outs().clear_error();
    exitCode = reportError(llvm::createStringError(
        error, "stdout: %s; the output is lost, redirect it elsewhere",
        error.message().c_str()));
  }
  llvm::errs().clear_error(); // it cannot be reported anywhere
  return exitCode;
}
} // namespace mlirgym::tools
