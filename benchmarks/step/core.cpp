// Time per decision: step, action mask and observation, on one core, with
// rewards from stored timings. Then the parts, and the fixed cost per program.

#include "benchmarks/Figures.h"
#include "benchmarks/OrFail.h"
#include "env/Env.h"
#include "execution/execdata/ExecData.h"
#include "execution/timing/MeasureProtocol.h"
#include "observation/Observation.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <filesystem>
#include <random>
#include <unistd.h>

using namespace mlirgym;

namespace {

/// A single operation, one with seven loops, and chains of two to nine
/// operations.
const std::pair<const char *, const char *> programNames[] = {
    {"matmul", "matmul_512_512_512"},
    {"conv", "conv_2d_nchw_fchw_16_128_28_28_512_1_1_28_28"},
    {"matmul_bias_relu", "matmul_bias_relu_512_512_512"},
    {"mlp", "mlp_128_784_512_256_16"}};

/// Decisions from reset to the end of an episode.
using Decisions = std::vector<unsigned>;

constexpr unsigned episodesPerProgram = 64;

/// Uniformly random legal decisions to the end of an episode.
Decisions playRandomly(const FlatEncoding &encoding, DecisionState state,
                       std::mt19937_64 &random, Schedule &schedule) {
  Decisions decisions;
  std::vector<int8_t> mask(encoding.numActions());
  while (!state.schedule.finished()) {
    encoding.mask(state, mask);
    std::vector<unsigned> legal;
    for (unsigned action = 0; action < mask.size(); ++action)
      if (mask[action])
        legal.push_back(action);
    unsigned action = legal[random() % legal.size()];
    encoding.step(state, action);
    decisions.push_back(action);
  }
  schedule = state.schedule.schedule().canonical();
  return decisions;
}

/// Programs, episodes on them, and an execution that has their timings.
struct Recording {
  std::shared_ptr<ProgramPool> pool = std::make_shared<ProgramPool>();
  /// Shape [program][episode].
  std::vector<std::vector<Decisions>> episodes;
  std::shared_ptr<Execution> execution;
};

Measurement someTiming(double medianNs) {
  Measurement timing;
  timing.status = Status::Ok;
  timing.medianNs = timing.minNs = medianNs;
  timing.repeats = 5;
  timing.number = 10;
  return timing;
}

Recording record(const std::string &folder, const EnvOptions &options) {
  Recording recording;
  FlatEncoding encoding(options.encoding);
  ProgramLoader loader;
  std::mt19937_64 random(1);
  std::vector<ExecData::Record> records;
  for (auto [key, name] : programNames) {
    std::string text = orFail(generateProgram(name));
    auto program =
        std::make_shared<const Program>(orFail(loader.loadText(text, name)));
    auto store = [&](const Schedule &schedule) {
      ExecData::Record entry;
      entry.key.program = program->key();
      entry.key.schedule = schedule.text();
      entry.key.machine = entry.key.toolchain = entry.key.protocol = "bench";
      entry.measurement = someTiming(1000 + double(records.size()));
      entry.provenance.programName = name;
      records.push_back(std::move(entry));
    };
    store({});
    std::vector<Decisions> played;
    for (unsigned i = 0; i < episodesPerProgram; ++i) {
      Schedule schedule;
      played.push_back(playRandomly(
          encoding, DecisionState(ScheduleState(program, options.state)),
          random, schedule));
      store(schedule);
    }
    recording.pool->programs.push_back(program);
    recording.episodes.push_back(std::move(played));
  }
  std::string file = folder + "/timings.db";
  if (llvm::Error error =
          orFail(ExecData::open({.file = file}))->insertAll(records))
    fail(std::move(error));
  ExecutionOptions execution;
  execution.mainExecData = {file};
  execution.replay = execution.anyMachine = true;
  recording.execution = orFail(Execution::create(execution));
  return recording;
}

/// Plays the episodes of a program in `env`; returns the number of decisions.
size_t replay(Env &env, const Recording &recording, unsigned program) {
  size_t decisions = 0;
  for (const Decisions &episode : recording.episodes[program]) {
    llvm::cantFail(env.reset(std::nullopt, program));
    for (unsigned action : episode) {
      StepOutcome outcome = orFail(env.step(action));
      benchmark::DoNotOptimize(outcome.reward);
      benchmark::DoNotOptimize(env.observation().data());
      benchmark::DoNotOptimize(env.actionMask().data());
    }
    decisions += episode.size();
  }
  return decisions;
}

/// States in the middle of a program's episodes, with the next decision.
struct Moment {
  DecisionState state;
  unsigned next;
};
std::vector<Moment> momentsOf(const Recording &recording,
                              const EnvOptions &options, unsigned program) {
  FlatEncoding encoding(options.encoding);
  std::vector<Moment> moments;
  for (const Decisions &episode : recording.episodes[program]) {
    DecisionState state(
        ScheduleState(recording.pool->programs[program], options.state));
    for (unsigned action : episode) {
      moments.push_back({state, action});
      encoding.step(state, action);
    }
  }
  return moments;
}

} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "Time of step, mask and observation on one core");
  std::string folder =
      (std::filesystem::temp_directory_path() / "mlirgym-bench-XXXXXX")
          .string();
  if (!mkdtemp(folder.data())) {
    llvm::errs() << folder << ": cannot be made; set TMPDIR\n";
    return 1;
  }
  EnvOptions options;
  Recording recording = record(folder, options);
  Env env = orFail(Env::create(recording.pool, recording.execution, options));
  FlatEncoding encoding(options.encoding);
  Observer observer(encoding, options.machine, options.state);

  Figures figures("step");
  noteMachine(figures);
  figures.note("observation",
               std::to_string(observer.spec().size()) + " floats, " +
                   std::to_string(encoding.numActions()) + " actions");

  // A warm-up run, so that timings are in memory and features are computed.
  std::vector<size_t> decisions;
  for (unsigned i = 0; i < recording.episodes.size(); ++i)
    decisions.push_back(replay(env, recording, i));

  // First everything, one program at a time, then the parts over all programs.
  for (unsigned i = 0; i < decisions.size(); ++i)
    benchmark::RegisterBenchmark(programNames[i].first,
                                 [&, i](benchmark::State &state) {
                                   for (auto _ : state)
                                     replay(env, recording, i);
                                 });
  std::vector<Moment> moments;
  for (unsigned i = 0; i < decisions.size(); ++i)
    llvm::append_range(moments, momentsOf(recording, options, i));
  std::vector<std::shared_ptr<const std::vector<float>>> prepared;
  std::vector<unsigned> programOf;
  for (unsigned i = 0; i < decisions.size(); ++i) {
    prepared.push_back(observer.prepare(*recording.pool->programs[i]));
    programOf.insert(programOf.end(), decisions[i], i);
  }
  std::vector<int8_t> mask(encoding.numActions());
  std::vector<float> observation(observer.spec().size());
  benchmark::RegisterBenchmark("mask", [&](benchmark::State &state) {
    for (auto _ : state)
      for (const Moment &moment : moments) {
        encoding.mask(moment.state, mask);
        benchmark::DoNotOptimize(mask.data());
      }
  });
  benchmark::RegisterBenchmark("observation", [&](benchmark::State &state) {
    for (auto _ : state)
      for (size_t m = 0; m < moments.size(); ++m) {
        observer.observe(moments[m].state, *prepared[programOf[m]],
                         observation);
        benchmark::DoNotOptimize(observation.data());
      }
  });
  benchmark::RegisterBenchmark("copy", [&](benchmark::State &state) {
    for (auto _ : state)
      for (const Moment &moment : moments) {
        DecisionState copy = moment.state;
        benchmark::DoNotOptimize(&copy);
      }
  });
  benchmark::RegisterBenchmark("reset", [&](benchmark::State &state) {
    for (auto _ : state)
      for (unsigned i = 0; i < decisions.size(); ++i)
        llvm::cantFail(env.reset(std::nullopt, i));
  });
  std::map<std::string, BenchmarkTime> times = runBenchmarks(flags);

  // From text to all properties of the program that observations need.
  ProgramLoader loader;
  for (auto [key, name] : programNames) {
    std::string text = orFail(generateProgram(name));
    benchmark::RegisterBenchmark(
        key, [&, text, name = std::string(name)](benchmark::State &state) {
          for (auto _ : state) {
            Program program = orFail(loader.loadText(text, name));
            benchmark::DoNotOptimize(observer.prepare(program));
          }
        });
  }
  std::map<std::string, BenchmarkTime> features = runBenchmarks(flags);

  double wall = 0, cpu = 0, total = 0;
  for (unsigned i = 0; i < decisions.size(); ++i) {
    wall += times[programNames[i].first].wallNs;
    cpu += times[programNames[i].first].cpuNs;
    total += double(decisions[i]);
  }
  figures.add("step_us", wall / total / 1e3, "us",
              "step + mask + observation, resets included", "5");
  figures.add("step_cpu_us", cpu / total / 1e3, "us", "  of that on the core");
  for (unsigned i = 0; i < decisions.size(); ++i)
    figures.add(llvm::formatv("step_us_{0}", programNames[i].first),
                times[programNames[i].first].wallNs / double(decisions[i]) /
                    1e3,
                "us", llvm::formatv("  {0}", programNames[i].second));
  figures.add("steps_per_s", total / wall * 1e9, "1/s", "steps per second");
  auto addPart = [&](const char *name, const char *what, double count) {
    figures.add(std::string(name) + "_us", times[name].wallNs / count / 1e3,
                "us", what);
  };
  addPart("mask", "action mask", double(moments.size()));
  addPart("observation", "observation", double(moments.size()));
  addPart("copy", "copy of a state", double(moments.size()));
  addPart("reset", "reset, with its mask and observation",
          double(decisions.size()));
  for (auto [key, name] : programNames)
    figures.add(llvm::formatv("features_ms_{0}", key),
                features[key].wallNs / 1e6, "ms",
                llvm::formatv("load and features of {0}", name), "1");
  std::filesystem::remove_all(folder);
  figures.print(flags.json);
  return 0;
}
