#include "env/VectorEnv.h"
#include "actions/ActionError.h"
#include "env/Env.h"
#include "env/EnvImpl.h"
#include "env/Episode.h"
#include "env/EpisodeOrder.h"
#include "env/StepThread.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <vector>

// oneTBB's library is not instrumented: ThreadSanitizer does not see its
// synchronisation and would report races in correct tasks. Under
// ThreadSanitizer plain threads run the same iterations, so that real races are
// found.
#if __has_feature(thread_sanitizer)
#include <thread>
#endif

namespace mlirgym {
namespace {
/// Environments per task: a step takes microseconds, as does waking a thread.
constexpr size_t grain = 32;

/// Calls function(i) for every i below `count`, in parallel if there are more
/// than `grain`.
/// `function` must access only data that belongs to its index, so that results
/// do not depend on the number of threads.
template <typename Function> void parallelFor(size_t count, Function function) {
  auto run = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      function(i);
  };
  if (count <= grain)
    return run(0, count);
#if __has_feature(thread_sanitizer)
  std::vector<std::jthread> threads;
  for (size_t begin = 0; begin < count; begin += grain)
    threads.emplace_back(run, begin, std::min(begin + grain, count));
#else
  tbb::parallel_for(tbb::blocked_range<size_t>(0, count, grain),
                    [&](const tbb::blocked_range<size_t> &range) {
                      run(range.begin(), range.end());
                    });
#endif
}
} // namespace

struct VectorEnv::Impl {
  Impl(std::shared_ptr<const EnvContext> context,
       const VectorEnvOptions &options);

  /// Errors: the reason why these actions cannot be taken now.
  llvm::Error check(llvm::ArrayRef<int64_t> actions) const;
  llvm::Expected<VectorStep> step(llvm::ArrayRef<int64_t> actions,
                                  std::stop_token stop = {});
  const std::function<bool()> &interrupted() const {
    return context->execution->options().interrupted;
  }

  Env::Impl &at(size_t i) { return *envs[i].impl; }
  const Env::Impl &at(size_t i) const { return *envs[i].impl; }

  std::shared_ptr<const EnvContext> context;
  AutoresetMode autoreset;
  std::vector<float> observations;
  std::vector<int8_t> masks;
  std::vector<Env> envs;            // write into the two above
  std::vector<uint8_t> needsTiming; // written by stepOne(), index [env]
  StepThread thread; // last: destroyed before the environments it steps

private:
  void stepOne(size_t i, llvm::ArrayRef<int64_t> action, VectorStep &result);
  llvm::Error settle(VectorStep &result, std::stop_token stop);
  void autoresetOne(size_t i, VectorStep &result);
};

VectorEnv::Impl::Impl(std::shared_ptr<const EnvContext> shared,
                      const VectorEnvOptions &options)
    : context(std::move(shared)), autoreset(options.autoreset) {
  assert(options.numEnvs > 0 && "a vector of environments is not empty");
  size_t width = context->observer.spec().size();
  size_t actions = context->encoding->maskSize();
  observations.resize(options.numEnvs * width);
  masks.resize(options.numEnvs * actions);
  needsTiming.resize(options.numEnvs);
  envs.reserve(options.numEnvs);
  for (size_t i = 0; i < options.numEnvs; ++i)
    envs.push_back(Env(std::make_unique<Env::Impl>(
        context, deriveSeed(0, i), observations.data() + i * width,
        masks.data() + i * actions)));
}

llvm::Error VectorEnv::Impl::check(llvm::ArrayRef<int64_t> actions) const {
  size_t width = context->encoding->dimensions().size();
  if (actions.size() != envs.size() * width) {
    if (width == 1)
      return actionError(
          "step: {0} actions for {1} environments; give one each",
          actions.size(), envs.size());
    return actionError("step: {0} numbers for {1} environments with actions of "
                       "{2} entries; give a row each",
                       actions.size(), envs.size(), width);
  }
  for (size_t i = 0; i < envs.size(); ++i) {
    if (!at(i).episode)
      return actionError("step: environment {0} has no episode; call reset()",
                         i);
    if (autoreset == AutoresetMode::Disabled && !at(i).underWay())
      return actionError("step: the episode of environment {0} is over and "
                         "autoreset is disabled; reset that environment first",
                         i);
  }
  return llvm::Error::success();
}

