//===- benchmarks/CKernel.h - Kernels written in C --------------*- C++ -*-===//
#ifndef MLIRGYM_BENCHMARKS_CKERNEL_H
#define MLIRGYM_BENCHMARKS_CKERNEL_H

#include "execution/worker/MeasureWorker.h"
#include "llvm/Support/Error.h"
#include <filesystem>
#include <string>

namespace mlirgym {

/// Ends a torture test that cannot be run at all: prints why, exits with 1.
[[noreturn]] void fail(llvm::Error error);
template <typename T> T orFail(llvm::Expected<T> value) {
  if (!value)
    fail(value.takeError());
  return std::move(*value);
}

/// A folder of its own in $TMPDIR, removed at the end with all it holds.
class StressFolder {
public:
  StressFolder();
  ~StressFolder();
  StressFolder(const StressFolder &) = delete;
  StressFolder &operator=(const StressFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};

/// Object code of `source`, C, by the compiler that built this; `flags` as on
/// its command line.
MemoryFile compileC(const StressFolder &folder, const std::string &source,
                    const std::string &flags = "-O1");

/// `_mlir_ciface_<entry>(in, out)` on vectors of f64: `body` sees
/// `const double *in`, `double *out`, `long n`.
std::string vectorKernel(const std::string &body,
                         const std::string &before = "",
                         const std::string &entry = "payload");

/// What such a kernel is run on: the input is random, the output is only
/// written.
ProgramData vectorData(int64_t numElements);
} // namespace mlirgym
#endif // MLIRGYM_BENCHMARKS_CKERNEL_H
