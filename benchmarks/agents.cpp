// Times of learning: a decision of the policy, a PPO update of 64
// trajectories, and steps per second with the policy in the loop.

#include "Figures.h"
#include "OrFail.h"
#include "agents/policy/NetPolicy.h"
#include "agents/ppo/rollout/Rollout.h"
#include "execution/execdata/ExecData.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <filesystem>
#include <unistd.h>

using namespace mlirgym;

namespace {

const char *const programNames[] = {
    "matmul_512_512_512", "conv_2d_nchw_fchw_16_128_28_28_512_1_1_28_28",
    "matmul_bias_relu_512_512_512", "mlp_128_784_512_256_16"};

constexpr unsigned numEnvs = 64;
/// Decisions per environment: about the length of a first episode, so that 64
/// environments produce about 64 trajectories.
constexpr unsigned rolloutSteps = 28;

std::shared_ptr<ProgramPool> loadPool() {
  ProgramLoader loader;
  auto pool = std::make_shared<ProgramPool>();
  for (const char *name : programNames)
    pool->programs.push_back(std::make_shared<const Program>(
        orFail(loader.loadText(orFail(generateProgram(name)), name))));
  return pool;
}

/// A replay in which the baselines are stored and the schedules of the policy
/// are not found.
std::shared_ptr<Execution> replayOf(const ProgramPool &pool,
                                    const std::string &folder) {
  const std::string file = folder + "/timings.db";
  std::vector<ExecData::Record> records;
  for (const auto &program : pool.programs) {
    ExecData::Record record;
    record.key.program = program->key();
    record.key.machine = record.key.toolchain = record.key.protocol = "bench";
    record.measurement.status = Status::Ok;
    record.measurement.medianNs = record.measurement.minNs = 1e6;
    record.provenance.programName = program->name().str();
    records.push_back(std::move(record));
  }
  if (llvm::Error error =
          orFail(ExecData::open({.file = file}))->insertAll(records))
    fail(std::move(error));
  ExecutionOptions options;
  options.mainExecData = {file};
  options.replay = options.anyMachine = true;
  return orFail(Execution::create(options));
}

/// Schedules of one operator from an untrained policy, decision by decision:
/// they are longer than those of a trained one.
class PolicyWalks {
public:
  explicit PolicyWalks(std::shared_ptr<const Program> program)
      : policy(orFail(makeUntrainedPolicy(
            {.agent = "bench", .net = {.kind = NetKind::Trunk}}, /*seed=*/0))),
        bound(orFail(policy->bind(std::move(program), MachineFeatures()))) {}

  /// Draws `count` schedules together; if `count` is 1, takes the most likely
  /// decisions.
  void walk(unsigned count) {
    states.assign(count, bound->start());
    while (true) {
      asked.clear();
      for (DecisionState &state : states)
        if (!state.schedule.finished())
          asked.push_back(&state);
      if (asked.empty())
        return;
      const PolicyOutput output =
          orFail(bound->evaluate({asked.data(), asked.size()}));
      for (auto [i, state] : llvm::enumerate(asked))
        policy->encoding().step(
            *state, count == 1
                        ? likeliest(output.logitsOf(i))
                        : sampleAction(output.logitsOf(i), random.uniform()));
      decisions += asked.size();
    }
  }
  uint64_t decisions = 0;

private:
  std::shared_ptr<const Policy> policy;
  std::unique_ptr<BoundPolicy> bound;
  RandomStream random{0};
  std::vector<DecisionState> states;
  std::vector<DecisionState *> asked;
};

} // namespace

