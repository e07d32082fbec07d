#include "execution/batch/Pipeline.h"
#include "execution/CodeSubstitution.h"
#include "execution/ExecutionOptions.h"
#include "execution/Peak.h"
#include "execution/ProgramContexts.h"
#include "execution/SandboxedLoader.h"
#include "execution/SharedLibraries.h"
#include "execution/batch/Claims.h"
#include "execution/batch/CorePlan.h"
#include "execution/batch/CountedTimings.h"
#include "execution/batch/MemoryNeeds.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecData.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/CompilePool.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/QuietGate.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace mlirgym {

Job Job::baseline() const {
  Job untransformed{.request = {.program = request.program,
                                .results = request.results,
                                .counters = std::vector<std::string>()},
                    .key = key,
                    .placement = placement};
  untransformed.key.schedule.clear();
  return untransformed;
}

std::string Job::claimKey() const {
  std::string text = key.program.hex() + key.schedule;
  for (const std::string &name : counters())
    text += "\n" + name;
  return isKept() ? text : text + "#" + std::to_string(serial);
}

std::string Job::foreignCode() const {
  return hasForeignCode() ? key.program.hex() + key.schedule : "";
}

Measurement JobObject::failedMeasurement() const {
  Measurement measurement;
  measurement.status = kernel.status;
  measurement.message = kernel.message;
  measurement.phases = kernel.phases;
  return measurement;
}

void addCompilePhases(Measurement &measurement, const PhaseTimes &phases) {
  measurement.phases.transformMs = phases.transformMs;
  measurement.phases.lowerMs = phases.lowerMs;
  measurement.phases.compileMs = phases.compileMs;
}

Pipeline::Pipeline(const ExecutionOptions &options, ExecData &timings,
                   ExecutionCounters &executionCounters)
    : protocol(options.protocol), memoryLimitBytes(options.memoryLimitBytes),
      quietSeconds(options.quietBaselineSeconds), waiting(options.waiting),
      threads(options.threads),
      nonce(uint64_t(std::random_device()()) << 32 | std::random_device()()),
      data(timings), counters(executionCounters) {}

llvm::Expected<std::unique_ptr<Pipeline>>
Pipeline::create(const ExecutionOptions &options,
                 const DeviceDescription &device, ExecData &data,
                 ExecutionCounters &counters) {
  std::unique_ptr<Pipeline> pipeline(new Pipeline(options, data, counters));
  MLIRGYM_TRY_TO(pipeline->startUp(options, device));
  return pipeline;
}

