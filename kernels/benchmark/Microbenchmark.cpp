#include "kernels/benchmark/Microbenchmark.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/Peak.h"
#include "execution/SandboxedLoader.h"
#include "execution/batch/CorePlan.h"
#include "execution/batch/MemoryNeeds.h"
#include "execution/batch/PairedMeasuring.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/MeasureBench.h"
#include "execution/worker/MeasureWorker.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Preprocessing.h"
#include "lowering/LoweringStage.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

llvm::StringRef nameOf(PeakKind kind) {
  return kind == PeakKind::Arithmetic ? "arithmetic" : "memory";
}

static BenchmarkSet setOf(const std::shared_ptr<const Program> &program,
                          const Schedule &schedule, KernelOutline outline) {
  BenchmarkSet set{program->name().str(), schedule.canonical(), {}, {}};
  for (OutlinedKernel &kernel : outline.kernels)
    set.kernels.push_back(
        {.name = std::move(kernel.name),
         .program = std::make_shared<const Program>(std::move(kernel.program)),
         .schedule = std::move(kernel.ownSchedule),
         .calls = static_cast<unsigned>(kernel.calls.size())});
  set.whole = KernelBenchmark{.name = program->name().str(),
                              .program = program,
                              .schedule = set.schedule};
  return set;
}

llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelOutlinerOptions workers) {
  MLIRGYM_TRY(auto outliner, KernelOutliner::create(std::move(workers)));
  MLIRGYM_TRY(auto outline, outliner.outline(program, schedule));
  return setOf(program, schedule, std::move(outline));
}

static BenchmarkCode toCode(worker::CompiledKernel compiled,
                            std::string function) {
  BenchmarkCode code{.status = compiled.status,
                     .message = std::move(compiled.message),
                     .function = std::move(function)};
  llvm::ArrayRef<char> bytes = compiled.object.bytes();
  code.object.assign(bytes.begin(), bytes.end());
  return code;
}

/// The code of a kernel that a file replaces; nullopt for a kernel of the
/// program.
static llvm::Expected<std::optional<BenchmarkCode>>
codeOf(const OutlinedKernel &kernel, const SubstitutedKernels &given,
       KernelOutliner &outliner) {
  if (auto object = given.objects.find(kernel.name);
      object != given.objects.end())
    return BenchmarkCode{.object = object->second, .function = kernel.name};
  if (!kernel.isSubstituted)
    return std::nullopt;
  MLIRGYM_TRY(auto compiled, outliner.tryCompile(kernel));
  return toCode(std::move(compiled), kernel.name);
}

llvm::Expected<BenchmarkSet>
benchmarksOf(const std::shared_ptr<const Program> &program,
             const Schedule &schedule, KernelSubstituter &substituter,
             KernelOutlinerOptions workers) {
  MLIRGYM_TRY(auto given, substituter.check(program, schedule));
  StopCheck stop(workers.interrupted, {});
  MLIRGYM_TRY(auto outliner, KernelOutliner::create(std::move(workers)));
  std::vector<std::optional<BenchmarkCode>> codes;
  for (const OutlinedKernel &kernel : given.configurations.kernels) {
    MLIRGYM_TRY(auto code, codeOf(kernel, given, outliner));
    codes.push_back(std::move(code));
  }
  BenchmarkSet set = setOf(program, schedule, std::move(given.configurations));
  for (auto [kernel, code] : llvm::zip_equal(set.kernels, codes))
    kernel.code = std::move(code);
  MLIRGYM_TRY(auto whole, substituter.compile(program, schedule, stop));
  if (whole)
    set.whole->code = toCode(std::move(*whole), /*function=*/"");
  set.substitutions = std::move(given.records);
  return set;
}

namespace {

/// A row while it is timed.
struct Item {
  const KernelBenchmark &benchmark;
  BenchmarkResult &result;
  std::optional<worker::ProgramData> data = {};
  /// Without schedule, and with schedule or preprocessing if there is any.
  worker::MemoryFile objects[2] = {};
  llvm::SmallVector<double> medianNs[2] = {};

  bool isLive() const {
    return result.skipped.empty() && result.timing.message.empty();
  }
  void fail(Status status, std::string message) {
    result.timing.status = status;
    result.timing.message =
        message.empty() ? nameOf(status).str() : std::move(message);
  }
};

class Runner {
public:
  Runner(Execution &on, const BenchmarkOptions &benchmarkOptions)
      : execution(on), options(benchmarkOptions), limits(on.options()),
        stop(limits.interrupted, {}) {}