void VectorEnv::Impl::stepOne(size_t i, llvm::ArrayRef<int64_t> action,
                              VectorStep &result) {
  Env::Impl &env = at(i);
  needsTiming[i] = false;
  if (!env.underWay()) { // NextStep: the step after the end
    env.reset(std::nullopt, std::nullopt);
    return;
  }
  Env::Impl::Advance advance = env.advance(action);
  env.look(advance.taken);
  needsTiming[i] = advance.needsTiming;
  // Moving an outcome takes longer than asking whether it says anything.
  if (advance.needsTiming || advance.outcome.illegal || !env.underWay())
    result.outcomes[i] = std::move(advance.outcome);
}

llvm::Error VectorEnv::Impl::settle(VectorStep &result, std::stop_token stop) {
  std::vector<ExecutionRequest> requests;
  // Positions of one environment's results in `requests`.
  struct Wanted {
    size_t env;
    std::optional<size_t> baseline;
    size_t timing;
  };
  std::vector<Wanted> wanted;
  std::vector<std::pair<unsigned, size_t>> baselines; // program, request
  auto requestBaseline = [&](const Episode &episode) {
    for (auto [program, request] : baselines)
      if (program == episode.program)
        return request;
    requests.push_back({context->baselineProgram(episode.program), Schedule()});
    return baselines.emplace_back(episode.program, requests.size() - 1).second;
  };
  for (size_t i = 0; i < envs.size(); ++i) {
    if (!needsTiming[i])
      continue;
    const Episode &episode = *at(i).episode;
    Wanted one{i, std::nullopt, 0};
    if (at(i).needsBaseline())
      one.baseline = requestBaseline(episode);
    one.timing = requests.size();
    requests.push_back({episode.state.schedule.programPtr(),
                        episode.state.schedule.schedule()});
    wanted.push_back(one);
  }
  if (requests.empty())
    return llvm::Error::success();

  std::vector<llvm::Expected<Measurement>> answers =
      context->execution->measureBatch(requests, std::move(stop));
  llvm::Error errors = llvm::Error::success();
  bool interrupted = false;
  for (llvm::Expected<Measurement> &answer : answers) {
    interrupted |= answer.errorIsA<InterruptedError>();
    if (!answer)
      errors = llvm::joinErrors(std::move(errors), answer.takeError());
  }
  if (interrupted) { // reported once, not once per request
    llvm::consumeError(std::move(errors));
    return llvm::make_error<InterruptedError>();
  }
  if (errors)
    return errors;

  for (const Wanted &one : wanted)
    at(one.env).settle(result.outcomes[one.env],
                       one.baseline ? &*answers[*one.baseline] : nullptr,
                       *answers[one.timing]);
  return llvm::Error::success();
}

void VectorEnv::Impl::autoresetOne(size_t i, VectorStep &result) {
  Env::Impl &env = at(i);
  if (env.underWay())
    return;
  llvm::ArrayRef<float> last = env.observationRow();
  llvm::copy(last, result.finalObservations.begin() + i * last.size());
  llvm::ArrayRef<int8_t> legal = env.maskRow();
  llvm::copy(legal, result.finalMasks.begin() + i * legal.size());
  env.reset(std::nullopt, std::nullopt);
}

llvm::Expected<VectorStep>
VectorEnv::Impl::step(llvm::ArrayRef<int64_t> actions, std::stop_token stop) {
  VectorStep result;
  result.outcomes.resize(envs.size());
  size_t width = context->encoding->dimensions().size();
  parallelFor(envs.size(), [&](size_t i) {
    stepOne(i, actions.slice(i * width, width), result);
  });
  llvm::Error error = settle(result, std::move(stop));

  auto ended = [](const StepOutcome &outcome) {
    return outcome.terminated || outcome.truncated;
  };
  if (autoreset == AutoresetMode::SameStep &&
      llvm::any_of(result.outcomes, ended)) {
    result.finalObservations.resize(observations.size());
    result.finalMasks.resize(masks.size());
    parallelFor(envs.size(), [&](size_t i) { autoresetOne(i, result); });
  }
  if (error)
    return std::move(error);

  for (const StepOutcome &outcome : result.outcomes) {
    result.rewards.push_back(outcome.reward);
    result.terminated.push_back(outcome.terminated);
    result.truncated.push_back(outcome.truncated);
  }
  return result;
}

