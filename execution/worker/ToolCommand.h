//===- execution/worker/ToolCommand.h - Command lines of tools --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_TOOLCOMMAND_H
#define MLIRGYM_EXECUTION_WORKER_TOOLCOMMAND_H

#include "execution/worker/ToolWorker.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The words of a command, separated as a shell does.
std::vector<std::string> splitCommand(llvm::StringRef command);

/// `word` with `by` in place of each `mark`.
std::string replaced(llvm::StringRef word, llvm::StringRef mark,
                     llvm::StringRef by);

/// A hash that changes with the program that a command starts: of its file and,
/// if the program with the only argument `--version` ends with code 0, of that
/// output. "" if there is no such program. Errors: as ToolWorker::run(), except
/// for a program that takes too long, whose output is not used.
llvm::Expected<std::string>
identityOf(ToolWorker &tools, llvm::StringRef command, StopCheck *stop);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_TOOLCOMMAND_H
