//===- execution/server/MeasureServer.h - Verify and time -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H
#define MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H

#include "execution/server/GuardedBuffer.h"
#include "execution/server/KernelLoader.h"
#include "execution/timing/DriftProbe.h"
#include "execution/timing/MemoryProbe.h"
#include "execution/timing/PerfCounters.h"
#include "execution/worker/Comparison.h"
#include "execution/worker/CrashNote.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/Messages.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The measuring worker without its socket: holds one program's buffers and
/// runs kernels on them. Ends the process when there is no memory.
class MeasureServer {
public:
  /// `note` must outlive this. Before the sandbox, which forbids to open
  /// counters.
  static llvm::Expected<std::unique_ptr<MeasureServer>> create(CrashNote &note);
  ~MeasureServer();

  /// Replaces the program. `reference` may be invalid. Errors: a record that
  /// contradicts itself or its files.
  llvm::Error load(const LoadProgramMessage &message, MemoryFile inputs,
                   MemoryFile reference);

  struct Outcome {
    KernelRanMessage reply;
    MemoryFile reference; ///< valid if one was asked for and status is Ok
  };
  /// Every argument that the kernel writes is filled anew (inputs from their
  /// file, the rest with a pattern that is NaN in every floating-point type),
  /// the kernel is called once and compared, then timed, then filled, called
  /// and compared again on each of the other sets of inputs (the same ones if
  /// there is one set), at least four times if it has several threads: state
  /// that it keeps between calls, or a race, need not show at first. Before
  /// each batch that is timed a few cache lines of each output, others each
  /// time, are filled with the pattern, and compared after it. Requires:
  /// load().
  Outcome run(const RunKernelMessage &message, const MemoryFile &object);

private:
  explicit MeasureServer(CrashNote &sharedNote);
  llvm::Error checkSizes() const;
  GuardedBuffer &addBuffer(std::vector<GuardedBuffer> &to,
                           const ArgumentRecord &argument, uint32_t set);
  const char *inputOf(const ArgumentRecord &argument, uint32_t set) const;
  void addReferences();
  void resetOutputs(uint32_t set);
  /// A call on fresh outputs; nanoseconds.
  double callOnce(const Kernel &kernel, uint32_t set);
  template <typename Visit> void forEachPart(uint64_t phase, Visit visit) const;
  void spoilParts(uint64_t phase);
  /// Why the parts that spoilParts() overwrote are wrong.
  std::optional<std::string> verifyParts(uint64_t phase) const;
  void flushArguments();
  /// True if core and memory are as fast as usual now.
  bool isQuiet();
  /// Times `kernel` after its first call. Why a batch was wrong.
  std::optional<std::string> measure(const Kernel &kernel,
                                     const RunKernelMessage &message,
                                     double warmUpNs, KernelRanMessage &reply);
  /// Why the outputs of the last call, on this set of inputs, are wrong.
  std::optional<std::string> verify(uint32_t set) const;
  llvm::Expected<MemoryFile> copyOutputs() const;

  CrashNote &note;
  PerfCounters counters;
  DriftProbe coreProbe;
  GuardedBuffer probedMemory;
  MemoryProbe memoryProbe;
  unsigned checksAfterTiming = 1;
  std::unique_ptr<KernelLoader> loader;
  LoadProgramMessage program;
  MemoryFile inputs, reference;
  std::vector<GuardedBuffer> buffers;
  std::vector<GuardedBuffer> otherInputs; ///< of the sets after the first
  std::vector<GuardedRegion> regions;
  /// Index [set][argument]; empty without a reference.
  std::vector<std::vector<std::optional<ReferenceOutput>>> expected;
  std::vector<std::vector<int64_t>> descriptors; ///< memref descriptors, words
  std::vector<std::vector<void *>> pointers;     ///< index [set][argument]
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H
