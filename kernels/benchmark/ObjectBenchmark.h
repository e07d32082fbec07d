//===- kernels/benchmark/ObjectBenchmark.h - Times objects ------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BENCHMARK_OBJECTBENCHMARK_H
#define MLIRGYM_KERNELS_BENCHMARK_OBJECTBENCHMARK_H

#include "execution/ExecutionOptions.h"
#include "kernels/Binding.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Options for calling a function of an object: it takes one pointer per
/// binding, to elements aligned to 64 bytes, by the C calling convention.
struct ObjectBenchmarkOptions {
  std::string entry;
  std::vector<Binding> bindings;
  /// The expected elements of each binding that is written, in order; empty: no
  /// comparison.
  std::vector<Binding> expected = {};
  /// Allowed difference relative to |b| + rms(b) of the expected output b;
  /// nullopt: 256 times the distance from 1 to the next number for f64 and f32,
  /// 4 times for f16 and bf16. Integers must be equal.
  std::optional<double> tolerance = std::nullopt;
  /// As in BenchmarkOptions.
  uint32_t batchSize = 0;
  unsigned repeats = 0;
};

struct ObjectBenchmark {
  /// CompileFailed if the object cannot be loaded or has no such function;
  /// WrongResult, Crashed and so on as for a schedule.
  Measurement measurement;
  /// The arrays that the first call wrote; empty unless the status is Ok and
  /// nothing was expected.
  std::vector<Binding> outputs;
};

/// Calls and times a function of a shared (.so) or relocatable (.o) object. The
/// object is loaded only in a worker process, in its sandbox. Only the
/// following members of `limits` are used: threads, protocol, timeouts, memory
/// limit, worker path and `interrupted`. Errors: ExecutionError for a file that
/// cannot be read, bindings of which none is written, expected outputs of other
/// shapes; InterruptedError.
llvm::Expected<ObjectBenchmark>
benchmarkObject(llvm::StringRef path, const ObjectBenchmarkOptions &options,
                const ExecutionOptions &limits);

} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BENCHMARK_OBJECTBENCHMARK_H
