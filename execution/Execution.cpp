#include "execution/Execution.h"
#include "actions/ScheduleLimits.h"
#include "execution/Cluster.h"
#include "execution/CodeSubstitution.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/KernelOutputs.h"
#include "execution/KernelRunner.h"
#include "execution/ProgramModule.h"
#include "execution/batch/Batch.h"
#include "execution/batch/Claims.h"
#include "execution/batch/CountedTimings.h"
#include "execution/batch/MemoryNeeds.h"
#include "execution/batch/PairedMeasuring.h"
#include "execution/batch/Pipeline.h"
#include "execution/batch/RemoteMeasuring.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "execution/execdata/ExecData.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Placement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Triple.h"
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

namespace mlirgym {

struct Execution::Impl {
  ExecutionOptions options;
  const pid_t creator = ::getpid();
  DeviceDescription device;
  std::string machine, toolchain, protocol;
  ExecutionCounters counters;
  std::unique_ptr<ExecData> data;
  std::unique_ptr<Pipeline> pipeline;      ///< not in replay or with a cluster
  std::unique_ptr<RemoteMeasuring> remote; ///< with a cluster
  Claims claims;
  mutable std::mutex forgottenMutex; ///< guards the next one
  std::set<ProgramKey> forgotten;
  std::mutex runnerMutex; ///< guards the next
  std::shared_ptr<KernelRunner> runner;

  llvm::Error startUp();
  llvm::Expected<std::shared_ptr<KernelRunner>> kernelRunner();
  /// Errors: ExecutionError in a process that fork() created from the creator.
  llvm::Error requireOwnProcess() const;
  /// Errors: ExecutionError without a pipeline. `does`: "runs", in the message.
  llvm::Error requirePipeline(llvm::StringRef does) const;

