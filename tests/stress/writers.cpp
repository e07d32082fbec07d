// Many processes write one exec-data file while one of them is killed per
// second; every acknowledged record must be stored, and the file must be sound.

#include "StressFolder.h"
#include "benchmarks/Figures.h"
#include "execution/execdata/ExecData.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <poll.h>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlirgym;
using Clock = std::chrono::steady_clock;

namespace {

/// Sent by a writer after insert() has returned: written to the pipe
/// atomically.
struct Acknowledgement {
  uint32_t writer, generation;
  uint64_t index;
};

ExecDataKey keyOf(const Acknowledgement &record) {
  ExecDataKey key;
  key.program.bytes.fill(static_cast<uint8_t>(record.writer));
  key.schedule = llvm::formatv("op0: tile({0},{1}) vectorize",
                               record.generation + 1, record.index + 1);
  key.machine = "stress";
  key.toolchain = "stress";
  key.protocol = "stress";
  return key;
}

/// Different for every record, and exact as a double.
double timeOf(const Acknowledgement &record) {
  return 1e9 * (record.writer + 1) + 1e6 * (record.generation % 1000) +
         static_cast<double>(record.index % 1000000);
}

Measurement measurementOf(const Acknowledgement &record) {
  Measurement measurement;
  measurement.status = Status::Ok;
  measurement.medianNs = measurement.minNs = timeOf(record);
  measurement.repeats = 5;
  measurement.number = 1;
  return measurement;
}

/// A process that only stores records, until `deadline` or until it is killed.
/// Exits with 1 if storing fails.
[[noreturn]] void write(const std::string &file, Acknowledgement next,
                        int acknowledgements, Clock::time_point deadline) {
  auto data = ExecData::open({.file = file});
  if (!data) {
    llvm::errs() << llvm::toString(data.takeError()) << "\n";
    _exit(1);
  }
  for (; Clock::now() < deadline; ++next.index) {
    if (llvm::Error error = (*data)->insert(keyOf(next), measurementOf(next),
                                            {.programName = "stress"})) {
      llvm::errs() << llvm::toString(std::move(error)) << "\n";
      _exit(1);
    }
    if (::write(acknowledgements, &next, sizeof(next)) != sizeof(next))
      _exit(1);
  }
  _exit(0);
}

struct Torture {
  unsigned writers = 16;
  std::chrono::seconds duration{60};
  std::string file;

  /// Records acknowledged, by writer and generation: indices 0 to n - 1.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> acknowledged;
  unsigned kills = 0, failedWriters = 0;

  void run();
  bool takeAcknowledgements(int from, int timeoutMs);
  uint64_t countLost(ExecData &data) const;
};

/// False after all writers have ended.
bool Torture::takeAcknowledgements(int from, int timeoutMs) {
  pollfd waiting{from, POLLIN, 0};
  if (poll(&waiting, 1, timeoutMs) <= 0)
    return true;
  Acknowledgement batch[256];
  ssize_t got = read(from, batch, sizeof(batch));
  if (got <= 0)
    return got < 0 && errno == EINTR;
  // Writes of whole records to a pipe are atomic, so reads end at record
  // boundaries.
  for (size_t i = 0; i < static_cast<size_t>(got) / sizeof(batch[0]); ++i)
    acknowledged[{batch[i].writer, batch[i].generation}] = batch[i].index + 1;
  return true;
}

void Torture::run() {
  int ends[2];
  if (pipe(ends) != 0) {
    llvm::errs() << "no pipe: " << strerror(errno) << "\n";
    std::exit(1);
  }
  auto deadline = Clock::now() + duration;
  std::vector<pid_t> processes(writers);
  std::vector<uint32_t> generations(writers, 0);
  auto start = [&](unsigned writer) {
    pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      write(file, {writer, generations[writer], 0}, ends[1], deadline);
    }
    processes[writer] = process;
  };
  for (unsigned writer = 0; writer < writers; ++writer)
    start(writer);

  std::mt19937 random(0);
  auto nextKill = Clock::now() + std::chrono::seconds(1);
  while (Clock::now() < deadline) {
    takeAcknowledgements(ends[0], 50);
    if (Clock::now() < nextKill)
      continue;
    nextKill += std::chrono::seconds(1);
    unsigned victim = random() % writers;
    kill(processes[victim], SIGKILL);
    waitpid(processes[victim], nullptr, 0);
    ++kills;
    ++generations[victim];
    start(victim);
  }
  close(ends[1]);
  while (takeAcknowledgements(ends[0], -1))
    ;
  close(ends[0]);
  for (pid_t process : processes) {
    int status = 0;
    waitpid(process, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      ++failedWriters;
  }
}

uint64_t Torture::countLost(ExecData &data) const {
  uint64_t lost = 0;
  for (const auto &[who, count] : acknowledged)
    for (uint64_t index = 0; index < count; ++index) {
      Acknowledgement record{who.first, who.second, index};
      auto found = data.lookup(keyOf(record));
      if (!found) {
        llvm::errs() << llvm::toString(found.takeError()) << "\n";
        ++lost;
      } else if (!*found || (*found)->medianNs != timeOf(record)) {
        ++lost;
      }
    }
  return lost;
}
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "Sixteen processes write one exec-data file for a minute (--quick: ten "
      "seconds), one is killed each second; exit code 1 if an acknowledged "
      "record is lost or the file is not sound");
  StressFolder folder;
  Torture torture;
  torture.file = folder.path() / "exec-data.db";
  if (flags.quick)
    torture.duration = std::chrono::seconds(10);
  torture.run();

  uint64_t stored = 0;
  for (const auto &[who, count] : torture.acknowledged)
    stored += count;
  llvm::Error unsound = ExecData::verify(torture.file);
  bool sound = !unsound;
  if (!sound)
    llvm::errs() << llvm::toString(std::move(unsound)) << "\n";
  else
    llvm::consumeError(std::move(unsound));
  std::optional<uint64_t> lost;
  if (auto data = ExecData::open({.file = torture.file}))
    lost = torture.countLost(**data);
  else
    llvm::errs() << llvm::toString(data.takeError()) << "\n";

  Figures figures("writers");
  figures.add("writers", torture.writers, "", "processes that write at once");
  figures.add("seconds", static_cast<double>(torture.duration.count()), "s",
              "time they write");
  figures.add("killed", torture.kills, "", "processes killed meanwhile");
  figures.add("acknowledged", static_cast<double>(stored), "",
              "records acknowledged");
  figures.add("lost", lost ? static_cast<double>(*lost) : -1, "",
              "of them missing or wrong afterwards (-1: file unreadable)", "0");
  figures.add("failed_writers", torture.failedWriters, "",
              "writers that ended with an error", "0");
  figures.add("sound", sound, "", "1 if the file passes verify", "1");
  figures.print(flags.json);
  return sound && lost == 0 && torture.failedWriters == 0 && stored > 0 ? 0 : 1;
}
