//===- agents/guided/CandidatePool.h - Drafts to measure next ---*- C++ -*-===//
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

/// A draft that waits to be measured or has been measured.
struct PooledDraft {
  Draft draft;
  ModelPoint point;
  /// The tag passed to add().
  unsigned tag;
  /// baseline / measured; 0 before the measurement, and for a failure.
  double speedup = 0;
  /// False if the measurement gave no result: a timing that a replay lacks.
  bool isKnown = true;

  /// Log speedup; a failure counts as the slowest schedule.
  double logSpeedup() const;
};

/// Candidates of one search, each once. A SpeedupModel of the network and of
/// all measurements selects the most promising ones, which are measured batch
/// by batch; the best of the others keep waiting. Not thread safe.
class CandidatePool {
public:
  explicit CandidatePool(SampleBudget &spent) : budget(&spent) {}

  /// Adds the drafts that neither wait nor were measured, and returns their
  /// number. `tag` is for the caller's use.
  size_t add(std::vector<Draft> drafts, unsigned tag = 0);
  /// True if the canonical schedule with this text waits or was measured.
  bool contains(llvm::StringRef text) const { return known.contains(text); }
  /// Also true for the empty schedule.
  bool wasMeasured(const Schedule &canonical) const {
    return canonical.empty() || known.lookup(canonical.text());
  }
  llvm::ArrayRef<PooledDraft> waiting() const { return drafts; }

  /// Adds a draft that was measured outside of the pool, and returns it.
  PooledDraft addMeasured(Draft draft, const Sample &sample);
  /// Puts waiting()[index] into the next batch, regardless of the model.
  void choose(size_t index);
  /// Fills the batch by the model and measures it; returns the measured drafts,
  /// in order. Errors: those of SampleBudget::run().
  llvm::Expected<std::vector<PooledDraft>> measure();

  /// Expected improvement of the best candidate that waited for the latest
  /// batch, in log speedup.
  double expectedGain() const { return gain; }

private:
  void learnFrom(PooledDraft &measured, const Sample &sample);

  SampleBudget *budget;
  SpeedupModel model;
  double gain = 0;
  /// By schedule text: true for a measured candidate, false for a waiting one.
  llvm::StringMap<bool> known;
  std::vector<PooledDraft> drafts, chosen;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_CANDIDATEPOOL_H
