#include "execution/Peak.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {
/// Length of the chain of multiply-adds on each element, and bytes of the
/// elements processed at once. Among 4 to 12 and 256 to 384, these values came
/// closest to the rate of the best matmul on Zen 3. Shorter chains are limited
/// by memory, longer ones by latency.
constexpr unsigned chainLength = 8, rowBytes = 256;
/// Input and output fit into the L1 cache; but with several threads a call must
/// take much longer than starting them.
constexpr unsigned rowsPerThread(unsigned threads) {
  return threads == 1 ? 32 : 1024;
}

struct Candidate {
  std::shared_ptr<const Program> program;
  Schedule schedule;
  /// Operations, or bytes, of one call.
  double work = 0;
};

llvm::Expected<std::shared_ptr<const Program>> load(llvm::StringRef text,
                                                    llvm::StringRef name) {
  MLIRGYM_TRY(auto program, ProgramLoader().loadText(text, name));
  return std::make_shared<const Program>(std::move(program));
}

llvm::Expected<std::shared_ptr<const Program>>
loadGenerated(const std::string &name) {
  MLIRGYM_TRY(auto text, generateProgram(name));
  return load(text, name);
}

/// The rows divided among `threads`, `atOnce` rows per tile.
llvm::Expected<Schedule> byRows(int64_t rows, int64_t atOnce,
                                unsigned threads) {
  std::string text = "op0: ";
  if (threads > 1)
    text += llvm::formatv("tile_parallel({0},0) ", rows / threads);
  text += llvm::formatv("tile(1,{0}) vectorize", atOnce);
  return Schedule::parse(text);
}

llvm::Expected<Candidate> arithmetic(ElementType type, unsigned threads) {
  const int64_t rows = int64_t(rowsPerThread(threads)) * threads;
  const int64_t columns = rowBytes / sizeOfElement(type);
  std::string name = nameOfElement(type).str();
  std::string tensor =
      llvm::formatv("tensor<{0}x{1}x{2}>", rows, columns, name);
  std::string body;
  std::string last = "%x";
  for (unsigned i = 0; i < chainLength; ++i) {
    std::string next = llvm::formatv("%v{0}", i);
    body += llvm::formatv("    {0} = math.fma {1}, %half, %half : {2}\n", next,
                          last, name);
    last = next;
  }
  std::string text = llvm::formatv(
      R"(func.func @peak(%a: {0}) -> {0} {{
  %half = arith.constant 0.5 : {1}
  %empty = tensor.empty() : {0}
  %r = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : {0}) outs(%empty : {0}) {{
  ^bb0(%x: {1}, %y: {1}):
{2}    linalg.yield {3} : {1}
  } -> {0}
  return %r : {0}
}
)",
      tensor, name, body, last);
  MLIRGYM_TRY(auto program, load(text, "peak_arithmetic_" + name));
  MLIRGYM_TRY(auto schedule, byRows(rows, 0, threads));
  return Candidate{program, schedule,
                   2.0 * chainLength * double(rows) * double(columns)};
}

/// A matmul that stays in the L2 cache, in tiles of twelve vectors.
llvm::Expected<Candidate> matmul(ElementType type, unsigned threads,
                                 unsigned vectorBits) {
  const unsigned rows = threads == 1 ? 96 : 384;
  const unsigned lanes = vectorBits / 8 / sizeOfElement(type);
  std::string name = llvm::formatv("matmul_{0}_96_96_{1}", rows * threads,
                                   nameOfElement(type));
  MLIRGYM_TRY(auto program, loadGenerated(name));
  std::string tiles = "op0: ";
  if (threads > 1)
    tiles += llvm::formatv("tile_parallel({0},0,0) ", rows);
  tiles += llvm::formatv("tile(6,{0},0) tile(0,0,1) vectorize", 2 * lanes);
  MLIRGYM_TRY(auto schedule, Schedule::parse(tiles));
  return Candidate{program, schedule, program->complexity().flops};
}

llvm::Expected<Candidate> bandwidth(ElementType type, unsigned threads) {
  // Three arrays that together are four times the largest cache (STREAM's
  // rule), within limits.
  int64_t bytes = std::clamp<int64_t>(Target::host().l3Bytes / 3 * 4,
                                      int64_t(32) << 20, int64_t(256) << 20);
  const int64_t columns = 4096;
  int64_t rows = bytes / (columns * sizeOfElement(type));
  rows = std::max<int64_t>(rows / threads, 2) * threads;
  std::string name =
      llvm::formatv("add_{0}_{1}_{2}", rows, columns, nameOfElement(type));
  MLIRGYM_TRY(auto program, loadGenerated(name));
  const int64_t atOnce = 4 * ScheduleLimits().vectorBytes / sizeOfElement(type);
  MLIRGYM_TRY(auto schedule, byRows(rows, atOnce, threads));
  const Complexity &work = program->complexity();
  return Candidate{program, schedule, work.bytesRead + work.bytesWritten};
}

