//===- tools/flags/OutputFlags.h - Options of the output --------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_OUTPUTFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_OUTPUTFLAGS_H

#include "tools/CommandLine.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// `--json` and `--progress`, shared by all commands that may take a long time.
struct OutputFlags {
  bool json = false;
  /// Show progress although --json was given.
  bool progress = false;

  void addJson(CLI::App &app);
  void addJsonAndProgress(CLI::App &app);

  /// reportError(); with --json also prints `{"status": "error", "error": ...}`
  /// on stdout, so that there is always exactly one object.
  int fail(llvm::Error error) const;
  /// The exit code of a command, that of fail() for an error.
  int exitCode(llvm::Expected<int> code) const {
    return code ? *code : fail(code.takeError());
  }
  /// Prints the outcome of a command, `toJson(outcome)` with --json, else
  /// `print(outcome)`, or fails with its error. Returns the exit code.
  template <typename Outcome, typename ToJson, typename Print>
  int report(llvm::Expected<Outcome> outcome, ToJson toJson, Print print) const;
};

/// One object, indented, and a newline; never throws.
std::string toText(const nlohmann::ordered_json &object);
/// Prints toText() on stdout.
void printJson(const nlohmann::ordered_json &object);

template <typename Outcome, typename ToJson, typename Print>
int OutputFlags::report(llvm::Expected<Outcome> outcome, ToJson toJson,
                        Print print) const {
  if (!outcome)
    return fail(outcome.takeError());
  if (json)
    printJson(toJson(*outcome));
  else
    print(*outcome);
  return ExitOk;
}
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_OUTPUTFLAGS_H