  /// The job and its key; addScript() adds the code to run. Errors:
  /// ExecutionError for a request whose code cannot be substituted, or with an
  /// unknown counter.
  llvm::Expected<Job> jobOf(ExecutionRequest request) const;
  llvm::Error addScript(Job &job) const;
  /// The same without a substitution.
  Job ownJobOf(ExecutionRequest request) const;
  /// Sets the arguments that stay on the device, if it has memory of its own.
  llvm::Error place(Job &job) const;
  Results resultsOf(const ExecutionRequest &request) const;
  /// Lets the job run the replacement code, if there is any.
  llvm::Error substitute(Job &job) const;
  /// Gives foreign code a key of its own.
  void nameForeign(Job &job) const;
  /// The stored timing, or the job to run.
  llvm::Expected<std::variant<Measurement, Job>>
  prepare(llvm::Expected<Job> job, StopCheck &stop);
  llvm::Expected<Measurement>
  measure(llvm::Expected<std::variant<Measurement, Job>> prepared,
          StopCheck &stop);
  /// Calls the kernel once; with a protocol, times further calls.
  llvm::Expected<KernelResult> call(const ExecutionRequest &request,
                                    llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                                    std::optional<MeasureProtocol> timing,
                                    LaterCalls laterCalls);
  /// With MLIRGYM_ALWAYS_COMPILE, compiles a job whose timing is stored.
  /// Returns the failure if that is no longer possible.
  llvm::Expected<std::optional<Measurement>> compileStored(Job &job,
                                                           StopCheck &stop);
  /// The stored timing that answers a job, if there is one.
  llvm::Expected<std::optional<Measurement>> stored(const Job &job);
  /// The answer if it was stored since prepare(). Requires: the job's claim.
  std::optional<Answer> lookAgain(const Job &job);
  /// Counts an answer. Returns it.
  llvm::Expected<Measurement> counted(llvm::Expected<Measurement> answer);
  llvm::Expected<Measurement> answer(const Job &job, StopCheck &stop);
  /// The answer of a claim that another caller owns; if that caller was
  /// interrupted, `job` runs here.
  llvm::Expected<Measurement> join(const Claim &claim, const Job &job,
                                   StopCheck &stop);
};

static llvm::Error checkTimeout(double timeoutMs, llvm::StringRef of) {
  constexpr double mostMs = 30 * 86'400'000.0;
  if (timeoutMs > 0 && timeoutMs <= mostMs) // false for NaN
    return llvm::Error::success();
  return executionError("a timeout of {0} ms for {1} one schedule; use more "
                        "than 0 and at most {2:f0} (30 days)",
                        timeoutMs, of, mostMs);
}

static llvm::Error checkProtocol(const MeasureProtocol &protocol) {
  if (protocol.minRepeats > 0)
    return llvm::Error::success();
  return executionError("a protocol of at least 0 repeats; use 1 or more");
}

static llvm::Error checkOptions(const ExecutionOptions &options) {
  if (options.cluster && options.replay)
    return executionError("a replay measures nothing, also not on a cluster; "
                          "choose one of them");
  if (options.cluster && options.substitution)
    return executionError("kernels are substituted on this machine alone; "
                          "leave the cluster or the substitution out");
  if (options.replay && options.remeasure)
    return executionError("a replay measures nothing again; choose one of "
                          "replay and remeasure");
  constexpr double mostSeconds = 30 * 86'400.0;
  if (!(options.quietBaselineSeconds >= 0 &&
        options.quietBaselineSeconds <= mostSeconds)) // true for NaN
    return executionError("{0} s to wait for quiet baselines; use 0 to {1:f0} "
                          "(30 days)",
                          options.quietBaselineSeconds, mostSeconds);
  if (options.replay && options.quietBaselineSeconds > 0)
    return executionError("a replay measures no baseline again; choose one of "
                          "replay and quiet baselines");
  if (options.recordedOn && !options.replay)
    return executionError("this machine measures, not the one of stored "
                          "timings; leave recordedOn out, or replay them");
  MLIRGYM_TRY_TO(checkTimeout(options.compileTimeoutMs, "compiling"));
  MLIRGYM_TRY_TO(checkTimeout(options.runTimeoutMs, "running"));
  return checkProtocol(options.protocol);
}

llvm::Error Execution::Impl::requireOwnProcess() const {
  const pid_t here = ::getpid();
  if (here == creator)
    return llvm::Error::success();
  // A child must not use its parent's connections to SQLite, and would share
  // the parent's lock on the measuring bench.
  return executionError("an execution of process {0} in process {1}, which was "
                        "forked from it; create a new Execution after fork",
                        creator, here);
}

llvm::Error Execution::Impl::requirePipeline(llvm::StringRef does) const {
  if (pipeline)
    return llvm::Error::success();
  if (remote)
    return executionError("this execution measures on a cluster and {0} "
                          "nothing here; make an execution without a cluster",
                          does);
  return executionError("replay has recorded timings only and {0} nothing; "
                        "make an execution without replay",
                        does);
}

/// A device of the machines of a cluster.
static llvm::Expected<DeviceDescription>
describe(const ExecutionOptions &options, const Cluster &cluster) {
  if (options.device == "host")
    return DeviceDescription{.id = options.device,
                             .target = cluster.target,
                             .identity = cluster.machine};
  MLIRGYM_TRY(auto device,
              Device::describe(options.device, options.deviceFeatures));
  if (device.machine() != cluster.machine)
    return executionError("{0} is {1} here and {2} on the cluster; use the "
                          "same mlirgym and the same device on all machines",
                          options.device, device.machine(), cluster.machine);
  return device;
}

/// The protocol of a metric other than time, which no option changes.
static constexpr llvm::StringLiteral countingProtocol = "count-1";

llvm::Error Execution::Impl::startUp() {
  MLIRGYM_TRY_TO(checkOptions(options));
  MLIRGYM_TRY(device,
              options.cluster
                  ? describe(options, *options.cluster)
                  : Device::describe(options.device, options.deviceFeatures));
  if (!device.isHost() && options.substitution)
    return executionError("{0}: kernels are substituted on this machine alone; "
                          "leave the device or the substitution out",
                          device.id);
  if (isNarrowerHost(device) && options.substitution)
    return executionError("host: the code that is substituted for kernels is "
                          "made for all of this machine; leave the features "
                          "'{0}' or the substitution out",
                          options.deviceFeatures);
  if (!options.resident.empty() && !device.hasOwnMemory())
    return executionError("{0}: has no memory of its own, in which {1} could "
                          "stay; choose emulated:N or cuda:N, or leave out "
                          "what is resident",
                          device.id, llvm::join(options.resident, ","));
  ExecData::Options files;
  files.file = options.execDataFile;
  files.mains = options.mainExecData;
  files.anyMachine = options.anyMachine;
  files.readOnly = options.replay && !options.execDataFile.empty();
  files.onlyNew = options.remeasure;
  MLIRGYM_TRY(data, ExecData::open(std::move(files)));
  if (auto events = CounterEvent::parseAll(options.counters); !events)
    return events.takeError();

  machine = device.machine();
  toolchain = toolchainId();
  protocol = device.metric == Metric::Nanoseconds ? options.protocol.id()
                                                  : countingProtocol.str();
  if (options.replay) {
    if (options.recordedOn)
      device.target = *options.recordedOn;
    return llvm::Error::success();
  }
  if (options.cluster) {
    remote =
        std::make_unique<RemoteMeasuring>(*options.cluster, *data, counters);
    return llvm::Error::success();
  }

  MLIRGYM_TRY(pipeline, Pipeline::create(options, device, *data, counters));
  options.workerPath = pipeline->workerPath();
  return llvm::Error::success();
}

llvm::Error Execution::Impl::addScript(Job &job) const {
  const bool forOneThread =
      options.threads == 1 && !llvm::Triple(device.target.triple).isNVPTX();
  return job.request.transformScript(forOneThread).moveInto(job.script);
}

/// Scripts are not schedules; their timings are stored under a separate name.
static std::string keyTextOfScript(llvm::StringRef script) {
  return scriptKeyPrefix.str() +
         contentHash(llvm::ArrayRef(script.data(), script.size()));
}

static std::string keyTextOfCode(const ExecutionRequest &request) {
  if (request.module)
    return "module:" + request.module->hash;
  if (!request.script.empty())
    return keyTextOfScript(request.script);
  return request.schedule.canonical().text();
}

Results Execution::Impl::resultsOf(const ExecutionRequest &request) const {
  std::lock_guard lock(forgottenMutex);
  return forgotten.contains(request.program->key()) ? Results::Forgotten
                                                    : request.results;
}

/// The text of a schedule begins with a tag ("op1: ..."), never with "script:",
/// "module:", "lowered:", "substituted:" or "foreign:".
static std::string keyTextOf(const ExecutionRequest &request) {
  std::string code = keyTextOfCode(request);
  if (!request.isLoweredByCaller())
    return code;
  code += "\n" + request.passes;
  if (request.libraries)
    code += "\n" + request.libraries->hash();
  return "lowered:" + contentHash(llvm::ArrayRef(code.data(), code.size()));
}

/// True if calls change their inputs: this machine then times them on copies.
static bool changesInputs(const Program &program) {
  return llvm::any_of(program.arguments(), [](const Argument &argument) {
    return argument.isInput && argument.isOutput;
  });
}

Job Execution::Impl::ownJobOf(ExecutionRequest request) const {
  const Program &program = *request.program;
  const bool onCopies = device.isHost() && changesInputs(program);
  ExecDataKey key = {.program = program.key(),
                     .schedule = keyTextOf(request),
                     .machine = machine,
                     .toolchain = toolchain,
                     .protocol = protocol + (onCopies ? " copies" : ""),
                     .threads = options.threads,
                     .metric = device.metric};
  request.results = resultsOf(request);
  if (!request.counters)
    request.counters = options.counters;
  return {.request = std::move(request), .key = std::move(key)};
}

llvm::Error Execution::Impl::place(Job &job) const {
  if (!device.hasOwnMemory())
    return llvm::Error::success();
  auto placement = Placement::of(job.program(), options.resident);
  if (!placement)
    return executionError("{0}", llvm::toString(placement.takeError()));
  job.placement = std::move(*placement);
  if (job.placement.any())
    job.key.protocol += " resident " + job.placement.text();
  return llvm::Error::success();
}

llvm::Error Execution::Impl::substitute(Job &job) const {
  const ExecutionRequest &request = job.request;
  const std::string other = options.substitution->keyOf(*request.program);
  if (other.empty())
    return llvm::Error::success();
  if (request.module || !request.script.empty() || request.isLoweredByCaller())
    return executionError(
        "{0}: kernels of {1} cannot be substituted; give a schedule",
        request.program->name(),
        request.module            ? "a module"
        : !request.script.empty() ? "a transform script"
                                  : "a lowering of the caller's own");
  const std::string text = other + " " + job.key.schedule;
  job.key.schedule =
      "substituted:" + contentHash(llvm::ArrayRef(text.data(), text.size()));
  job.substitution = options.substitution;
  return llvm::Error::success();
}

void Execution::Impl::nameForeign(Job &job) const {
  if (!device.isHost() || !job.isForeign())
    return;
  if (!job.hasForeignCode())
    job.key.schedule = "foreign:" + job.key.schedule;
  job.key.schedule += guestKeySuffix;
}

llvm::Expected<Job> Execution::Impl::jobOf(ExecutionRequest request) const {
  if (request.libraries && !device.isHost())
    return executionError("{0}: its shared libraries are of this machine, and "
                          "kernels run on {1}; leave one of them out",
                          request.program->name(), device.id);
  if (options.cluster && request.isLoweredByCaller())
    return executionError("{0}: a lowering of the caller's own is not measured "
                          "on a cluster; make an execution without a cluster",
                          request.program->name());
  if (request.counters)
    if (auto events = CounterEvent::parseAll(*request.counters); !events)
      return events.takeError();
  Job job = ownJobOf(std::move(request));
  MLIRGYM_TRY_TO(place(job));
  if (options.substitution)
    MLIRGYM_TRY_TO(substitute(job));
  nameForeign(job);
  return job;
}

static Measurement notCached(llvm::ArrayRef<std::string> counters) {
  Measurement absent;
  absent.status = Status::NotCached;
  absent.message = "not in the exec data";
  if (!counters.empty())
    absent.message += " with the counters " + llvm::join(counters, ", ");
  return absent;
}

llvm::Expected<std::optional<Measurement>>
Execution::Impl::compileStored(Job &job, StopCheck &stop) {
  if (!pipeline || !pipeline->kernelCache().options().alwaysCompile)
    return std::nullopt;
  MLIRGYM_TRY_TO(addScript(job));
  JobObject object = pipeline->compile(job, stop);
  if (object.failed.failed())
    return object.failed.take().takeError();
  if (object.kernel.status == Status::Ok)
    return std::nullopt;
  return object.failedMeasurement();
}

llvm::Expected<std::variant<Measurement, Job>>
Execution::Impl::prepare(llvm::Expected<Job> made, StopCheck &stop) {
  if (!made)
    return made.takeError();
  MLIRGYM_TRY_TO(requireOwnProcess());
  Job &job = *made;
  job.serial = ++counters.requests;
  job.askedAt = claims.published();
  MLIRGYM_TRY(auto known, stored(job));
  if (known) {
    MLIRGYM_TRY(auto failed, compileStored(job, stop));
    if (failed)
      return std::move(*failed);
    ++counters.cacheHits;
    return std::move(*known);
  }
  // Also in a replay: an illegal schedule is always an error of the caller.
  MLIRGYM_TRY_TO(addScript(job));
  if (options.replay)
    return notCached(job.counters());
  return std::move(job);
}

llvm::Expected<std::optional<Measurement>>
Execution::Impl::stored(const Job &job) {
  if (!job.isKept())
    return std::nullopt;
  auto known = CountedTimings(*data, job.counters()).lookup(job.key);
  if (known && *known && pipeline && pipeline->awaitsQuiet(job, **known))
    return std::nullopt;
  return known;
}

llvm::Expected<Measurement>
Execution::Impl::counted(llvm::Expected<Measurement> answer) {
  if (answer && answer->ok()) {
    ++counters.timed;
    counters.noisy += answer->noisy ? 1 : 0;
  }
  return answer;
}

std::optional<Answer> Execution::Impl::lookAgain(const Job &job) {
  if (claims.published() == job.askedAt)
    return std::nullopt;
  auto known = stored(job);
  if (!known)
    return Answer::failure(known.takeError());
  if (!*known)
    return std::nullopt;
  ++counters.cacheHits;
  return Answer{std::move(**known), ""};
}

llvm::Expected<Measurement>
Execution::Impl::join(const Claim &claim, const Job &job, StopCheck &stop) {
  std::optional<Answer> joined = claim.wait(stop);
  if (!joined)
    return Answer::interruption().take();
  if (joined->interrupted)
    return stop.requested() ? joined->take() : answer(job, stop);
  if (!joined->failed()) {
    ++counters.cacheHits;
    joined->measurement.cacheHit = true;
    joined->measurement.phases = {};
  }
  return joined->take();
}

llvm::Expected<Measurement> Execution::Impl::answer(const Job &job,
                                                    StopCheck &stop) {
  Claim claim = claims.claim(job.claimKey());
  if (!claim.isOwner())
    return join(claim, job, stop);
  std::optional<Answer> answer = lookAgain(job);
  if (!answer)
    answer = remote ? remote->run(job, stop) : pipeline->run(job, stop);
  claims.publish(claim, *answer);
  return answer->take();
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Execution::Execution() : impl(std::make_unique<Impl>()) {}
Execution::~Execution() = default;

llvm::Expected<std::unique_ptr<Execution>>
Execution::create(ExecutionOptions options) {
  std::unique_ptr<Execution> execution(new Execution);
  execution->impl->options = std::move(options);
  MLIRGYM_TRY_TO(execution->impl->startUp());
  return execution;
}

llvm::Expected<Measurement>
Execution::measure(std::shared_ptr<const Program> program,
                   const Schedule &schedule) {
  return measure(ExecutionRequest{std::move(program), schedule});
}

llvm::Expected<Measurement> Execution::Impl::measure(
    llvm::Expected<std::variant<Measurement, Job>> prepared, StopCheck &stop) {
  if (!prepared)
    return prepared.takeError();
  if (auto *measurement = std::get_if<Measurement>(&*prepared))
    return counted(std::move(*measurement));
  return counted(answer(std::get<Job>(*prepared), stop));
}

llvm::Expected<Measurement> Execution::measure(ExecutionRequest request) {
  StopCheck stop(impl->options.interrupted, {});
  return impl->measure(impl->prepare(impl->jobOf(std::move(request)), stop),
                       stop);
}

llvm::Expected<Measurement>
Execution::measureModule(std::shared_ptr<const Program> program,
                         ProgramModule module) {
  return measure(ExecutionRequest{
      .program = std::move(program),
      .module = std::make_shared<const ProgramModule>(std::move(module))});
}

llvm::Expected<PairedMeasurement>
Execution::measurePaired(const ExecutionRequest &request) {
  MLIRGYM_TRY(auto measured, measureInTurn(request));
  return std::move(measured.front());
}

llvm::Expected<std::vector<PairedMeasurement>>
Execution::measureInTurn(llvm::ArrayRef<ExecutionRequest> requests) {
  MLIRGYM_TRY_TO(impl->requireOwnProcess());
  StopCheck stop(impl->options.interrupted, {});
  std::vector<PairedMeasurement> results(requests.size());
  std::vector<Job> jobs;
  std::vector<size_t> places; // of the jobs among the results
  for (auto [place, request] : llvm::enumerate(requests)) {
    if (request.program->text() != requests.front().program->text())
      return executionError("schedules of {0} and of {1} cannot be measured in "
                            "the same rounds",
                            requests.front().program->name(),
                            request.program->name());
    MLIRGYM_TRY(auto job, impl->jobOf(request));
    MLIRGYM_TRY(auto known, job.isKept() ? impl->data->lookupPaired(job.key)
                                         : std::optional<PairedMeasurement>());
    if (known) {
      MLIRGYM_TRY(auto failed, impl->compileStored(job, stop));
      results[place] = failed ? failedPair(*failed) : std::move(*known);
      continue;
    }
    MLIRGYM_TRY_TO(impl->addScript(job));
    if (impl->options.replay) {
      results[place] = failedPair(notCached(/*counters=*/{}));
      continue;
    }
    jobs.push_back(std::move(job));
    places.push_back(place);
  }
  if (jobs.empty())
    return results;
  MLIRGYM_TRY(
      auto measured,
      impl->remote
          ? impl->remote->runInTurn(jobs, stop)
          : PairedMeasuring(*impl->pipeline, *impl->data).measure(jobs, stop));
  for (auto [place, result] : llvm::zip_equal(places, measured))
    results[place] = std::move(result);
  return results;
}

llvm::Expected<KernelResult>
Execution::Impl::call(const ExecutionRequest &request,
                      llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                      std::optional<MeasureProtocol> timing,
                      LaterCalls laterCalls) {
  MLIRGYM_TRY_TO(requireOwnProcess());
  if (timing)
    MLIRGYM_TRY_TO(checkProtocol(*timing));
  MLIRGYM_TRY_TO(requirePipeline("runs"));
  const Program &program = *request.program;
  MLIRGYM_TRY(auto job, jobOf(request));
  MLIRGYM_TRY_TO(addScript(job));
  MLIRGYM_TRY_TO(requireMemory(program, options.memoryLimitBytes));
  MLIRGYM_TRY(auto arguments,
              worker::ProgramData::create(
                  program.arguments(), inputs,
                  worker::verificationTolerance(program.operations())));
  StopCheck stop(options.interrupted, {});
  JobObject object = pipeline->compile(job, stop);
  if (object.failed.failed())
    return object.failed.take().takeError();
  KernelResult result;
  if (object.kernel.status != Status::Ok) {
    result.measurement = object.failedMeasurement();
    return result;
  }
  worker::KernelRun kernel;
  kernel.entry = program.entry();
  kernel.makeReference = true;
  kernel.laterCalls = laterCalls;
  kernel.time = timing.has_value();
  if (timing)
    kernel.protocol = *timing;
  kernel.foreign = job.foreignCode();
  MLIRGYM_TRY(auto outcome,
              pipeline->runOnDevice(job, arguments, object.kernel.object,
                                    kernel, stop));
  addCompilePhases(outcome.measurement, object.kernel.phases);
  return takeOutputs(std::move(outcome), arguments, program.arguments());
}

llvm::Expected<KernelResult>
Execution::call(const ExecutionRequest &request,
                llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
  return impl->call(request, inputs, std::nullopt, LaterCalls::Ignored);
}

llvm::Expected<KernelResult>
Execution::benchmark(const ExecutionRequest &request,
                     llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                     const MeasureProtocol &protocol, LaterCalls laterCalls) {
  return impl->call(request, inputs, protocol, laterCalls);
}

llvm::Expected<std::shared_ptr<KernelRunner>> Execution::Impl::kernelRunner() {
  std::lock_guard lock(runnerMutex);
  if (runner)
    return runner;
  auto created =
      KernelRunner::create({.threads = options.threads,
                            .timeoutMs = options.runTimeoutMs,
                            .memoryLimitBytes = options.memoryLimitBytes,
                            .workerPath = options.workerPath,
                            .interrupted = options.interrupted});
  if (created)
    runner = *created;
  return created;
}

llvm::Expected<Kernel> Execution::compile(const ExecutionRequest &request) {
  MLIRGYM_TRY_TO(impl->requireOwnProcess());
  MLIRGYM_TRY_TO(impl->requirePipeline("compiles"));
  if (!impl->device.isHost())
    return executionError("{0}: this process cannot call its kernels; make an "
                          "execution on the host",
                          impl->device.id);
  MLIRGYM_TRY(auto job, impl->jobOf(request));
  MLIRGYM_TRY_TO(impl->addScript(job));
  KernelCache &cache = impl->pipeline->kernelCache();
  MLIRGYM_TRY(auto runner, impl->kernelRunner());
  const KernelKey key = impl->pipeline->keyOf(job);
  if (job.isKept() && !cache.options().alwaysCompile)
    if (auto known = cache.bundle(key); known && known->facts.isCallable()) {
      ++impl->counters.kernelCacheHits;
      return Kernel(std::move(*known), runner);
    }
  StopCheck stop(impl->options.interrupted, {});
  JobObject object = impl->pipeline->compile(job, stop);
  if (object.failed.failed())
    return object.failed.take().takeError();
  if (object.kernel.status != Status::Ok)
    return executionError("{0}: {1}: {2}", request.program->name(),
                          nameOf(object.kernel.status), object.kernel.message);
  llvm::ArrayRef<char> code = object.kernel.object.bytes();
  KernelBundle bundle{
      key, impl->pipeline->factsOf(job),
      std::make_shared<const std::vector<char>>(code.begin(), code.end())};
  // The pipeline may have found it in memory, after its file was deleted.
  if (job.isKept() && !llvm::sys::fs::exists(cache.pathOf(key)))
    cache.store(key, code, bundle.facts);
  return Kernel(std::move(bundle), runner);
}

llvm::Expected<std::string> Execution::lower(const ExecutionRequest &request,
                                             LoweringStage stage) {
  MLIRGYM_TRY_TO(impl->requireOwnProcess());
  MLIRGYM_TRY_TO(impl->requirePipeline("lowers"));
  Job job = impl->ownJobOf(request);
  MLIRGYM_TRY_TO(impl->addScript(job));
  const Program &program = *request.program;
  StopCheck stop(impl->options.interrupted, {});
  MLIRGYM_TRY(auto lowered, impl->pipeline->lower(job, stage, stop));
  if (lowered.status != Status::Ok)
    return executionError("{0}: cannot be lowered: {1}", program.name(),
                          lowered.message);
  llvm::ArrayRef<char> text = lowered.object.bytes();
  return std::string(text.begin(), text.end());
}

llvm::Expected<Measurement>
Execution::baseline(std::shared_ptr<const Program> program) {
  return baselineOf({std::move(program)});
}

llvm::Expected<Measurement>
Execution::baselineOf(const ExecutionRequest &request) {
  const auto &substitution = impl->options.substitution;
  Job job = impl->ownJobOf(
      {.program = request.program,
       .asForeign =
           request.asForeign || request.hasForeignCode() ||
           (substitution && !substitution->keyOf(*request.program).empty()),
       .results = request.results});
  impl->nameForeign(job);
  StopCheck stop(impl->options.interrupted, {});
  return impl->measure(impl->prepare(std::move(job), stop), stop);
}

std::vector<llvm::Expected<Measurement>>
Execution::measureBatch(llvm::ArrayRef<ExecutionRequest> requests,
                        std::stop_token token) {
  static const std::function<bool()> nobody;
  const auto &interrupted =
      token.stop_possible() ? nobody : impl->options.interrupted;
  StopCheck stop(interrupted, std::move(token));
  // First the jobs with a stored timing or another owner, then the rest.
  struct Waiting {
    Claim claim;
    Job job; ///< only for a claim that another caller owns
  };
  std::vector<std::variant<llvm::Expected<Measurement>, Waiting>> slots;
  slots.reserve(requests.size());
  std::vector<OwnedJob> owned;
  for (const ExecutionRequest &request : requests) {
    auto prepared = impl->prepare(impl->jobOf(request), stop);
    if (!prepared) {
      slots.emplace_back(llvm::Expected<Measurement>(prepared.takeError()));
      continue;
    }
    if (auto *measurement = std::get_if<Measurement>(&*prepared)) {
      slots.emplace_back(llvm::Expected<Measurement>(std::move(*measurement)));
      continue;
    }
    Job &job = std::get<Job>(*prepared);
    Claim claim = impl->claims.claim(job.claimKey());
    slots.emplace_back(Waiting{claim, claim.isOwner() ? Job() : job});
    if (!claim.isOwner())
      continue;
    if (std::optional<Answer> known = impl->lookAgain(job))
      impl->claims.publish(claim, std::move(*known));
    else
      owned.push_back({std::move(job), std::move(claim)});
  }
  if (!owned.empty()) { // never in a replay
    if (impl->remote)
      impl->remote->runBatch(owned, impl->claims, stop);
    else
      runBatch(owned, *impl->pipeline, impl->claims, stop);
  }

  std::vector<llvm::Expected<Measurement>> answers;
  answers.reserve(requests.size());
  for (auto &slot : slots) {
    if (auto *waiting = std::get_if<Waiting>(&slot))
      answers.push_back(
          impl->counted(waiting->claim.isOwner()
                            ? waiting->claim.published().take()
                            : impl->join(waiting->claim, waiting->job, stop)));
    else
      answers.push_back(impl->counted(
          std::move(std::get<llvm::Expected<Measurement>>(slot))));
  }
  return answers;
}

void Execution::forget(const Program &program) {
  std::lock_guard lock(impl->forgottenMutex);
  impl->forgotten.insert(program.key());
}

const ExecutionOptions &Execution::options() const { return impl->options; }

const DeviceDescription &Execution::device() const { return impl->device; }

ScheduleLimits Execution::scheduleLimits() const {
  ScheduleLimits limits = maskLimitsOf(impl->device.target);
  // A replay is the same on every machine.
  if (impl->options.replay)
    limits.matrixTiles = false;
  return limits;
}

ScheduleLimits Execution::searchLimits() const {
  return impl->options.replay ? scheduleLimits()
                              : scheduleLimitsOf(impl->device.target);
}

unsigned Execution::concurrency() const {
  return impl->options.cluster ? impl->options.cluster->processes() : 1;
}

ExecutionStatistics Execution::statistics() const {
  ExecutionStatistics result;
  result.requests = impl->counters.requests;
  result.cacheHits = impl->counters.cacheHits;
  result.compiled = impl->counters.compiled;
  result.measured = impl->counters.measured;
  result.kernelCacheHits = impl->counters.kernelCacheHits;
  result.timed = impl->counters.timed;
  result.noisy = impl->counters.noisy;
  if (impl->pipeline)
    result.workerRestarts = impl->pipeline->workerRestarts();
  return result;
}

std::string Execution::kernelFolder() const {
  if (!impl->pipeline)
    return "";
  const KernelCacheOptions &cache = impl->pipeline->kernelCache().options();
  return cache.on ? cache.directory : "";
}

} // namespace mlirgym
