#include "execution/Peak.h"
#include "actions/VectorCost.h"
#include "execution/Machine.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
#include <algorithm>

namespace mlirgym {
namespace {
/// Multiply-adds in a row on each element: enough that loading and storing it
/// does not count, few enough for VectorCost.
constexpr unsigned chainLength = 10;
/// Bytes of the elements that are worked on at once: 12 vectors of 32 bytes or
/// 6 of 64 hide the latency of a multiply-add and fit in the registers.
constexpr unsigned rowBytes = 384;
/// In and out they fit in the first-level cache; but with several threads a
/// call must be long against the time to start them.
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
  auto program = ProgramLoader().loadText(text, name);
  if (!program)
    return program.takeError();
  return std::make_shared<const Program>(std::move(*program));
}

/// The rows in `threads` shares, each row at once.
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
  auto program = load(text, "peak_arithmetic_" + name);
  if (!program)
    return program.takeError();
  auto schedule = byRows(rows, 0, threads);
  if (!schedule)
    return schedule.takeError();
  return Candidate{*program, *schedule,
                   2.0 * chainLength * double(rows) * double(columns)};
}

llvm::Expected<Candidate> bandwidth(ElementType type, unsigned threads) {
  // Three arrays, together four times the largest cache (STREAM's rule), within
  // reason.
  int64_t bytes = std::clamp<int64_t>(Machine::host().l3Bytes / 3 * 4,
                                      int64_t(32) << 20, int64_t(256) << 20);
  const int64_t columns = 4096;
  int64_t rows = bytes / (columns * sizeOfElement(type));
  rows = std::max<int64_t>(rows / threads, 2) * threads;
  std::string name =
      llvm::formatv("add_{0}_{1}_{2}", rows, columns, nameOfElement(type));
  auto text = generateProgram(name);
  if (!text)
    return text.takeError();
  auto program = load(*text, name);
  if (!program)
    return program.takeError();
  const int64_t atOnce = 4 * VectorCost::vectorBytes / sizeOfElement(type);
  auto schedule = byRows(rows, atOnce, threads);
  if (!schedule)
    return schedule.takeError();
  const Complexity &work = (*program)->complexity();
  return Candidate{*program, *schedule, work.bytesRead + work.bytesWritten};
}

/// Work a nanosecond.
llvm::Expected<double> rate(Execution &execution,
                            llvm::Expected<Candidate> candidate) {
  if (!candidate)
    return candidate.takeError();
  auto timing = execution.execute(candidate->program, candidate->schedule);
  if (!timing)
    return timing.takeError();
  if (!timing->ok())
    return executionError("{0}: the machine's peak cannot be measured: {1}: "
                          "{2}; measure it with an execution that is no replay",
                          candidate->program->name(), nameOf(timing->status),
                          timing->message);
  return candidate->work / timing->medianNs;
}
} // namespace

llvm::Expected<MachinePeak> measurePeak(Execution &execution,
                                        ElementType type) {
  if (type != ElementType::F64)
    type = ElementType::F32;
  const unsigned threads = execution.options().threads;
  auto gflops = rate(execution, arithmetic(type, threads));
  if (!gflops)
    return gflops.takeError();
  auto gbytes = rate(execution, bandwidth(type, threads));
  if (!gbytes)
    return gbytes.takeError();
  return MachinePeak{*gflops, *gbytes};
}

} // namespace mlirgym
