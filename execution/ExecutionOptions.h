//===- execution/ExecutionOptions.h - Options of an Execution ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECUTIONOPTIONS_H
#define MLIRGYM_EXECUTION_EXECUTIONOPTIONS_H

#include "execution/timing/MeasureProtocol.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
class CodeSubstitution; // execution/CodeSubstitution.h
class Cluster;          // execution/Cluster.h
struct Target;          // lowering/target/Target.h

struct ExecutionOptions {
  /// The id of the Device that runs the kernels, and changes to the features of
  /// its target: additional ones ("+zvl256b"), or, for the host, ones that the
  /// code must not use ("-avx512f").
  std::string device = "host", deviceFeatures = {};
  /// Threads of the kernel (OpenMP), pinned to cores.
  unsigned threads = 1;
  /// Worker processes that compile at the same time; 0: one per core on which
  /// no kernel is measured, or one per core if kernels are measured on all.
  unsigned compileWorkers = 0;
  /// SQLite file, read and written; "" keeps timings in memory only.
  std::string execDataFile;
  /// Further files, read-only, looked up first.
  std::vector<std::string> mainExecData;
  /// Kernel cache on disk; "": $MLIRGYM_CACHE_DIR, else defaultKernelFolder(),
  /// or none if that folder cannot be created.
  std::string cacheDir;
  /// False: compiled kernels are kept in memory only.
  bool cacheOnDisk = true;
  /// Use exec data only: a missing key is Status::NotCached, and no worker
  /// process is started.
  bool replay = false;
  /// Measures stored timings again, once per Execution, and replaces them;
  /// mainExecData is not used. Not with `replay`.
  bool remeasure = false;
  /// Measures a noisy baseline (isNoisy()) again until it is no longer noisy,
  /// for at most this many seconds, and replaces it: once per Execution and
  /// program, before any schedule is compared with it. 0: never. Not with
  /// `replay`.
  double quietBaselineSeconds = 0;
  /// Replay timings of any machine (machine and toolchain are not compared):
  /// the recorded files in data/ come from another machine.
  bool anyMachine = false;
  /// With `replay`: the machine of the timings, which agents observe in place
  /// of the device's target. Null: the device's.
  std::shared_ptr<const Target> recordedOn = nullptr;
  /// Wall time for compiling one schedule, and for one call (or repeat) of a
  /// kernel, after which the worker process is killed. At most 30 days.
  double compileTimeoutMs = 20000, runTimeoutMs = 20000;
  /// Memory for one request in a worker process, in addition to the memory of
  /// the worker itself.
  uint64_t memoryLimitBytes = 8ull << 30;
  MeasureProtocol protocol;
  /// Counters of timed kernels: names of CounterEvent
  /// (execution/timing/CounterEvent.h). A timing that was stored without them
  /// is measured again; in a replay it is Status::NotCached.
  std::vector<std::string> counters;
  /// Arguments of every program that stay in the memory of the device, in
  /// addition to those that the program marks: names of Placement::of(). Only
  /// for a device with memory of its own (DeviceDescription::hasMemory).
  std::vector<std::string> resident;
  /// Path of mlirgym-worker; "": $MLIRGYM_WORKER, else beside the executable or
  /// library, else in the install tree.
  std::string workerPath;
  /// Polled several times per second by the thread that waits in a call: true
  /// ends the call with an InterruptedError within a fraction of a second, for
  /// programs that handle Ctrl-C. Timings taken by then are stored; the running
  /// worker process is killed. Empty: never.
  std::function<bool()> interrupted = nullptr;
  /// Called by a thread that waits in a call for a quiet machine, from time to
  /// time, with the reason in words. Empty: no notification.
  std::function<void(const std::string &)> waiting = nullptr;
  /// Replacement code for kernels of scheduled programs, except in baselines;
  /// see KernelSubstituter (kernels/). Null: none.
  std::shared_ptr<CodeSubstitution> substitution = nullptr;
  /// Machines that measure in place of this one, with these options. Kernels
  /// can then be neither compiled nor called here. Null: this machine measures.
  std::shared_ptr<Cluster> cluster = nullptr;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECUTIONOPTIONS_H