int main(int argc, char **argv) {
  const BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "Time of the policy and of a PPO update on one core");
  std::string folder =
      (std::filesystem::temp_directory_path() / "mlirgym-bench-XXXXXX")
          .string();
  if (!mkdtemp(folder.data())) {
    llvm::errs() << folder << ": cannot be made; set TMPDIR\n";
    return 1;
  }
  const std::shared_ptr<ProgramPool> pool = loadPool();
  VectorEnv env = orFail(VectorEnv::create(
      pool, replayOf(*pool, folder),
      {.env = {}, .numEnvs = numEnvs, .autoreset = AutoresetMode::SameStep}));
  env.reset(0);
  PpoOptions options;
  options.numEnvs = numEnvs;
  options.rolloutSteps = rolloutSteps;
  options.epochs = 4;
  const size_t width = env.observationSpec().size();
  const size_t numActions = env.numActions();
  const std::unique_ptr<PpoLearner> learner = orFail(PpoLearner::create(
      {env.observationSpec(), static_cast<unsigned>(numActions)}, options));
  RandomStream random(0);
  std::vector<EpisodeUnderWay> underWay(numEnvs);
  Rollout rollout(env, rolloutSteps);
  auto collect = [&] {
    if (llvm::Error error =
            rollout.collect(env, *learner, options, random, underWay))
      fail(std::move(error));
    if (llvm::Error error =
            rollout.estimateAdvantages(env, *learner, options, nullptr))
      fail(std::move(error));
  };
  collect(); // warm-up

  const uint64_t trajectories = rollout.episodes().size();
  const TrainingBatch batch = rollout.batch();
  Figures figures("agents");
  noteMachine(figures);
  figures.note("nets",
               llvm::formatv("{0} floats, {1} actions, hidden {2}, {3}", width,
                             numActions, options.hidden[0], options.hidden[1]));
  figures.note("update", llvm::formatv("{0} decisions, {1} trajectories, {2} "
                                       "epochs, minibatches of {3}",
                                       batch.rows, trajectories, options.epochs,
                                       options.minibatch));

  std::vector<int64_t> actions(numEnvs);
  for (unsigned rows : {1u, numEnvs})
    benchmark::RegisterBenchmark(
        llvm::formatv("sample_{0}", rows).str().c_str(),
        [&, rows](benchmark::State &state) {
          for (auto _ : state)
            if (llvm::Error error = learner->choose(
                    batch.observations.take_front(rows * width),
                    batch.masks.take_front(rows * numActions), &random,
                    llvm::MutableArrayRef(actions).take_front(rows)))
              fail(std::move(error));
        });
  benchmark::RegisterBenchmark("rollout", [&](benchmark::State &state) {
    for (auto _ : state)
      collect();
  });
  std::map<std::string, BenchmarkTime> times = runBenchmarks(flags);
  benchmark::RegisterBenchmark("update", [&](benchmark::State &state) {
    for (auto _ : state)
      orFail(
          learner->update(rollout.batch(), {.epochs = options.epochs}, random));
  });
  times.merge(runBenchmarks(flags));

  PolicyWalks one(pool->programs.front()), many(pool->programs.front());
  uint64_t rounds = 0;
  benchmark::RegisterBenchmark("greedy", [&](benchmark::State &state) {
    for (auto _ : state)
      one.walk(1);
  });
  benchmark::RegisterBenchmark("walks", [&](benchmark::State &state) {
    for (auto _ : state) {
      many.walk(numEnvs);
      ++rounds;
    }
  });
  times.merge(runBenchmarks(flags));

  figures.add("sample_1_ms", times["sample_1"].wallNs / 1e6, "ms",
              "policy, one observation", "0.3");
  figures.add("sample_64_ms", times["sample_64"].wallNs / 1e6, "ms",
              "policy, 64 observations", "2");
  figures.add("update_ms", times["update"].wallNs / 1e6, "ms",
              "PPO update of 64 trajectories", "400");
  figures.add("update_cpu_ms", times["update"].cpuNs / 1e6, "ms",
              "  of that on the core");
  figures.add("loop_steps_per_s",
              double(batch.rows) / times["rollout"].wallNs * 1e9, "1/s",
              "steps per second with the policy in the loop", "30000");
  figures.add("loop_cpu_steps_per_s",
              double(batch.rows) / times["rollout"].cpuNs * 1e9, "1/s",
              "  of a core's own time");
  figures.add("greedy_ms", times["greedy"].wallNs / 1e6, "ms",
              "trunk, a greedy schedule of one operator", "1");
  figures.add("greedy_cpu_ms", times["greedy"].cpuNs / 1e6, "ms",
              "  of that on the core");
  const double decisions = double(many.decisions) / double(rounds);
  figures.add("walk_decisions_per_s", decisions / times["walks"].wallNs * 1e9,
              "1/s", "trunk, decisions per second in 64 walks", "60000");
  figures.add("walk_cpu_decisions_per_s",
              decisions / times["walks"].cpuNs * 1e9, "1/s",
              "  of a core's own time");
  std::filesystem::remove_all(folder);
  figures.print(flags.json);
  return 0;
}
