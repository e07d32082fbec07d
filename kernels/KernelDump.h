//===- kernels/KernelDump.h - Kernels as files ------------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_KERNELDUMP_H
#define MLIRGYM_KERNELS_KERNELDUMP_H

#include "actions/Schedule.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/Substitutions.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
class KernelSubstituter; // kernels/KernelSubstituter.h

/// Where each kind of file goes: a folder, which is made if it is missing, "-"
/// for a stream, "" for nowhere. docs/kernels.md lists the files.
struct KernelDumpOptions {
  std::string sources = {};        ///< modules before scheduling
  std::string configurations = {}; ///< modules with their transform script
  std::string intermediates = {};  ///< LLVM IR as text and bitcode, assembly
  std::string binaries = {};   ///< objects, and a C project that checks them
  std::string benchmarks = {}; ///< programs with inputs and schedule
  /// Everything above, unless that has a place of its own.
  std::string files = {};
  /// Files in place of kernels; each dump is that of its stage after the
  /// replacements there. Null: none.
  std::shared_ptr<KernelSubstituter> substituter = nullptr;

  bool any() const;
};

struct KernelDump {
  KernelOutline outline;
  /// One per file in place of a kernel.
  std::vector<SubstitutionRecord> substitutions;
  /// Paths of the files written, in order.
  std::vector<std::string> files;
  /// What was left out, and why.
  std::vector<std::string> notes;
};

/// Divides a scheduled program into kernels and writes files of them; each
/// folder also gets the manifest. `stream` receives the files that go to "-",
/// text only, each after a line with its name. A folder may hold other files;
/// those with equal names are replaced, each completely or not at all. All
/// files are made before the first one is written, the manifest last: a dump
/// that is interrupted or fails to compile writes nothing. Errors: as
/// KernelOutliner::outline() and compile(), and KernelSubstituter::check();
/// ExecutionError naming a file
/// that cannot be written, and for binaries that are to go to "-".
llvm::Expected<KernelDump> dumpKernels(std::shared_ptr<const Program> program,
                                       const Schedule &schedule,
                                       const KernelDumpOptions &options,
                                       llvm::raw_ostream &stream,
                                       KernelOutlinerOptions workers = {});
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELDUMP_H
