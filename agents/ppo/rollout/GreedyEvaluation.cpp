#include "agents/ppo/rollout/GreedyEvaluation.h"
#include "actions/Schedule.h"
#include "actions/encoding/Encoding.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "execution/ExecutionRequest.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <optional>
#include <vector>

using namespace mlirgym;

llvm::Expected<std::vector<Schedule>>
GreedyEvaluation::schedules(const PpoLearner &learner) const {
  std::vector<DecisionState> states;
  for (unsigned i = 0; i < observer.programs().programs.size(); ++i)
    states.push_back(observer.start(i));
  while (true) {
    std::vector<unsigned> underWay;
    DecisionRows rows;
    for (unsigned i = 0; i < states.size(); ++i)
      if (!states[i].schedule.finished()) {
        underWay.push_back(i);
        observer.observe(i, states[i], rows);
      }
    if (underWay.empty())
      break;
    const size_t actionSize = observer.actionSize();
    std::vector<int64_t> actions(underWay.size() * actionSize);
    const auto maskNext = [&](size_t row, llvm::ArrayRef<int64_t> chosen,
                              llvm::MutableArrayRef<int8_t> mask) {
      observer.encoding().maskNext(states[underWay[row]], chosen, mask);
    };
    MLIRGYM_TRY_TO(learner.choose(rows.observations, rows.masks, maskNext,
                                  nullptr, actions));
    for (auto [row, index] : llvm::enumerate(underWay))
      observer.step(states[index], llvm::ArrayRef(actions).slice(
                                       row * actionSize, actionSize));
  }
  std::vector<Schedule> found;
  for (const DecisionState &state : states)
    found.push_back(state.schedule.schedule());
  return found;
}

llvm::Expected<std::optional<double>>
GreedyEvaluation::speedup(const PpoLearner &learner) const {
  MLIRGYM_TRY(auto found, schedules(learner));
  std::vector<ExecutionRequest> requests;
  for (auto [program, schedule] :
       llvm::zip(observer.programs().programs, found)) {
    requests.push_back({.program = program});
    requests.push_back({.program = program, .schedule = std::move(schedule)});
  }
  auto timings = execution->measureBatch(requests);
  double sumOfLogs = 0;
  unsigned timed = 0;
  llvm::Error errors = llvm::Error::success();
  for (size_t i = 0; i < timings.size(); i += 2) {
    llvm::Expected<Measurement> &from = timings[i], &to = timings[i + 1];
    if (!from || !to) {
      for (llvm::Expected<Measurement> *failed : {&from, &to})
        if (!*failed) {
          // Reporting one error is enough.
          llvm::consumeError(std::move(errors));
          errors = failed->takeError();
        }
      continue;
    }
    if (from->status == Status::NotCached || to->status == Status::NotCached)
      continue;
    ++timed;
    if (from->ok() && to->ok())
      sumOfLogs += std::log(from->medianNs / to->medianNs);
  }
  if (errors)
    return std::move(errors);
  if (timed == 0)
    return std::nullopt;
  return std::exp(sumOfLogs / timed);
}