  llvm::Error startUp();
  llvm::Expected<BenchmarkReport> run(const BenchmarkSet &set);

private:
  /// The kernels that the filter finds. Errors: no kernel matches, or the
  /// filter is not a regular expression.
  llvm::Expected<std::vector<const KernelBenchmark *>>
  choose(const BenchmarkSet &set) const;
  llvm::Error prepare(Item &item);
  /// Sets an object of the item, or its status.
  llvm::Error compile(Item &item, unsigned which, llvm::StringRef text,
                      llvm::StringRef script);
  llvm::Error compileTransformed(Item &item);
  /// Makes the code of the benchmark the second object.
  static llvm::Error takeCode(Item &item);
  /// The module after preprocessing; nullopt if the item has failed.
  llvm::Expected<std::optional<std::string>> preprocess(Item &item);
  llvm::Error makeData(Item &item);
  /// Makes the outputs of the untransformed kernel the reference.
  llvm::Error takeOwnReference(Item &item);
  llvm::Error time(Item &item);
  llvm::Expected<const MachinePeak *> peakOf(ElementType type);
  llvm::Error addRates(Item &item);
  void addSum();
  bool isForeign(const KernelBenchmark &benchmark) const {
    return benchmark.hasOtherCode() || !options.preprocess.empty();
  }
  bool isTransformed(const KernelBenchmark &benchmark) const {
    return isForeign(benchmark) || !benchmark.schedule.empty();
  }
  void showProgress(llvm::StringRef name) {
    if (options.progress)
      options.progress(done++, total, name);
  }

