// Times of exec data with 10^3 to 10^7 entries: a warm look-up (in memory), a
// first look-up (from the file, in the operating system's page cache), a miss,
// and storing.

#include "Figures.h"
#include "OrFail.h"
#include "execution/execdata/ExecData.h"
#include "program/Stopwatch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <numeric>
#include <random>
#include <unistd.h>

using namespace mlirgym;

namespace {

/// A schedule of the usual length, about 90 bytes, different for each i.
std::string scheduleText(uint64_t i) {
  return llvm::formatv("op1: tile_parallel_fuse({0},{1}) tile_fuse(14,{2}) "
                       "vectorize; op0: tile(0,0,{3}) vectorize",
                       i % 1000, i / 1000 % 1000, i / 1000000, i % 7);
}

constexpr uint64_t entriesPerProgram = 50000;

void setEntry(ExecDataKey &key, uint64_t i) {
  key.program.bytes.fill(static_cast<uint8_t>(i / entriesPerProgram));
  key.schedule = scheduleText(i);
}

ExecDataKey makeKey() {
  ExecDataKey key;
  key.machine = "znver3-5f3c2a9e8b7d6c41";
  key.toolchain = "llvm22.1.8-lowering1-O3";
  key.protocol = "r5-i0.01-b300";
  return key;
}

std::unique_ptr<ExecData> open(ExecData::Options options) {
  llvm::Expected<std::unique_ptr<ExecData>> data =
      ExecData::open(std::move(options));
  if (!data)
    fail(data.takeError());
  return std::move(*data);
}

Measurement makeMeasurement(uint64_t i) {
  Measurement measurement;
  measurement.status = Status::Ok;
  measurement.medianNs = 1000.5 + double(i);
  measurement.minNs = 1000 + double(i);
  measurement.spread = 0.01;
  measurement.repeats = 7;
  measurement.number = 100;
  return measurement;
}

/// Returns the duration in seconds.
double fill(const std::string &file, uint64_t entries) {
  const Stopwatch taken;
  std::unique_ptr<ExecData> data = open({.file = file, .memoryEntries = 1});
  std::vector<ExecData::Record> batch;
  for (uint64_t i = 0; i < entries; ++i) {
    ExecData::Record record;
    record.key = makeKey();
    setEntry(record.key, i);
    record.measurement = makeMeasurement(i);
    record.provenance.programName =
        llvm::formatv("matmul_{0}", i / entriesPerProgram);
    record.provenance.objectHash = llvm::formatv("{0,0+32:x-}", i).str();
    batch.push_back(std::move(record));
    if (batch.size() < 50000 && i + 1 < entries)
      continue;
    if (llvm::Error error = data->insertAll(batch))
      fail(std::move(error));
    batch.clear();
  }
  return taken.seconds();
}

/// Random entries, whose keys are computed in advance.
std::vector<ExecDataKey> someKeys(uint64_t entries, size_t count) {
  std::mt19937_64 random(entries);
  std::vector<ExecDataKey> keys(count, makeKey());
  for (ExecDataKey &key : keys)
    setEntry(key, random() % entries);
  return keys;
}

void lookupEach(benchmark::State &state, ExecData &data,
                const std::vector<ExecDataKey> &keys, bool expected) {
  size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    auto found = data.lookup(keys[i]);
    if (!found || found->has_value() != expected) {
      llvm::consumeError(found.takeError());
      state.SkipWithError("a look-up gave the wrong answer");
      break;
    }
    benchmark::DoNotOptimize(*found);
    if (++i == keys.size())
      i = 0;
  }
}

/// Resident memory of this process in bytes.
double residentBytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0, resident = 0;
  statm >> total >> resident;
  return resident * double(sysconf(_SC_PAGESIZE));
}

} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "Look-up and store times of exec data at 10^3 and 10^6 entries (--full: "
      "10^5 and 10^7 too)");
  std::string folder =
      (std::filesystem::temp_directory_path() / "mlirgym-bench-XXXXXX")
          .string();
  if (!mkdtemp(folder.data())) {
    llvm::errs() << folder << ": cannot be made; set TMPDIR\n";
    return 1;
  }
  std::vector<uint64_t> sizes = {1000, 1000000};
  if (flags.full)
    sizes = {1000, 100000, 1000000, 10000000};

  Figures figures("exec-data");
  noteMachine(figures);
  for (uint64_t entries : sizes) {
    std::string file = llvm::formatv("{0}/{1}.db", folder, entries);
    double fillSeconds = fill(file, entries);
    std::vector<ExecDataKey> keys =
        someKeys(entries, std::min<uint64_t>(entries, 200000));
    std::vector<ExecDataKey> absent = keys;
    for (ExecDataKey &key : absent)
      key.schedule += " done";

    malloc_trim(0); // freed memory must not count as used
    double before = residentBytes();
    std::unique_ptr<ExecData> warm = open({.file = file});
    for (const ExecDataKey &key : keys)
      if (llvm::Error error = warm->lookup(key).takeError())
        fail(std::move(error));
    double warmBytes = residentBytes() - before;
    // Without space in memory, each look-up reads the file.
    std::unique_ptr<ExecData> cold = open({.file = file, .memoryEntries = 1});
    std::unique_ptr<ExecData> writer = open({.file = file});

    benchmark::RegisterBenchmark("warm", [&](benchmark::State &state) {
      lookupEach(state, *warm, keys, true);
    });
    benchmark::RegisterBenchmark("first_touch", [&](benchmark::State &state) {
      lookupEach(state, *cold, keys, true);
    });
    benchmark::RegisterBenchmark("miss", [&](benchmark::State &state) {
      lookupEach(state, *warm, absent, false);
    });
    uint64_t next = entries;
    ExecDataKey key = makeKey();
    benchmark::RegisterBenchmark("insert", [&](benchmark::State &state) {
      for (auto _ : state) {
        setEntry(key, next++);
        if (llvm::Error error = writer->insert(key, makeMeasurement(next),
                                               {.programName = "matmul"}))
          state.SkipWithError(llvm::toString(std::move(error)).c_str());
      }
    });
    std::map<std::string, BenchmarkTime> times = runBenchmarks(flags);

    std::string size = std::to_string(entries);
    std::string at = " at " + size + " entries";
    auto addLookup = [&](const char *name, const char *what,
                         const char *target) {
      std::string key = name;
      figures.add(key + "_ns_" + size, times[name].wallNs, "ns", what + at,
                  target);
      figures.add(key + "_cpu_ns_" + size, times[name].cpuNs, "ns",
                  "  of that on the core");
    };
    addLookup("warm", "look-up, warm", "1000");
    addLookup("first_touch", "look-up, from the file", "10000");
    addLookup("miss", "miss", "");
    addLookup("insert", "insert, acknowledged", "");
    figures.add("insert_all_ns_" + size, fillSeconds * 1e9 / double(entries),
                "ns", "insertAll, per record" + at);
    figures.add("file_bytes_per_entry_" + size,
                double(std::filesystem::file_size(file)) / double(entries),
                "bytes", "file, per entry" + at);
    figures.add(
        "memory_bytes_" + size, warmBytes, "bytes",
        llvm::formatv("memory with {0} warm entries{1}", keys.size(), at));
  }
  std::filesystem::remove_all(folder);
  figures.print(flags.json);
  return 0;
}
