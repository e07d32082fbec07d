// Random faults, inside kernels and from outside: each leads to its status, the
// caller continues, and no process or file is left.

#include "CKernel.h"
#include "benchmarks/Figures.h"
#include "execution/Execution.h"
#include "execution/execdata/ExecData.h"
#include "execution/process/WorkerPath.h"
#include "execution/worker/MeasureWorker.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/suites/Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlirgym;
using namespace mlirgym::worker;
namespace fs = std::filesystem;

namespace {

/// Counts, per kind of sample, how many had the expected outcome.
class Tally {
public:
  void count(const std::string &what, bool right, const Measurement &found) {
    Row &row = rows[what];
    ++row.samples;
    if (right)
      return;
    ++row.wrong;
    llvm::errs() << llvm::formatv("{0}: {1}: {2}\n", what, nameOf(found.status),
                                  found.message);
  }
  unsigned total() const {
    unsigned sum = 0;
    for (const auto &[what, row] : rows)
      sum += row.samples;
    return sum;
  }
  unsigned wrong() const {
    unsigned sum = 0;
    for (const auto &[what, row] : rows)
      sum += row.wrong;
    return sum;
  }
  void addTo(Figures &figures) const {
    for (const auto &[what, row] : rows) {
      std::string key = what;
      std::replace(key.begin(), key.end(), ' ', '_');
      figures.add(key, row.samples, "", "samples: " + what);
      figures.add(key + "_wrong", row.wrong, "", "of them with another status",
                  "0");
    }
  }

private:
  struct Row {
    unsigned samples = 0, wrong = 0;
  };
  std::map<std::string, Row> rows;
};

//===----------------------------------------------------------------------===//
// Harmful kernels
//===----------------------------------------------------------------------===//

struct Fault {
  const char *name, *body, *before;
  Status expected;
};
constexpr Fault faults[] = {
    {"null pointer", "*(volatile double *)0 = in[0];", "", Status::Crashed},
    {"write past the end", "out[n + 5] = 1;", "", Status::Crashed},
    {"abort", "abort();", "void abort(void);", Status::Crashed},
    {"exit", "_exit(0);", "void _exit(int);", Status::Crashed},
    {"stack overflow", "out[0] = deeper(n);",
     "__attribute__((noinline, optnone)) static double deeper(long n) { "
     "volatile char frame[4096]; frame[n % 4096] = 1; "
     "return deeper(n + 1) + frame[7]; }",
     Status::Crashed},
    {"loop without end", "for (;;) ((volatile double *)out)[0] = 1;", "",
     Status::TimedOut},
    {"allocation without end",
     "for (long i = 0;; ++i) out[i % n] = (double)(long)malloc(1 << 20);",
     "void *malloc(unsigned long);", Status::OutOfMemory},
    {"garbage message",
     "for (int i = 3; i < 16; ++i) write(i, \"garbage, garbage, garbage, "
     "garbage\", 34);",
     "long write(int, const void *, unsigned long);", Status::Crashed},
    {"closed connection", "for (int i = 3; i < 16; ++i) close(i);",
     "int close(int);", Status::Crashed},
    {"kept from call to call",
     "static double kept = 1; for (long i = 0; i < n; ++i) out[i] = 2 * in[i] "
     "+ kept; kept = 2;",
     "", Status::WrongResult},
    {"wrong result", "for (long i = 0; i < n; ++i) out[i] = 2 * in[i];", "",
     Status::WrongResult},
    {"dropped tail", "for (long i = 0; i < n - 1; ++i) out[i] = 2 * in[i] + 1;",
     "", Status::WrongResult},
};
constexpr const char *goodBody =
    "for (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1;";

MemoryFile compile(const StressFolder &folder, const char *body,
                   const char *before) {
  return compileC(folder, vectorKernel(body, before));
}

/// A measuring worker that runs harmful and correct kernels alternately.
class BadKernels {
public:
  explicit BadKernels(const StressFolder &folder) : data(vectorData(1000)) {
    good = compile(folder, goodBody, "");
    for (const Fault &fault : faults)
      bad.push_back(compile(folder, fault.body, fault.before));

    WorkerOptions options;
    options.path = orFail(findWorker(""));
    options.memoryLimitBytes = 512 << 20;
    options.timeoutMs = 1500; // a busy machine fills memory slowly
    worker = std::make_unique<MeasureWorker>(options);
    KernelOutcome outcome = run(good, {.makeReference = true, .time = false});
    if (!outcome.measurement.ok())
      fail(llvm::createStringError("the right kernel: " +
                                   outcome.measurement.message));
    if (llvm::Error error = data.setReference(std::move(outcome.reference)))
      fail(std::move(error));
  }

