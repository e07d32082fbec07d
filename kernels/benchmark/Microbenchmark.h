//===- kernels/benchmark/Microbenchmark.h - Times kernels alone -*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H
#define MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H

#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/ProgramModule.h"
#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Code in place of that which a schedule makes of a kernel.
struct BenchmarkCode {
  /// Other than Ok with a message if it cannot be compiled.
  Status status = Status::Ok;
  std::string message = {};
  /// A relocatable object, an archive or a shared library.
  std::string object = {};
  /// The function of it to call, on bare pointers; "": `_mlir_ciface_<entry>`
  /// of the program, on descriptors.
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
  /// their tolerances, in order. Without inputs: those of the evaluator.
  /// Without outputs: of the evaluator, or of the untransformed kernel.
  std::vector<std::vector<char>> inputs = {}, outputs = {}, tolerances = {};
  /// The reason why it cannot be timed, "" if it can. Requires: a program if
  /// this is empty.
  std::string skipped = {};
  /// Timed in place of the schedule, and not preprocessed; verified as that is.
  /// At most one of the two.
  std::optional<BenchmarkCode> code = {};
  std::optional<ProgramModule> module = {};

  bool hasOtherCode() const { return code || module; }
};

/// The kernels of a program, and the program itself if it can be timed, too.
struct BenchmarkSet {
  std::string program;
  Schedule schedule;
  std::vector<KernelBenchmark> kernels;
  std::optional<KernelBenchmark> whole;
  /// One per file in place of a kernel.
  std::vector<SubstitutionRecord> substitutions = {};
};

/// Divides a scheduled program into kernels. Errors: as
/// KernelOutliner::outline().
llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelOutlinerOptions workers = {});
/// The same with files in place of kernels, which are code of the kernel and of
/// the whole program. Errors: also as KernelSubstituter::check().
llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelSubstituter &substituter,
             KernelOutlinerOptions workers = {});

/// Reads a folder that dumpKernels() wrote with benchmarks or all files, or one
/// file NAME.benchmark.mlir of it with its schedule, module and arrays. A file
/// that is missing is the reason why its kernel is skipped. Errors:
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
  /// Repeats per timing; 0: until the median settles.
  unsigned repeats = 0;
  /// Flush the arguments before each call; needs batches of one call.
  CacheState caches = CacheState::Warm;
  /// A pass pipeline ("builtin.module(...)"), or a command that reads a module
  /// from stdin and writes one to stdout, applied to each kernel before its
  /// schedule; "": none.
  std::string preprocess = {};
  /// Called with the finished and the total steps, and the next kernel.
  std::function<void(double, double, llvm::StringRef)> progress = nullptr;
};

/// The limit of the machine that a kernel comes closest to.
enum class PeakKind : uint8_t { Arithmetic, Memory };
llvm::StringRef nameOf(PeakKind kind);

/// The row of a kernel or of the whole program.
struct BenchmarkResult {
  std::string name;
  Schedule schedule;
  unsigned calls = 1;
  double flops = 0, bytes = 0; ///< of one call
  /// Nanoseconds per call without schedule (`baselineNs`) and with it; equal
  /// without a schedule. A status other than Ok is that of either.
  PairedMeasurement timing;
  /// Of the code with the schedule, if there is one, in the last round.
  std::vector<CounterValue> counters;
  /// The reason why it was not timed, or how its result was checked.
  std::string skipped, note;
  /// Of the kernels' sum of calls x scheduleNs; 0 if that is unknown.
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
  /// True if there are times with a schedule, preprocessing or other code, and
  /// not only those without.
  bool isTransformed = false;
  std::vector<BenchmarkResult> kernels;
  std::optional<BenchmarkResult> whole;
  /// Missing if a kernel has no time.
  std::optional<BenchmarkSum> sum;
  struct Peak {
    ElementType type;
    MachinePeak peak;
  };
  std::vector<Peak> peaks; ///< of the types that the kernels have

  /// Ok, or the first failure of a row.
  Status status() const;
  /// The object of `mlirgym benchmark --json`: docs/kernels.md.
  std::string json() const;
};

/// Times each kernel and the whole program, verified as any schedule, in rounds
/// of one timing each with and without schedule, so that changes in the speed
/// of the machine affect all alike. Options that `options` does not have, such
/// as threads and limits, are those of the execution, in whose exec data only
/// the machine's peak is stored. Errors: ExecutionError for a filter that finds
/// no kernel, invalid options, a replay, or no worker; as measurePeak();
/// ActionError for an illegal schedule; InterruptedError.
llvm::Expected<BenchmarkReport>
runBenchmarks(Execution &execution, const BenchmarkSet &set,
              const BenchmarkOptions &options = {});
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BENCHMARK_MICROBENCHMARK_H
