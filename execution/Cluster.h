//===- execution/Cluster.h - Samples for other machines ---------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_CLUSTER_H
#define MLIRGYM_EXECUTION_CLUSTER_H

#include "execution/ExecutionRequest.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

/// What another machine measures, as text.
struct RemoteSample {
  enum class Kind : uint8_t {
    Code,    ///< one schedule or transform script
    Foreign, ///< one, with ExecutionRequest::asForeign
    Module,  ///< one module that implements the program
    InTurn,  ///< schedules and scripts, for Execution::measureInTurn()
  };
  std::shared_ptr<const Program> program;
  Kind kind = Kind::Code;
  std::vector<std::string> codes = {};
  Results results = Results::Kept;
  std::vector<std::string> counters = {};
};

/// "code", "foreign", "module", "in_turn".
llvm::StringRef nameOf(RemoteSample::Kind kind);

/// The answer to a sample.
struct RemoteAnswer {
  /// One for Code, Foreign and Module. For InTurn none, or one per code:
  /// failures with `cacheHit` replace a stored time.
  std::vector<Measurement> measurements = {};
  /// InTurn: one per code.
  std::vector<PairedMeasurement> pairs = {};
  /// False for a failure that the sample may not have caused.
  bool isKept = true;
  /// Name of the machine, for ExecDataProvenance.
  std::string host = {};
  /// The message of an ExecutionError, or "".
  std::string error = {};
};

/// Samples that are handed out together and answered in any order. Thread safe.
class RemoteBatch {
public:
  explicit RemoteBatch(std::vector<RemoteSample> handedOut)
      : all(std::move(handedOut)), isOpen(all.size(), true) {}

  llvm::ArrayRef<RemoteSample> samples() const { return all; }
  /// False once the sample is answered, or its caller was interrupted.
  bool awaits(size_t index) const;
  /// Returns false, and does nothing, unless the sample is awaited: several
  /// machines may answer it, and the first answer counts.
  bool answer(size_t index, RemoteAnswer answer);
  /// The same with a failure that is not stored.
  bool giveUp(size_t index, Status status, const std::string &message);
  /// The next answer, with its index. nullopt if a stop was requested first;
  /// then nothing is awaited any more.
  std::optional<std::pair<size_t, RemoteAnswer>> next(StopCheck &stop);

private:
  const std::vector<RemoteSample> all;
  mutable std::mutex mutex; ///< guards the rest
  std::condition_variable arrived;
  std::vector<bool> isOpen;
  std::deque<std::pair<size_t, RemoteAnswer>> answers;
};

/// Machines of one kind that measure in place of this one:
/// ExecutionOptions::cluster.
class Cluster {
public:
  Cluster(std::string machineName, Target machineTarget)
      : machine(std::move(machineName)), target(std::move(machineTarget)) {}
  virtual ~Cluster() = default;

  /// The target of a machine with this name: Target::host() if it is equal.
  /// Errors: as Target::find().
  static llvm::Expected<Target> targetNamed(const TargetName &name);

  /// Hands a batch out without waiting for its answers; each sample is answered
  /// sooner or later, if only with an error. May be called from any thread.
  virtual llvm::Error submit(std::shared_ptr<RemoteBatch> batch) = 0;
  /// Processes that measure, as far as is known here; at least 1.
  unsigned processes() const { return known; }

  /// DeviceDescription::machine() there, which is in the keys of the timings,
  /// and the target of the code.
  const std::string machine;
  const Target target;

protected:
  void setProcesses(unsigned count) { known = std::max(count, 1u); }

private:
  std::atomic<unsigned> known = 1;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_CLUSTER_H
