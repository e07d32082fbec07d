// Times of the phases of an uncached sample: transform, lower, compile, verify,
// measure; small f64 programs similar to MLIR-RL's, random schedules, one core.

#include "Figures.h"
#include "OrFail.h"
#include "actions/encoding/Encoding.h"
#include "execution/Execution.h"
#include "execution/timing/Quantile.h"
#include "lowering/KernelCompiler.h"
#include "program/Processors.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/suites/Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

using namespace mlirgym;

namespace {

const char *const programNames[] = {
    "matmul_256_256_128_f64",
    "matmul_64_100_48_f64",
    "relu_256_512_f64",
    "relu_256_100_f64",
    "add_14_15_28_28_f64",
    "add_512_256_f64",
    "pooling_nchw_max_2_8_114_114_3_56_56_f64",
    "conv_2d_nchw_fchw_2_16_14_14_32_1_1_14_14_f64",
};

/// A schedule of uniformly random legal decisions.
Schedule randomSchedule(std::shared_ptr<const Program> program,
                        const FlatEncoding &encoding, std::mt19937_64 &random) {
  DecisionState state{ScheduleState(std::move(program))};
  std::vector<int8_t> mask(encoding.numActions());
  while (!state.schedule.finished()) {
    encoding.mask(state, mask);
    std::vector<unsigned> legal;
    for (unsigned action = 0; action < mask.size(); ++action)
      if (mask[action])
        legal.push_back(action);
    encoding.step(state, legal[random() % legal.size()]);
  }
  return state.schedule.schedule().canonical();
}

/// Limits this process and the workers it starts to one core.
void useOneCore() { useProcessors(usableProcessors().back()); }

/// Limit of `--quick` on a busy machine.
constexpr double quickSeconds = 30;

struct Phase {
  const char *key, *what;
  double PhaseTimes::*time;
};
constexpr Phase phases[] = {
    {"transform", "transform", &PhaseTimes::transformMs},
    {"lower", "lower", &PhaseTimes::lowerMs},
    {"compile", "compile", &PhaseTimes::compileMs},
    {"verify", "verify", &PhaseTimes::verifyMs},
    {"measure", "measure", &PhaseTimes::measureMs},
};

/// Compiles a schedule that is known to be fast several times in a warm
/// context.
void addCompileTimes(Figures &figures, unsigned times) {
  constexpr const char *name = "matmul_512_512_512";
  ProgramLoader loader;
  Program program =
      orFail(loader.loadText(orFail(generateProgram(name)), name));
  Schedule schedule = orFail(Schedule::parse("op0: tile(14,32,1) vectorize"));
  std::string script = orFail(toTransformScript(program, schedule));
  KernelCompiler compiler;
  std::vector<double> transformMs, lowerAndCompileMs;
  for (unsigned i = 0; i <= times; ++i) {
    CompileOutput output =
        compiler.compile(program.text(), program.entry(), script);
    if (output.status != Status::Ok)
      fail(llvm::createStringError(output.message));
    if (i == 0)
      continue; // loads dialects
    transformMs.push_back(output.phases.transformMs);
    lowerAndCompileMs.push_back(output.phases.lowerMs +
                                output.phases.compileMs);
  }
  figures.add("matmul_512_transform_ms", medianOf(transformMs), "ms",
              "matmul 512, tile(14,32,1) vectorize: transform", "3");
  figures.add("matmul_512_lower_compile_ms", medianOf(lowerAndCompileMs), "ms",
              "  lower and compile", "40");
}

} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "Uncached samples per second on one core, and their phases");
  // Every kernel must be compiled.
  unsetenv("MLIRGYM_CACHE_ON");
  useOneCore();

  Figures figures("samples");
  noteMachine(figures);
  ExecutionOptions options;
  options.compileWorkers = 1;
  // scripts/bench names an empty folder.
  options.cacheOnDisk = std::getenv("MLIRGYM_CACHE_DIR") != nullptr;
  figures.note("kernel cache", options.cacheOnDisk ? "on disk" : "in memory");
  figures.note("protocol", options.protocol.id());

  unsigned schedulesPerProgram = flags.quick ? 12 : flags.full ? 100 : 40;
  ProgramLoader loader;
  FlatEncoding encoding;
  std::mt19937_64 random(7);
  std::vector<ExecutionRequest> baselines, requests;
  for (const char *name : programNames) {
    auto program = std::make_shared<const Program>(
        orFail(loader.loadText(orFail(generateProgram(name)), name)));
    baselines.push_back({program, {}});
    for (unsigned i = 0; i < schedulesPerProgram; ++i)
      requests.push_back({program, randomSchedule(program, encoding, random)});
  }
  // In random order, as in a search over many programs, and not program by
  // program.
  std::shuffle(requests.begin(), requests.end(), random);

  std::unique_ptr<Execution> execution = orFail(Execution::create(options));
  const Stopwatch sinceStart;
  for (llvm::Expected<Measurement> &baseline :
       execution->measureBatch(baselines)) {
    Measurement measurement = orFail(std::move(baseline));
    if (!measurement.ok())
      fail(
          llvm::createStringError("a baseline failed: " + measurement.message));
  }
  double baselineSeconds = sinceStart.seconds();

  std::vector<double> walls;
  std::map<std::string, std::vector<double>> parts;
  std::map<std::string, unsigned> statuses;
  unsigned uncached = 0;
  double uncachedSeconds = 0, partSeconds = 0;
  for (const ExecutionRequest &request : requests) {
    if (flags.quick && sinceStart.seconds() > quickSeconds)
      break;
    const Stopwatch taken;
    Measurement sample =
        orFail(execution->measure(request.program, request.schedule));
    double seconds = taken.seconds();
    if (sample.cacheHit)
      continue;
    ++uncached;
    ++statuses[nameOf(sample.status).str()];
    uncachedSeconds += seconds;
    walls.push_back(seconds * 1e3);
    for (const Phase &phase : phases) {
      double ms = sample.phases.*phase.time;
      parts[phase.key].push_back(ms);
      partSeconds += ms / 1e3;
    }
  }
  if (uncached == 0)
    fail(llvm::createStringError("nothing was measured"));

  std::string outcome;
  for (const auto &[status, count] : statuses)
    outcome +=
        llvm::formatv("{0}{1} {2}", outcome.empty() ? "" : ", ", count, status);
  figures.note("outcome", outcome);
  figures.add("samples_per_s", uncached / uncachedSeconds, "1/s",
              "uncached samples per second, verified", "20");
  figures.add("samples", uncached, "", "samples that were not cached");
  figures.add("sample_ms", medianOf(walls), "ms", "per sample, median");
  figures.add("sample_mean_ms", uncachedSeconds / uncached * 1e3, "ms",
              "per sample, mean");
  for (const Phase &phase : phases) {
    double sum = 0;
    for (double ms : parts[phase.key])
      sum += ms;
    figures.add(llvm::formatv("{0}_ms", phase.key), sum / uncached, "ms",
                llvm::formatv("  {0}, mean", phase.what));
    figures.add(llvm::formatv("{0}_median_ms", phase.key),
                medianOf(parts[phase.key]), "ms",
                llvm::formatv("  {0}, median", phase.what));
  }
  figures.add("other_ms", (uncachedSeconds - partSeconds) / uncached * 1e3,
              "ms", "  other: messages, keys, storing, mean");
  figures.add("baseline_ms",
              baselineSeconds / double(std::size(programNames)) * 1e3, "ms",
              "fixed cost of a program: inputs, reference, baseline");
  addCompileTimes(figures, flags.quick ? 5 : 15);
  figures.print(flags.json);
  return 0;
}
