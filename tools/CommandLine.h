//===- tools/CommandLine.h - The parsed command line ------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_COMMANDLINE_H
#define MLIRGYM_TOOLS_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// Exit codes of every command.
enum ExitCode : int {
  ExitOk = 0,
  ExitFailed = 1, ///< the command failed, or a check did
  ExitUsage = 2,  ///< the command line is invalid
};

/// The command line as given, and its command. Subcommands set `run` while the
/// line is parsed; main() calls it afterwards, so that no work happens inside
/// the parser.
struct CommandLine {
  std::vector<std::string> arguments;
  std::function<int()> run;
};

/// Lets `command` run `work`, which returns an exit code.
void setRun(CLI::App &command, CommandLine &line, std::function<int()> work);

/// Path of the running program; the other programs are in the same folder.
std::string ownPath();

/// The reason why LibTorch cannot be loaded, if the Python package, which
/// searches for it before starting this program, did not find it; otherwise "".
std::string whyNoLibTorch();

/// Prints "mlirgym: error: <message>" on stderr; returns ExitFailed.
int reportError(llvm::Error error);

/// True if `--json` is among the arguments: errors of an invalid command line
/// are then also printed as JSON.
bool asksForJson(llvm::ArrayRef<std::string> arguments);

/// Opens /dev/null in place of a closed stdin or stderr: a file that is opened
/// later could otherwise get its descriptor, and the stream's output. Errors:
/// stdout is closed.
llvm::Error claimStandardStreams();

/// Flushes stdout and returns `exitCode`, or reports that it cannot be written
/// (a full disk) and returns ExitFailed.
int finishOutput(int exitCode);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMMANDLINE_H
