#include "agents/policy/TrainedPolicy.h"
#include "agents/search/SampleBudget.h"
#include "program/RandomStream.h"

using namespace mlirgym;

namespace {
/// Rounds of walks in a row that may bring nothing new: the policy is sure of
/// itself then.
constexpr unsigned maxMisses = 30;

class PolicyAgent : public Agent {
public:
  explicit PolicyAgent(std::shared_ptr<const Policy> policy)
      : policy(std::move(policy)) {}

  llvm::StringRef name() const override { return policy->name(); }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

private:
  /// `count` episodes side by side; the likeliest decisions if `random` is
  /// null.
  llvm::Expected<std::vector<Schedule>> walk(BoundPolicy &bound, unsigned count,
                                             RandomStream *random) const;

  std::shared_ptr<const Policy> policy;
};

llvm::Expected<std::vector<Schedule>>
PolicyAgent::walk(BoundPolicy &bound, unsigned count,
                  RandomStream *random) const {
  std::vector<DecisionState> states(count, bound.start());
  std::vector<DecisionState *> underWay;
  while (true) {
    underWay.clear();
    for (DecisionState &state : states)
      if (!state.schedule.finished())
        underWay.push_back(&state);
    if (underWay.empty())
      break;
    llvm::Expected<PolicyOutput> output =
        bound.evaluate({underWay.data(), underWay.size()});
    if (!output)
      return output.takeError();
    for (auto [i, state] : llvm::enumerate(underWay)) {
      llvm::ArrayRef<float> logits = output->logitsOf(i);
      policy->encoding().step(*state,
                              random ? sampleAction(logits, random->uniform())
                                     : likeliest(logits));
    }
  }
  std::vector<Schedule> schedules;
  for (const DecisionState &state : states)
    schedules.push_back(state.schedule.schedule());
  return schedules;
}

llvm::Expected<SearchResult>
PolicyAgent::optimize(std::shared_ptr<const Program> program,
                      Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  llvm::Expected<std::unique_ptr<BoundPolicy>> bound =
      policy->bind(program, execution.options().threads);
  if (!bound)
    return bound.takeError();
  RandomStream random(options.seed);

  auto propose = [&](unsigned count,
                     RandomStream *drawFrom) -> llvm::Expected<unsigned> {
    auto schedules = walk(**bound, count, drawFrom);
    if (!schedules)
      return schedules.takeError();
    unsigned fresh = 0;
    for (const Schedule &schedule : *schedules)
      fresh += budget->propose(schedule);
    return fresh;
  };
  if (llvm::Expected<unsigned> greedy = propose(1, nullptr); !greedy)
    return greedy.takeError();
  const unsigned batch = std::max(1u, options.batch);
  for (unsigned misses = 0; !budget->exhausted() && misses < maxMisses;) {
    llvm::Expected<unsigned> fresh = propose(batch, &random);
    if (!fresh)
      return fresh.takeError();
    misses = *fresh > 0 ? 0 : misses + 1;
    if (!budget->batchIsFull())
      continue;
    if (auto samples = budget->run(); !samples)
      return samples.takeError();
  }
  if (auto samples = budget->run(); !samples)
    return samples.takeError();
  return std::move(*budget).finish();
}
} // namespace

std::unique_ptr<Agent>
mlirgym::makePolicyAgent(std::shared_ptr<const Policy> policy) {
  return std::make_unique<PolicyAgent>(std::move(policy));
}

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::loadAgent(llvm::StringRef checkpoint) {
  llvm::Expected<std::shared_ptr<const Policy>> policy = loadPolicy(checkpoint);
  if (!policy)
    return policy.takeError();
  return makePolicyAgent(std::move(*policy));
}
