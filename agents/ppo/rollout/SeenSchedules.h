//===- agents/ppo/rollout/SeenSchedules.h - Schedules drawn so far --------===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_SEENSCHEDULES_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_SEENSCHEDULES_H

#include "actions/Schedule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// 64-bit hash of the canonical text of a schedule of a program: schedules with
/// the same timing have the same hash.
uint64_t fingerprint(unsigned program, const Schedule &schedule);

/// The schedules that a training has drawn so far. They define which schedules
/// are new to it; stored timings may come from other runs.
class SeenSchedules {
public:
  /// Returns true on the first insertion of a schedule.
  bool insert(uint64_t fingerprint);
  size_t size() const { return inOrder.size(); }

  /// Hexadecimal digits, for checkpoints.
  std::string state() const;
  /// Errors: text that is not a state().
  llvm::Error restore(llvm::StringRef state);

private:
  llvm::DenseSet<uint64_t> known;
  std::vector<uint64_t> inOrder;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_SEENSCHEDULES_H
