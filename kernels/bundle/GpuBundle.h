//===- kernels/bundle/GpuBundle.h - A program to take to a GPU --*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BUNDLE_GPUBUNDLE_H
#define MLIRGYM_KERNELS_BUNDLE_GPUBUNDLE_H

#include "actions/Schedule.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace mlirgym {

struct GpuBundleOptions {
  /// Of a GPU: DeviceDescription::target of "cuda:sm_90".
  Target target;
  /// What becomes of a schedule that is illegal or cannot be compiled.
  enum class Refusals : uint8_t {
    Fail,   ///< it is an error, and nothing is written
    Record, ///< the bundle holds it with the reason
  };
  Refusals refusals = Refusals::Fail;
  /// Processes that compile; 0: one per core.
  unsigned workers = 0;
  /// As ExecutionOptions::workerPath, memoryLimitBytes and interrupted.
  std::string workerPath = {};
  uint64_t memoryLimitBytes = 8ull << 30;
  std::function<bool()> interrupted = nullptr;
  /// Wall time of one request to a worker process.
  double timeoutMs = 10 * 60'000;
};

/// What has become of the schedules.
struct GpuBundle {
  /// Schedules of the folder, those of earlier calls included, and how many of
  /// them are refused.
  size_t schedules = 0, refused = 0;
  /// Schedules that this call has compiled.
  size_t compiled = 0;
  /// Bytes of all files that the bundle refers to.
  uint64_t bytes = 0;
};

/// Writes a bundle, or adds schedules to it: a folder with everything that
/// runs, verifies and times schedules of one program on a machine with a GPU
/// and its driver only (docs/gpu-bundles.md). Inputs and expected outputs are
/// made by the first call. Files are complete or absent, and bundle.json, which
/// names the others, is written last. What is missing of an older call is made
/// again. Errors: those of LockedFolder::open(); ExecutionError if the folder
/// has a bundle of another program, target or version, for one whose outputs
/// cannot be computed, for a file that cannot be written, and if no schedule
/// has code; with Refusals::Fail also ActionError, and ExecutionError with the
/// reason of the compiler; InterruptedError.
llvm::Expected<GpuBundle>
writeGpuBundle(const std::shared_ptr<const Program> &program,
               llvm::ArrayRef<Schedule> schedules, llvm::StringRef folder,
               const GpuBundleOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BUNDLE_GPUBUNDLE_H
