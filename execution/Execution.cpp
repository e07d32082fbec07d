#include "execution/Execution.h"
#include "actions/ScheduleState.h"
#include "execution/CorePlan.h"
#include "execution/MemoryNeeds.h"
#include "execution/ProgramContexts.h"
#include "execution/execdata/ExecData.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/lowering/Machine.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/timing/Quantile.h"
#include "execution/worker/CompilePool.h"
#include "execution/worker/MeasureBench.h"
#include "execution/worker/WorkerPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <semaphore>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <variant>

namespace mlirgym {

namespace {
/// What several callers may wait for; an llvm::Error can go to one only.
struct Answer {
  Measurement measurement;
  std::string error;        ///< message of an ExecutionError, or ""
  bool interrupted = false; ///< then the error is an InterruptedError

  llvm::Expected<Measurement> take() const {
    if (interrupted)
      return llvm::make_error<InterruptedError>();
    if (error.empty())
      return measurement;
    return llvm::make_error<ExecutionError>(error);
  }
};

Answer failure(llvm::Error error) {
  const bool interrupted = error.isA<InterruptedError>();
  return {{}, llvm::toString(std::move(error)), interrupted};
}

Answer interruption() { return failure(llvm::make_error<InterruptedError>()); }

/// A schedule that is not on file.
struct Job {
  std::shared_ptr<const Program> program;
  ExecDataKey key;
  std::string script;

  bool isBaseline() const { return key.schedule.empty(); }
};

/// A job's object code, or why there is none.
struct JobObject {
  CompiledKernel kernel;
  std::string hash; ///< of the object, 32 hexadecimal digits
  Answer failed;    ///< without an error there is a kernel
};

/// Keys that some thread is working on.
class InFlight {
public:
  struct Claim {
    std::shared_future<Answer> answer;
    /// Set for the one that has to publish().
    std::shared_ptr<std::promise<Answer>> promise;
  };
  Claim claim(const std::string &key) {
    std::lock_guard lock(mutex);
    auto [found, isNew] = flights.try_emplace(key);
    if (!isNew)
      return {found->second, nullptr};
    auto promise = std::make_shared<std::promise<Answer>>();
    found->second = promise->get_future().share();
    return {found->second, promise};
  }
  void publish(const std::string &key, const Claim &claim, Answer answer) {
    // Forgotten first: who asks from now on finds it in the exec data.
    {
      std::lock_guard lock(mutex);
      flights.erase(key);
    }
    claim.promise->set_value(std::move(answer));
  }

private:
  std::mutex mutex;
  std::map<std::string, std::shared_future<Answer>> flights;
};

std::string flightKeyOf(const ExecDataKey &key) {
  return key.program.hex() + key.schedule;
}

std::string hashOf(llvm::ArrayRef<char> object) {
  llvm::BLAKE3 hash;
  hash.update(llvm::StringRef(object.data(), object.size()));
  auto bytes = hash.final<16>();
  return llvm::toHex(llvm::ArrayRef<uint8_t>(bytes), /*LowerCase=*/true);
}
} // namespace

//===----------------------------------------------------------------------===//
// Implementation
//===----------------------------------------------------------------------===//

struct Execution::Impl {
  ExecutionOptions options;
  const pid_t creator = ::getpid();
  std::string machine, toolchain, protocol;
  /// Toolchain and the worker program itself: the lowering is in it, and
  /// changes more often than its version.
  std::string compilerId;
  std::unique_ptr<ExecData> data;

  // Not in replay mode.
  std::unique_ptr<KernelCache> kernels;
  QuietGate gate;
  std::unique_ptr<CompilePool> compilers;
  std::unique_ptr<MeasureBench> bench;
  ProgramContexts contexts;

  InFlight flights;
  std::atomic<uint64_t> requests = 0, cacheHits = 0, compiled = 0, measured = 0,
                        kernelCacheHits = 0;
  std::mutex killsMutex;
  std::map<std::string, unsigned> outsideKills; ///< by flight key

  llvm::Error startUp();
  /// Errors: ExecutionError in a process that fork() made of the creator.
  llvm::Error requireOwnProcess() const;
  ExecDataKey keyOf(const Program &program, std::string schedule) const;

