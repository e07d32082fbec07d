//===- tools/CommandLine.h - What a subcommand leaves for main() -*- C++
//-*-===//
#ifndef MLIRGYM_TOOLS_COMMANDLINE_H
#define MLIRGYM_TOOLS_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Exit codes of every command.
enum ExitCode : int {
  ExitOk = 0,
  ExitFailed = 1, ///< the work could not be done, or a promise was broken
  ExitUsage = 2,  ///< the command line cannot be understood
};

/// The command line as given, and the one command it asks for. Subcommands set
/// `run` while the line is parsed; main() calls it afterwards, so that no work
/// happens inside the parser.
struct CommandLine {
  std::vector<std::string> arguments;
  std::function<int()> run;
};

/// Path of the running program; sibling programs lie beside it.
std::string ownPath();

/// Prints "mlirgym: error: <message>" on stderr; returns ExitFailed.
int reportError(llvm::Error error);

/// True if `--json` is among the arguments: also what cannot be understood is
/// then answered by one object.
bool asksForJson(llvm::ArrayRef<std::string> arguments);

/// Opens /dev/null in place of a stdin or stderr that is closed, so that no
/// file that is opened later is written to as one of these. Errors: stdout is
/// closed.
llvm::Error claimStandardStreams();

/// Writes out what is left for stdout and returns `exitCode`, or reports that
/// it cannot be written (a full disk) and returns ExitFailed.
int finishOutput(int exitCode);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMMANDLINE_H