/// A matmul whose factors of `bytes` each are added several at once to sums of
/// `sums`, with a matrix unit in its tiles.
llvm::Expected<Candidate> dotProducts(llvm::StringRef factors,
                                      llvm::StringRef sums, unsigned bytes,
                                      const Target &target) {
  const bool inTiles = target.dots.tiles;
  MLIRGYM_TRY(auto program,
              loadGenerated(llvm::formatv("matmul_{0}_{1}_{2}",
                                          inTiles ? "512_512_512" : "96_96_96",
                                          factors, sums)));
  const std::string tiles =
      inTiles ? llvm::formatv("op0: tile_fuse(0,64,0) promote(1) "
                              "tile_fuse(32,32,0) tile(0,0,{0}) vectorize",
                              64 / bytes)
              : llvm::formatv("op0: tile_fuse(0,{0},0) promote(1) "
                              "tile_fuse(8,0,0) tile(0,0,8) vectorize",
                              target.vectorBits / 16);
  MLIRGYM_TRY(auto schedule, Schedule::parse(tiles));
  return Candidate{program, schedule, program->complexity().flops};
}

/// Multiples of an array are added to another one, so often that a call takes
/// much longer than to begin it; `bytes`: of both arrays.
llvm::Expected<Candidate> stream(int64_t bytes) {
  constexpr int64_t columns = 512, bytesPerCall = 4 << 20;
  const int64_t rows =
      std::max<int64_t>(bytes / 2 / (columns * sizeof(float)), 2);
  const int64_t times = std::max<int64_t>(bytesPerCall / bytes, 2);
  std::string text = llvm::formatv(
      R"(func.func @stream(%s: tensor<{0}xf32>, %x: tensor<{1}x{2}xf32>,
    %c: tensor<{1}x{2}xf32>) -> tensor<{1}x{2}xf32> {{
  %r = linalg.generic {{
      indexing_maps = [affine_map<(t, i, j) -> (t)>, affine_map<(t, i, j) -> (i, j)>,
                       affine_map<(t, i, j) -> (i, j)>],
      iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%s, %x : tensor<{0}xf32>, tensor<{1}x{2}xf32>)
      outs(%c : tensor<{1}x{2}xf32>) {{
  ^bb0(%a: f32, %b: f32, %y: f32):
    %product = arith.mulf %a, %b : f32
    %sum = arith.addf %y, %product : f32
    linalg.yield %sum : f32
  } -> tensor<{1}x{2}xf32>
  return %r : tensor<{1}x{2}xf32>
}
)",
      times, rows, columns);
  MLIRGYM_TRY(auto program, load(text, "peak_stream"));
  MLIRGYM_TRY(auto schedule, Schedule::parse("op0: tile(1,1,64) vectorize"));
  return Candidate{program, schedule,
                   3.0 * sizeof(float) * double(rows * columns * times)};
}

/// Of this process; an addition and an exclusive or take a cycle each.
double measureGigahertz() {
  constexpr unsigned steps = 100'000;
  double fastest = std::numeric_limits<double>::max();
  volatile uint64_t kept = 1; // the chain must not be optimised away
  for (unsigned repeat = 0; repeat < 20; ++repeat) {
    uint64_t value = kept;
    const Stopwatch taken;
    for (unsigned i = 0; i < steps; ++i)
      value = (value ^ i) + value;
    kept = value;
    fastest = std::min(fastest, taken.nanoseconds());
  }
  return 2 * steps / fastest;
}

/// Work per nanosecond.
llvm::Expected<double> rate(Execution &execution,
                            llvm::Expected<Candidate> candidate) {
  if (!candidate)
    return candidate.takeError();
  // Without the counters of the execution, so that one timing serves every
  // choice of counters.
  MLIRGYM_TRY(auto timing,
              execution.measure({.program = candidate->program,
                                 .schedule = candidate->schedule,
                                 .counters = std::vector<std::string>()}));
  if (!timing.ok())
    return executionError(
        "{0}: the machine's peak cannot be measured: {1}: {2}; measure it with "
        "an execution that is not a replay",
        candidate->program->name(), nameOf(timing.status), timing.message);
  // The shortest time: disturbance by other processes does not lower the peak.
  return candidate->work / timing.minNs;
}
} // namespace

