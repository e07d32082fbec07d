//===- tools/commands/WorkloadCommand.cpp - mlirgym workload --------------===//
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/commands/Commands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace mlirgym::tools {
namespace {

/// Python's program: the runner, or a message that says how to install it.
/// Files in the current folder must not replace Python's own modules; the
/// runner adds that folder when it searches for a workload.
constexpr const char *program =
    "import sys\n"
    "sys.path[:] = [folder for folder in sys.path if folder]\n"
    "try:\n"
    "    from mlirgym.workloads.runner import main\n"
    "except ModuleNotFoundError as error:\n"
    "    print(f'mlirgym: error: {sys.executable}: {error}; run \"pip install "
    ".\" in the clone of mlirgym with this Python, or name another one in "
    "MLIRGYM_PYTHON', file=sys.stderr)\n"
    "    sys.exit(1)\n"
    "sys.exit(main())\n";

/// Returns only with an error.
llvm::Error becomePython(llvm::ArrayRef<std::string> given) {
  const char *named = std::getenv("MLIRGYM_PYTHON");
  const std::string python = named && *named ? named : "python3";
  std::vector<const char *> arguments = {python.c_str(), "-c", program};
  for (const std::string &argument : given)
    arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  llvm::outs().flush();
  execvp(python.c_str(), const_cast<char *const *>(arguments.data()));
  std::error_code error(errno, std::generic_category());
  return llvm::createStringError(
      error,
      "%s: %s; Python runs workloads: install it, or name it in MLIRGYM_PYTHON",
      python.c_str(), error.message().c_str());
}
} // namespace

void addWorkloadCommand(CLI::App &app, CommandLine &line) {
  CLI::App *workload = addSubcommand(
      app, "workload",
      "Call, time, lower or tune workloads written in Python: `mlirgym "
      "workload "
      "call|benchmark|lower|tune MODULE[:NAME] ...`; each of the four has "
      "--help");
  takeAllWords(*workload);
  setCallback(*workload, [&line] {
    line.run = [&line] {
      // An error after `mlirgym workload`.
      return reportError(
          becomePython(llvm::ArrayRef(line.arguments).drop_front(2)));
    };
  });
}
} // namespace mlirgym::tools
