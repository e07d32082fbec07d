//===- tests/actions/TestPrograms.h - Small programs and states -*- C++ -*-===//
#ifndef MLIRGYM_TESTS_ACTIONS_TESTPROGRAMS_H
#define MLIRGYM_TESTS_ACTIONS_TESTPROGRAMS_H

#include "actions/ScheduleState.h"
#include <memory>
#include <string>

namespace mlirgym {

/// The generated program of that name, loaded once a process. A name that is
/// none ends the process with a message.
std::shared_ptr<const Program> programNamed(llvm::StringRef name);

/// A program from MLIR text.
std::shared_ptr<const Program> programFromText(llvm::StringRef text);

/// The convolution linalg.`kind` of operands with these shapes and types.
std::shared_ptr<const Program> convolutionOf(llvm::StringRef kind,
                                             llvm::StringRef image,
                                             llvm::StringRef filter,
                                             llvm::StringRef result,
                                             llvm::StringRef attributes = "");

/// The state of `program` after the schedule. A schedule that is not legal ends
/// the process with a message.
ScheduleState stateAfter(llvm::StringRef program, llvm::StringRef schedule = "",
                         StateOptions options = {});

/// The state in which operation `op` is the current one.
ScheduleState stateAt(llvm::StringRef program, unsigned op,
                      llvm::StringRef schedule = "");

/// The message of verify(), "" if the action is legal.
std::string whyIllegal(const ScheduleState &state, const Action &action);

/// Trip counts of a nest, outermost first; dynamic loops are negative.
std::vector<int64_t> tripCounts(const LoopNest &nest);

/// Tile loops as "for 64 by 8", "forall 32 by 4", outermost first; a '~' stands
/// before an extent that is an upper bound.
std::vector<std::string> tileLoops(const LoopNest &nest);

/// Body of the transform script of a schedule.
std::string scriptOf(llvm::StringRef program, llvm::StringRef schedule);
} // namespace mlirgym
#endif // MLIRGYM_TESTS_ACTIONS_TESTPROGRAMS_H
