//===- execution/ProgramContexts.h - Data per program -----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROGRAMCONTEXTS_H
#define MLIRGYM_EXECUTION_PROGRAMCONTEXTS_H

#include "execution/wire/ProgramData.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mlirgym {

/// Data and baseline of a program, shared by all its schedules.
struct ProgramContext {
  std::timed_mutex
      mutex; ///< held while computing; guards the rest until `ready`
  std::optional<worker::ProgramData> data;
  Measurement baseline;
  std::string objectHash; ///< of the untransformed program
  /// ExecDataKey::protocol of the baseline, which names resident arguments;
  /// guarded by the mutex even when `ready`.
  std::string protocol;
  /// Data of foreign code, from other seeds, on the first request; guarded by
  /// the mutex until it is made, or known to be impossible.
  std::optional<worker::ProgramData> newData;
  bool hasNoNewData = false;
  /// True once inputs, reference and baseline are complete; they do not change
  /// afterwards.
  bool ready = false;
  std::atomic<size_t> sizeBytes = 0;
  /// Time of the fastest schedule that this process has measured; 0: none.
  std::atomic<double> fastestNs = 0;

  void noteSchedule(double medianNs);
};

/// A cache of the contexts of recently used programs. Callers share ownership,
/// so evicting a context in use is safe; an evicted one is recomputed with the
/// same contents. Thread safe.
class ProgramContexts {
public:
  /// The context of a program, which the caller then makes ready.
  std::shared_ptr<ProgramContext> get(const ProgramKey &key);

private:
  struct Entry {
    ProgramKey key;
    std::shared_ptr<ProgramContext> context;
  };
  std::mutex mutex;
  std::list<Entry> recent; ///< most recently used first
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PROGRAMCONTEXTS_H
