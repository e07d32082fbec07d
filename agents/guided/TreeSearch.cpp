#include "agents/guided/TreeSearch.h"
#include "agents/Policy.h"
#include "agents/guided/CandidatePool.h"
#include "agents/guided/Drafts.h"
#include "agents/guided/PolicySearch.h"
#include "agents/guided/SearchTree.h"
#include "agents/search/SampleBudget.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/Support/Error.h"
#include <vector>

using namespace mlirgym;

namespace {
/// Number of candidates drawn from the start before the first measurement.
constexpr unsigned firstDraws = 96;
/// Simulations for each sample, and candidates for each batch.
constexpr unsigned simulationsPerSample = 128, plays = 64;
/// Consecutive rounds without a new candidate after which the space counts as
/// exhausted.
constexpr unsigned maxMisses = 30;

/// One optimize() of a tree search.
class TreeRun {
public:
  explicit TreeRun(const PolicySearchTask &task)
      : drafter(task.policy, task.bound, task.target, task.threads),
        tree(task.policy, task.bound), budget(task.budget),
        random(task.options.seed), pool(task.budget) {}

  llvm::Error run();

private:
  llvm::Error drawFirst();
  /// Adds schedules that the tree prefers.
  llvm::Error play();
  llvm::Error measure();

  Drafter drafter;
  SearchTree tree;
  SampleBudget &budget;
  RandomStream random;
  CandidatePool pool;
};

llvm::Error TreeRun::run() {
  MLIRGYM_TRY_TO(drawFirst());
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    MLIRGYM_TRY_TO(
        tree.simulate(simulationsPerSample * budget.nextModelBatch()));
    MLIRGYM_TRY_TO(play());
    misses = pool.waiting().empty() ? misses + 1 : 0;
    MLIRGYM_TRY_TO(measure());
  }
  return llvm::Error::success();
}

llvm::Error TreeRun::drawFirst() {
  MLIRGYM_TRY(auto first, drafter.draw(1, likeliest));
  pool.add(std::move(first));
  MLIRGYM_TRY(auto drawn, drafter.draw(firstDraws, sampling(random)));
  pool.add(std::move(drawn));
  return llvm::Error::success();
}

llvm::Error TreeRun::play() {
  if (tree.isExhausted())
    return llvm::Error::success();
  struct Played {
    std::vector<uint16_t> decisions;
    std::vector<double> logProbabilities;
  };
  std::vector<Played> played;
  std::vector<DraftBeginning> beginnings;
  for (unsigned i = 0; i < plays; ++i) {
    const DraftBeginning beginning = tree.play(random);
    played.push_back(
        {beginning.decisions.vec(), beginning.logProbabilities.vec()});
  }
  for (const Played &each : played)
    beginnings.push_back({each.decisions, each.logProbabilities});
  MLIRGYM_TRY(auto drafts, drafter.redecide(beginnings, sampling(random)));
  // Other decisions may have led to the same schedule.
  for (const Draft &draft : drafts)
    if (pool.wasMeasured(draft.schedule()))
      tree.close(draft.decisions);
  pool.add(std::move(drafts));
  return llvm::Error::success();
}

llvm::Error TreeRun::measure() {
  MLIRGYM_TRY(auto measured, pool.measure());
  for (const PooledDraft &each : measured) {
    if (each.isKnown)
      tree.learn(each.draft.decisions, each.logSpeedup(), each.draft.value);
    tree.close(each.draft.decisions);
  }
  return llvm::Error::success();
}
} // namespace

llvm::Error TreeSearch::search(const PolicySearchTask &task) {
  return TreeRun(task).run();
}
