#include "env/Env.h"
#include "actions/ActionError.h"
#include "actions/ParameterRules.h"
#include "actions/ScheduleLimits.h"
#include "actions/encoding/Encoding.h"
#include "env/EnvImpl.h"
#include "env/Episode.h"
#include "env/Render.h"
#include "env/Reward.h"
#include "env/Snapshot.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "observation/ActionEncoding.h"
#include "outcome/Measurement.h"
#include "outcome/Noise.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace mlirgym {

double Episode::speedup() const {
  if (!baseline || !last || !baseline->ok() || !last->ok() ||
      last->medianNs <= 0)
    return 0;
  const double ratio = baseline->medianNs / last->medianNs;
  return std::isfinite(ratio) ? ratio : 0;
}

double Episode::uncertainty() const {
  return speedup() > 0 ? uncertaintyOfRatio(*baseline, *last) : 0;
}

/// A reward that is not finite would make a whole training run useless.
static llvm::Error checkReward(const RewardOptions &options) {
  // Base 1 has the logarithm 0, and a base below 1 would reverse the sign.
  if (options.base != 0 && !(options.base > 1 && std::isfinite(options.base)))
    return actionError("environment: the base of the reward is {0}; take 0 for "
                       "the natural logarithm, or a number above 1",
                       options.base);
  const std::pair<const char *, double> rewards[] = {
      {"illegalAction", options.illegalAction},
      {"failure", options.failure},
      {"notCached", options.notCached}};
  for (const auto &[name, value] : rewards)
    if (!std::isfinite(value))
      return actionError("environment: the reward {0} is {1}; give a finite "
                         "number",
                         name, value);
  return llvm::Error::success();
}

