//===- kernels/bundle/GpuResults.h - Timings of a bundle's host -----------===//
#ifndef MLIRGYM_KERNELS_BUNDLE_GPURESULTS_H
#define MLIRGYM_KERNELS_BUNDLE_GPURESULTS_H

#include "execution/execdata/ExecData.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// What run.py of bundles (GpuBundle.h) has measured.
struct GpuResults {
  /// The identity of the machine in keys without the target:
  /// "cuda:sm_90/NVIDIA-H100-PCIe".
  std::string device;
  /// One per schedule that ran, or that the compiler refused. Failures are
  /// stored as well; a schedule that has not run is left out.
  std::vector<ExecData::Record> records;
  /// Schedules without a timing: ones that have not run, and illegal ones.
  uint64_t leftOut = 0;
};

/// True if the text begins as such a file does.
bool isGpuResults(llvm::StringRef json);

/// Reads the JSON that run.py writes. The text is not trusted. Errors:
/// ExecutionError with the place in the JSON.
llvm::Expected<GpuResults> parseGpuResults(llvm::StringRef json);
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BUNDLE_GPURESULTS_H
