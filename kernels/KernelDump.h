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

/// The destination of each kind of file: a folder, which is created if missing,
/// "-" for a stream, "" for none. docs/kernels.md lists the files.
struct KernelDumpOptions {
  std::string sources = {};        ///< modules before scheduling
  std::string configurations = {}; ///< modules with their transform script
  std::string intermediates = {};  ///< LLVM IR as text and bitcode, assembly
  std::string binaries = {};   ///< objects, and a C project that checks them
  std::string benchmarks = {}; ///< programs with inputs and schedule
  /// Destination of all kinds above that have none of their own.
  std::string files = {};
  /// Files that replace kernels; each stage is dumped after its replacements.
  /// Null: none.
  std::shared_ptr<KernelSubstituter> substituter = nullptr;

  bool any() const;
};

struct KernelDump {
  KernelOutline outline;
  /// One per file that replaces a kernel.
  std::vector<SubstitutionRecord> substitutions;
  /// Paths of the files written, in order.
  std::vector<std::string> files;
  /// Files that were left out, with the reason.
  std::vector<std::string> notes;
};

/// Divides a scheduled program into kernels and writes their files; each folder
/// also gets the manifest. `stream` receives the files with the destination
/// "-", text only, each after a line with its name. Other files in a folder are
/// kept; files with equal names are replaced, each completely or not at all.
/// All files are made before the first is written, and the manifest is written
/// last: a dump that is interrupted or fails to compile writes nothing. Errors:
/// as KernelOutliner::outline() and compile(), and KernelSubstituter::check();
/// ExecutionError naming a file that cannot be written, and for binaries with
/// the destination "-".
llvm::Expected<KernelDump> dumpKernels(std::shared_ptr<const Program> program,
                                       const Schedule &schedule,
                                       const KernelDumpOptions &options,
                                       llvm::raw_ostream &stream,
                                       KernelOutlinerOptions workers = {});
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELDUMP_H
