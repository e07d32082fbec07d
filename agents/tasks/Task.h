//===- agents/tasks/Task.h - The tasks of a program -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_TASKS_TASK_H
#define MLIRGYM_AGENTS_TASKS_TASK_H

#include "actions/Schedule.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
class KernelOutliner; // kernels/KernelOutliner.h

/// A program of more operations has too many schedules to be searched as a
/// whole.
inline constexpr unsigned mostOperationsAtOnce = 32;

/// Operations of a part, at most.
inline constexpr size_t mostOperationsOfPart = 12;

/// A part of a program that is optimised alone: an operation with the
/// operations that can be fused into it. Equal parts are one task.
struct Task {
  std::shared_ptr<const Program> program;
  /// The operations of each equal part, ascending: the i-th is operation i of
  /// `program`. Shape [parts][operations]. The numbers are those of
  /// DividedProgram::fused.
  std::vector<std::vector<unsigned>> parts;
};

/// Operation::kind of each operation.
std::vector<std::string> kindsOf(const Program &task);

/// A program and its tasks.
struct DividedProgram {
  std::shared_ptr<const Program> program;
  /// The program after KernelOutliner::fuseElementwise().
  std::shared_ptr<const Program> fused;
  /// In order of their first part.
  std::vector<Task> tasks;
};

/// The parts into which divideIntoTasks() divides a program: operations,
/// ascending; each operation is in one part. An operation is in the part of its
/// consumers if all of them are in one part and each of them has no reduction,
/// or reads each element once. A part has at most mostOperationsOfPart
/// operations, and one sum of products.
///
/// Source: the fusion groups of TVM's Relay, which fuse into the operation of
/// most arithmetic what reads its results element by element.
std::vector<std::vector<unsigned>> partsOf(const Program &program);

/// Fuses elementwise operations of a program, and divides the rest into tasks.
/// Constants of more than 16 elements are arguments of a task. Errors: those of
/// KernelOutliner::cut().
llvm::Expected<DividedProgram>
divideIntoTasks(std::shared_ptr<const Program> program,
                KernelOutliner &outliner);

/// The transform script with which each part of task i has schedules[i], and
/// nothing is fused from one part into another. The tasks may be others than
/// those of divideIntoTasks(), if each operation is in one part.
/// The script is "" if all schedules are empty.
/// Errors: ActionError if a schedule is illegal in its task.
llvm::Expected<std::string> stitch(const DividedProgram &divided,
                                   llvm::ArrayRef<Schedule> schedules);

} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TASKS_TASK_H