  void sample(std::mt19937 &random, Tally &tally) {
    size_t i = random() % bad.size();
    Measurement harmed = run(bad[i], {}).measurement;
    tally.count(faults[i].name, harmed.status == faults[i].expected, harmed);
    Measurement healed = run(good, {}).measurement;
    tally.count("right kernel afterwards", healed.ok(), healed);
  }

private:
  KernelOutcome run(const MemoryFile &object, KernelRun kernel) {
    kernel.entry = "payload";
    kernel.protocol.minRepeatMs = 0.1;
    kernel.protocol.budgetMs = 10;
    KernelOutcome outcome = orFail(worker->run(data, object, kernel));
    // Killed by the Killer of an earlier round: not an outcome of this kernel.
    if (outcome.fromOutside)
      outcome = orFail(worker->run(data, object, kernel));
    return outcome;
  }

  ProgramData data;
  MemoryFile good;
  std::vector<MemoryFile> bad;
  std::unique_ptr<MeasureWorker> worker;
};

//===----------------------------------------------------------------------===//
// Faults from outside
//===----------------------------------------------------------------------===//

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto &task : fs::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(task.path() / "children");
    for (pid_t child; list >> child;)
      found.push_back(child);
  }
  return found;
}

/// Kills, stops or signals a random worker of this process after a random time.
class Killer {
public:
  explicit Killer(std::mt19937 &random)
      : thread([delayMs = random() % 120, pick = random(),
                signal = signals[random() % std::size(signals)], this] {
          std::this_thread::sleep_for(std::chrono::milliseconds(delayMs));
          std::vector<pid_t> workers = children();
          if (!workers.empty() && !stop)
            kill(workers[pick % workers.size()], signal);
        }) {}
  ~Killer() {
    stop = true;
    thread.join();
  }

private:
  static constexpr int signals[] = {SIGKILL, SIGKILL, SIGABRT, SIGTERM,
                                    SIGSTOP};
  std::atomic<bool> stop = false;
  std::thread thread;
};