llvm::Error Pipeline::startUp(const ExecutionOptions &options,
                              const DeviceDescription &onto) {
  MLIRGYM_TRY(auto cacheOptions,
              KernelCacheOptions::fromEnvironment(options.cacheDir));
  if (!options.cacheOnDisk)
    cacheOptions.directory.clear();
  MLIRGYM_TRY(kernels, KernelCache::open(std::move(cacheOptions)));

  MLIRGYM_TRY(auto plan, CorePlan::make(options.threads));
  MLIRGYM_TRY(workerProgram, worker::findWorker(options.workerPath));
  auto program = llvm::MemoryBuffer::getFile(workerProgram);
  if (!program)
    return executionError("{0}: cannot be read: {1}; make it readable, or give "
                          "another worker program (MLIRGYM_WORKER)",
                          workerProgram, program.getError().message());
  compilerId =
      toolchainId() + " " +
      contentHash({(*program)->getBufferStart(), (*program)->getBufferSize()});

  worker::WorkerOptions process;
  process.path = workerProgram;
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.target = onto.target;
  // The number of instructions does not depend on other processes.
  const bool takesTimes = onto.metric == Metric::Nanoseconds;
  worker::QuietGate *quiet = plan.shared && takesTimes ? &gate : nullptr;

  loader = SandboxedLoader({.timeoutMs = options.compileTimeoutMs,
                            .memoryLimitBytes = options.memoryLimitBytes,
                            .workerPath = workerProgram,
                            .interrupted = options.interrupted});
  process.cpus = plan.compiling;
  process.timeoutMs = options.compileTimeoutMs;
  unsigned numCompilers = options.compileWorkers;
  if (numCompilers == 0)
    numCompilers = static_cast<unsigned>(plan.compiling.size());
  compilers =
      std::make_unique<worker::CompilePool>(numCompilers, process, quiet);

  deviceOptions = {.threads = options.threads,
                   .workerPath = workerProgram,
                   .memoryLimitBytes = options.memoryLimitBytes,
                   .timeoutMs = options.runTimeoutMs,
                   .cpus = plan.measuring,
                   .counters = options.counters,
                   .gate = quiet,
                   .waiting = options.waiting};
  MLIRGYM_TRY(runs, Device::open(onto, deviceOptions));
  // The same key never denotes two forms of code.
  if (onto.code)
    compilerId += *onto.code == LoweringStage::Llvm ? " llvm" : " assembly";
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<Device>> Pipeline::deviceFor(const Job &job) {
  // A device that measures no time returns the same counters for every request.
  if (job.counters() == llvm::ArrayRef(deviceOptions.counters) ||
      runs->metric() != Metric::Nanoseconds)
    return runs;
  std::lock_guard lock(othersMutex);
  if (auto known = others.find(*job.request.counters); known != others.end())
    return known->second;
  // Each is a process. A process that runs a kernel is closed afterwards.
  constexpr size_t most = 4;
  if (others.size() >= most) {
    for (const auto &[names, device] : others)
      closedRestarts += device->restarts();
    others.clear();
  }
  DeviceOptions with = deviceOptions;
  with.counters = *job.request.counters;
  MLIRGYM_TRY(auto opened, Device::open(runs->description(), with));
  return others[with.counters] = std::move(opened);
}

uint64_t Pipeline::othersRestarts() const {
  std::lock_guard lock(othersMutex);
  uint64_t sum = closedRestarts;
  for (const auto &[names, device] : others)
    sum += device->restarts();
  return sum;
}

llvm::Expected<worker::KernelOutcome>
Pipeline::runOnDevice(const Job &job, const worker::ProgramData &programData,
                      const worker::MemoryFile &object,
                      const worker::KernelRun &kernel, StopCheck &stop) {
  MLIRGYM_TRY(auto device, deviceFor(job));
  auto outcome = device->run(programData, object, kernel, &stop);
  if (outcome && kernel.time && outcome->measurement.ok())
    outcome->measurement.counters =
        timingsOf(job).inOrder(std::move(outcome->measurement.counters));
  return outcome;
}

Answer Pipeline::run(const Job &job, StopCheck &stop) {
  if (job.isBaseline() && job.isKept() &&
      job.counters() == llvm::ArrayRef(deviceOptions.counters))
    return makeReady(job, stop).baseline;
  return finish(job, compile(job, stop), stop);
}

/// Features, and the triple if it differs from this machine's.
static std::string featuresInKey(const Target &target) {
  return target.triple == Target::host().triple
             ? target.features
             : target.triple + "," + target.features;
}

KernelKey Pipeline::keyOf(const Job &job) const {
  const Target &target = runs->target();
  return KernelKey::of(job.program(), job.key.schedule, job.script, compilerId,
                       target.cpu, featuresInKey(target));
}

KernelFacts Pipeline::factsOf(const Job &job) const {
  const Target &target = runs->target();
  const Program &program = job.program();
  return {.program = program.name().str(),
          .payload = job.request.payload().str(),
          .schedule = job.key.schedule,
          .script = job.script,
          .entry = program.entry().str(),
          .arguments = program.arguments().vec(),
          .toolchain = compilerId,
          .cpu = target.cpu,
          .features = featuresInKey(target),
          .threads = threads};
}

/// Equal code is timed once, but as foreign code by itself.
static std::string hashOf(const Job &job, llvm::ArrayRef<char> object) {
  std::string hash = contentHash(object);
  if (!job.isForeign())
    return hash;
  const std::string foreign = hash + guestKeySuffix.str();
  return contentHash(llvm::ArrayRef(foreign.data(), foreign.size()));
}

JobObject Pipeline::compile(const Job &job, StopCheck &stop) {
  const KernelKey key = keyOf(job);
  JobObject result;
  if (stop.requested()) {
    result.failed = Answer::interruption();
    return result;
  }
  if (KernelBytes bytes = job.isKept() ? kernels->lookup(key) : nullptr) {
    auto object = worker::MemoryFile::create("mlirgym-object", *bytes);
    if (!object) {
      result.failed = Answer::failure(object.takeError());
      return result;
    }
    ++counters.kernelCacheHits;
    result.kernel.object = std::move(*object);
    result.hash = hashOf(job, *bytes);
    return result;
  }
  auto kernel = compileAnew(job, stop);
  if (!kernel) {
    result.failed = Answer::failure(kernel.takeError());
    return result;
  }
  ++counters.compiled;
  result.kernel = std::move(*kernel);
  if (result.kernel.status == Status::Ok) {
    if (job.isKept())
      kernels->store(key, result.kernel.object.bytes(), factsOf(job));
    result.hash = hashOf(job, result.kernel.object.bytes());
  }
  return result;
}

llvm::Expected<worker::CompiledKernel> Pipeline::compileAnew(const Job &job,
                                                             StopCheck &stop) {
  if (job.substitution) {
    MLIRGYM_TRY(auto linked,
                job.substitution->compile(job.request.program,
                                          job.request.schedule, stop));
    if (linked)
      return std::move(*linked);
  }
  const std::optional<LoweringStage> code = runs->description().code;
  auto kernel = lower(job, code, stop);
  if (!kernel || kernel->status != Status::Ok || !job.request.libraries)
    return kernel;
  if (code)
    return executionError("{0}: its compiler takes no shared libraries; leave "
                          "them out",
                          runs->id());
  MLIRGYM_TRY(kernel->object,
              job.request.libraries->linkWith(kernel->object.bytes()));
  return kernel;
}

static void addPhases(PhaseTimes &to, const PhaseTimes &more) {
  to.transformMs += more.transformMs;
  to.lowerMs += more.lowerMs;
  to.compileMs += more.compileMs;
}

static llvm::StringRef textOf(const worker::MemoryFile &file) {
  llvm::ArrayRef<char> bytes = file.bytes();
  return {bytes.data(), bytes.size()};
}

llvm::Expected<worker::CompiledKernel> Pipeline::applyPasses(const Job &job,
                                                             StopCheck &stop) {
  const llvm::StringRef entry = job.program().entry();
  worker::CompiledKernel scheduled;
  if (!job.script.empty()) {
    auto made = compilers->compile(job.request.payload(), entry, job.script,
                                   LoweringStage::Scheduled, &stop);
    if (!made || made->status != Status::Ok)
      return made;
    scheduled = std::move(*made);
  }
  auto changed = compilers->compile(
      scheduled.object.valid() ? textOf(scheduled.object)
                               : job.request.payload(),
      entry, job.request.passes, LoweringStage::Scheduled, &stop);
  if (!changed)
    return changed;
  addPhases(changed->phases, scheduled.phases);
  if (changed->status == Status::LoweringFailed)
    changed->status = Status::TransformFailed;
  return changed;
}

llvm::Expected<worker::CompiledKernel>
Pipeline::lower(const Job &job, std::optional<LoweringStage> stage,
                StopCheck &stop) {
  const llvm::StringRef entry = job.program().entry();
  if (job.request.passes.empty())
    return compilers->compile(job.request.payload(), entry, job.script, stage,
                              &stop);
  auto changed = applyPasses(job, stop);
  if (!changed || changed->status != Status::Ok ||
      stage == LoweringStage::Scheduled)
    return changed;
  auto module = [&] {
    std::lock_guard lock(loaderMutex);
    return loader.loadModule(textOf(changed->object), job.program(),
                             "the IR after the passes");
  }();
  if (llvm::Error error = module.takeError()) {
    if (!error.isA<ProgramError>())
      return std::move(error);
    changed->status = Status::TransformFailed;
    changed->message = llvm::toString(std::move(error));
    return changed;
  }
  auto lowered =
      compilers->compile(module->text, entry, /*script=*/"", stage, &stop);
  if (lowered)
    addPhases(lowered->phases, changed->phases);
  return lowered;
}

Answer Pipeline::store(const Job &job, Measurement measurement,
                       llvm::StringRef objectHash, bool fromOutside,
                       StopCheck &stop, const Measurement *replaced) {
  measurement.metric = job.key.metric; // also for a failure
  if (!job.isKept())
    return {measurement, ""};
  if (fromOutside) { // twice: see SecondChance
    measurement.message += "; this is not stored: measure it again";
    return {measurement, ""};
  }
  ExecDataProvenance provenance;
  provenance.programName = job.program().name().str();
  provenance.objectHash = objectHash.str();
  provenance.operations =
      static_cast<unsigned>(job.program().operations().size());
  auto settled = timingsOf(job).settle(job.key, std::move(measurement),
                                       provenance, replaced, &stop);
  if (!settled)
    return Answer::failure(settled.takeError());
  return {std::move(*settled), ""};
}

/// The measurement of a program for which no inputs can distinguish schedules.
static Measurement uncheckable(const std::string &why) {
  Measurement measurement;
  measurement.status = Status::WrongResult;
  measurement.message = why;
  return measurement;
}

/// A schedule that takes too long is slow; an untransformed program that does
/// so needs a longer limit.
static Measurement withAdvice(Measurement baseline) {
  if (baseline.status == Status::TimedOut)
    baseline.message += "; give it more time (--timeout, in Python "
                        "compile_timeout_ms and run_timeout_ms)";
  return baseline;
}

Pipeline::Ready Pipeline::makeReady(const Job &job, StopCheck &stop) {
  // The context of a job that stores nothing must not have a stored baseline.
  std::shared_ptr<ProgramContext> context =
      (job.isKept() ? contexts : otherContexts).get(job.program().key());
  Job untransformed = job.baseline();
  untransformed.request.counters = deviceOptions.counters;
  Answer baseline = makeReady(*context, untransformed, stop);
  return {std::move(baseline), std::move(context)};
}

Answer Pipeline::makeReady(ProgramContext &context, const Job &job,
                           StopCheck &stop) {
  std::unique_lock lock(context.mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return Answer::interruption();
  if (context.ready &&
      (!job.isKept() || context.protocol == job.key.protocol) &&
      !awaitsQuiet(job, context.baseline)) {
    Answer known{context.baseline, ""};
    known.measurement.cacheHit = true;
    known.measurement.phases = {};
    return known;
  }
  auto known = job.isKept() ? timingsOf(job).lookup(job.key)
                            : std::optional<Measurement>();
  if (!known)
    return Answer::failure(known.takeError());
  // A failure is not tried again; if the time is stored, this process may still
  // lack the reference.
  if (*known && (context.ready || !(*known)->ok()) &&
      !awaitsQuiet(job, **known))
    return {**known, ""};

  JobObject object = compile(job, stop);
  if (object.failed.failed())
    return object.failed;
  if (object.kernel.status != Status::Ok)
    return store(job, withAdvice(object.failedMeasurement()), "",
                 object.kernel.fromOutside, stop);
  if (llvm::Error error = requireMemory(job.program(), memoryLimitBytes))
    return Answer::failure(std::move(error));
  auto prepared = compilers->prepare(job.program(), &stop);
  if (!prepared)
    return Answer::failure(prepared.takeError());
  if (prepared->outcome == worker::PreparedData::Outcome::Unusable)
    return store(job, uncheckable(prepared->message), object.hash, false, stop);
  // Without a reference, the outputs of the untransformed program are used.
  const bool isOwnReference = !prepared->data;
  auto programData =
      isOwnReference
          ? worker::ProgramData::create(job.program())
          : llvm::Expected<worker::ProgramData>(std::move(*prepared->data));
  if (!programData)
    return Answer::failure(programData.takeError());
  worker::KernelRun kernel;
  kernel.entry = job.program().entry();
  kernel.makeReference = isOwnReference;
  kernel.time = !*known;
  kernel.protocol = protocol;
  kernel.placement = job.placement;
  auto outcome =
      runOnDevice(job, *programData, object.kernel.object, kernel, stop);
  if (!outcome)
    return Answer::failure(outcome.takeError());
  if (kernel.time)
    ++counters.measured;
  Measurement measurement = withAdvice(outcome->measurement);
  addCompilePhases(measurement, object.kernel.phases);
  if (!measurement.ok()) {
    if (*known) // do not replace a stored timing by a contradicting failure
      return {measurement, ""};
    return store(job, measurement, object.hash, outcome->fromOutside, stop);
  }
  measurement.message =
      (isOwnReference ? "checked against its own compiled code only: " : "") +
      prepared->message;
  if (isOwnReference)
    if (llvm::Error error =
            programData->setReference(std::move(outcome->reference)))
      return Answer::failure(std::move(error));
  Answer answer = *known ? Answer{**known, ""}
                         : store(job, measurement, object.hash, false, stop);
  // Another process may have stored a failure in the meantime.
  if (answer.failed() || !answer.measurement.ok())
    return answer;
  context.sizeBytes = programData->sizeBytes();
  context.data = std::move(*programData);
  if (awaitsQuiet(job, answer.measurement)) {
    answer = timeUntilQuiet(context, job, object, answer.measurement, stop);
    if (answer.failed() || !answer.measurement.ok())
      return answer;
  }
  context.baseline = answer.measurement;
  if (!context.ready) // others may read it from then on
    context.objectHash = object.hash;
  context.protocol = job.key.protocol;
  context.ready = true;
  return answer;
}

bool Pipeline::awaitsQuiet(const Job &job, const Measurement &stored) const {
  if (quietSeconds <= 0 || !job.isBaseline() || !job.isKept() ||
      job.counters() != llvm::ArrayRef(deviceOptions.counters) ||
      !stored.ok() || !stored.noisy)
    return false;
  std::lock_guard lock(quietMutex);
  return !timedUntilQuiet.contains(job.claimKey());
}

Answer Pipeline::timeUntilQuiet(const ProgramContext &context, const Job &job,
                                const JobObject &object,
                                const Measurement &stored, StopCheck &stop) {
  worker::KernelRun kernel;
  kernel.entry = job.program().entry();
  kernel.protocol = protocol;
  kernel.placement = job.placement;
  Measurement best = stored;
  const Stopwatch taken;
  while (best.noisy && taken.seconds() < quietSeconds) {
    const Stopwatch attempt;
    auto outcome =
        runOnDevice(job, *context.data, object.kernel.object, kernel, stop);
    if (!outcome)
      return Answer::failure(outcome.takeError());
    ++counters.measured;
    if (!outcome->measurement.ok())
      break; // do not replace a stored timing by a contradicting failure
    if (outcome->measurement.uncertainty < best.uncertainty)
      best = std::move(outcome->measurement);
    if (best.noisy)
      std::this_thread::sleep_for(StopCheck::pause / 2);
    waiting.waited(attempt.seconds(), [&] {
      return llvm::formatv("the time of {0} is uncertain by {1:f0} %",
                           job.program().name(), best.uncertainty * 100)
          .str();
    });
  }
  {
    std::lock_guard lock(quietMutex);
    timedUntilQuiet.insert(job.claimKey());
  }
  if (best.uncertainty >= stored.uncertainty)
    return {stored, ""};
  best.message = stored.message; // of the reference
  addCompilePhases(best, object.kernel.phases);
  return store(job, std::move(best), object.hash, /*fromOutside=*/false, stop,
               &stored);
}

std::optional<Answer> Pipeline::answerOfEqualObject(const Job &job,
                                                    llvm::StringRef hash,
                                                    StopCheck &stop) {
  if (!job.isKept())
    return std::nullopt;
  auto equal = timingsOf(job).lookupObject(job.key, hash);
  if (!equal)
    return Answer::failure(equal.takeError());
  if (!*equal)
    return std::nullopt;
  return storeEqual(job, std::move(**equal), hash, stop);
}

Answer Pipeline::storeEqual(const Job &job, Measurement equal,
                            llvm::StringRef hash, StopCheck &stop) {
  ++counters.cacheHits;
  equal.phases = {};
  Answer answer = store(job, std::move(equal), hash, false, stop);
  answer.measurement.cacheHit = true;
  return answer;
}

llvm::Expected<worker::KernelOutcome>
Pipeline::runVerified(const Job &job, ProgramContext &context,
                      const worker::MemoryFile &object,
                      worker::KernelRun kernel, StopCheck &stop) {
  if (!job.isForeign())
    return runOnDevice(job, *context.data, object, kernel, stop);
  kernel.foreign = job.foreignCode();
  {
    std::unique_lock lock(context.mutex, std::defer_lock);
    if (!lockUnlessStopped(lock, stop))
      return llvm::make_error<InterruptedError>();
    if (!context.newData && !context.hasNoNewData) {
      MLIRGYM_TRY(auto prepared,
                  compilers->prepare(job.program(), &stop, nonce));
      // Where the evaluator cannot tell, the known inputs are used.
      context.hasNoNewData = !prepared.data;
      context.newData = std::move(prepared.data);
    }
  }
  const worker::ProgramData &inputs =
      context.newData ? *context.newData : *context.data;
  if (!runs->description().isHost())
    return runOnDevice(job, inputs, object, kernel, stop);
  const JobObject own = compile(job.baseline(), stop);
  if (own.failed.failed())
    return own.failed.take().takeError();
  if (own.kernel.status != Status::Ok)
    return executionError("{0}: cannot be compiled again: {1}",
                          job.program().name(), own.kernel.message);
  kernel.own = &own.kernel.object;
  // Short calls and large arguments take up to so much longer in a guest, and
  // the baseline is of our own process.
  constexpr double mostSlowdown = 3.5;
  kernel.known.baselineNs *= mostSlowdown;
  auto outcome = runOnDevice(job, inputs, object, kernel, stop);
  if (!outcome)
    return outcome;
  refuseImpossible(outcome->measurement, job.program(), threads);
  // It is about this run: the code may be right.
  outcome->fromOutside |= outcome->measurement.status == Status::Suspicious;
  return outcome;
}

Answer Pipeline::finish(const Job &job, JobObject object, StopCheck &stop) {
  if (object.failed.failed())
    return object.failed;
  if (object.kernel.status != Status::Ok)
    return store(job, object.failedMeasurement(), "", object.kernel.fromOutside,
                 stop);

  if (std::optional<Answer> equal = answerOfEqualObject(job, object.hash, stop))
    return std::move(*equal);

  auto [baseline, context] = makeReady(job, stop);
  if (baseline.failed())
    return baseline;
  if (!baseline.measurement.ok()) {
    // There is no reference: this is stored as a failure of the program.
    Measurement measurement;
    measurement.status = baseline.measurement.status;
    measurement.message =
        "the untransformed program fails: " + baseline.measurement.message;
    return {measurement, ""};
  }
  // Counters belong to one key: see CountedTimings::lookupObject().
  if (job.isKept() && job.counters().empty() &&
      object.hash == context->objectHash)
    return storeEqual(job, baseline.measurement, object.hash, stop);

  worker::KernelRun kernel;
  kernel.entry = job.program().entry();
  kernel.known.baselineNs = context->baseline.medianNs;
  // All speedups depend on a baseline, and what is forgotten is for a
  // comparison.
  const bool mayBeBeaten =
      job.isKept() && !job.isBaseline() && !job.isForeign();
  if (mayBeBeaten)
    kernel.known.fastestNs = context->fastestNs;
  kernel.protocol = protocol;
  kernel.placement = job.placement;
  auto outcome = runVerified(job, *context, object.kernel.object, kernel, stop);
  if (!outcome)
    return Answer::failure(outcome.takeError());
  ++counters.measured;
  addCompilePhases(outcome->measurement, object.kernel.phases);
  if (outcome->measurement.ok()) {
    if (mayBeBeaten)
      context->noteSchedule(outcome->measurement.medianNs);
    outcome->measurement.message = context->baseline.message; // how far checked
  }
  // All speedups of the program depend on its stored baseline.
  if (job.isBaseline() && job.isKept() && !outcome->measurement.ok())
    return {outcome->measurement, ""};
  return store(job, outcome->measurement, object.hash, outcome->fromOutside,
               stop);
}

} // namespace mlirgym
