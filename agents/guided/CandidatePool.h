//===- agents/guided/CandidatePool.h - Drafts that wait ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_CANDIDATEPOOL_H
#define MLIRGYM_AGENTS_GUIDED_CANDIDATEPOOL_H

#include "actions/Schedule.h"
#include "agents/guided/Drafts.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/SampleBudget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// A draft that waits to be measured, or was.
struct PooledDraft {
  Draft draft;
  ModelPoint point;
  /// What add() was told.
  unsigned tag;
  /// baseline / measured; 0 before, and of a failure.
  double speedup = 0;
  /// False if nothing was learned: not on file, in replay.
  bool isKnown = true;

  /// A failure is as bad as the slowest.
  double logSpeedup() const;
};

/// Candidates of one search, each once. Those that are most worth it, by a
/// SpeedupModel of the network and of all that was measured, are measured
/// batch by batch; the best of the others wait on. Not thread safe.
class CandidatePool {
public:
  explicit CandidatePool(SampleBudget &spent) : budget(&spent) {}

  /// Takes in what neither waits nor was measured; how many these are. `tag` is
  /// the caller's.
  size_t add(std::vector<Draft> drafts, unsigned tag = 0);
  /// True if the canonical schedule of this text waits or was measured.
  bool contains(llvm::StringRef text) const { return known.contains(text); }
  /// True of the empty schedule, too.
  bool wasMeasured(const Schedule &canonical) const {
    return canonical.empty() || known.lookup(canonical.text());
  }
  llvm::ArrayRef<PooledDraft> waiting() const { return drafts; }

  /// Takes `index` of waiting() into the next batch, whatever the model says.
  void choose(size_t index);
  /// Fills the batch by the model and measures it; what was measured of the
  /// drafts, in order. Errors: those of SampleBudget::run().
  llvm::Expected<std::vector<PooledDraft>> measure();

  /// Expected improvement of the best of those that waited for the latest
  /// batch, in log speedup.
  double expectedGain() const { return gain; }

private:
  SampleBudget *budget;
  SpeedupModel model;
  double gain = 0;
  /// By text of those that wait or were measured, which of the two.
  llvm::StringMap<bool> known;
  std::vector<PooledDraft> drafts, chosen;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_CANDIDATEPOOL_H
