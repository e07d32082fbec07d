#include "DescriptorLimit.h"
#include "KernelFixture.h"
#include <chrono>
#include <csignal>
#include <sys/prctl.h>
#include <thread>

namespace mlirgym {
namespace {

using testing::HasSubstr;

class MeasureWorkerTest : public KernelTest {};

TEST_F(MeasureWorkerTest, TimesARightKernel) {
  Measurement measurement = judge(goodKernel());
  EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
  EXPECT_GT(measurement.medianNs, 0);
  EXPECT_LE(measurement.minNs, measurement.medianNs);
  EXPECT_GE(measurement.repeats, 1u);
  EXPECT_GE(measurement.number, 1u);
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(MeasureWorkerTest, InputsDependOnTheSeedAlone) {
  ProgramData same = makeData(numElements);
  EXPECT_EQ(same.inputs().bytes(), data.inputs().bytes());
  std::vector<double> outputs = outputsOf(goodKernel());
  EXPECT_THAT(outputs, testing::Each(testing::AllOf(testing::Ge(-1.0),
                                                    testing::Lt(3.0))));
}

TEST_F(MeasureWorkerTest, AnArgumentReadAndWrittenIsFilledAnew) {
  // Timing adds to it thousands of times before the next kernel is checked.
  ProgramData sums = makeData(numElements, /*outIsRead=*/true);
  MemoryFile add = compile("for (long i = 0; i < n; ++i) out[i] += in[i];");
  KernelOutcome first = run(sums, add, {.makeReference = true});
  ASSERT_TRUE(first.measurement.ok()) << first.measurement.message;
  llvm::cantFail(sums.setReference(std::move(first.reference)));
  EXPECT_EQ(run(sums, add).measurement.status, Status::Ok);
  EXPECT_EQ(run(sums, add).measurement.status, Status::Ok);
  EXPECT_EQ(run(sums, goodKernel()).measurement.status, Status::WrongResult);
}

TEST_F(MeasureWorkerTest, ChangesBetweenPrograms) {
  ProgramData other = makeData(77);
  makeReference(data);
  makeReference(other);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run(data, goodKernel()).measurement.status, Status::Ok);
    EXPECT_EQ(run(other, goodKernel()).measurement.status, Status::Ok);
  }
}

TEST_F(MeasureWorkerTest, SaysThatAProgramHasTooManyArguments) {
  Argument argument;
  argument.shape = {4};
  argument.isOutput = true;
  auto tooMany = ProgramData::create(std::vector<Argument>(65, argument), 1, 0);
  EXPECT_EQ(llvm::toString(tooMany.takeError()),
            "a program of 65 arguments; at most 64 can be run");
}

TEST_F(MeasureWorkerTest, KeepsTheWorkerBetweenKernels) {
  makeReference(data);
  pid_t pid = worker->pid();
  EXPECT_EQ(judge(goodKernel()).status, Status::Ok);
  EXPECT_EQ(worker->pid(), pid);
}

//===----------------------------------------------------------------------===//
// Wrong results
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, RefusesAWrongResultAndSaysWhere) {
  Measurement measurement = judge(compile(
      "for (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1 + (i == 421);"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message, HasSubstr("argument 1: [421] is "));
  EXPECT_THAT(measurement.message, HasSubstr("1 of 1000 elements"));
}

TEST_F(MeasureWorkerTest, RefusesADroppedTail) {
  Measurement measurement = judge(
      compile("for (long i = 0; i < n - 1; ++i) out[i] = 2 * in[i] + 1;"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message, HasSubstr("[999] is nan"));
}

TEST_F(MeasureWorkerTest, RefusesAStaleAccumulator) {
  EXPECT_EQ(judge(compile("for (long i = 0; i < n; ++i) "
                          "out[i] += 2 * in[i] + 1;"))
                .status,
            Status::WrongResult);
}

TEST_F(MeasureWorkerTest, RefusesAWriteJustPastTheEnd) {
  // 8008 bytes leave 56 before the fence.
  ProgramData odd = makeData(1001);
  makeReference(odd);
  MemoryFile bad = compile("for (long i = 0; i <= n; ++i) "
                           "out[i] = 2 * (i < n ? in[i] : 0) + 1;");
  Measurement measurement = run(odd, bad).measurement;
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message, HasSubstr("just before or past argument 1"));
  // The next kernel finds those bytes as they were.
  EXPECT_EQ(run(odd, goodKernel()).measurement.status, Status::Ok);
}

TEST_F(MeasureWorkerTest, RefusesAWriteJustBeforeTheBegin) {
  // 8000 bytes leave 192 of the first page.
  Measurement measurement =
      judge(compile("out[-1] = 0; for (long i = 0; i < n; ++i) "
                    "out[i] = 2 * in[i] + 1;"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message, HasSubstr("just before or past argument 1"));
}

TEST_F(MeasureWorkerTest, RefusesWhatIsRightAtFirstOnly) {
  Measurement measurement =
      judge(compile("static double kept = 1; for (long i = 0; i < n; ++i) "
                    "out[i] = 2 * in[i] + kept; kept = 2;"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message,
              HasSubstr("right at first, wrong when called again: argument 1"));
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, CatchesAWritePastTheEnd) {
  Measurement measurement = judge(compile("out[n + 5] = 1;"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("SIGSEGV"));
  EXPECT_THAT(measurement.message, HasSubstr("past the end of argument 1"));
}

TEST_F(MeasureWorkerTest, CatchesAReadBeforeTheBegin) {
  Measurement measurement = judge(compile("out[0] = in[-100000];"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("before the begin of argument 0"));
}

TEST_F(MeasureWorkerTest, CatchesAWriteToAnInput) {
  Measurement measurement = judge(compile("((double *)in)[3] = 1;"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("write to argument 0"));
}

TEST_F(MeasureWorkerTest, CatchesANullPointer) {
  Measurement measurement = judge(compile("*(volatile double *)0 = in[0];"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("null pointer"));
}

TEST_F(MeasureWorkerTest, CatchesAStackOverflow) {
  Measurement measurement = judge(compile(
      "out[0] = deeper(n);",
      "__attribute__((noinline, optnone)) static double deeper(long n) { "
      "volatile char frame[4096]; frame[n % 4096] = 1; "
      "return deeper(n + 1) + frame[7]; }"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("stack overflow"));
}

TEST_F(MeasureWorkerTest, NamesTheSignalOfAnAbort) {
  Measurement measurement = judge(compile("abort();", "void abort(void);"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("SIGABRT"));
}

TEST_F(MeasureWorkerTest, AKernelThatExitsIsACrash) {
  Measurement measurement = judge(compile("_exit(0);", "void _exit(int);"));
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("exit code 0"));
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, EndsALoopThatDoesNotEnd) {
  makeReference(data);
  options.timeoutMs = 300;
  worker.reset();
  Measurement measurement =
      run(data, compile("for (;;) ((volatile double *)out)[0] = 1;"))
          .measurement;
  EXPECT_EQ(measurement.status, Status::TimedOut);
  EXPECT_THAT(measurement.message, HasSubstr("more than 0.3 s"));
  EXPECT_EQ(worker->pid(), 0);
}

TEST_F(MeasureWorkerTest, TheTimeoutIsForOneCallNotForAll) {
  // Each call takes a third of it, all together three times as long.
  protocol.budgetMs = 10000;
  protocol.maxRepeats = 6;
  options.timeoutMs = 900;
  Measurement measurement =
      run(data, compile("usleep(300000);", "int usleep(unsigned);"))
          .measurement;
  EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
}

TEST_F(MeasureWorkerTest, EndsAllocationWithoutEnd) {
  MemoryFile endless = compile(
      "for (long i = 0;; ++i) out[i % n] = (double)(long)malloc(1 << 20);",
      "void *malloc(unsigned long);");
  Measurement measurement = judge(endless);
#if !defined(__has_feature) || !__has_feature(address_sanitizer)
  EXPECT_EQ(measurement.status, Status::OutOfMemory);
  EXPECT_THAT(measurement.message, HasSubstr("more than 512 MiB"));
#endif
}

TEST_F(MeasureWorkerTest, AProgramThatDoesNotFitIsOutOfMemory) {
  options.memoryLimitBytes = 64 << 20;
  Measurement measurement = run(makeData(16 << 20), goodKernel()).measurement;
#if !defined(__has_feature) || !__has_feature(address_sanitizer)
  EXPECT_EQ(measurement.status, Status::OutOfMemory) << measurement.message;
#endif
}

TEST_F(MeasureWorkerTest, GivesUpOnAKernelMuchSlowerThanTheBaseline) {
  MemoryFile slow = compile("usleep(20000); for (long i = 0; i < n; ++i) "
                            "out[i] = 2 * in[i] + 1;",
                            "int usleep(unsigned);");
  KernelOutcome outcome = run(data, slow, {.baselineNs = 1e5});
  EXPECT_EQ(outcome.measurement.status, Status::TooSlow);
  EXPECT_GE(outcome.measurement.medianNs, 20e6);
  EXPECT_THAT(outcome.measurement.message,
              HasSubstr("more than 10.0 times the baseline of 0.100 ms"));
}

//===----------------------------------------------------------------------===//
// Objects, threads, processes
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, NamesASymbolThatIsMissing) {
  Measurement measurement =
      judge(compile("nowhere(out);", "void nowhere(double *);"));
  EXPECT_EQ(measurement.status, Status::CompileFailed);
  EXPECT_THAT(measurement.message, HasSubstr("nowhere"));
}

TEST_F(MeasureWorkerTest, RefusesBytesThatAreNoObject) {
  std::vector<char> noise(300, 'x');
  Measurement measurement =
      judge(llvm::cantFail(MemoryFile::create("noise", noise)));
  EXPECT_EQ(measurement.status, Status::CompileFailed);
}

TEST_F(MeasureWorkerTest, OpenMpHasTheThreadsAskedFor) {
  unsigned threads = std::min(2u, std::thread::hardware_concurrency());
  options.threads = threads;
  std::vector<double> outputs = outputsOf(
      compile("for (long i = 0; i < n; ++i) out[i] = 0;\n"
              "#pragma omp parallel\n"
              "{ out[omp_get_thread_num()] = omp_get_num_threads(); }",
              "int omp_get_thread_num(void); int omp_get_num_threads(void);",
              "-fopenmp"));
  for (unsigned i = 0; i < threads; ++i)
    EXPECT_EQ(outputs[i], threads);
  // libomp leaves no file that names the worker.
  std::string left = "/dev/shm/__KMP_REGISTERED_LIB_" +
                     std::to_string(worker->pid()) + "_" +
                     std::to_string(::getuid());
  if (worker->sandbox() == "seccomp")
    EXPECT_FALSE(std::filesystem::exists(left)) << left;
}

TEST_F(MeasureWorkerTest, StaysOnItsProcessor) {
  options.cpus = {0};
  std::vector<double> outputs =
      outputsOf(compile("for (long i = 0; i < n; ++i) out[i] = sched_getcpu();",
                        "int sched_getcpu(void);"));
  EXPECT_THAT(outputs, testing::Each(0.0));
}

TEST_F(MeasureWorkerTest, SurvivesTheThreadThatStartedIt) {
  MemoryFile good = goodKernel();
  pid_t pid = 0;
  std::thread([&] {
    EXPECT_TRUE(run(data, good).measurement.ok());
    pid = worker->pid();
  }).join();
  ::usleep(50000); // the signal of the thread's end is on its way
  EXPECT_TRUE(run(data, good).measurement.ok());
  EXPECT_EQ(worker->pid(), pid);
}

TEST_F(MeasureWorkerTest, AWorkerKilledInTheMiddleIsAStatus) {
  makeReference(data);
  MemoryFile endless = compile("for (;;) ((volatile double *)out)[0] = 1;");
  std::thread killer([pid = worker->pid()] {
    ::usleep(100000);
    ::kill(pid, SIGKILL);
  });
  KernelOutcome outcome = run(data, endless);
  killer.join();
  EXPECT_EQ(outcome.measurement.status, Status::Crashed);
  EXPECT_TRUE(outcome.fromOutside);
  EXPECT_THAT(outcome.measurement.message, HasSubstr("SIGKILL"));
  EXPECT_TRUE(run(data, goodKernel()).measurement.ok());
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(MeasureWorkerTest, AWorkerKilledBetweenKernelsIsReplaced) {
  makeReference(data);
  pid_t killed = worker->pid();
  ::kill(killed, SIGKILL);
  siginfo_t info{};
  ASSERT_EQ(
      ::waitid(P_PID, static_cast<id_t>(killed), &info, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(run(data, goodKernel()).measurement.ok());
  EXPECT_NE(worker->pid(), killed);
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(MeasureWorkerTest, NoOrphanIsLeftWhenTheCallerIsKilled) {
  // The worker of a killed caller becomes our child, so that we see it end.
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  MemoryFile endless = compile("for (;;) ((volatile double *)out)[0] = 1;");
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  pid_t caller = ::fork();
  if (caller == 0) {
    MeasureWorker own(options);
    KernelRun kernel{.entry = "payload", .protocol = protocol};
    llvm::cantFail(own.run(data, goodKernel(), kernel));
    pid_t pid = own.pid();
    (void)!::write(pipe[1], &pid, sizeof(pid));
    (void)own.run(data, endless, kernel);
    ::_exit(0);
  }
  pid_t orphan = 0;
  ASSERT_EQ(::read(pipe[0], &orphan, sizeof(orphan)),
            static_cast<ssize_t>(sizeof(orphan)));
  ::usleep(100000); // into the endless kernel
  ::kill(caller, SIGKILL);
  ASSERT_EQ(::waitpid(caller, nullptr, 0), caller);
  EXPECT_EQ(::waitpid(orphan, nullptr, 0), orphan); // hangs if it lives on
  ::close(pipe[0]);
  ::close(pipe[1]);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST_F(MeasureWorkerTest, WantOfDescriptorsIsAnErrorAndNoStatus) {
  makeReference(data);
  MemoryFile good = goodKernel();
  const KernelRun kernel{
      .entry = "payload", .makeReference = true, .time = false};
  auto errorWithoutDescriptors = [&] {
    NoDescriptorsLeft limit;
    return llvm::toString(worker->run(data, good, kernel).takeError());
  };
  // A worker that runs: it cannot be heard. Then, one cannot be started.
  EXPECT_THAT(errorWithoutDescriptors(),
              HasSubstr("cannot take the files that a worker sent: too many "
                        "are open; raise `ulimit -n`"));
  EXPECT_NE(errorWithoutDescriptors(), "");
  EXPECT_TRUE(run(data, good).measurement.ok());
}

TEST_F(MeasureWorkerTest, SaysHowToFindAMissingWorker) {
  options.path = "/nowhere/mlirgym-worker";
  MeasureWorker missing(options);
  auto outcome = missing.run(data, goodKernel(), {.entry = "payload"});
  EXPECT_THAT(llvm::toString(outcome.takeError()),
              HasSubstr("/nowhere/mlirgym-worker: cannot start: No such file "
                        "or directory; set MLIRGYM_WORKER"));
}

TEST_F(MeasureWorkerTest, RefusesAProgramThatIsNoWorker) {
  options.path = "/bin/true";
  MeasureWorker stranger(options);
  auto outcome = stranger.run(data, goodKernel(), {.entry = "payload"});
  EXPECT_THAT(llvm::toString(outcome.takeError()),
              HasSubstr("/bin/true: does not start"));
}

} // namespace
} // namespace mlirgym