  Execution &execution;
  const BenchmarkOptions &options;
  const ExecutionOptions &limits;
  StopCheck stop;
  std::optional<worker::CompileWorker> compiler;
  std::optional<worker::MeasureBench> bench;
  std::optional<SandboxedLoader> loader;
  MeasureProtocol protocol;
  /// Added to the seeds of foreign code's inputs.
  const uint64_t nonce =
      uint64_t(std::random_device()()) << 32 | std::random_device()();
  BenchmarkReport report;
  double done = 0, total = 0;
};

llvm::Error Runner::startUp() {
  if (limits.replay)
    return executionError("replay has recorded timings only and benchmarks "
                          "nothing; make an execution without replay");
  protocol = limits.protocol;
  if (options.caches == CacheState::Cold)
    protocol.caches = CacheState::Cold;
  if (protocol.caches == CacheState::Cold && options.batchSize > 1)
    return executionError("batches of {0} calls with cold caches, which only "
                          "the first call finds; use batches of 1",
                          options.batchSize);
  protocol.tooSlowFactor = 0;
  if (options.repeats > 0)
    protocol.minRepeats = protocol.maxRepeats = options.repeats;

  MLIRGYM_TRY(auto plan, CorePlan::make(limits.threads));
  worker::WorkerOptions process;
  process.path = limits.workerPath;
  process.memoryLimitBytes = limits.memoryLimitBytes;
  process.timeoutMs = limits.compileTimeoutMs;
  compiler.emplace(process);
  process.threads = limits.threads;
  process.cpus = plan.measuring;
  process.timeoutMs = limits.runTimeoutMs;
  MLIRGYM_TRY(process.counters, CounterEvent::parseAll(limits.counters));
  bench.emplace(process, /*quietGate=*/nullptr);
  return llvm::Error::success();
}

llvm::Expected<std::vector<const KernelBenchmark *>>
Runner::choose(const BenchmarkSet &set) const {
  // "." finds every name; LLVM refuses an empty expression.
  llvm::Regex filter(options.filter.empty() ? "." : options.filter);
  std::string why;
  if (!filter.isValid(why))
    return executionError("'{0}' is not a regular expression: {1}",
                          options.filter, why);
  std::vector<const KernelBenchmark *> chosen;
  std::vector<llvm::StringRef> names;
  for (const KernelBenchmark &kernel : set.kernels) {
    names.push_back(kernel.name);
    if (filter.match(kernel.name))
      chosen.push_back(&kernel);
  }
  if (!chosen.empty())
    return chosen;
  if (names.empty())
    return executionError("{0}: there are no kernels", set.program);
  return executionError("no kernel is called '{0}'; there are {1}",
                        options.filter, llvm::join(names, ", "));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Error Runner::compile(Item &item, unsigned which, llvm::StringRef text,
                            llvm::StringRef script) {
  MLIRGYM_TRY(auto kernel,
              compiler->compile(text, item.benchmark.program->entry(), script,
                                std::nullopt, &stop));
  if (kernel.status != Status::Ok)
    item.fail(kernel.status, std::move(kernel.message));
  else
    item.objects[which] = std::move(kernel.object);
  return llvm::Error::success();
}

llvm::Expected<std::optional<std::string>> Runner::preprocess(Item &item) {
  const Program &program = *item.benchmark.program;
  std::string text;
  if (isPassPipeline(options.preprocess)) {
    MLIRGYM_TRY(auto changed,
                compiler->compile(program.text(), program.entry(),
                                  options.preprocess, LoweringStage::Scheduled,
                                  &stop));
    if (changed.status != Status::Ok) {
      item.fail(Status::TransformFailed, "preprocessing: " + changed.message);
      return std::nullopt;
    }
    llvm::ArrayRef<char> bytes = changed.object.bytes();
    text.assign(bytes.begin(), bytes.end());
  } else {
    auto changed = runTool(options.preprocess, program.text(),
                           {.timeoutMs = limits.compileTimeoutMs,
                            .memoryBytes = limits.memoryLimitBytes});
    if (!changed) {
      item.fail(Status::TransformFailed,
                "preprocessing: " + llvm::toString(changed.takeError()));
      return std::nullopt;
    }
    text = std::move(*changed);
  }
  if (!loader)
    loader.emplace(
        SandboxedLoaderOptions{.timeoutMs = limits.compileTimeoutMs,
                               .memoryLimitBytes = limits.memoryLimitBytes,
                               .workerPath = limits.workerPath,
                               .interrupted = limits.interrupted});
  auto module = loader->loadModule(text, program, item.benchmark.name);
  if (module)
    return std::move(module->text);
  llvm::Error error = module.takeError();
  if (error.isA<InterruptedError>())
    return std::move(error);
  item.fail(Status::TransformFailed,
            "after preprocessing: " + llvm::toString(std::move(error)));
  return std::nullopt;
}

llvm::Error Runner::takeCode(Item &item) {
  const BenchmarkCode &code = *item.benchmark.code;
  if (code.status != Status::Ok) {
    item.fail(code.status, code.message);
    return llvm::Error::success();
  }
  return worker::MemoryFile::create("mlirgym-object",
                                    {code.object.data(), code.object.size()})
      .moveInto(item.objects[1]);
}

llvm::Error Runner::compileTransformed(Item &item) {
  if (item.benchmark.code)
    return takeCode(item);
  if (item.benchmark.module)
    return compile(item, 1, item.benchmark.module->text, "");
  const Program &program = *item.benchmark.program;
  const Schedule &schedule = item.benchmark.schedule;
  MLIRGYM_TRY(auto script,
              toTransformScript(program, limits.threads == 1 ? schedule.serial()
                                                             : schedule));
  if (options.preprocess.empty())
    return compile(item, 1, program.text(), script);
  MLIRGYM_TRY(auto text, preprocess(item));
  if (!text)
    return llvm::Error::success();
  return compile(item, 1, *text, item.benchmark.schedule.empty() ? "" : script);
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

std::vector<llvm::ArrayRef<char>>
viewsOf(const std::vector<std::vector<char>> &arrays) {
  return {arrays.begin(), arrays.end()};
}

/// True if the first set of inputs in `data` is `inputs`.
bool hasInputs(const worker::ProgramData &data,
               const std::vector<std::vector<char>> &inputs) {
  size_t next = 0;
  for (const worker::ArgumentRecord &argument : data.message().arguments) {
    if (!argument.isInput)
      continue;
    if (next == inputs.size())
      return false;
    const std::vector<char> &input = inputs[next++];
    if (argument.inputOffset + input.size() > data.inputs().bytes().size() ||
        data.inputs().bytes().slice(argument.inputOffset, input.size()) !=
            llvm::ArrayRef(input))
      return false;
  }
  return next == inputs.size();
}

llvm::Error Runner::takeOwnReference(Item &item) {
  worker::KernelRun kernel;
  kernel.entry = item.benchmark.program->entry();
  kernel.makeReference = true;
  kernel.time = false;
  MLIRGYM_TRY(auto outcome,
              bench->run(*item.data, item.objects[0], kernel, &stop));
  if (outcome.measurement.ok())
    return item.data->setReference(std::move(outcome.reference));
  item.fail(outcome.measurement.status,
            "untransformed: " + outcome.measurement.message);
  return llvm::Error::success();
}

llvm::Error Runner::makeData(Item &item) {
  const KernelBenchmark &benchmark = item.benchmark;
  const Program &program = *benchmark.program;
  const bool changes = isForeign(benchmark) && benchmark.inputs.empty();
  MLIRGYM_TRY(auto prepared,
              compiler->prepare(program, &stop, changes ? nonce : 0));
  const bool ownInputs =
      !benchmark.inputs.empty() &&
      (!prepared.data || !hasInputs(*prepared.data, benchmark.inputs));
  if (prepared.data && !ownInputs && benchmark.outputs.empty()) {
    item.data = std::move(*prepared.data);
    item.result.note = std::move(prepared.message);
    return llvm::Error::success();
  }
  if (benchmark.inputs.empty() &&
      prepared.outcome == worker::PreparedData::Outcome::Unusable) {
    item.result.skipped = prepared.message;
    return llvm::Error::success();
  }
  MLIRGYM_TRY(item.data,
              benchmark.inputs.empty()
                  ? worker::ProgramData::create(program)
                  : worker::ProgramData::create(
                        program.arguments(), viewsOf(benchmark.inputs),
                        worker::verificationTolerance(program.operations())));
  // Expected outputs belong to inputs.
  if (!benchmark.inputs.empty() && !benchmark.outputs.empty()) {
    item.result.note = "inputs and expected outputs from files";
    return item.data->setReference(viewsOf(benchmark.outputs),
                                   viewsOf(benchmark.tolerances));
  }
  item.result.note =
      ownInputs
          ? "inputs from files, checked against its own compiled code"
          : "checked against its own compiled code only: " + prepared.message;
  return takeOwnReference(item);
}

llvm::Error Runner::prepare(Item &item) {
  showProgress(item.benchmark.name);
  if (!item.isLive())
    return llvm::Error::success();
  const Program &program = *item.benchmark.program;
  if (llvm::Error error = requireMemory(program, limits.memoryLimitBytes)) {
    item.result.skipped = llvm::toString(std::move(error));
    return llvm::Error::success();
  }
  MLIRGYM_TRY_TO(compile(item, 0, program.text(), ""));
  if (item.isLive() && isTransformed(item.benchmark))
    MLIRGYM_TRY_TO(compileTransformed(item));
  return item.isLive() ? makeData(item) : llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

llvm::Error Runner::time(Item &item) {
  showProgress(item.benchmark.name);
  if (!item.isLive())
    return llvm::Error::success();
  for (unsigned which : {0u, 1u}) {
    if (!item.objects[which].valid())
      continue;
    worker::KernelRun kernel;
    kernel.entry = item.benchmark.program->entry();
    const std::optional<BenchmarkCode> &code = item.benchmark.code;
    if (which == 1 && code && !code->function.empty()) {
      kernel.entry = code->function;
      kernel.interface = worker::CallInterface::BarePointers;
    }
    if (isForeign(item.benchmark)) { // both are measured in the same way
      kernel.foreign = which == 1 ? item.benchmark.name : "";
      kernel.own = &item.objects[0];
      kernel.ownEntry = item.benchmark.program->entry();
    }
    kernel.protocol = protocol;
    kernel.batchSize = options.batchSize;
    MLIRGYM_TRY(auto outcome,
                bench->run(*item.data, item.objects[which], kernel, &stop));
    Measurement &measurement = outcome.measurement;
    if (which == 1 && isForeign(item.benchmark))
      refuseImpossible(measurement, *item.benchmark.program, limits.threads);
    if (!measurement.ok()) {
      item.fail(measurement.status,
                (which == 0 ? "untransformed: " : "") + measurement.message);
      return llvm::Error::success();
    }
    item.medianNs[which].push_back(measurement.medianNs);
    item.result.counters = measurement.counters;
  }
  return llvm::Error::success();
}

llvm::Expected<const MachinePeak *> Runner::peakOf(ElementType type) {
  for (const BenchmarkReport::Peak &known : report.peaks)
    if (known.type == type)
      return &known.peak;
  MLIRGYM_TRY(auto peak, measurePeak(execution, type));
  report.peaks.push_back({type, peak});
  return &report.peaks.back().peak;
}

/// The type whose peak is measured for a program.
ElementType peakTypeOf(const Program &program) {
  return llvm::any_of(program.arguments(),
                      [](const Argument &argument) {
                        return argument.elementType == ElementType::F64;
                      })
             ? ElementType::F64
             : ElementType::F32;
}

llvm::Error Runner::addRates(Item &item) {
  BenchmarkResult &result = item.result;
  if (!item.isLive())
    return llvm::Error::success();
  const bool twice = !item.medianNs[1].empty();
  result.timing = summarizeRounds(item.medianNs[0], item.medianNs[twice]);
  if (!twice) {
    auto [least, most] =
        std::minmax_element(item.medianNs[0].begin(), item.medianNs[0].end());
    result.timing.uncertainty = (*most - *least) / 2 / result.timing.baselineNs;
    result.timing.noisy =
        result.timing.uncertainty > MeasureProtocol::driftLimit;
  }
  result.peakType = peakTypeOf(*item.benchmark.program);
  MLIRGYM_TRY(auto peak, peakOf(result.peakType));
  const double ns = result.timing.scheduleNs;
  result.gflops = result.flops / ns;
  result.gbytesPerSecond = result.bytes / ns;
  const double arithmetic = result.gflops / peak->gflops,
               memory = result.gbytesPerSecond / peak->gbytesPerSecond;
  result.peak = arithmetic > memory ? PeakKind::Arithmetic : PeakKind::Memory;
  // It may do less arithmetic than the program, so that it is not refused.
  if (isForeign(item.benchmark) && isPeakOf(*item.benchmark.program) &&
      arithmetic > 1)
    result.note += (result.note.empty() ? "" : "; ") +
                   std::string("suspicious: above the measured peak");
  result.percentOfPeak = 100 * std::max(arithmetic, memory);
  return llvm::Error::success();
}

void Runner::addSum() {
  if (!llvm::all_of(report.kernels, std::mem_fn(&BenchmarkResult::isTimed)))
    return;
  BenchmarkSum sum;
  for (const BenchmarkResult &kernel : report.kernels) {
    sum.baselineNs += kernel.calls * kernel.timing.baselineNs;
    sum.scheduleNs += kernel.calls * kernel.timing.scheduleNs;
  }
  for (BenchmarkResult &kernel : report.kernels)
    kernel.share = kernel.calls * kernel.timing.scheduleNs / sum.scheduleNs;
  if (report.whole && report.whole->isTimed()) {
    sum.baselineGap = sum.baselineNs / report.whole->timing.baselineNs - 1;
    sum.scheduleGap = sum.scheduleNs / report.whole->timing.scheduleNs - 1;
  }
  report.sum = sum;
}

BenchmarkResult rowOf(const KernelBenchmark &benchmark) {
  BenchmarkResult row;
  row.name = benchmark.name;
  row.schedule = benchmark.schedule;
  row.calls = benchmark.calls;
  row.skipped = benchmark.skipped;
  if (benchmark.program) {
    const Complexity &work = benchmark.program->complexity();
    row.flops = work.flops;
    row.bytes = work.bytesRead + work.bytesWritten;
  }
  return row;
}

llvm::Expected<BenchmarkReport> Runner::run(const BenchmarkSet &set) {
  MLIRGYM_TRY(auto chosen, choose(set));
  report.program = set.program;
  report.schedule = set.schedule;
  // Rows must not move: items refer to them.
  report.kernels.reserve(chosen.size());
  std::vector<Item> items;
  for (const KernelBenchmark *kernel : chosen) {
    report.isTransformed |= isTransformed(*kernel);
    report.kernels.push_back(rowOf(*kernel));
    items.push_back({*kernel, report.kernels.back()});
  }
  if (set.whole && options.filter.empty()) {
    report.whole = rowOf(*set.whole);
    if (!options.preprocess.empty() && !set.whole->hasOtherCode())
      report.whole->skipped = "only kernels are preprocessed";
    items.push_back({*set.whole, *report.whole});
  }

  total = static_cast<double>(items.size()) * (1 + PairedMeasuring::rounds);
  for (Item &item : items)
    MLIRGYM_TRY_TO(prepare(item));
  for (unsigned round = 0; round < PairedMeasuring::rounds; ++round)
    for (Item &item : items)
      MLIRGYM_TRY_TO(time(item));
  for (Item &item : items)
    MLIRGYM_TRY_TO(addRates(item));
  addSum();
  return std::move(report);
}
} // namespace

llvm::Expected<BenchmarkReport> runBenchmarks(Execution &execution,
                                              const BenchmarkSet &set,
                                              const BenchmarkOptions &options) {
  Runner runner(execution, options);
  MLIRGYM_TRY_TO(runner.startUp());
  return runner.run(set);
}

} // namespace mlirgym
