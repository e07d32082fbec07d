// Faults at random, in the kernels and from outside: each becomes its status,
// the caller goes on, and no process and no file is left over.

#include "Figures.h"
#include "execution/Execution.h"
#include "execution/WorkerPath.h"
#include "execution/worker/MeasureWorker.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
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
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlirgym;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  std::exit(1);
}
template <typename T> T orFail(llvm::Expected<T> value) {
  if (!value)
    fail(value.takeError());
  return std::move(*value);
}

/// Counts, for each kind of sample, how many ended as they must.
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
// Kernels that do harm
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
    {"wrong result", "for (long i = 0; i < n; ++i) out[i] = 2 * in[i];", "",
     Status::WrongResult},
    {"dropped tail", "for (long i = 0; i < n - 1; ++i) out[i] = 2 * in[i] + 1;",
     "", Status::WrongResult},
};
constexpr const char *goodBody =
    "for (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1;";

/// Object code of a kernel `payload(in, out)` on f64 vectors, written in C.
MemoryFile compile(const fs::path &folder, const char *body,
                   const char *before) {
  std::string source = folder / "kernel.c", object = folder / "kernel.o";
  std::ofstream(source)
      << "typedef struct { double *base, *data; long offset, size, stride; } "
         "Vector;\n"
      << before
      << "\nvoid _mlir_ciface_payload(Vector *inVector, Vector *outVector) {\n"
         "const double *in = inVector->data; double *out = outVector->data;\n"
         "long n = outVector->size; (void)in, (void)n;\n"
      << body << "\n}\n";
  std::string command = std::string(MLIRGYM_STRESS_C_COMPILER) +
                        " -O1 -fPIC -w -c " + source + " -o " + object;
  if (std::system(command.c_str()) != 0)
    fail(llvm::createStringError(command + ": failed; install that compiler"));
  std::ifstream stream(object, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  return orFail(MemoryFile::create("stress-object", bytes));
}

/// A measuring worker that is given bad kernels and good ones in turn.
class BadKernels {
public:
  explicit BadKernels(const fs::path &folder) {
    Argument in, out;
    in.shape = out.shape = {1000};
    in.elementType = out.elementType = ElementType::F64;
    out.isOutput = true;
    out.isInput = false;
    data = std::make_unique<ProgramData>(
        orFail(ProgramData::create({in, out}, /*seed=*/7, 1e-12)));
    good = compile(folder, goodBody, "");
    for (const Fault &fault : faults)
      bad.push_back(compile(folder, fault.body, fault.before));

    WorkerOptions options;
    options.path = orFail(findWorker(""));
    options.memoryLimitBytes = 512 << 20;
    options.timeoutMs = 500;
    worker = std::make_unique<MeasureWorker>(options);
    KernelOutcome outcome = run(good, {.makeReference = true, .time = false});
    if (!outcome.measurement.ok())
      fail(llvm::createStringError("the right kernel: " +
                                   outcome.measurement.message));
    if (llvm::Error error = data->setReference(std::move(outcome.reference)))
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
    KernelOutcome outcome = orFail(worker->run(*data, object, kernel));
    // Killed by the Killer of a round before: that says nothing about it.
    if (outcome.fromOutside)
      outcome = orFail(worker->run(*data, object, kernel));
    return outcome;
  }

  std::unique_ptr<ProgramData> data;
  MemoryFile good;
  std::vector<MemoryFile> bad;
  std::unique_ptr<MeasureWorker> worker;
};

//===----------------------------------------------------------------------===//
// Harm from outside
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

/// Kills a worker of this process, whichever, after a random time.
class Killer {
public:
  explicit Killer(std::mt19937 &random)
      : thread([delayMs = random() % 120, pick = random(), this] {
          std::this_thread::sleep_for(std::chrono::milliseconds(delayMs));
          std::vector<pid_t> workers = children();
          if (!workers.empty() && !stop)
            kill(workers[pick % workers.size()], SIGKILL);
        }) {}
  ~Killer() {
    stop = true;
    thread.join();
  }

private:
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

/// Whole samples, each of a schedule that was never asked for.
class Samples {
public:
  explicit Samples(const fs::path &folder) : cache(folder / "kernels") {
    ProgramLoader loader;
    program = std::make_shared<const Program>(orFail(loader.loadText(
        orFail(generateProgram("matmul_40_30_50")), "matmul_40_30_50")));
    options.cacheDir = cache;
    options.execDataFile = folder / "exec-data.db";
    options.compileTimeoutMs = options.runTimeoutMs = 20000;
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
    tally.count("sample whose worker is killed",
                found.ok() || found.status == Status::Crashed, found);
    // A kill from outside is not held against the schedule.
    Measurement again = measure(schedule);
    tally.count("the same again", again.ok(), again);
  }
  void withADamagedCache(std::mt19937 &random, Tally &tally) {
    damage(cache, random);
    Schedule schedule = next();
    Measurement found = measure(schedule);
    tally.count("sample beside a damaged kernel cache", found.ok(), found);
    // Nothing in memory: the damaged files are what is there.
    execution = orFail(Execution::create(options));
    Measurement other = measure(next());
    tally.count("sample after a restart", other.ok(), other);
  }

private:
  Measurement measure(const Schedule &schedule) {
    return orFail(execution->execute(program, schedule));
  }
  /// 39 * 29 * 49 different tilings, one after the other.
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
};

/// Files that a worker or a cache made for itself and must have taken away.
unsigned temporaryFiles(const fs::path &folder) {
  unsigned found = 0;
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    found += entry.path().filename().string().starts_with("tmp-");
  return found;
}
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "A thousand samples (--quick: a hundred; --full: ten thousand) with "
      "faults at random; exit code 1 if one has a wrong status, or if a "
      "process "
      "or temporary file is left");
  unsigned rounds = flags.quick ? 100 : flags.full ? 10000 : 1000;
  std::string folder =
      (fs::temp_directory_path() / "mlirgym-stress-XXXXXX").string();
  if (!mkdtemp(folder.data())) {
    llvm::errs() << folder << ": cannot be made; set TMPDIR\n";
    return 1;
  }

  Tally tally;
  auto start = std::chrono::steady_clock::now();
  {
    BadKernels kernels(folder);
    Samples samples(folder);
    std::mt19937 random(0);
    for (unsigned round = 0; round < rounds; ++round)
      switch (random() % 8) {
      case 0:
      case 1:
      case 2:
        kernels.sample(random, tally);
        break;
      case 3:
      case 4:
        samples.withAKill(random, tally);
        break;
      case 5:
        samples.withADamagedCache(random, tally);
        break;
      default:
        samples.undisturbed(tally);
      }
  }
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  // All workers belong to what has just been destroyed.
  bool processesLeft = waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
  unsigned filesLeft = temporaryFiles(folder);
  fs::remove_all(folder);

  Figures figures("faults");
  figures.add("rounds", rounds, "", "rounds");
  figures.add("seconds", seconds, "s", "time they took");
  tally.addTo(figures);
  figures.add("processes_left", processesLeft, "",
              "1 if a worker outlived its owner", "0");
  figures.add("files_left", filesLeft, "", "temporary files left", "0");
  figures.print(flags.json);
  return tally.wrong() == 0 && !processesLeft && filesLeft == 0 ? 0 : 1;
}