llvm::Expected<MachinePeak> measurePeak(Execution &execution,
                                        ElementType type) {
  if (execution.device().metric != Metric::Nanoseconds)
    return executionError("{0} counts {1}, and rates need times; use the host",
                          execution.device().id,
                          nameOf(execution.device().metric));
  if (type != ElementType::F64)
    type = ElementType::F32;
  const unsigned threads = execution.options().threads;
  MLIRGYM_TRY(auto chain, rate(execution, arithmetic(type, threads)));
  MLIRGYM_TRY(auto product,
              rate(execution, matmul(type, threads,
                                     execution.device().target.vectorBits)));
  MLIRGYM_TRY(auto gbytes, rate(execution, bandwidth(type, threads)));
  return MachinePeak{std::max(chain, product), gbytes};
}

llvm::Expected<MachineProfile> measureProfile(Execution &execution) {
  const Target &target = execution.device().target;
  MachineProfile profile;
  profile.machine =
      llvm::formatv("{0} ({1})", Machine::host().model, target.cpu);
  profile.vectors = target.machineClass();
  profile.l1Bytes = double(target.l1Bytes);
  profile.l2Bytes = double(target.l2Bytes);
  profile.gigahertz = measureGigahertz();
  auto measure = [&](double &value, llvm::Expected<Candidate> candidate,
                     double workOfUnit) -> llvm::Error {
    MLIRGYM_TRY(const double found, rate(execution, std::move(candidate)));
    value = std::max(value, found / workOfUnit / profile.gigahertz);
    return llvm::Error::success();
  };
  constexpr double multiplyAdd = 2, byte = 1;
  for (auto [value, type] : {std::pair(&profile.f32, ElementType::F32),
                             std::pair(&profile.f64, ElementType::F64)}) {
    MLIRGYM_TRY_TO(measure(*value, arithmetic(type, 1), multiplyAdd));
    MLIRGYM_TRY_TO(
        measure(*value, matmul(type, 1, target.vectorBits), multiplyAdd));
  }
  if (target.dots.bf16)
    MLIRGYM_TRY_TO(measure(profile.bf16, dotProducts("bf16", "f32", 2, target),
                           multiplyAdd));
  if (target.dots.i8)
    MLIRGYM_TRY_TO(
        measure(profile.i8, dotProducts("i8", "i32", 1, target), multiplyAdd));
  auto known = [](int64_t bytes, int64_t instead) {
    return bytes > 0 ? bytes : instead;
  };
  const int64_t l1 = known(target.l1Bytes, 32 << 10),
                l2 = known(target.l2Bytes, 512 << 10);
  // Half of each cache is left to everything else.
  MLIRGYM_TRY_TO(measure(profile.l1, stream(l1 / 2), byte));
  MLIRGYM_TRY_TO(measure(profile.l2, stream(l2 / 2), byte));
  if (target.l3Bytes > 4 * l2)
    MLIRGYM_TRY_TO(measure(profile.l3, stream(3 * l2), byte));
  for (const MachineProfile::Field &field : MachineProfile::fields())
    profile.*field.value = std::round(10 * (profile.*field.value)) / 10;
  return profile;
}

llvm::Expected<double> vectorsPerCycleOn(const Execution &execution) {
  if (execution.options().replay)
    return 1;
  MLIRGYM_TRY(const MachineProfile profile, profileOf(execution.device()));
  const double vectors = profile.vectorsPerCycle();
  return vectors > 0 ? vectors : 1;
}

bool isPeakOf(const Program &program) {
  // In 16 and 8 bits there are matrix units.
  return llvm::all_of(program.arguments(), [](const Argument &argument) {
    return sizeOfElement(argument.elementType) >= sizeof(float);
  });
}

double rooflineNs(const Program &program, const MachinePeak &peak) {
  const Complexity &work = program.complexity();
  return std::max(work.flops / peak.gflops,
                  (work.bytesRead + work.bytesWritten) / peak.gbytesPerSecond);
}

double fastestPossibleNs(const Program &program, unsigned threads) {
  constexpr double wideFlopsPerNs = 2000, narrowFlopsPerNs = 20000,
                   bytesPerNs = 1500;
  const bool isWide = isPeakOf(program);
  const Complexity &work = program.complexity();
  return std::max(work.flops / (isWide ? wideFlopsPerNs : narrowFlopsPerNs),
                  work.bytesWritten / bytesPerNs) /
         threads;
}

void refuseImpossible(Measurement &measurement, const Program &program,
                      unsigned threads) {
  const double floorNs = fastestPossibleNs(program, threads);
  const double timeNs = measurement.medianNs;
  if (!measurement.ok() || timeNs >= floorNs)
    return;
  measurement = {};
  measurement.status = Status::Suspicious;
  measurement.message =
      llvm::formatv("{0}, where no processor can take less than {1}",
                    formatNs(timeNs), formatNs(floorNs));
}

} // namespace mlirgym