/// Overwrites a byte in every file of the kernel cache.
void damage(const fs::path &cache, std::mt19937 &random) {
  std::error_code error;
  for (const auto &entry : fs::recursive_directory_iterator(cache, error)) {
    if (!entry.is_regular_file(error) || entry.path().extension() != ".kernel")
      continue;
    std::fstream file(entry.path(),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(random() % std::max<uintmax_t>(entry.file_size(error), 1));
    file.put(static_cast<char>(random()));
  }
}

/// Complete samples, each of a new schedule.
class Samples {
public:
  explicit Samples(const fs::path &folder) : cache(folder / "kernels") {
    ProgramLoader loader;
    program = std::make_shared<const Program>(orFail(loader.loadText(
        orFail(generateProgram("matmul_40_30_50")), "matmul_40_30_50")));
    options.cacheDir = cache;
    options.execDataFile = folder / "exec-data.db";
    // A worker that is stopped is replaced after it.
    options.compileTimeoutMs = options.runTimeoutMs = 4000;
    options.protocol.minRepeatMs = 0.1;
    options.protocol.budgetMs = 10;
    options.protocol.tooSlowFactor = 0;
    execution = orFail(Execution::create(options));
  }

  void undisturbed(Tally &tally) {
    Measurement found = measure(next());
    tally.count("sample", found.ok(), found);
  }
  void withAKill(std::mt19937 &random, Tally &tally) {
    Schedule schedule = next();
    Measurement found;
    {
      Killer killer(random);
      found = measure(schedule);
    }
    // Once only: another worker does it.
    tally.count("sample whose worker is killed", found.ok(), found);
    Measurement again = measure(schedule);
    tally.count("the same again", again.ok(), again);
  }
  /// No file can be written: the sample is an error or has its usual status,
  /// and once there is space again it is measured and stored.
  void withAFullDisk(Tally &tally) {
    undisturbed(tally); // starts the workers, which must not inherit the limit
    Schedule schedule = next();
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit full = before;
    full.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &full);
    llvm::Expected<Measurement> found = execution->measure(program, schedule);
    setrlimit(RLIMIT_FSIZE, &before);
    Measurement refused;
    bool wasRefused = !found;
    if (found)
      refused = *found;
    else
      llvm::consumeError(found.takeError());
    // A sibling may have stored that timing before.
    tally.count("sample on a full disk", wasRefused || refused.cacheHit,
                refused);
    Measurement again = measure(schedule);
    tally.count("the same with room again", again.ok(), again);
    // It must be stored: another connection finds it.
    auto data = orFail(
        ExecData::open({.file = options.execDataFile, .readOnly = true}));
    uint64_t records = orFail(data->count());
    tally.count("records after a full disk", records >= stored, again);
    stored = records;
  }
  /// Another process measures with the same files and is killed.
  void besideAKilledSibling(std::mt19937 &random, Tally &tally) {
    pid_t sibling = startSibling(random());
    auto killAt = std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(100 + random() % 900);
    do {
      Measurement found = measure(next());
      tally.count("sample beside a sibling", found.ok(), found);
    } while (std::chrono::steady_clock::now() < killAt);
    kill(sibling, SIGKILL);
    waitpid(sibling, nullptr, 0);
    Measurement after = measure(next());
    tally.count("sample after the sibling was killed", after.ok(), after);
  }
  void withAnUnreadableCache(std::mt19937 &random, Tally &tally) {
    // Files instead of folders, and folders instead of files.
    std::error_code error;
    fs::remove_all(cache, error);
    fs::create_directories(cache, error);
    for (int i = 0; i < 256; ++i) {
      std::string name = llvm::formatv("{0:x-2}", i);
      if (random() % 2)
        std::ofstream(cache / name) << "in the way";
    }
    execution = orFail(Execution::create(options));
    Measurement found = measure(next());
    tally.count("sample with an unreadable cache", found.ok(), found);
    fs::remove_all(cache, error);
    found = measure(next());
    tally.count("sample whose cache was removed", found.ok(), found);
  }
  /// The work of a sibling until it, or its parent, is killed.
  [[noreturn]] void measureForEver(unsigned seed) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (count = seed;;) {
      Measurement found = measure(next());
      if (!found.ok())
        fail(llvm::createStringError("sibling: " + found.message));
    }
  }

  void withADamagedCache(std::mt19937 &random, Tally &tally) {
    damage(cache, random);
    Schedule schedule = next();
    Measurement found = measure(schedule);
    tally.count("sample beside a damaged kernel cache", found.ok(), found);
    // A new execution, whose memory is empty, must read the damaged files.
    execution = orFail(Execution::create(options));
    Measurement other = measure(next());
    tally.count("sample after a restart", other.ok(), other);
  }