  /// An answer that costs nothing, or the work to do.
  llvm::Expected<std::variant<Measurement, Job>>
  prepare(const ExecutionRequest &request);
  /// The job and its key; addScript() gives it what it runs.
  Job jobOf(const ExecutionRequest &request) const;
  /// Works through jobs that the caller owns: compiles on many threads,
  /// measures on this one.
  struct OwnedJob {
    Job job;
    InFlight::Claim claim;
  };
  void work(llvm::MutableArrayRef<OwnedJob> jobs, StopCheck &stop);
  llvm::Expected<Measurement> answer(const Job &job, StopCheck &stop);
  /// Of a flight that another caller owns; if that was interrupted, `job` is
  /// done here.
  llvm::Expected<Measurement> join(const InFlight::Claim &claim, const Job &job,
                                   StopCheck &stop);

  /// The answer if it came on file since prepare().
  std::optional<Answer> lookAgain(const Job &job);
  JobObject compile(const Job &job, StopCheck &stop);
  Answer finish(const Job &job, JobObject object, StopCheck &stop);
  /// Inputs, reference and time of the untransformed program, made once. The
  /// answer is the baseline's; `context` is ready if it is ok.
  Answer makeReady(ProgramContext &context, const Job &job, StopCheck &stop);
  Answer store(const Job &job, const Measurement &measurement,
               llvm::StringRef objectHash, bool fromOutside);
  /// Rounds of the untransformed program and `job`, whose script is made.
  llvm::Expected<PairedMeasurement> measurePaired(const Job &job,
                                                  StopCheck &stop);
};

static llvm::Error checkTimeout(double timeoutMs, llvm::StringRef of) {
  constexpr double mostMs = 30 * 86'400'000.0;
  if (timeoutMs > 0 && timeoutMs <= mostMs) // false for not a number
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
  if (llvm::Error error = checkTimeout(options.compileTimeoutMs, "compiling"))
    return error;
  if (llvm::Error error = checkTimeout(options.runTimeoutMs, "running"))
    return error;
  return checkProtocol(options.protocol);
}

llvm::Error Execution::Impl::requireOwnProcess() const {
  const pid_t here = ::getpid();
  if (here == creator)
    return llvm::Error::success();
  // Connections to SQLite must not be used, and the lock of the measuring bench
  // would be the creator's too.
  return executionError("an execution of process {0} in process {1}, which was "
                        "forked from it; create a new Execution after fork",
                        creator, here);
}

llvm::Error Execution::Impl::startUp() {
  if (llvm::Error error = checkOptions(options))
    return error;
  ExecData::Options files;
  files.file = options.execDataFile;
  files.mains = options.mainExecData;
  files.anyMachine = options.anyMachine;
  files.readOnly = options.replay && !options.execDataFile.empty();
  auto opened = ExecData::open(std::move(files));
  if (!opened)
    return opened.takeError();
  data = std::move(*opened);

  machine = Machine::host().id();
  toolchain = toolchainId();
  protocol = options.protocol.id();
  if (options.replay)
    return llvm::Error::success();

  auto cacheOptions = KernelCacheOptions::fromEnvironment();
  if (!cacheOptions)
    return cacheOptions.takeError();
  if (!options.cacheDir.empty())
    cacheOptions->directory = options.cacheDir;
  auto cache = KernelCache::open(std::move(*cacheOptions));
  if (!cache)
    return cache.takeError();
  kernels = std::move(*cache);

  auto plan = CorePlan::make(options.threads);
  if (!plan)
    return plan.takeError();
  auto workerPath = findWorker(options.workerPath);
  if (!workerPath)
    return workerPath.takeError();
  options.workerPath = *workerPath;
  auto program = llvm::MemoryBuffer::getFile(*workerPath);
  if (!program)
    return executionError("{0}: cannot be read: {1}; make it readable, or give "
                          "another worker program (MLIRGYM_WORKER)",
                          *workerPath, program.getError().message());
  compilerId =
      toolchain + " " +
      hashOf({(*program)->getBufferStart(), (*program)->getBufferSize()});

  WorkerOptions worker;
  worker.path = *workerPath;
  worker.memoryLimitBytes = options.memoryLimitBytes;
  QuietGate *quiet = plan->shared ? &gate : nullptr;

  worker.cpus = plan->compiling;
  worker.timeoutMs = options.compileTimeoutMs;
  unsigned numCompilers = options.compileWorkers;
  if (numCompilers == 0)
    numCompilers = static_cast<unsigned>(plan->compiling.size());
  compilers = std::make_unique<CompilePool>(numCompilers, worker, quiet);

  worker.threads = options.threads;
  worker.cpus = plan->measuring;
  worker.timeoutMs = options.runTimeoutMs;
  auto measuring = MeasureBench::create(worker, quiet);
  if (!measuring)
    return measuring.takeError();
  bench = std::move(*measuring);
  return llvm::Error::success();
}

ExecDataKey Execution::Impl::keyOf(const Program &program,
                                   std::string schedule) const {
  return {program.key(), std::move(schedule), machine, toolchain,
          protocol,      options.threads};
}

llvm::Expected<ExecutionRequest>
ExecutionRequest::parse(std::shared_ptr<const Program> program,
                        llvm::StringRef code) {
  if (code.contains("transform.named_sequence"))
    return ExecutionRequest{std::move(program), {}, code.str()};
  auto schedule = Schedule::parse(code);
  if (!schedule)
    return schedule.takeError();
  return ExecutionRequest{std::move(program), std::move(*schedule)};
}

llvm::Expected<std::string> ExecutionRequest::transformScript() const {
  if (!script.empty())
    return script;
  // What must be legal is the schedule as it was given: its canonical form has
  // lost the no-ops that do not fit the operation.
  auto end = ScheduleState::replay(program, schedule, {.maxActionsPerOp = ~0u});
  if (!end)
    return end.takeError();
  const Schedule canonical = schedule.canonical();
  if (canonical.empty())
    return std::string();
  return toTransformScript(*program, canonical);
}

static llvm::Error addScript(Job &job, const ExecutionRequest &request) {
  auto script = request.transformScript();
  if (!script)
    return script.takeError();
  job.script = std::move(*script);
  return llvm::Error::success();
}

/// Scripts are no schedules; their timings are kept under a name of their own.
static std::string keyTextOfScript(llvm::StringRef script) {
  return "script:" + hashOf(llvm::ArrayRef(script.data(), script.size()));
}

Job Execution::Impl::jobOf(const ExecutionRequest &request) const {
  return {request.program,
          keyOf(*request.program, request.script.empty()
                                      ? request.schedule.canonical().text()
                                      : keyTextOfScript(request.script)),
          ""};
}

static Measurement notCached() {
  Measurement absent;
  absent.status = Status::NotCached;
  absent.message = "not in the exec data";
  return absent;
}

llvm::Expected<std::variant<Measurement, Job>>
Execution::Impl::prepare(const ExecutionRequest &request) {
  if (llvm::Error error = requireOwnProcess())
    return error;
  ++requests;
  Job job = jobOf(request);
  auto known = data->lookup(job.key);
  if (!known)
    return known.takeError();
  if (*known) {
    ++cacheHits;
    return std::move(**known);
  }
  // Also in replay: an illegal schedule is the caller's mistake everywhere.
  if (llvm::Error error = addScript(job, request))
    return error;
  if (options.replay)
    return notCached();
  return job;
}

std::optional<Answer> Execution::Impl::lookAgain(const Job &job) {
  auto known = data->lookup(job.key);
  if (!known)
    return failure(known.takeError());
  if (!*known)
    return std::nullopt;
  ++cacheHits;
  return Answer{std::move(**known), ""};
}

JobObject Execution::Impl::compile(const Job &job, StopCheck &stop) {
  const Machine &host = Machine::host();
  KernelKey key = KernelKey::of(*job.program, job.key.schedule, job.script,
                                compilerId, host.cpu, host.features);
  JobObject result;
  if (stop.requested()) {
    result.failed = interruption();
    return result;
  }
  if (KernelBytes bytes = kernels->lookup(key)) {
    auto object = MemoryFile::create("mlirgym-object", *bytes);
    if (!object) {
      result.failed = failure(object.takeError());
      return result;
    }
    ++kernelCacheHits;
    result.kernel.object = std::move(*object);
    result.hash = hashOf(*bytes);
    return result;
  }
  auto kernel = compilers->compile(job.program->text(), job.program->entry(),
                                   job.script, std::nullopt, &stop);
  if (!kernel) {
    result.failed = failure(kernel.takeError());
    return result;
  }
  ++compiled;
  result.kernel = std::move(*kernel);
  if (result.kernel.status == Status::Ok) {
    kernels->store(key, result.kernel.object.bytes());
    result.hash = hashOf(result.kernel.object.bytes());
  }
  return result;
}

Answer Execution::Impl::store(const Job &job, const Measurement &measurement,
                              llvm::StringRef objectHash, bool fromOutside) {
  if (fromOutside) {
    // A worker that someone killed says nothing about the schedule, so it is
    // tried again when asked for again; but if it happens twice it is the
    // schedule, for instance one that brings the system's memory down.
    std::lock_guard lock(killsMutex);
    if (++outsideKills[flightKeyOf(job.key)] < 2)
      return {measurement, ""};
  }
  ExecDataProvenance provenance;
  provenance.programName = job.program->name().str();
  provenance.objectHash = objectHash.str();
  provenance.operations =
      static_cast<unsigned>(job.program->operations().size());
  if (llvm::Error error = data->insert(job.key, measurement, provenance))
    return failure(std::move(error));
  return {measurement, ""};
}

static Measurement failedMeasurement(const CompiledKernel &kernel) {
  Measurement measurement;
  measurement.status = kernel.status;
  measurement.message = kernel.message;
  measurement.phases = kernel.phases;
  return measurement;
}

static void addCompilePhases(Measurement &measurement,
                             const PhaseTimes &phases) {
  measurement.phases.transformMs = phases.transformMs;
  measurement.phases.lowerMs = phases.lowerMs;
  measurement.phases.compileMs = phases.compileMs;
}

/// No inputs tell whether a schedule of the program is right.
static Measurement uncheckable(const std::string &why) {
  Measurement measurement;
  measurement.status = Status::WrongResult;
  measurement.message = why;
  return measurement;
}

Answer Execution::Impl::makeReady(ProgramContext &context, const Job &job,
                                  StopCheck &stop) {
  std::unique_lock lock(context.mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return interruption();
  auto known = data->lookup(job.key);
  if (!known)
    return failure(known.takeError());
  // A failure is not tried again; with a time on file the reference may still
  // be missing in this process.
  if (*known && (context.ready || !(*known)->ok()))
    return {**known, ""};

  JobObject object = compile(job, stop);
  if (!object.failed.error.empty())
    return object.failed;
  if (object.kernel.status != Status::Ok)
    return store(job, failedMeasurement(object.kernel), "",
                 object.kernel.fromOutside);
  if (llvm::Error error = requireMemory(*job.program, options.memoryLimitBytes))
    return failure(std::move(error));
  auto prepared = compilers->prepare(*job.program, &stop);
  if (!prepared)
    return failure(prepared.takeError());
  if (prepared->outcome == PreparedData::Outcome::Unusable)
    return store(job, uncheckable(prepared->message), object.hash, false);
  // Without a reference the untransformed program's outputs are taken for one.
  const bool isOwnReference = !prepared->data;
  auto programData =
      isOwnReference ? ProgramData::create(*job.program)
                     : llvm::Expected<ProgramData>(std::move(*prepared->data));
  if (!programData)
    return failure(programData.takeError());
  KernelRun kernel;
  kernel.entry = job.program->entry();
  kernel.makeReference = isOwnReference;
  kernel.time = !*known;
  kernel.protocol = options.protocol;
  auto outcome = bench->run(*programData, object.kernel.object, kernel, &stop);
  if (!outcome)
    return failure(outcome.takeError());
  if (kernel.time)
    ++measured;
  Measurement measurement = outcome->measurement;
  addCompilePhases(measurement, object.kernel.phases);
  if (!measurement.ok()) {
    if (*known) // contradicts the timing on file; do not replace that
      return {measurement, ""};
    return store(job, measurement, object.hash, outcome->fromOutside);
  }
  if (isOwnReference) {
    measurement.message =
        "checked against its own compiled code only: " + prepared->message;
    if (llvm::Error error =
            programData->setReference(std::move(outcome->reference)))
      return failure(std::move(error));
  }
  Answer answer = *known ? Answer{**known, ""}
                         : store(job, measurement, object.hash, false);
  if (!answer.error.empty())
    return answer;
  context.baselineNs = answer.measurement.medianNs;
  context.sizeBytes = programData->sizeBytes();
  context.data = std::move(*programData);
  context.ready = true;
  return answer;
}

Answer Execution::Impl::finish(const Job &job, JobObject object,
                               StopCheck &stop) {
  if (!object.failed.error.empty())
    return object.failed;
  if (object.kernel.status != Status::Ok)
    return store(job, failedMeasurement(object.kernel), "",
                 object.kernel.fromOutside);

  auto equal = data->lookupObject(job.key, object.hash);
  if (!equal)
    return failure(equal.takeError());
  if (*equal) {
    ++cacheHits;
    Answer answer = store(job, **equal, object.hash, false);
    answer.measurement.cacheHit = true;
    return answer;
  }

  std::shared_ptr<ProgramContext> context = contexts.get(job.program->key());
  Answer baseline =
      makeReady(*context, {job.program, keyOf(*job.program, ""), ""}, stop);
  if (!baseline.error.empty())
    return baseline;
  if (!baseline.measurement.ok()) {
    // Nothing to compare with. It is the program's failure, on file as such.
    Measurement measurement;
    measurement.status = baseline.measurement.status;
    measurement.message =
        "the untransformed program fails: " + baseline.measurement.message;
    return {measurement, ""};
  }
  // The baseline may have been the same code.
  equal = data->lookupObject(job.key, object.hash);
  if (!equal)
    return failure(equal.takeError());
  if (*equal) {
    ++cacheHits;
    Answer answer = store(job, **equal, object.hash, false);
    answer.measurement.cacheHit = true;
    return answer;
  }

  KernelRun kernel;
  kernel.entry = job.program->entry();
  kernel.baselineNs = context->baselineNs;
  kernel.protocol = options.protocol;
  auto outcome =
      bench->run(*context->data, object.kernel.object, kernel, &stop);
  if (!outcome)
    return failure(outcome.takeError());
  ++measured;
  addCompilePhases(outcome->measurement, object.kernel.phases);
  return store(job, outcome->measurement, object.hash, outcome->fromOutside);
}

llvm::Expected<Measurement> Execution::Impl::join(const InFlight::Claim &claim,
                                                  const Job &job,
                                                  StopCheck &stop) {
  while (claim.answer.wait_for(StopCheck::pause) != std::future_status::ready)
    if (stop.requested())
      return interruption().take();
  Answer joined = claim.answer.get();
  if (joined.interrupted)
    return stop.requested() ? joined.take() : answer(job, stop);
  if (joined.error.empty()) {
    ++cacheHits;
    joined.measurement.cacheHit = true;
    joined.measurement.phases = {};
  }
  return joined.take();
}

/// As many threads that run `body` as the system gives. Errors: ExecutionError
/// if it gives none.
static llvm::Expected<std::vector<std::thread>>
startThreads(size_t number, llvm::function_ref<void()> body) {
  std::vector<std::thread> threads;
  threads.reserve(number);
  try {
    while (threads.size() < number)
      threads.emplace_back([body] { body(); });
  } catch (const std::system_error &error) {
    if (threads.empty())
      return executionError("cannot start a thread: {0}; raise `ulimit -u`",
                            error.what());
  }
  return threads;
}

void Execution::Impl::work(llvm::MutableArrayRef<OwnedJob> jobs,
                           StopCheck &stop) {
  if (jobs.empty()) // replay has no workers to ask
    return;
  auto publish = [&](OwnedJob &owned, Answer answer) {
    flights.publish(flightKeyOf(owned.job.key), owned.claim, std::move(answer));
  };
  // Each object waits as an open file; a slow program must not pile them up.
  constexpr ptrdiff_t mostWaiting = 64;
  std::counting_semaphore<> slots(mostWaiting);
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<std::pair<size_t, JobObject>> ready;
  std::atomic<size_t> next = 0;
  auto compileNext = [&] {
    for (size_t i; (i = next++) < jobs.size();) {
      slots.acquire();
      JobObject object;
      if (!jobs[i].job.isBaseline()) // makeReady() compiles that
        object = compile(jobs[i].job, stop);
      std::lock_guard lock(mutex);
      ready.emplace_back(i, std::move(object));
      arrived.notify_one();
    }
  };
  auto threads = startThreads(std::min<size_t>(compilers->size(), jobs.size()),
                              compileNext);
  if (!threads) {
    Answer none = failure(threads.takeError());
    for (OwnedJob &owned : jobs)
      publish(owned, none);
    return;
  }

  for (size_t done = 0; done < jobs.size(); ++done) {
    std::pair<size_t, JobObject> item;
    {
      std::unique_lock lock(mutex);
      // Once it is stopped the compilers are, so that something comes soon.
      while (!arrived.wait_for(lock, StopCheck::pause,
                               [&] { return !ready.empty(); }))
        (void)stop.requested();
      item = std::move(ready.front());
      ready.pop_front();
    }
    OwnedJob &owned = jobs[item.first];
    if (stop.requested())
      publish(owned, interruption());
    else if (owned.job.isBaseline())
      publish(owned, makeReady(*contexts.get(owned.job.program->key()),
                               owned.job, stop));
    else
      publish(owned, finish(owned.job, std::move(item.second), stop));
    slots.release();
  }
  for (std::thread &thread : *threads)
    thread.join();
}

llvm::Expected<Measurement> Execution::Impl::answer(const Job &job,
                                                    StopCheck &stop) {
  std::string flight = flightKeyOf(job.key);
  InFlight::Claim claim = flights.claim(flight);
  if (!claim.promise)
    return join(claim, job, stop);
  Answer answer;
  if (std::optional<Answer> known = lookAgain(job))
    answer = std::move(*known);
  else if (job.isBaseline())
    answer = makeReady(*contexts.get(job.program->key()), job, stop);
  else
    answer = finish(job, compile(job, stop), stop);
  flights.publish(flight, claim, answer);
  return answer.take();
}

//===----------------------------------------------------------------------===//
// Measuring in turn
//===----------------------------------------------------------------------===//

static PairedMeasurement summarize(llvm::ArrayRef<double> baselineNs,
                                   llvm::ArrayRef<double> scheduleNs) {
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = medianOf(baselineNs);
  paired.scheduleNs = medianOf(scheduleNs);
  paired.rounds = static_cast<uint32_t>(baselineNs.size());
  llvm::SmallVector<double> speedups;
  for (auto [before, after] : llvm::zip_equal(baselineNs, scheduleNs))
    speedups.push_back(before / after);
  paired.uncertainty =
      (*llvm::max_element(speedups) - *llvm::min_element(speedups)) / 2 /
      medianOf(speedups);
  paired.noisy = paired.uncertainty > MeasureProtocol::driftLimit;
  return paired;
}

static PairedMeasurement failedPair(const Measurement &measurement) {
  PairedMeasurement paired;
  paired.status = measurement.status;
  paired.message = measurement.message;
  return paired;
}

llvm::Expected<PairedMeasurement>
Execution::Impl::measurePaired(const Job &job, StopCheck &stop) {
  Job baselineJob{job.program, keyOf(*job.program, ""), ""};
  std::shared_ptr<ProgramContext> context = contexts.get(job.program->key());
  Answer ready = makeReady(*context, baselineJob, stop);
  if (!ready.error.empty())
    return ready.take().takeError();
  if (!ready.measurement.ok())
    return failedPair(ready.measurement);
  const Job *jobs[] = {&baselineJob, &job};
  JobObject objects[2];
  for (auto [object, which] : llvm::zip_equal(objects, jobs)) {
    object = compile(*which, stop);
    if (!object.failed.error.empty())
      return object.failed.take().takeError();
    if (object.kernel.status != Status::Ok)
      return failedPair(failedMeasurement(object.kernel));
  }

  constexpr unsigned rounds = 5;
  llvm::SmallVector<double> medianNs[2];
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned i = 0; i < 2; ++i) {
      KernelRun kernel;
      kernel.entry = job.program->entry();
      kernel.protocol = options.protocol;
      kernel.protocol.tooSlowFactor = 0;
      auto outcome =
          bench->run(*context->data, objects[i].kernel.object, kernel, &stop);
      if (!outcome)
        return outcome.takeError();
      const Measurement &measurement = outcome->measurement;
      if (!measurement.ok()) {
        // Right at first and not now, as a race may be: what is on file is not
        // true. A worker that someone killed says nothing. A baseline on file
        // stays, as in makeReady(): every schedule of the program hangs on it.
        if (jobs[i] == &job && !outcome->fromOutside)
          if (Answer stored =
                  store(*jobs[i], measurement, objects[i].hash, false);
              !stored.error.empty())
            return stored.take().takeError();
        return failedPair(measurement);
      }
      medianNs[i].push_back(measurement.medianNs);
    }
  PairedMeasurement paired = summarize(medianNs[0], medianNs[1]);
  if (llvm::Error error = data->insertPaired(job.key, paired))
    return error;
  return paired;
}

llvm::Expected<PairedMeasurement>
Execution::measurePaired(const ExecutionRequest &request) {
  if (llvm::Error error = impl->requireOwnProcess())
    return error;
  Job job = impl->jobOf(request);
  auto known = impl->data->lookupPaired(job.key);
  if (!known)
    return known.takeError();
  if (*known)
    return std::move(**known);
  if (llvm::Error error = addScript(job, request))
    return error;
  if (impl->options.replay)
    return failedPair(notCached());
  StopCheck stop(impl->options.interrupted, {});
  return impl->measurePaired(job, stop);
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
  if (llvm::Error error = execution->impl->startUp())
    return error;
  return execution;
}

llvm::Expected<Measurement>
Execution::execute(std::shared_ptr<const Program> program,
                   const Schedule &schedule) {
  return execute(ExecutionRequest{std::move(program), schedule});
}

llvm::Expected<Measurement>
Execution::execute(const ExecutionRequest &request) {
  auto prepared = impl->prepare(request);
  if (!prepared)
    return prepared.takeError();
  if (auto *measurement = std::get_if<Measurement>(&*prepared))
    return std::move(*measurement);
  StopCheck stop(impl->options.interrupted, {});
  return impl->answer(std::get<Job>(*prepared), stop);
}

llvm::Expected<KernelResult>
Execution::run(const ExecutionRequest &request,
               llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
               std::optional<MeasureProtocol> protocol) {
  if (llvm::Error error = impl->requireOwnProcess())
    return std::move(error);
  if (protocol)
    if (llvm::Error error = checkProtocol(*protocol))
      return std::move(error);
  if (impl->options.replay)
    return executionError("replay has recorded timings only and runs nothing; "
                          "make an execution without replay");
  const Program &program = *request.program;
  Job job = impl->jobOf(request);
  if (llvm::Error error = addScript(job, request))
    return std::move(error);
  if (llvm::Error error =
          requireMemory(program, impl->options.memoryLimitBytes))
    return std::move(error);
  auto data = ProgramData::create(program.arguments(), inputs);
  if (!data)
    return data.takeError();
  StopCheck stop(impl->options.interrupted, {});
  JobObject object = impl->compile(job, stop);
  if (!object.failed.error.empty())
    return object.failed.take().takeError();
  KernelResult result;
  if (object.kernel.status != Status::Ok) {
    result.measurement = failedMeasurement(object.kernel);
    return result;
  }
  KernelRun kernel;
  kernel.entry = program.entry();
  kernel.makeReference = true;
  kernel.time = protocol.has_value();
  if (protocol)
    kernel.protocol = *protocol;
  auto outcome = impl->bench->run(*data, object.kernel.object, kernel, &stop);
  if (!outcome)
    return outcome.takeError();
  result.measurement = std::move(outcome->measurement);
  addCompilePhases(result.measurement, object.kernel.phases);
  if (!result.measurement.ok())
    return result;
  for (auto [argument, record] :
       llvm::zip_equal(program.arguments(), data->message().arguments)) {
    if (!argument.isOutput)
      continue;
    auto bytes = outcome->reference.bytes().slice(record.referenceOffset,
                                                  size_t(argument.sizeBytes()));
    result.outputs.emplace_back(bytes.begin(), bytes.end());
  }
  return result;
}

llvm::Expected<std::string> Execution::lower(const ExecutionRequest &request,
                                             LoweringStage stage) {
  if (llvm::Error error = impl->requireOwnProcess())
    return error;
  if (impl->options.replay)
    return executionError("replay has recorded timings only and lowers "
                          "nothing; make an execution without replay");
  auto script = request.transformScript();
  if (!script)
    return script.takeError();
  const Program &program = *request.program;
  StopCheck stop(impl->options.interrupted, {});
  auto lowered = impl->compilers->compile(program.text(), program.entry(),
                                          *script, stage, &stop);
  if (!lowered)
    return lowered.takeError();
  if (lowered->status != Status::Ok)
    return executionError("{0}: cannot be lowered: {1}", program.name(),
                          lowered->message);
  llvm::ArrayRef<char> text = lowered->object.bytes();
  return std::string(text.begin(), text.end());
}

llvm::Expected<Measurement>
Execution::baseline(std::shared_ptr<const Program> program) {
  return execute(std::move(program), Schedule());
}

std::vector<llvm::Expected<Measurement>>
Execution::executeBatch(llvm::ArrayRef<ExecutionRequest> requests,
                        std::stop_token token) {
  static const std::function<bool()> nobody;
  StopCheck stop(token.stop_possible() ? nobody : impl->options.interrupted,
                 token);
  // First everything that is on file or owed to someone else, then the rest.
  struct Waiting {
    InFlight::Claim claim;
    Job job; ///< only for a claim that is another's
  };
  std::vector<std::variant<llvm::Expected<Measurement>, Waiting>> slots;
  slots.reserve(requests.size());
  std::vector<Impl::OwnedJob> owned;
  for (const ExecutionRequest &request : requests) {
    auto prepared = impl->prepare(request);
    if (!prepared) {
      slots.emplace_back(llvm::Expected<Measurement>(prepared.takeError()));
      continue;
    }
    if (auto *measurement = std::get_if<Measurement>(&*prepared)) {
      slots.emplace_back(llvm::Expected<Measurement>(std::move(*measurement)));
      continue;
    }
    Job &job = std::get<Job>(*prepared);
    InFlight::Claim claim = impl->flights.claim(flightKeyOf(job.key));
    slots.emplace_back(Waiting{claim, claim.promise ? Job() : job});
    if (!claim.promise)
      continue;
    if (std::optional<Answer> known = impl->lookAgain(job))
      impl->flights.publish(flightKeyOf(job.key), claim, std::move(*known));
    else
      owned.push_back({std::move(job), std::move(claim)});
  }
  impl->work(owned, stop);

  std::vector<llvm::Expected<Measurement>> answers;
  answers.reserve(requests.size());
  for (auto &slot : slots) {
    if (auto *waiting = std::get_if<Waiting>(&slot))
      answers.push_back(waiting->claim.promise
                            ? waiting->claim.answer.get().take()
                            : impl->join(waiting->claim, waiting->job, stop));
    else
      answers.push_back(std::move(std::get<llvm::Expected<Measurement>>(slot)));
  }
  return answers;
}

const ExecutionOptions &Execution::options() const { return impl->options; }

ExecutionStatistics Execution::statistics() const {
  ExecutionStatistics result;
  result.requests = impl->requests;
  result.cacheHits = impl->cacheHits;
  result.compiled = impl->compiled;
  result.measured = impl->measured;
  result.kernelCacheHits = impl->kernelCacheHits;
  if (impl->compilers)
    result.workerRestarts =
        impl->compilers->restarts() + impl->bench->restarts();
  return result;
}

} // namespace mlirgym
