//===- conformance/MaterializedSchedule.h - A schedule in real IR ---------===//
#ifndef MLIRGYM_TESTS_CONFORMANCE_MATERIALIZEDSCHEDULE_H
#define MLIRGYM_TESTS_CONFORMANCE_MATERIALIZEDSCHEDULE_H

#include "actions/ScheduleState.h"
#include <memory>
#include <string>

namespace mlirgym {

/// Applies transform scripts to payloads in this process, and compares the IR
/// with what a ScheduleState predicts.
class MaterializedSchedule {
public:
  MaterializedSchedule();
  ~MaterializedSchedule();

  /// Applies `script` to `program`; compare() examines the result. Returns the
  /// error message, "" for success.
  std::string apply(const Program &program, llvm::StringRef script);

  /// The first difference between the IR and `state`, "" if there is none: for
  /// each tagged operation its loops (static extents, iterator types), the tile
  /// loops around it (kind, extent, step, order), fill, promoted inputs, marks.
  std::string compare(const ScheduleState &state) const;

  /// The IR as text.
  std::string text() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_CONFORMANCE_MATERIALIZEDSCHEDULE_H