private:
  pid_t startSibling(unsigned seed) {
    std::string number = std::to_string(seed % 50000);
    std::string folder = fs::path(options.execDataFile).parent_path();
    char name[] = "stress_faults", flag[] = "--sibling";
    char *arguments[] = {name, flag, folder.data(), number.data(), nullptr};
    pid_t sibling = -1;
    if (posix_spawn(&sibling, "/proc/self/exe", nullptr, nullptr, arguments,
                    environ) != 0)
      fail(llvm::createStringError("cannot start a sibling"));
    return sibling;
  }
  Measurement measure(const Schedule &schedule) {
    return orFail(execution->measure(program, schedule));
  }
  /// 39 * 29 * 49 different tilings, in order.
  Schedule next() {
    unsigned i = count++;
    return orFail(
        Schedule::parse(llvm::formatv("op0: tile({0},{1},{2})", 1 + i % 39,
                                      1 + i / 39 % 49, 1 + i / (39 * 49) % 29)
                            .str()));
  }

  fs::path cache;
  ExecutionOptions options;
  std::shared_ptr<const Program> program;
  std::unique_ptr<Execution> execution;
  unsigned count = 0;
  uint64_t stored = 0;
};

/// Children inherited from killed siblings end by themselves; false if one does
/// not.
bool allChildrenEnd() {
  for (int waited = 0; waited < 1000; ++waited) {
    pid_t child;
    while ((child = waitpid(-1, nullptr, WNOHANG)) > 0)
      ;
    if (child < 0 && errno == ECHILD)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Number of files that a worker or a cache created for itself and must have
/// removed.
unsigned temporaryFiles(const fs::path &folder) {
  unsigned found = 0;
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    found += entry.path().filename().string().starts_with("tmp-");
  return found;
}
} // namespace

static std::atomic<bool> interrupted = false;

int main(int argc, char **argv) {
  if (argc == 4 && std::string(argv[1]) == "--sibling") {
    Samples samples(argv[2]);
    samples.measureForEver(static_cast<unsigned>(std::atoi(argv[3])));
  }
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "A thousand rounds of samples (--quick: a hundred or fifty seconds; "
      "--full: ten thousand samples) with faults at random; exit code 1 if one "
      "has a wrong status, or if a process or temporary file is left; Ctrl-C "
      "ends it with what was found so far");
  unsigned rounds = flags.quick ? 100 : 1000;
  unsigned samplesWanted = flags.full ? 10000 : 0;
  const double mostSeconds = flags.quick ? 45 : 1e9;
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGINT, [](int) { interrupted = true; });
  signal(SIGTERM, [](int) { interrupted = true; });
  // Workers of killed siblings become our children, so that we can wait for
  // them.
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  Tally tally;
  const Stopwatch taken;
  unsigned round = 0, filesLeft = 0;
  {
    StressFolder folder;
    {
      BadKernels kernels(folder);
      Samples samples(folder.path());
      std::mt19937 random(0);
      for (; !interrupted && taken.seconds() < mostSeconds &&
             (samplesWanted ? tally.total() < samplesWanted : round < rounds);
           ++round)
        switch (random() % 12) {
        case 0:
        case 1:
        case 2:
        case 3:
          kernels.sample(random, tally);
          break;
        case 4:
        case 5:
          samples.withAKill(random, tally);
          break;
        case 6:
          samples.withADamagedCache(random, tally);
          break;
        case 7:
          samples.withAnUnreadableCache(random, tally);
          break;
        case 8:
          samples.withAFullDisk(tally);
          break;
        case 9:
          samples.besideAKilledSibling(random, tally);
          break;
        default:
          samples.undisturbed(tally);
        }
    }
    filesLeft = temporaryFiles(folder.path());
  }
  double seconds = taken.seconds();
  bool processesLeft = !allChildrenEnd();

  Figures figures("faults");
  figures.add("rounds", round, "", "rounds");
  figures.add("samples", tally.total(), "", "samples");
  figures.add("seconds", seconds, "s", "time they took");
  tally.addTo(figures);
  figures.add("processes_left", processesLeft, "",
              "1 if a worker outlived its owner", "0");
  figures.add("files_left", filesLeft, "", "temporary files left", "0");
  figures.print(flags.json);
  return tally.wrong() == 0 && !processesLeft && filesLeft == 0 ? 0 : 1;
}
