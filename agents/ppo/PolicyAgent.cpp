#include "agents/ppo/Checkpoint.h"
#include "agents/ppo/Guarded.h"
#include "agents/ppo/PpoConfig.h"
#include "agents/search/SampleBudget.h"

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Rounds of walks in a row that may bring nothing new: the policy is sure of
/// itself then.
constexpr unsigned maxMisses = 30;

class PolicyAgent : public Agent {
public:
  PolicyAgent(std::unique_ptr<Learner> net, EnvOptions environment)
      : learner(std::move(net)), env(std::move(environment)),
        encoding(env.encoding) {}

  llvm::StringRef name() const override { return "ppo"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

private:
  /// `count` episodes side by side; the likeliest decisions if `random` is
  /// null.
  llvm::Expected<std::vector<Schedule>>
  walk(const std::shared_ptr<const Program> &program, const Observer &observer,
       llvm::ArrayRef<float> prepared, unsigned count,
       RandomStream *random) const;

  std::unique_ptr<Learner> learner;
  EnvOptions env;
  FlatEncoding encoding;
};

llvm::Expected<std::vector<Schedule>>
PolicyAgent::walk(const std::shared_ptr<const Program> &program,
                  const Observer &observer, llvm::ArrayRef<float> prepared,
                  unsigned count, RandomStream *random) const {
  const size_t width = observer.spec().size();
  const size_t numActions = encoding.numActions();
  std::vector<DecisionState> states(
      count, DecisionState(ScheduleState(program, env.state)));
  std::vector<size_t> underWay;
  std::vector<float> observations;
  std::vector<int8_t> masks;
  std::vector<int64_t> actions;
  while (true) {
    underWay.clear();
    for (size_t i = 0; i < states.size(); ++i)
      if (!states[i].schedule.finished())
        underWay.push_back(i);
    if (underWay.empty())
      break;
    observations.resize(underWay.size() * width);
    masks.resize(underWay.size() * numActions);
    actions.resize(underWay.size());
    for (auto [row, index] : llvm::enumerate(underWay)) {
      observer.observe(
          states[index], prepared,
          llvm::MutableArrayRef(observations).slice(row * width, width));
      encoding.mask(states[index], llvm::MutableArrayRef(masks).slice(
                                       row * numActions, numActions));
    }
    if (llvm::Error error =
            learner->choose(observations, masks, random, actions))
      return std::move(error);
    for (auto [row, index] : llvm::enumerate(underWay))
      encoding.step(states[index], static_cast<unsigned>(actions[row]));
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
  MachineFeatures machine = env.machine;
  machine.threads = execution.options().threads;
  const Observer observer(encoding, machine, env.state);
  const auto prepared = observer.prepare(*program);
  RandomStream random(options.seed);

  auto propose = [&](unsigned count,
                     RandomStream *drawFrom) -> llvm::Expected<unsigned> {
    auto schedules = walk(program, observer, *prepared, count, drawFrom);
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

/// Whether the observations and actions of today are those it was trained on.
llvm::Error checkLayout(llvm::StringRef path, const EnvOptions &env,
                        const Json &saved) {
  const FlatEncoding encoding(env.encoding);
  const Observer observer(encoding, env.machine, env.state);
  const Json now = {{"version", observer.spec().version},
                    {"size", observer.spec().size()},
                    {"actions", encoding.numActions()}};
  const std::string difference = firstDifference(now, saved);
  if (difference.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      path.str() + ": belongs to another observation or encoding: " +
      difference + "; train again, or use the mlirgym that wrote it");
}
} // namespace

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::loadPolicy(llvm::StringRef checkpoint) {
  llvm::Expected<Checkpoint> read = readCheckpoint(checkpoint);
  if (!read)
    return read.takeError();
  return guarded(checkpoint, [&]() -> llvm::Expected<std::unique_ptr<Agent>> {
    const Json &config = read->facts.at("config");
    const PpoOptions options = ppoOptionsFromJson(config.at("ppo"));
    EnvOptions env = envOptionsFromJson(config.at("env"));
    const Json &layout = config.at("observation");
    if (llvm::Error error = checkLayout(checkpoint, env, layout))
      return std::move(error);
    auto learner =
        Learner::create({layout.at("size").get<unsigned>(),
                         layout.at("actions").get<unsigned>(), options.hidden},
                        options);
    if (!learner)
      return inFile(checkpoint, learner.takeError());
    if (llvm::Error error =
            (*learner)->restore(read->arrays, /*optimiserSteps=*/0))
      return inFile(checkpoint, std::move(error));
    return std::make_unique<PolicyAgent>(std::move(*learner), std::move(env));
  });
}
