#include "agents/tasks/Task.h"
#include "actions/Schedule.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

bool isSumOfProducts(const Operation &op) {
  return op.hasReduction() && op.inputs.size() >= 2 && op.counts.mul > 0;
}

/// True if `consumer` can follow in the loops of its producer, or the other way
/// round, without computing an element several times.
bool canShareLoops(const Operation &consumer, unsigned producer) {
  if (!consumer.hasReduction())
    return true;
  const int64_t iterations = llvm::product_of(consumer.tripCounts);
  return llvm::all_of(consumer.inputs, [&](const Operand &input) {
    return input.producer != static_cast<int>(producer) ||
           llvm::product_of(input.shape) == iterations;
  });
}

/// Divides operations from the last one to the first one.
class Partition {
public:
  explicit Partition(llvm::ArrayRef<Operation> operations)
      : ops(operations), partOf(operations.size()) {
    for (auto op = static_cast<unsigned>(ops.size()); op-- > 0;)
      place(op);
  }

  std::vector<std::vector<unsigned>> take() const {
    std::vector<std::vector<unsigned>> result;
    for (const auto &[last, part] : parts)
      result.emplace_back(part.operations.rbegin(), part.operations.rend());
    return result;
  }

private:
  struct Part {
    std::vector<unsigned> operations; ///< descending
    bool hasSumOfProducts = false;
  };

  void place(unsigned op) {
    const unsigned last = partToJoin(op);
    Part &part = parts[last];
    part.operations.push_back(op);
    part.hasSumOfProducts |= isSumOfProducts(ops[op]);
    partOf[op] = last;
  }

  /// The part of the consumers, by its last operation, or a new one.
  unsigned partToJoin(unsigned op) const {
    llvm::ArrayRef<unsigned> consumers = ops[op].consumers;
    if (ops[op].isReadElsewhere || consumers.empty())
      return op;
    const unsigned last = partOf[consumers.front()];
    const Part &part = parts.at(last);
    const bool fits = part.operations.size() < mostOperationsOfPart &&
                      !(part.hasSumOfProducts && isSumOfProducts(ops[op]));
    return fits && llvm::all_of(consumers,
                                [&](unsigned consumer) {
                                  return partOf[consumer] == last &&
                                         canShareLoops(ops[consumer], op);
                                })
               ? last
               : op;
  }

  llvm::ArrayRef<Operation> ops;
  std::map<unsigned, Part> parts; ///< by last operation
  std::vector<unsigned> partOf;   ///< its last operation
};
} // namespace

std::vector<std::string> kindsOf(const Program &task) {
  std::vector<std::string> kinds;
  for (const Operation &op : task.operations())
    kinds.push_back(op.kind);
  return kinds;
}

std::vector<std::vector<unsigned>> partsOf(const Program &program) {
  return Partition(program.operations()).take();
}

llvm::Expected<DividedProgram>
divideIntoTasks(std::shared_ptr<const Program> program,
                KernelOutliner &outliner) {
  MLIRGYM_TRY(auto fused, outliner.fuseElementwise(program));
  DividedProgram divided{std::move(program), std::move(fused), {}};
  const std::vector<std::vector<unsigned>> parts = partsOf(*divided.fused);
  MLIRGYM_TRY(auto programs, outliner.cut(*divided.fused, parts));
  std::map<ProgramKey, size_t> known;
  for (auto [part, own] : llvm::zip_equal(parts, programs)) {
    auto [place, isNew] = known.try_emplace(own.key(), divided.tasks.size());
    if (isNew)
      divided.tasks.push_back(
          {std::make_shared<const Program>(std::move(own)), {}});
    divided.tasks[place->second].parts.push_back(part);
  }
  return divided;
}

/// A script for a task as one for a part of the program.
static std::string renumber(llvm::StringRef script,
                            llvm::ArrayRef<unsigned> operations) {
  constexpr llvm::StringLiteral tag = "\"op";
  std::string text;
  while (true) {
    auto [before, after] = script.split(tag);
    text += before;
    if (before.size() == script.size())
      return text;
    unsigned op = 0;
    text += tag;
    if (!after.consumeInteger(10, op))
      text += std::to_string(operations[op]);
    script = after;
  }
}

llvm::Expected<std::string> stitch(const DividedProgram &divided,
                                   llvm::ArrayRef<Schedule> schedules) {
  std::string text;
  std::vector<std::vector<unsigned>> parts;
  for (auto [task, schedule] : llvm::zip_equal(divided.tasks, schedules)) {
    llvm::append_range(parts, task.parts);
    if (schedule.canonical().empty())
      continue;
    MLIRGYM_TRY(auto script, toTransformScript(*task.program, schedule));
    for (const std::vector<unsigned> &part : task.parts)
      text += renumber(script, part);
  }
  if (text.empty())
    return text;
  llvm::sort(parts,
             [](const auto &a, const auto &b) { return a.back() < b.back(); });
  return (divided.fused == divided.program ? "" : fusionScript()) +
         scriptForParts(*divided.fused, parts, text);
}

} // namespace mlirgym
