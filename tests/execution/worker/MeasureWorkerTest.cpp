#include "DescriptorLimit.h"
#include "KernelFixture.h"
#include "execution/worker/CompileWorker.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include <chrono>
#include <csignal>
#include <sys/prctl.h>
#include <thread>

namespace mlirgym::worker {
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

TEST_F(MeasureWorkerTest, ProgramsTakeTurnsThatDoNotFitTogether) {
  // 32 MiB each, as much as is kept of 512 MiB for programs before the current.
  std::vector<ProgramData> programs;
  for (int i = 0; i < 3; ++i)
    makeReference(programs.emplace_back(makeData(2 << 20)));
  const MemoryFile good = goodKernel(), wrong = compile("out[n - 1] = 0;");
  for (int each : {0, 2, 1, 0})
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(run(programs[each], good).measurement.status, Status::Ok);
  EXPECT_EQ(run(programs[0], wrong).measurement.status, Status::WrongResult);
}

TEST_F(MeasureWorkerTest, TheOnlyTimedCallIsVerifiedOnOtherInputs) {
  ProgramLoader loader;
  constexpr const char *name = "relu_4_250_f64";
  const Program program = llvm::cantFail(
      loader.loadText(llvm::cantFail(generateProgram(name)), name));
  CompileWorker compiler(options);
  PreparedData prepared = llvm::cantFail(compiler.prepare(program));
  ASSERT_TRUE(prepared.data);
  ASSERT_GE(prepared.data->message().inputSets, 2u);
  const std::string slowly = "for (volatile long k = 0; k < 1000000; ++k);",
                    relu = "for (long i = 0; i < 1000; ++i) "
                           "out[i] = in[i] > 0 ? in[i] : 0;",
                    others = "static double first; static int calls; "
                             "if (calls++ == 0) first = in[0]; "
                             "if (in[0] != first) out[500] = -1;";
  const KernelRun hopeless = {.known = {.baselineNs = 1e9, .fastestNs = 1e4}};
  EXPECT_EQ(
      run(*prepared.data, compile(slowly + relu), hopeless).measurement.status,
      Status::Ok);
  Measurement wrong =
      run(*prepared.data, compile(slowly + relu + others), hopeless)
          .measurement;
  EXPECT_EQ(wrong.status, Status::WrongResult);
  EXPECT_THAT(wrong.message,
              HasSubstr("correct on the first inputs, wrong on others"));
}

TEST_F(MeasureWorkerTest, SaysThatAProgramHasTooManyArguments) {
  Argument argument;
  argument.shape = {4};
  argument.isOutput = true;
  auto tooMany = ProgramData::create(
      std::vector<Argument>(maxArguments + 1, argument), 1, 0);
  EXPECT_EQ(llvm::toString(tooMany.takeError()),
            "a program of 1025 arguments; at most 1024 can be run");
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
  // The next kernel finds those bytes unchanged.
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

TEST_F(MeasureWorkerTest, RefusesAWritePastTheEndInATimedCall) {
  Measurement measurement = judge(
      compile("if (calls++ == 5) out[n + 5] = 0; for (long i = 0; i < n; ++i) "
              "out[i] = 2 * in[i] + 1;",
              "static int calls;"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message, HasSubstr("just before or past argument 1"));
  EXPECT_EQ(judge(goodKernel()).status, Status::Ok);
}

TEST_F(MeasureWorkerTest, RefusesWhatIsRightAtFirstOnly) {
  Measurement measurement =
      judge(compile("static double kept = 1; for (long i = 0; i < n; ++i) "
                    "out[i] = 2 * in[i] + kept; kept = 2;"));
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(
      measurement.message,
      HasSubstr("correct at first, wrong when called again: argument 1"));
}

//===----------------------------------------------------------------------===//
// Timed calls
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, WithoutAReferenceTheFirstCallIsThatOfLaterOnes) {
  EXPECT_TRUE(
      run(data, goodKernel(), {.makeReference = true}).measurement.ok());
  const std::string right = "for (long i = 0; i < n; ++i) out[i] = ";
  for (const MemoryFile &bad :
       {// A sum that is never cleared, and nothing from the second call on.
        compile(right + "kept[i] += in[i];", "static double kept[1000];"),
        compile("if (calls++) return; " + right + "in[i];",
                "static int calls;")}) {
    Measurement measurement =
        run(data, bad, {.makeReference = true}).measurement;
    EXPECT_EQ(measurement.status, Status::WrongResult);
    EXPECT_THAT(measurement.message,
                testing::StartsWith("a later call computes something else than "
                                    "the first: argument 1: "));
    EXPECT_TRUE(run(data, bad,
                    {.makeReference = true, .laterCalls = LaterCalls::Ignored})
                    .measurement.ok());
  }
  // Rounding may differ from call to call: the order of sums of threads does.
  EXPECT_TRUE(run(data,
                  compile(right + "(2 * in[i] + 1) * (1 + odd * 1e-13);"
                                  "odd = 1 - odd;",
                          "static int odd;"),
                  {.makeReference = true})
                  .measurement.ok());
}

TEST_F(MeasureWorkerTest, TimedCallsAreComparedInWhatTheyReadAndWrite) {
  // Of which there are many copies, two, and one.
  for (int64_t count : {50, 1000, 40000}) {
    ProgramData sums = makeData(count, /*outIsRead=*/true);
    const std::string add = "for (long i = 0; i < n; ++i) out[i] += in[i];";
    MemoryFile right = compile(add);
    makeReference(sums, right);
    Measurement measurement = run(sums, right).measurement;
    EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
    EXPECT_GT(measurement.medianNs, 0);
    // Computes nothing while it is timed, but computes when it is checked.
    measurement =
        run(sums, compile("if (++calls > 1 && calls < 10) return; " + add,
                          "static int calls;"))
            .measurement;
    EXPECT_EQ(measurement.status, Status::WrongResult) << count;
    EXPECT_THAT(
        measurement.message,
        HasSubstr("correct at first, wrong when called again: argument 1"));
  }
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
  EXPECT_THAT(measurement.message, HasSubstr("before the start of argument 0"));
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
// Allocations of a kernel, and their state for the next kernel
//===----------------------------------------------------------------------===//

/// Otherwise the compiler removes stores without a visible effect.
constexpr char asWritten[] = "-fno-builtin";

/// The right kernel, with `damage` done to its heap.
static std::string rightBut(const std::string &damage) {
  return "double *block = malloc(800);\n" + damage +
         "\nfor (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1;";
}
constexpr char allocation[] = "void *malloc(unsigned long); void free(void *);"
                              "void *realloc(void *, unsigned long);"
                              "int setenv(const char *, const char *, int);"
                              "char *getenv(const char *); void abort(void);";

TEST_F(MeasureWorkerTest, RightUseOfTheHeapIsFine) {
  Measurement measurement = judge(compile(
      rightBut("block[99] = 1; block = realloc(block, 8000); "
               "if (block[99] != 1 || (long)block % 16 != 0) abort();"
               "void *calloc(unsigned long, unsigned long);"
               "char *zeros = calloc(100, 10);"
               "for (int i = 0; i < 1000; ++i) if (zeros[i]) abort();"
               "void *aligned_alloc(unsigned long, unsigned long);"
               "void *aligned = aligned_alloc(4096, 8192);"
               "if ((long)aligned % 4096 != 0) abort();"
               "block[999] = 1; free(block); free(zeros); free(aligned); "
               "free(0); free(malloc(0));"),
      allocation, asWritten));
  EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
TEST_F(MeasureWorkerTest, RefusesAWriteAroundWhatItAllocated) {
  for (const char *damage : {
           "block[100] = 1; free(block);",
           "block[107] = 1;", // it is never freed
           "block[-1] = 1; free(block);",
           "block[-8] = 1;",
           "free(block); double *r = malloc(800000); r[100999] = 1; free(r);",
       }) {
    Measurement measurement =
        judge(compile(rightBut(damage), allocation, asWritten));
    EXPECT_EQ(measurement.status, Status::WrongResult) << damage;
    EXPECT_THAT(measurement.message,
                HasSubstr("memory that the kernel allocated are overwritten"))
        << damage;
  }
}

TEST_F(MeasureWorkerTest, RefusesToFreeWhatIsNotAllocated) {
  for (const char *damage :
       {"free(block); free(block);", "free(out + 40);", "free(block + 16);"}) {
    Measurement measurement =
        judge(compile(rightBut(damage), allocation, asWritten));
    EXPECT_EQ(measurement.status, Status::WrongResult) << damage;
    EXPECT_THAT(measurement.message, HasSubstr("allocate")) << damage;
  }
}
#endif

TEST_F(MeasureWorkerTest, AWorkerThatGaveWrongResultsIsNotUsedAgain) {
  judge(goodKernel());
  pid_t before = worker->pid();
  MemoryFile wrong = compile("out[0] = 7; setenv(\"RUINS\", \"1\", 1);",
                             allocation, asWritten);
  EXPECT_EQ(run(data, wrong).measurement.status, Status::WrongResult);
  MemoryFile right =
      compile("for (long i = 0; i < n; ++i) "
              "out[i] = 2 * in[i] + (getenv(\"RUINS\") ? 0 : 1);",
              allocation, asWritten);
  EXPECT_EQ(run(data, right).measurement.status, Status::Ok);
  EXPECT_NE(worker->pid(), before);
}

TEST_F(MeasureWorkerTest, ACrashIsRepeatedInANewWorker) {
  makeReference(data);
  MemoryFile ruins =
      compile(rightBut("free(block); setenv(\"RUINS\", \"1\", 1);"), allocation,
              asWritten);
  EXPECT_EQ(run(data, ruins).measurement.status, Status::Ok);
  EXPECT_EQ(worker->restarts(), 0u);
  MemoryFile victim =
      compile(rightBut("free(block); if (getenv(\"RUINS\")) abort();"),
              allocation, asWritten);
  Measurement measurement = run(data, victim).measurement;
  EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
  EXPECT_EQ(worker->restarts(), 1u);
  // One that crashes by itself is tried twice, in a used worker and a new one;
  // in a new one, once.
  MemoryFile crash = compile("abort();", allocation, asWritten);
  EXPECT_EQ(run(data, crash).measurement.status, Status::Crashed);
  EXPECT_EQ(worker->restarts(), 2u);
  EXPECT_EQ(run(data, crash).measurement.status, Status::Crashed);
  EXPECT_EQ(worker->restarts(), 3u);
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
/// The cost of an allocation is the pages that the system has to clear for it.
TEST_F(MeasureWorkerTest, MemoryStaysInTheProcessFromCallToCall) {
  std::vector<double> outputs = outputsOf(compile(
      "for (long call = 0; call < n; ++call) {\n"
      "  struct rusage before, after;\n"
      "  getrusage(RUSAGE_SELF, &before);\n"
      "  volatile char *block = malloc(100 << 20);\n"
      "  for (long i = 0; call < 4 && i < 100 << 20; i += 4096) block[i] = 1;\n"
      "  free((void *)block);\n"
      "  getrusage(RUSAGE_SELF, &after);\n"
      "  out[call] = after.ru_minflt - before.ru_minflt;\n"
      "}",
      "#include <stdlib.h>\n#include <sys/resource.h>\n"));
  EXPECT_GT(outputs[0], 25);
  for (size_t call = 1; call < 4; ++call)
    EXPECT_LT(outputs[call], 10) << call;
}

TEST_F(MeasureWorkerTest, MemoryThatIsKeptIsThereForTheNextProgram) {
  auto allocate = [&](const char *mebibytes) {
    return compile(rightBut(std::string("free(block); volatile char *large = "
                                        "malloc((long)") +
                            mebibytes +
                            " << 20); large[0] = 1; "
                            "free((void *)large);"),
                   allocation, asWritten);
  };
  // Of 512 MiB.
  makeReference(data);
  EXPECT_EQ(run(data, allocate("300")).measurement.status, Status::Ok);
  ProgramData large = makeData(20 << 20);
  EXPECT_TRUE(callOnce(large, goodKernel()).measurement.ok());
  EXPECT_EQ(worker->restarts(), 0u); // nor for want of memory
  EXPECT_EQ(judge(allocate("600")).status, Status::OutOfMemory);
}
#endif

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
  EXPECT_THAT(measurement.message, HasSubstr("more than 300 ms"));
  EXPECT_EQ(worker->pid(), 0);
}

TEST_F(MeasureWorkerTest, TheTimeoutIsForOneCallNotForAll) {
  // Each call takes a twelfth of it, all together longer.
  protocol.budgetMs = 60000;
  protocol.minRepeats = protocol.maxRepeats = 14;
  options.timeoutMs = 2400;
  Measurement measurement =
      run(data, compile("usleep(200000);", "int usleep(unsigned);"))
          .measurement;
  EXPECT_EQ(measurement.status, Status::Ok) << measurement.message;
}

TEST_F(MeasureWorkerTest, EndsAllocationWithoutEnd) {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  GTEST_SKIP() << "its allocator has no limit of memory, and takes minutes";
#endif
  MemoryFile endless = compile(
      "for (long i = 0;; ++i) out[i % n] = (double)(long)malloc(1 << 20);",
      "void *malloc(unsigned long);");
  Measurement measurement = judge(endless);
  EXPECT_EQ(measurement.status, Status::OutOfMemory);
  EXPECT_THAT(measurement.message, HasSubstr("more than 512 MiB"));
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
  KernelOutcome outcome = run(data, slow, {.known = {.baselineNs = 1e5}});
  EXPECT_EQ(outcome.measurement.status, Status::TooSlow);
  EXPECT_GE(outcome.measurement.medianNs, 20e6);
  EXPECT_THAT(outcome.measurement.message,
              HasSubstr("more than 10.0 times the baseline of 100 us"));
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
  if (worker->sandbox().contains("seccomp"))
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
  const std::string endless = "for (;;) ((volatile double *)out)[0] = 1;";
  const std::string stubborn = "prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);\n"
                               "sigset_t all; sigfillset(&all);\n"
                               "sigprocmask(SIG_SETMASK, &all, 0);\n"
                               "for (int i = 1; i < 65; ++i) "
                               "signal(i, SIG_IGN);\n";
  for (const std::string &first : {std::string(), stubborn}) {
    MemoryFile object =
        compile(first + endless, "#include <signal.h>\n#include "
                                 "<sys/prctl.h>\n");
    Processes processes;
    {
      ChildProcess caller = callElsewhere(object);
      ASSERT_TRUE(caller.read(&processes, sizeof(processes)));
      ::usleep(200000); // into the endless kernel
    } // killed
    const pid_t orphan = processes.worker;
    pid_t ended = 0;
    for (int waited = 0; ended == 0 && waited < 500; ++waited) {
      ::usleep(10000);
      ended = ::waitpid(orphan, nullptr, WNOHANG);
    }
    EXPECT_EQ(ended, orphan) << first;
    if (ended == 0) {
      ::kill(orphan, SIGKILL);
      ::waitpid(orphan, nullptr, 0);
    }
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

//===----------------------------------------------------------------------===//
// Code that was handed in
//===----------------------------------------------------------------------===//

TEST_F(MeasureWorkerTest, AfterForeignCodeNoOtherCodeRunsInItsProcess) {
  makeReference(data);
  const pid_t first = worker->pid();
  MemoryFile good = goodKernel();
  EXPECT_TRUE(run(data, good, {.foreign = "a"}).measurement.ok());
  EXPECT_EQ(worker->pid(), first);
  EXPECT_TRUE(run(data, good, {.foreign = "a"}).measurement.ok());
  EXPECT_EQ(worker->pid(), first);
  EXPECT_TRUE(run(data, good, {.foreign = "b"}).measurement.ok());
  const pid_t second = worker->pid();
  EXPECT_NE(second, first);
  EXPECT_TRUE(run(data, good).measurement.ok());
  const pid_t third = worker->pid();
  EXPECT_NE(third, second);
  EXPECT_TRUE(run(data, good).measurement.ok());
  EXPECT_EQ(worker->pid(), third);
}

#if defined(__x86_64__)
TEST_F(MeasureWorkerTest, AKernelComputesAsIfItWereTheFirst) {
  // It rounds up, and takes subnormal numbers for zero, from now on.
  MemoryFile bad =
      compile("_mm_setcsr(_mm_getcsr() | 0x8040 | 0x4000); short word = 0xb7f; "
              "asm volatile(\"fldcw %0\" : : \"m\"(word)); "
              "for (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1;",
              "#include <immintrin.h>\n");
  MemoryFile asked =
      compile("short word; asm volatile(\"fnstcw %0\" : \"=m\"(word)); "
              "out[0] = _mm_getcsr() & 0xffc0; out[1] = word; "
              "volatile double small = 1e-310; out[2] = small * 0.5 > 0;",
              "#include <immintrin.h>\n");
  ProgramData checked = makeData(numElements);
  makeReference(checked);
  EXPECT_TRUE(run(checked, bad).measurement.ok());
  std::vector<double> outputs = outputsOf(asked);
  EXPECT_EQ(outputs[0], 0x1f80);
  EXPECT_EQ(outputs[1], 0x37f);
  EXPECT_EQ(outputs[2], 1);
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(MeasureWorkerTest, SoDoTheThreadsOfAKernel) {
  options.threads = 2;
  MemoryFile bad = compile("#pragma omp parallel\n"
                           "_mm_setcsr(_mm_getcsr() | 0x8040);\n"
                           "for (long i = 0; i < n; ++i) "
                           "out[i] = 2 * in[i] + 1;",
                           "#include <immintrin.h>\n", "-fopenmp");
  MemoryFile asked = compile(
      "#pragma omp parallel\n"
      "out[omp_get_thread_num()] = _mm_getcsr() & 0xffc0;",
      "#include <immintrin.h>\nint omp_get_thread_num(void);", "-fopenmp");
  ProgramData checked = makeData(numElements);
  makeReference(checked);
  EXPECT_TRUE(run(checked, bad).measurement.ok());
  std::vector<double> outputs = outputsOf(asked);
  EXPECT_EQ(outputs[0], 0x1f80);
  EXPECT_EQ(outputs[1], 0x1f80);
  EXPECT_EQ(worker->restarts(), 0u);
}
#endif

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
} // namespace mlirgym::worker
