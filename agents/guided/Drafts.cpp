#include "agents/guided/Drafts.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/Policy.h"
#include "agents/search/ParallelVariants.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

using namespace mlirgym;

/// log(softmax(logits)[action]).
static double logProbabilityOf(llvm::ArrayRef<float> logits, unsigned action) {
  return Softmax(logits).logProbability(logits[action]);
}

/// An unfinished draft.
struct Drafter::Walk {
  DecisionState state;
  std::vector<uint16_t> decisions = {};
  std::vector<double> logProbabilities = {};
};

double Draft::logProbability() const {
  return std::accumulate(logProbabilities.begin(), logProbabilities.end(), 0.0);
}

llvm::Expected<std::vector<Draft>> Drafter::draw(unsigned count,
                                                 ChooseDecision choose) {
  return finish(std::vector<Walk>(count, Walk{bound->start()}), choose);
}

llvm::Expected<std::vector<Draft>>
Drafter::redecide(llvm::ArrayRef<DraftBeginning> beginnings,
                  ChooseDecision choose) {
  std::vector<Walk> walks;
  walks.reserve(beginnings.size());
  for (const DraftBeginning &beginning : beginnings) {
    Walk walk{bound->start()};
    walk.decisions = beginning.decisions.vec();
    walk.logProbabilities = beginning.logProbabilities.vec();
    for (uint16_t decision : walk.decisions)
      policy->encoding().step(walk.state, decision);
    walks.push_back(std::move(walk));
  }
  return finish(std::move(walks), choose);
}

llvm::Expected<std::vector<Draft>> Drafter::finish(std::vector<Walk> walks,
                                                   ChooseDecision choose) {
  std::vector<Walk *> underWay;
  std::vector<const DecisionState *> asked;
  while (true) {
    underWay.clear();
    asked.clear();
    for (Walk &walk : walks)
      if (!walk.state.schedule.finished()) {
        underWay.push_back(&walk);
        asked.push_back(&walk.state);
      }
    if (underWay.empty())
      return valued(std::move(walks));
    MLIRGYM_TRY(PolicyOutput output, bound->evaluate(asked));
    for (auto [row, walk] : llvm::enumerate(underWay)) {
      llvm::ArrayRef<float> logits = output.logitsOf(row);
      const unsigned action = choose(logits);
      walk->logProbabilities.push_back(logProbabilityOf(logits, action));
      walk->decisions.push_back(static_cast<uint16_t>(action));
      policy->encoding().step(walk->state, action);
    }
  }
}

llvm::Expected<std::vector<Draft>> Drafter::valued(std::vector<Walk> finished) {
  std::vector<Draft> drafts;
  drafts.reserve(finished.size());
  std::vector<const DecisionState *> asked;
  for (const Walk &walk : finished)
    asked.push_back(&walk.state);
  llvm::ArrayRef<float> values;
  if (policy->ranksSchedules() && !asked.empty()) {
    MLIRGYM_TRY(values, bound->values(asked));
  }
  for (auto [i, walk] : llvm::enumerate(finished)) {
    ScheduleState end = std::move(walk.state.schedule);
    if (isShared)
      end = shared(end);
    double value = 0, estimate = 0;
    if (!values.empty()) {
      value = values[i];
      estimate = estimates.logSpeedup(end);
    }
    drafts.push_back({std::move(end), std::move(walk.decisions),
                      std::move(walk.logProbabilities), value, estimate});
  }
  return drafts;
}

ScheduleState Drafter::shared(const ScheduleState &end) const {
  ScheduleState best = end;
  double most = estimates.logSpeedup(end);
  for (const Schedule &variant :
       parallelVariants(end.programPtr(), end.schedule(), threads,
                        policy->encoding().options().tileSizes)) {
    auto state = llvm::cantFail(ScheduleState::replay(
        end.programPtr(), variant, StateOptions::asWritten()));
    const double speedup = estimates.logSpeedup(state);
    if (speedup > most) {
      most = speedup;
      best = std::move(state);
    }
  }
  return best;
}

llvm::Expected<std::vector<Draft>>
Drafter::judge(llvm::ArrayRef<Schedule> schedules) {
  std::vector<Walk> walks;
  for (const Schedule &schedule : schedules) {
    Walk walk{bound->start()};
    auto decisions =
        decisionsOf(walk.state.schedule.programPtr(), schedule,
                    policy->encoding(), walk.state.schedule.options());
    if (!decisions) {
      llvm::consumeError(decisions.takeError());
      continue;
    }
    walk.decisions = std::move(*decisions);
    for (uint16_t decision : walk.decisions)
      policy->encoding().step(walk.state, decision);
    walks.push_back(std::move(walk));
  }
  return valued(std::move(walks));
}

llvm::Error Drafter::addLogProbabilities(llvm::ArrayRef<Draft *> drafts) {
  std::vector<DecisionState> states;
  for (const Draft *draft : drafts) {
    if (draft->decisions.empty())
      continue;
    states.push_back(bound->start());
    for (uint16_t decision :
         llvm::ArrayRef<uint16_t>(draft->decisions).drop_back()) {
      states.push_back(states.back());
      policy->encoding().step(states.back(), decision);
    }
  }
  std::vector<const DecisionState *> asked;
  asked.reserve(states.size());
  for (const DecisionState &state : states)
    asked.push_back(&state);
  if (asked.empty())
    return llvm::Error::success();
  MLIRGYM_TRY(PolicyOutput output, bound->evaluate(asked));
  size_t row = 0;
  for (Draft *draft : drafts) {
    draft->logProbabilities.clear();
    for (uint16_t decision : draft->decisions)
      draft->logProbabilities.push_back(
          logProbabilityOf(output.logitsOf(row++), decision));
  }
  return llvm::Error::success();
}