llvm::Expected<VectorEnv>
VectorEnv::create(std::shared_ptr<const ProgramPool> pool,
                  std::shared_ptr<Execution> execution,
                  const VectorEnvOptions &options) {
  if (options.numEnvs == 0)
    return actionError("environment: a vector of 0 environments; give "
                       "numEnvs at least 1");
  MLIRGYM_TRY(
      auto context,
      EnvContext::create(std::move(pool), std::move(execution), options.env));
  return VectorEnv(std::make_unique<Impl>(std::move(context), options));
}

VectorEnv::VectorEnv(std::unique_ptr<Impl> with) : impl(std::move(with)) {}
VectorEnv::~VectorEnv() = default;
VectorEnv::VectorEnv(VectorEnv &&) noexcept = default;
VectorEnv &VectorEnv::operator=(VectorEnv &&) noexcept = default;

unsigned VectorEnv::size() const { return impl->envs.size(); }
llvm::ArrayRef<int64_t> VectorEnv::actionDimensions() const {
  return impl->context->encoding->dimensions();
}
unsigned VectorEnv::numActions() const {
  return impl->context->encoding->maskSize();
}
const ObservationSpec &VectorEnv::observationSpec() const {
  return impl->context->observer.spec();
}

void VectorEnv::reset(std::optional<uint64_t> seed) {
  impl->thread.drop(impl->interrupted());
  parallelFor(impl->envs.size(), [&](size_t i) {
    std::optional<uint64_t> own;
    if (seed)
      own = deriveSeed(*seed, i);
    impl->at(i).reset(own, std::nullopt);
  });
}

llvm::Error VectorEnv::resetEach(llvm::ArrayRef<EpisodeRequest> requests) {
  if (requests.size() != impl->envs.size())
    return actionError("reset: {0} requests for {1} environments; give one "
                       "each",
                       requests.size(), impl->envs.size());
  size_t count = impl->context->programs().size();
  for (auto [i, request] : llvm::enumerate(requests))
    if (request.begins && request.program && *request.program >= count)
      return actionError("reset: program {0} of a pool of {1} for environment "
                         "{2}; name one from 0 to {3}",
                         *request.program, count, i, count - 1);
  impl->thread.drop(impl->interrupted());
  parallelFor(requests.size(), [&](size_t i) {
    if (requests[i].begins)
      impl->at(i).reset(requests[i].seed, requests[i].program);
  });
  return llvm::Error::success();
}

llvm::Expected<VectorStep> VectorEnv::step(llvm::ArrayRef<int64_t> actions) {
  if (impl->thread.busy())
    return actionError("step: a step was sent; call recv() first");
  MLIRGYM_TRY_TO(impl->check(actions));
  return impl->step(actions);
}

llvm::Error VectorEnv::send(llvm::ArrayRef<int64_t> actions) {
  if (impl->thread.busy())
    return actionError("send: a step was sent before; call recv() first");
  MLIRGYM_TRY_TO(impl->check(actions));
  impl->thread.start(
      [impl = impl.get(), taken = actions.vec()](std::stop_token stop) {
        return impl->step(taken, std::move(stop));
      });
  return llvm::Error::success();
}

llvm::Expected<VectorStep> VectorEnv::recv() {
  if (!impl->thread.busy())
    return actionError("recv: no step was sent; call send() first");
  return impl->thread.wait(impl->interrupted());
}

llvm::ArrayRef<float> VectorEnv::observations() const {
  return impl->observations;
}
llvm::ArrayRef<int8_t> VectorEnv::actionMasks() const { return impl->masks; }
Env &VectorEnv::env(unsigned index) { return impl->envs[index]; }

} // namespace mlirgym
