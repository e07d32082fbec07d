//===- execution/ProgramContexts.h - Made once a program --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROGRAMCONTEXTS_H
#define MLIRGYM_EXECUTION_PROGRAMCONTEXTS_H

#include "execution/worker/ProgramData.h"
#include "program/Program.h"
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace mlirgym {

/// Data and baseline of a program, which all its schedules share.
struct ProgramContext {
  std::timed_mutex
      mutex; ///< held while it is made; guards the rest until `ready`
  std::optional<worker::ProgramData> data;
  double baselineNs = 0;
  /// Inputs, reference and baseline are there and do not change any more.
  bool ready = false;
  std::atomic<size_t> sizeBytes = 0;
};

/// Contexts of the programs used last. A context that is in use outlives its
/// place here; one that was dropped is made again, equal. Thread safe.
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