static llvm::Error checkBaselines(const ProgramPool &pool,
                                  const RewardOptions &reward) {
  const size_t count = pool.baselines.size();
  if (count != 0 && count != pool.programs.size())
    return actionError("environment: {0} baselines for {1} programs; give one "
                       "each, or none",
                       count, pool.programs.size());
  for (size_t i = 0; i < count; ++i)
    if (double given = pool.baselines[i].nanoseconds;
        !(given >= 0 && std::isfinite(given)))
      return actionError("environment: the baseline of program {0} is {1} ns; "
                         "give a time, or 0 to have it measured",
                         pool.programs[i]->name(), given);
    else if (given > 0 && !reward.counter.empty())
      return actionError("environment: the baseline of program {0} is a time, "
                         "and the reward is of '{1}'; leave one of them out",
                         pool.programs[i]->name(), reward.counter);
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<const EnvContext>>
EnvContext::create(std::shared_ptr<const ProgramPool> pool,
                   std::shared_ptr<Execution> execution, EnvOptions options) {
  if (!pool || pool->programs.empty())
    return actionError("environment: the pool has no program; give it at "
                       "least one");
  for (size_t i = 0; i < pool->programs.size(); ++i)
    if (!pool->programs[i])
      return actionError("environment: program {0} of the pool is null; load "
                         "it, or leave it out",
                         i);
  MLIRGYM_TRY_TO(checkBaselines(*pool, options.reward));
  if (!execution)
    return actionError("environment: no execution; make one with "
                       "Execution::create()");
  MLIRGYM_TRY_TO(checkReward(options.reward));
  const std::string &counter = options.reward.counter;
  if (!counter.empty() &&
      !llvm::is_contained(execution->options().counters, counter))
    return actionError("environment: the reward is of '{0}', which the "
                       "execution does not count; add it to the counters of "
                       "the execution",
                       counter);
  if (!options.actions)
    return actionError("environment: no function creates an encoding; set "
                       "actions to FlatActions::create");
  if (const DeviceDescription &device = execution->device();
      !device.isHost() || !device.target.isHost()) {
    options.state.limits = execution->scheduleLimits();
    const unsigned threads = options.machine.threads;
    if (options.machine == featuresOf(Target::host(), threads))
      options.machine = featuresOf(device.target, threads);
    options.encoding = options.encoding.on(options.state.limits);
  } else if (options.state.limits == ScheduleLimits()) {
    options.state.limits = execution->scheduleLimits();
  }
  MLIRGYM_TRY(auto encoding, options.actions(options.encoding, options.state));
  if (!encoding)
    return actionError("environment: actions returned no encoding; let it "
                       "return one, or an error");
  const auto *kinds = llvm::dyn_cast<KindActions>(encoding.get());
  for (const auto &program : pool->programs) {
    MLIRGYM_TRY_TO(encoding->check(*program));
    if (kinds)
      MLIRGYM_TRY_TO(
          checkPlaces(*program, kinds->options(), kinds->stateOptions()));
  }
  return std::shared_ptr<const EnvContext>(
      new EnvContext(std::move(pool), std::move(execution), std::move(options),
                     std::move(encoding)));
}

EnvContext::EnvContext(std::shared_ptr<const ProgramPool> programs,
                       std::shared_ptr<Execution> shared, EnvOptions given,
                       std::shared_ptr<const ActionEncoding> made)
    : pool(std::move(programs)), execution(std::move(shared)),
      options(std::move(given)), encoding(std::move(made)),
      observer(encoding->makeObserver(options.machine)),
      slots(std::make_unique<Slot[]>(pool->programs.size())) {}

unsigned EnvContext::maxDecisions(unsigned program) const {
  if (options.maxDecisions > 0)
    return options.maxDecisions;
  return encoding->mostDecisions(*pool->programs[program]);
}

std::optional<Measurement> EnvContext::fixedBaseline(unsigned program) const {
  if (pool->baselines.empty() || pool->baselines[program].nanoseconds == 0)
    return std::nullopt;
  Measurement fixed;
  fixed.status = Status::Ok;
  fixed.medianNs = fixed.minNs = pool->baselines[program].nanoseconds;
  return fixed;
}

std::shared_ptr<const Program>
EnvContext::baselineProgram(unsigned program) const {
  if (!pool->baselines.empty() && pool->baselines[program].program)
    return pool->baselines[program].program;
  return pool->programs[program];
}

llvm::ArrayRef<float> EnvContext::prepared(unsigned program) const {
  Slot &slot = slots[program];
  std::call_once(slot.once, [&] {
    slot.rows = observer.prepare(*pool->programs[program]);
  });
  return *slot.rows;
}

Env::Impl::Impl(std::shared_ptr<const EnvContext> shared, uint64_t seed,
                float *observationTo, int8_t *maskTo)
    : context(std::move(shared)),
      order({.seed = seed}, context->programs().size()),
      observation(observationTo), mask(maskTo) {
  if (!observation) {
    ownObservation.resize(context->observer.spec().size());
    observation = ownObservation.data();
  }
  if (!mask) {
    ownMask.resize(context->encoding->maskSize());
    mask = ownMask.data();
  }
}

void Env::Impl::reset(std::optional<uint64_t> seed,
                      std::optional<unsigned> program) {
  auto count = static_cast<unsigned>(context->programs().size());
  if (seed)
    order = EpisodeOrder({.seed = *seed}, count);
  unsigned index = program ? *program : order.next();
  assert(index < count && "no such program in the pool");
  episode.emplace(index, context->encoding->begin(context->programs()[index]),
                  context->maxDecisions(index));
  episode->baseline = context->fixedBaseline(index);
  look();
}

Env::Impl::Advance Env::Impl::advance(llvm::ArrayRef<int64_t> action) {
  const EnvOptions &options = context->options;
  Advance result;
  StepOutcome &outcome = result.outcome;
  ++episode->decisions;

  DecisionState &state = episode->state;
  const StepResult taken = context->encoding->step(state, action);
  result.taken = taken;
  if (taken != StepResult::Illegal)
    llvm::append_range(episode->pending, action);

  switch (taken) {
  case StepResult::Illegal:
    outcome.illegal = true;
    outcome.reward = options.reward.illegalAction;
    break;
  case StepResult::Partial:
    break;
  case StepResult::Applied:
    if (context->encoding->followsFromSchedule())
      episode->pending.clear();
    episode->terminated = state.schedule.finished();
    result.needsTiming = episode->terminated ||
                         options.reward.when == RewardOptions::When::Immediate;
    break;
  }
  if (!episode->terminated)
    episode->truncated = episode->decisions >= episode->maxDecisions;

  outcome.terminated = episode->terminated;
  outcome.truncated = episode->truncated;
  if (episode->over()) {
    outcome.program = state.schedule.programPtr();
    outcome.programIndex = episode->program;
    outcome.schedule = state.schedule.schedule();
  }
  return result;
}

void Env::Impl::settle(StepOutcome &outcome, const Measurement *baseline,
                       Measurement timing) {
  const RewardOptions &rules = context->options.reward;
  if (baseline)
    episode->baseline = *baseline;
  const Measurement &from =
      episode->previous ? *episode->previous : *episode->baseline;
  outcome.reward += reward(rules, from, timing);
  if (rules.when == RewardOptions::When::Immediate && timing.ok())
    episode->previous = timing;
  episode->last = std::move(timing);
  outcome.measurement = episode->last;
  outcome.speedup = episode->speedup();
  outcome.uncertainty = episode->uncertainty();
}

void Env::Impl::look(StepResult after) {
  if (after == StepResult::Illegal)
    return;
  if (!episode) {
    llvm::fill(observationRow(), 0.0f);
    llvm::fill(maskRow(), int8_t(0));
    return;
  }
  llvm::ArrayRef<float> prepared = context->prepared(episode->program);
  if (after == StepResult::Partial)
    context->observer.observeDecision(episode->state, prepared,
                                      observationRow());
  else
    context->observer.observe(episode->state, prepared, observationRow());
  context->encoding->mask(episode->state, maskRow());
}

llvm::Expected<Env> Env::create(std::shared_ptr<const ProgramPool> pool,
                                std::shared_ptr<Execution> execution,
                                EnvOptions options) {
  MLIRGYM_TRY(auto context,
              EnvContext::create(std::move(pool), std::move(execution),
                                 std::move(options)));
  return Env(std::make_unique<Impl>(std::move(context), /*seed=*/0));
}

Env::Env(std::unique_ptr<Impl> with) : impl(std::move(with)) {}
Env::~Env() = default;
Env::Env(Env &&) noexcept = default;
Env &Env::operator=(Env &&) noexcept = default;

llvm::ArrayRef<int64_t> Env::actionDimensions() const {
  return impl->context->encoding->dimensions();
}
unsigned Env::numActions() const { return impl->context->encoding->maskSize(); }
unsigned Env::numPrograms() const {
  return static_cast<unsigned>(impl->context->programs().size());
}
const ObservationSpec &Env::observationSpec() const {
  return impl->context->observer.spec();
}
const EnvOptions &Env::options() const { return impl->context->options; }
const ActionEncoding &Env::encoding() const { return *impl->context->encoding; }

void Env::reset(std::optional<uint64_t> seed) {
  impl->reset(seed, std::nullopt);
}

llvm::Error Env::reset(std::optional<uint64_t> seed, unsigned program) {
  size_t count = impl->context->programs().size();
  if (program >= count)
    return actionError("reset: program {0} of a pool of {1}; name one from 0 "
                       "to {2}",
                       program, count, count - 1);
  impl->reset(seed, program);
  return llvm::Error::success();
}

llvm::Expected<StepOutcome>
Env::step(llvm::ArrayRef<int64_t> action,
          llvm::function_ref<void()> beforeMeasuring) {
  if (!impl->underWay())
    return actionError("environment: no episode is in progress; call reset()");
  if (action.size() != impl->context->encoding->dimensions().size())
    return actionError("step: an action of {0} entries where it has {1}; give "
                       "one for each of actionDimensions()",
                       action.size(),
                       impl->context->encoding->dimensions().size());
  Impl::Advance advance = impl->advance(action);
  impl->look(advance.taken);
  if (!advance.needsTiming)
    return std::move(advance.outcome);

  if (beforeMeasuring)
    beforeMeasuring();
  const ScheduleState &state = impl->episode->state.schedule;
  Execution &execution = *impl->context->execution;
  std::optional<Measurement> baseline;
  if (impl->needsBaseline()) {
    MLIRGYM_TRY(baseline, execution.baseline(impl->context->baselineProgram(
                              impl->episode->program)));
  }
  MLIRGYM_TRY(Measurement timing,
              execution.measure(state.programPtr(), state.schedule()));
  impl->settle(advance.outcome, baseline ? &*baseline : nullptr,
               std::move(timing));
  return std::move(advance.outcome);
}

llvm::ArrayRef<float> Env::observation() const {
  return impl->observationRow();
}
llvm::ArrayRef<int8_t> Env::actionMask() const { return impl->maskRow(); }
const Program &Env::program() const {
  return decisionState().schedule.program();
}
unsigned Env::programIndex() const {
  assert(impl->episode && "reset() comes first");
  return impl->episode->program;
}
const Schedule &Env::schedule() const {
  return decisionState().schedule.schedule();
}
const DecisionState &Env::decisionState() const {
  assert(impl->episode && "reset() comes first");
  return impl->episode->state;
}
bool Env::underWay() const { return impl->underWay(); }

static const Measurement *addressOf(const std::optional<Measurement> &timing) {
  return timing ? &*timing : nullptr;
}
const Measurement *Env::baseline() const {
  return impl->episode ? addressOf(impl->episode->baseline) : nullptr;
}
const Measurement *Env::timing() const {
  return impl->episode ? addressOf(impl->episode->last) : nullptr;
}

std::string Env::render() const {
  if (!impl->episode)
    return "no episode yet; call reset()\n";
  return renderEpisode(*impl->episode);
}

std::string Env::snapshot() const {
  return writeSnapshot(*impl->context, impl->order.position(), impl->episode);
}

llvm::Error Env::restore(llvm::StringRef bytes) {
  MLIRGYM_TRY(RestoredEnv restored, readSnapshot(*impl->context, bytes));
  impl->order = EpisodeOrder(restored.order, impl->context->programs().size());
  impl->episode = std::move(restored.episode);
  impl->look();
  return llvm::Error::success();
}

} // namespace mlirgym
