//===- kernels/KernelOutline.h - The kernels of a program -----------------===//
#ifndef MLIRGYM_KERNELS_KERNELOUTLINE_H
#define MLIRGYM_KERNELS_KERNELOUTLINE_H

#include "actions/Schedule.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// An operation of a program with all operations that a schedule fuses into it,
/// as a function of its own:
///
///     void <name>(const T0 *arg0, ..., Tn *argn);
///
/// C calling convention, one pointer per argument to its elements in row-major
/// order, static shapes. Each pointer is aligned to 64 bytes, and no two
/// arguments overlap. Arguments that are only read come first. Elements of f16
/// and bf16 are passed as bit patterns (uint16_t in C).
struct OutlinedKernel {
  /// "<program>_op<N>", a C identifier; N is its last operation.
  std::string name;
  /// Operations of the program, ascending.
  std::vector<unsigned> operations;
  /// A module with the function before scheduling, on memrefs; operations have
  /// the same tags as in the program.
  std::string source;
  /// Its part of the schedule, and the same part as a transform script; "":
  /// none.
  Schedule schedule;
  std::string script;
  /// The same computation as a program: key, arguments (in the order of the
  /// function), flops and bytes, normal form.
  Program program;
  /// The same part of the schedule for `program`, whose operations are numbered
  /// from 0.
  Schedule ownSchedule;
  /// Names of all calls of this kernel, in order of execution: its own, and
  /// those of later kernels with equal key and schedule.
  std::vector<std::string> calls;
  /// True if source or script come from a file (KernelSubstituter.h); `program`
  /// and `ownSchedule` are then those of the replaced kernel.
  bool isSubstituted = false;
};

/// A program divided into kernels.
struct KernelOutline {
  /// The function `<program>_host`: it has the arguments of the program,
  /// allocates memory for intermediate results, and calls the kernels. Its
  /// source declares the kernels; `operations` are all operations of the
  /// kernels.
  OutlinedKernel host;
  /// Each kernel once, in order of its first call.
  std::vector<OutlinedKernel> kernels;
  /// The target of their code.
  Target target = Target::host();

  /// A line per kernel: name, operations, calls, flops, bytes, schedule.
  std::string table() const;
  /// The text of manifest.json: docs/kernels.md describes its keys.
  std::string manifest() const;
};

/// `name` as the beginning of a C identifier: characters other than ASCII
/// letters, digits and '_' become '_'. A name that does not begin with a letter
/// gets the prefix 'p', and a name of more than 64 characters is cut and ends
/// in a hash of the whole name.
std::string toIdentifier(llvm::StringRef name);
/// "op3": Operation::tag of the program's operation.
std::string tagOf(unsigned op);
/// Source and script of a kernel in one module, which the transform interpreter
/// applies to itself; without a schedule the script does nothing. Errors:
/// ExecutionError if the source is not in the format that MLIR prints.
llvm::Expected<std::string> configuredModule(const OutlinedKernel &kernel);

} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELOUTLINE_H
