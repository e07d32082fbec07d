#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "mlirrl/MlirRlFusion.h"
#include "mlirrl/MlirRlKey.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Numbers = llvm::SmallVector<int64_t, 8>;

/// "TPF(operation_0;4,8)".
struct KeyAction {
  llvm::StringRef symbol, tag, text;
  Numbers numbers;

  bool isParallelTiling() const { return symbol == "TP" || symbol == "TPF"; }
};

llvm::Expected<Numbers> readNumbers(llvm::StringRef list,
                                    llvm::StringRef action) {
  Numbers numbers;
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    if (part.trim().getAsInteger(10, numbers.emplace_back()))
      return actionError("'{0}' holds a parameter that is not a number; give "
                         "whole numbers",
                         action);
  return numbers;
}

/// The actions of one operation, whose texts follow each other.
llvm::Expected<std::vector<KeyAction>> readActions(llvm::StringRef text) {
  std::vector<KeyAction> actions;
  llvm::StringRef rest = text.trim();
  while (!rest.empty()) {
    const size_t open = rest.find('('), close = rest.find(')');
    KeyAction action;
    action.symbol = rest.take_front(open);
    if (open == llvm::StringRef::npos || close == llvm::StringRef::npos ||
        close < open ||
        !llvm::is_contained({"NT", "T", "TP", "TPF", "I", "V"}, action.symbol))
      return actionError("'{0}' holds more than NT(), T(), TP(), TPF(), I() "
                         "and V(); give a key of MLIR-RL",
                         text);
    action.text = rest.take_front(close + 1);
    llvm::StringRef inside = rest.slice(open + 1, close);
    if (action.symbol == "V") {
      action.tag = inside.trim();
    } else {
      if (action.symbol == "TPF" && inside.contains(';'))
        std::tie(action.tag, inside) = inside.split(';');
      MLIRGYM_TRY(action.numbers, readNumbers(inside, action.text));
    }
    actions.push_back(std::move(action));
    rest = rest.drop_front(close + 1).ltrim();
  }
  return actions;
}

bool isWhole(const Numbers &sizes) {
  return llvm::all_of(sizes, [](int64_t size) { return size == 0; });
}

/// True if one of these actions fuses a producer: a TPF with a size of a
/// parallel loop. Any other TPF acts as TP.
bool fusesProducer(const std::vector<KeyAction> &actions,
                   const Operation &operation) {
  llvm::SmallVector<IteratorType, 8> iterators = operation.iteratorTypes;
  for (const KeyAction &action : actions) {
    if (action.numbers.size() != iterators.size())
      continue;
    if (action.symbol == "TPF")
      for (auto [size, iterator] : llvm::zip_equal(action.numbers, iterators))
        if (size != 0 && iterator == IteratorType::Parallel)
          return true;
    if (action.symbol != "I")
      continue;
    const auto before = iterators;
    for (auto [iterator, from] : llvm::zip_equal(iterators, action.numbers))
      if (from >= 0 && from < int64_t(before.size())) // else refused later
        iterator = before[size_t(from)];
  }
  return false;
}

/// Applies the actions of a key to a state, one operation after the other.
class KeyReader {
public:
  KeyReader(std::shared_ptr<const Program> program, MlirRlReading how)
      : reading(how), state(std::move(program), StateOptions::asWritten()) {}

  /// Operations in descending order.
  llvm::Error read(unsigned op, const std::vector<KeyAction> &actions) {
    state.skipTo(op);
    bool ended = false;
    for (const KeyAction &action : actions) {
      if (ended)
        return actionError("op{0}: {1} comes after the operation ended; NT and "
                           "V are the last",
                           op, action.text);
      ended = action.symbol == "NT" || action.symbol == "V";
      if (llvm::Error error = read(action))
        return actionError("{0}: {1}", action.text,
                           llvm::toString(std::move(error)));
    }
    return llvm::Error::success();
  }

