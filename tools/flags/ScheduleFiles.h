//===- tools/flags/ScheduleFiles.h - Writes schedules for mlir-opt --------===//
#ifndef MLIRGYM_TOOLS_FLAGS_SCHEDULEFILES_H
#define MLIRGYM_TOOLS_FLAGS_SCHEDULEFILES_H

#include "agents/Agent.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::tools {

/// A transform script and, in the same folder, the normalised program to which
/// it applies.
struct ScheduleFiles {
  std::string script, program;
  /// False for a script of several modules, some of which run passes of
  /// mlirgym.
  bool isStock = true;
  /// The shell command that applies one to the other with stock tools, or, if
  /// that is not possible, measures the result.
  std::string command() const;
};

/// Writes `path` ("best.mlir": the best script of a search) and
/// "best.program.mlir". Errors: ActionError for an illegal schedule, text
/// naming a file that cannot be written.
llvm::Expected<ScheduleFiles> writeScheduleFiles(const Program &program,
                                                 const SearchResult &result,
                                                 llvm::StringRef path);

/// Writes a whole file or leaves the old one (writeAtomically()); makes parent
/// folders. Errors: text naming the file.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_SCHEDULEFILES_H
