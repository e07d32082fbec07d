//===- kernels/benchmark/Microbenchmark.h - Times kernels alone -*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H
#define MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H

#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/ProgramModule.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Code that replaces the result of scheduling a kernel.
struct BenchmarkCode {
  /// Not Ok, with a message, if it cannot be compiled.
  Status status = Status::Ok;
  std::string message = {};
  /// A relocatable object, an archive or a shared library.
  std::string object = {};
  /// The function to call, on bare pointers; "": `_mlir_ciface_<entry>` of the
  /// program, on descriptors.
  std::string function = {};
};

/// A kernel, or a whole program, to be timed.
struct KernelBenchmark {
  std::string name;
  std::shared_ptr<const Program> program = nullptr;
  Schedule schedule = {};
  /// Number of calls in the whole program.
  unsigned calls = 1;
  /// Bytes of the arguments that are read, and of those that are written with
  /// their tolerances, in order. Missing inputs come from the evaluator,
  /// missing outputs from the evaluator or the untransformed kernel.
  std::vector<std::vector<char>> inputs = {}, outputs = {}, tolerances = {};
  /// The reason why it cannot be timed, "" if it can. Requires: a program if
  /// this is empty.
  std::string skipped = {};
  /// Timed and verified in place of the schedule, and not preprocessed. At most
  /// one of `code` and `module` may be set.
  std::optional<BenchmarkCode> code = {};
  std::optional<ProgramModule> module = {};

  bool hasOtherCode() const { return code || module; }
};

/// The kernels of a program, and the program itself if it can be timed.
struct BenchmarkSet {
  std::string program;
  Schedule schedule;
  std::vector<KernelBenchmark> kernels;
  std::optional<KernelBenchmark> whole;
  /// One per file that replaces a kernel.
  std::vector<SubstitutionRecord> substitutions = {};
};

/// Divides a scheduled program into kernels. Errors: as
/// KernelOutliner::outline().
llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelOutlinerOptions workers = {});
/// The same with files that replace kernels; the code applies to the kernel and
/// to the whole program. Errors: also as KernelSubstituter::check().
llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelSubstituter &substituter,
             KernelOutlinerOptions workers = {});

/// Reads a folder that dumpKernels() wrote with benchmarks or all files, or one
/// file NAME.benchmark.mlir of it with its schedule, module and arrays. A
/// kernel with a missing file is skipped, with that reason. Errors:
/// ExecutionError, ProgramError or ActionError naming the damaged file.
llvm::Expected<BenchmarkSet> readBenchmarks(llvm::StringRef path,
                                            KernelOutlinerOptions workers = {});
/// True for a path that readBenchmarks() reads.
bool isBenchmarkPath(llvm::StringRef path);

struct BenchmarkOptions {
  /// Regular expression (POSIX, extended) that finds a part of the names of the
  /// kernels to time; "": all, and the whole program.
  std::string filter = {};
  /// Calls per repeat; 0: as many as take MeasureProtocol::minRepeatMs.
  uint32_t batchSize = 0;
  /// Repeats per timing; 0: until the median is accurate enough.
  unsigned repeats = 0;
  /// Flush the arguments before each call; needs batches of one call.
  CacheState caches = CacheState::Warm;
  /// A pass pipeline ("builtin.module(...)"), or a command that reads a module
  /// from stdin and writes one to stdout, applied to each kernel before its
  /// schedule; "": none.
  std::string preprocess = {};
  /// Called with the number of finished and of all steps, and the next kernel.
  std::function<void(double, double, llvm::StringRef)> progress = nullptr;
};

/// The limit of the machine to which a kernel comes closest.
enum class PeakKind : uint8_t { Arithmetic, Memory };
llvm::StringRef nameOf(PeakKind kind);

/// The row of a kernel or of the whole program.
struct BenchmarkResult {
  std::string name;
  Schedule schedule;
  unsigned calls = 1;
  double flops = 0, bytes = 0; ///< of one call
  /// Nanoseconds per call without schedule (`baselineNs`) and with it; equal
  /// without a schedule. A status other than Ok may come from either.
  PairedMeasurement timing;
  /// Counters of the code with the schedule, or without if there is none, in
  /// the last round.
  std::vector<CounterValue> counters;
  /// The reason why it was not timed, or how its result was checked.
  std::string skipped, note;
  /// Share of the kernels' sum of calls x scheduleNs; 0 if the sum is unknown.
  double share = 0;
  double gflops = 0, gbytesPerSecond = 0, percentOfPeak = 0;
  PeakKind peak = PeakKind::Memory;
  ElementType peakType = ElementType::F32; ///< F64 or F32

  bool isTimed() const { return skipped.empty() && timing.ok(); }
};

/// Sum over the kernels of calls x time, and its relative difference from the
/// time of the whole: 0.05 if the sum is 5 % longer.
struct BenchmarkSum {
  double baselineNs = 0, scheduleNs = 0;
  std::optional<double> baselineGap, scheduleGap;
};

struct BenchmarkReport {
  std::string program;
  Schedule schedule;
  /// True if there are times with a schedule, preprocessing or other code.
  bool isTransformed = false;
  std::vector<BenchmarkResult> kernels;
  std::optional<BenchmarkResult> whole;
  /// nullopt if a kernel has no time.
  std::optional<BenchmarkSum> sum;
  struct Peak {
    ElementType type;
    MachinePeak peak;
  };
  std::vector<Peak> peaks; ///< of the types that the kernels have

  /// Ok, or the first failure among the rows.
  Status status() const;
  /// The object of `mlirgym benchmark --json`: docs/kernels.md.
  std::string json() const;
};

/// Times each kernel and the whole program, verified like any schedule, in
/// rounds of one timing each with and without schedule, so that changes in the
/// speed of the machine affect all of them equally. Other options, such as
/// threads and limits, come from the execution, in whose exec data only the
/// machine's peak is stored. Errors: ExecutionError for a filter that finds no
/// kernel, invalid options, a replay, or no worker; as measurePeak();
/// ActionError for an illegal schedule; InterruptedError.
llvm::Expected<BenchmarkReport>
runBenchmarks(Execution &execution, const BenchmarkSet &set,
              const BenchmarkOptions &options = {});
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H