  Schedule schedule() const { return state.schedule(); }

private:
  llvm::Error read(const KeyAction &action) {
    if (action.symbol == "T")
      return isWhole(action.numbers)
                 ? llvm::Error::success()
                 : state.apply({ActionKind::Tile, action.numbers});
    if (action.isParallelTiling())
      return readParallelTiling(action);
    if (action.symbol == "V")
      return readVectorization(action);
    // NT ends the operation without an action of ours. An interchange of only
    // some loops was never applied.
    if (action.symbol == "NT" ||
        action.numbers.size() != state.nest().loops.size())
      return llvm::Error::success();
    return state.apply({ActionKind::Interchange, action.numbers});
  }

  llvm::Error readVectorization(const KeyAction &action) {
    if (reading == MlirRlReading::Exact)
      return action.tag == "False" ? llvm::Error::success()
                                   : state.apply(ActionKind::Vectorize);
    if (llvm::Error error = state.apply(ActionKind::Vectorize))
      llvm::consumeError(std::move(error));
    return llvm::Error::success();
  }

  llvm::Error readParallelTiling(const KeyAction &action) {
    Numbers parallel = action.numbers, rest = action.numbers;
    if (parallel.size() == state.nest().loops.size())
      for (auto [loop, inForall, inFor] :
           llvm::zip_equal(state.nest().loops, parallel, rest))
        (loop.iterator == IteratorType::Parallel ? inFor : inForall) = 0;
    else
      rest.assign(rest.size(), 0); // refused with its number of sizes
    if (!isWhole(parallel))
      MLIRGYM_TRY_TO(action.symbol == "TPF"
                         ? fuse(action, parallel)
                         : state.apply({ActionKind::TileParallel, parallel}));
    return isWhole(rest) ? llvm::Error::success()
                         : state.apply({ActionKind::Tile, rest});
  }

  llvm::Error fuse(const KeyAction &action, const Numbers &sizes) {
    const Action fused(ActionKind::TileParallelFuse, sizes);
    if (reading == MlirRlReading::Nearest) {
      llvm::Error error = state.apply(fused);
      if (!error)
        return error;
      llvm::consumeError(std::move(error));
      return state.apply({ActionKind::TileParallel, sizes});
    }
    std::optional<unsigned> producer =
        onlyProducer(state.program(), state.currentOp());
    if (!producer || action.tag != "operation_" + std::to_string(*producer))
      return actionError("it fuses another set of producers than "
                         "tile_parallel_fuse; only a producer that is the only "
                         "one and has one reader is fused alike");
    return state.apply(fused);
  }

  MlirRlReading reading;
  ScheduleState state;
};
} // namespace

static llvm::Error checkNumberOfLists(const Program &program, size_t lists) {
  const size_t operations = program.operations().size();
  if (lists == operations)
    return llvm::Error::success();
  return actionError("{0}: {1} lists of actions for {2} operations; give one "
                     "each, empty for none",
                     program.name(), lists, operations);
}

llvm::Expected<Schedule>
fromMlirRlActions(const std::shared_ptr<const Program> &program,
                  llvm::ArrayRef<llvm::StringRef> lists,
                  MlirRlReading reading) {
  MLIRGYM_TRY_TO(checkNumberOfLists(*program, lists.size()));
  KeyReader reader(program, reading);
  for (size_t op = lists.size(); op-- > 0;) {
    MLIRGYM_TRY(auto actions, readActions(lists[op]));
    MLIRGYM_TRY_TO(reader.read(unsigned(op), actions));
  }
  return reader.schedule();
}

llvm::Expected<Schedule>
fromMlirRlKeyText(const std::shared_ptr<const Program> &program,
                  llvm::StringRef key, MlirRlReading reading) {
  if (key.trim().empty())
    return Schedule();
  llvm::SmallVector<llvm::StringRef> texts;
  key.split(texts, '|');
  MLIRGYM_TRY_TO(checkNumberOfLists(*program, texts.size()));
  // The order of the lists depends on the fusions of later lists.
  std::vector<unsigned> order(texts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<llvm::StringRef> lists(texts.size());
  for (size_t i = texts.size(); i-- > 0;) {
    const unsigned op = order[i];
    lists[op] = texts[i];
    MLIRGYM_TRY(auto actions, readActions(texts[i]));
    std::optional<unsigned> producer = onlyProducer(*program, op);
    if (producer && fusesProducer(actions, program->operations()[op]))
      moveBefore(order, *producer, op);
  }
  return fromMlirRlActions(program, lists, reading);
}

} // namespace mlirgym
