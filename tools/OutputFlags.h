//===- tools/OutputFlags.h - For people or for machines ---------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_OUTPUTFLAGS_H
#define MLIRGYM_TOOLS_OUTPUTFLAGS_H

#include "llvm/Support/Error.h"
#include <nlohmann/json_fwd.hpp>

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// `--json` and `--progress`, shared by every command that works for a while.
struct OutputFlags {
  bool json = false;
  /// Show progress although --json was given.
  bool progress = false;

  void addJson(CLI::App &app);
  void addJsonAndProgress(CLI::App &app);

  /// reportError(); with --json also prints `{"status": "error", "error": ...}`
  /// on stdout, so that there is always exactly one object.
  int fail(llvm::Error error) const;
};

/// One object, indented, and a newline; never throws.
std::string toText(const nlohmann::ordered_json &object);
/// Prints that on stdout.
void printJson(const nlohmann::ordered_json &object);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_OUTPUTFLAGS_H
