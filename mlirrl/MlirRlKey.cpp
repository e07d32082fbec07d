#include "mlirrl/MlirRlKey.h"
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "execution/execdata/ExecData.h"
#include "mlirrl/MlirRlFusion.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

static constexpr llvm::StringLiteral machineName = "mlir-rl";
static constexpr llvm::StringLiteral schedulePrefix = "mlir-rl:";

/// MLIR-RL ends an operation after this many actions ("truncate").
static constexpr size_t mostActions = 5;

ExecDataKey mlirRlKey(llvm::StringRef programName, llvm::StringRef keyText) {
  llvm::BLAKE3 hasher;
  hasher.update("mlir-rl program:");
  hasher.update(programName);
  ExecDataKey key;
  key.program.bytes = hasher.final<16>();
  key.schedule = (schedulePrefix + keyText).str();
  key.machine = machineName.str();
  return key;
}

ExecDataKey resolvedMlirRlKey(const Program &program, const Schedule &schedule,
                              unsigned threads) {
  ExecDataKey key;
  key.program = program.key();
  key.schedule = schedule.canonical().text();
  key.machine = machineName.str();
  key.threads = threads;
  return key;
}

bool isResolvedMlirRlKey(const ExecDataKey &key) {
  return key.machine == machineName && !mlirRlKeyTextOf(key);
}

std::optional<llvm::StringRef> mlirRlKeyTextOf(const ExecDataKey &key) {
  llvm::StringRef text = key.schedule;
  if (key.machine != machineName || !text.consume_front(schedulePrefix))
    return std::nullopt;
  return text;
}

static std::string listOf(llvm::ArrayRef<int64_t> numbers) {
  return llvm::join(
      llvm::map_range(numbers, [](int64_t n) { return std::to_string(n); }),
      ",");
}

static bool areSizes(llvm::ArrayRef<int64_t> sizes) {
  return llvm::all_of(sizes, [](int64_t size) {
    return size == 0 || (size > 0 && llvm::isPowerOf2_64(uint64_t(size)));
  });
}

static std::optional<std::string> textOf(const Action &action, unsigned op,
                                         const Program *program) {
  llvm::ArrayRef<int64_t> parameters = action.parameters;
  switch (action.kind) {
  case ActionKind::Tile:
    if (areSizes(parameters))
      return "T(" + listOf(parameters) + ")";
    return std::nullopt;
  case ActionKind::TileParallel:
    if (areSizes(parameters))
      return "TP(" + listOf(parameters) + ")";
    return std::nullopt;
  case ActionKind::TileParallelFuse: {
    std::optional<unsigned> producer;
    if (program)
      producer = onlyProducer(*program, op);
    if (producer && areSizes(parameters))
      return "TPF(operation_" + std::to_string(*producer) + ";" +
             listOf(parameters) + ")";
    return std::nullopt;
  }
  case ActionKind::Interchange:
    return "I(" + listOf(parameters) + ")";
  case ActionKind::Vectorize:
    return "V(True)";
  case ActionKind::Done:
    return "NT()";
  default:
    return std::nullopt;
  }
}

static std::optional<std::string> textOf(const Schedule::Entry &entry,
                                         const Program *program) {
  if (entry.actions.size() > mostActions)
    return std::nullopt;
  std::string text;
  unsigned parallelTilings = 0;
  bool ended = false;
  for (const Action &action : entry.actions) {
    std::optional<std::string> one = textOf(action, entry.op, program);
    if (!one)
      return std::nullopt;
    parallelTilings += action.traits().isParallel;
    ended = action.traits().isTerminal;
    text += *one;
  }
  if (parallelTilings > 1)
    return std::nullopt;
  // The last possible action ends the operation implicitly in MLIR-RL.
  if (!ended && entry.actions.size() < mostActions)
    text += "NT()";
  return text;
}

static bool fusesProducer(const Schedule::Entry &entry) {
  return llvm::any_of(entry.actions, [](const Action &action) {
    return action.kind == ActionKind::TileParallelFuse;
  });
}

std::optional<std::string> toMlirRlKeyText(const Schedule &schedule,
                                           unsigned operations,
                                           const Program *program) {
  if (operations == 0)
    return std::nullopt;
  std::vector<std::string> texts(operations, "NT()");
  std::vector<unsigned> order(operations);
  std::iota(order.begin(), order.end(), 0u);
  for (const Schedule::Entry &entry : schedule.entries()) {
    if (entry.op >= operations)
      return std::nullopt;
    std::optional<std::string> text = textOf(entry, program);
    if (!text)
      return std::nullopt;
    texts[entry.op] = std::move(*text);
    if (fusesProducer(entry))
      moveBefore(order, *onlyProducer(*program, entry.op), entry.op);
  }
  return llvm::join(
      llvm::map_range(order, [&](unsigned op) { return texts[op]; }), "|");
}

} // namespace mlirgym
