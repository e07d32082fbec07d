//===- tools/Arguments.h - Programs, schedules and splits -------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_ARGUMENTS_H
#define MLIRGYM_TOOLS_ARGUMENTS_H

#include "execution/ExecutionRequest.h"
#include "execution/SandboxedLoader.h"
#include "pages/TaskReport.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tools/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Loads the programs named on a command line: files in a worker process,
/// generated programs in this process. Each loader is started on first use.
class ProgramSource {
public:
  /// `nameOrFile`: a model, which Python imports, if it ends in .onnx or .pt2;
  /// a path if it ends in .mlir, .mlirbc or .tosa or contains a slash; else the
  /// name of a generated program. Errors: as SandboxedLoader::loadFile(),
  /// generateProgram(), callPython().
  /// `shapes`: see EntryChoice; of a file.
  llvm::Expected<std::shared_ptr<const Program>>
  load(llvm::StringRef nameOrFile, llvm::ArrayRef<std::string> shapes = {});

private:
  SandboxedLoader strangers;
  std::optional<ProgramLoader> own;
};

/// The positional PROGRAM of a command, and `--shape`.
struct ProgramArgument {
  std::string name;
  std::vector<std::string> shapes;

  void addTo(CLI::App &app);
  /// ProgramSource::load().
  llvm::Expected<std::shared_ptr<const Program>> load() const;
  /// The time of a model by its framework, with so many processors; nullopt if
  /// it is no model, or its framework is not installed. Takes seconds. Errors:
  /// callPython().
  llvm::Expected<std::optional<TaskReportFacts::Runtime>>
  timeSource(unsigned threads) const;
};

/// Loads all, in order. Errors: ProgramError of the first that fails.
llvm::Expected<std::vector<std::shared_ptr<const Program>>>
loadPrograms(llvm::ArrayRef<std::string> namesOrFiles);

/// Names of the programs of suites in a split, each once, in the order of the
/// suites; there may be none. Errors: as Suite::load().
llvm::Expected<std::vector<std::string>>
namesIn(llvm::ArrayRef<std::string> suites, Split split);
/// The same for a command that needs a program. Errors: also if there is none.
llvm::Expected<std::vector<std::string>>
someNamesIn(llvm::ArrayRef<std::string> suites, Split split);

/// A schedule as text or in a file; a file may also be a transform script.
struct ScheduleArgument {
  std::string text, file;

  void addTo(CLI::App &app);
  bool isGiven() const { return !text.empty() || !file.empty(); }
  /// The request to run a program with it; untransformed if no schedule was
  /// given. Errors: ActionError, or text naming a file that is neither schedule
  /// nor script.
  llvm::Expected<ExecutionRequest>
  requestFor(std::shared_ptr<const Program> program) const;
  /// The same for a command that divides programs into kernels. Errors: also
  /// for a transform script, since only a schedule shows which operations it
  /// fuses.
  llvm::Expected<ExecutionRequest>
  requestForKernels(std::shared_ptr<const Program> program) const;
};

/// `--split train|validation|test|all`; `split` holds the default.
Option addSplitOption(CLI::App &app, Split &split);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_ARGUMENTS_H
