#include "mlirrl/MlirRlEncoding.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "mlirrl/MlirRlFeatures.h"
#include "observation/ActionEncoding.h"
#include "observation/Extractor.h"
#include "observation/Observation.h"
#include "program/EnumNames.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

char MlirRlEncoding::ID;

static constexpr EnumNames<MlirRlSymbol::V> symbolNames = {
    {"NT", "T", "TP", "TPF", "I", "V"}};

llvm::StringRef nameOf(MlirRlSymbol symbol) { return symbolNames.of(symbol); }

namespace {
constexpr uint8_t bitOf(MlirRlSymbol symbol) {
  return uint8_t(1u << unsigned(symbol));
}
constexpr uint8_t allSymbols = (1u << numMlirRlSymbols) - 1;
constexpr uint8_t terminalSymbols =
    bitOf(MlirRlSymbol::NT) | bitOf(MlirRlSymbol::V);

/// Index of the entries of T, TP and TPF: the symbol's number minus 1.
constexpr unsigned headOf(MlirRlSymbol symbol) { return unsigned(symbol) - 1; }

bool isTiling(MlirRlSymbol symbol) {
  return symbol == MlirRlSymbol::T || symbol == MlirRlSymbol::TP ||
         symbol == MlirRlSymbol::TPF;
}

bool isInterchanging(const DecisionState &state) { return state.kind >= 0; }

int64_t iterations(const LoopNest &nest) {
  int64_t product = 1;
  for (const Loop &loop : nest.loops)
    if (__builtin_mul_overflow(product, loop.tripCount, &product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

/// `sizes` for loops of `type`, else 0.
llvm::SmallVector<int64_t, 8> sizesOf(const LoopNest &nest, IteratorType type,
                                      llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<int64_t, 8> chosen(sizes.begin(), sizes.end());
  for (auto [loop, size] : llvm::zip_equal(nest.loops, chosen))
    if (loop.iterator != type)
      size = 0;
  return chosen;
}

int64_t sizeAt(int64_t index) {
  return index == 0 ? 0 : int64_t(1) << (index - 1);
}

/// 20! is the largest factorial below 2^63.
constexpr unsigned mostRankedLoops = 20;

int64_t factorial(size_t n) {
  assert(n <= mostRankedLoops && "see checkOptions");
  int64_t product = 1;
  for (size_t i = 2; i <= n; ++i)
    product *= int64_t(i);
  return product;
}

/// The permutation of `loops` loops with this rank in lexicographic order.
llvm::SmallVector<int64_t, 8> permutationAt(int64_t rank, size_t loops) {
  auto left = llvm::to_vector<8>(llvm::seq<int64_t>(0, int64_t(loops)));
  llvm::SmallVector<int64_t, 8> permutation;
  rank = std::min(rank, factorial(loops) - 1);
  while (!left.empty()) {
    const int64_t each = factorial(left.size() - 1);
    auto *next = left.begin() + rank / each;
    permutation.push_back(*next);
    left.erase(next);
    rank %= each;
  }
  return permutation;
}

/// The loops that a candidate swaps: by 1, then by 2, then by 3.
std::pair<int64_t, int64_t> swapAt(int64_t candidate, unsigned maxLoops) {
  for (int64_t distance = 1;; candidate -= maxLoops - distance, ++distance)
    if (candidate < int64_t(maxLoops) - distance)
      return {candidate, candidate + distance};
}

int64_t numInterchanges(const MlirRlOptions &options) {
  switch (options.interchange) {
  case MlirRlInterchange::Pointers:
    return options.maxLoops;
  case MlirRlInterchange::Enumerate:
    return int64_t(3) * options.maxLoops - 6;
  case MlirRlInterchange::Continuous:
    return factorial(options.maxLoops);
  }
  llvm_unreachable("all modes are listed");
}

/// Choices of the entries of an action.
llvm::SmallVector<int64_t, 40> dimensionsOf(const MlirRlOptions &options) {
  llvm::SmallVector<int64_t, 40> dimensions = {numMlirRlSymbols};
  dimensions.append(size_t(3) * options.maxLoops, options.numTileSizes + 1);
  dimensions.push_back(numInterchanges(options));
  return dimensions;
}

// DecisionState::memory holds for each action its symbol, the number of its
// parameters, and the parameters.
void remember(const MlirRlAction &action, DecisionState &state) {
  state.memory.push_back(int64_t(action.symbol));
  state.memory.push_back(int64_t(action.parameters.size()));
  state.memory.append(action.parameters.begin(), action.parameters.end());
}

/// Removes an incomplete interchange, whose parameters the state has.
void forgetInterchange(DecisionState &state) {
  state.memory.truncate(state.memory.size() - 2 - state.parameters.size());
}

llvm::Error checkOptions(const MlirRlOptions &options) {
  if (options.maxLoops == 0 || options.maxLoops > 64 || options.maxDims == 0 ||
      options.maxAccesses == 0)
    return actionError("mlir-rl: {0} loops, {1} dimensions, {2} accesses; give "
                       "1 to 64 loops, and at least one of the others",
                       options.maxLoops, options.maxDims, options.maxAccesses);
  if (options.numTileSizes == 0 || options.numTileSizes > 30)
    return actionError("mlir-rl: {0} tile sizes; give 1 to 30",
                       options.numTileSizes);
  if (options.interchange == MlirRlInterchange::Enumerate &&
      options.maxLoops < 3)
    return actionError("mlir-rl: {0} loops have no three kinds of swaps; give "
                       "at least 3, or interchange by pointers",
                       options.maxLoops);
  if (options.interchange == MlirRlInterchange::Continuous &&
      options.maxLoops > mostRankedLoops)
    return actionError("mlir-rl: the permutations of {0} loops cannot be "
                       "numbered; give at most {1}, or interchange by pointers",
                       options.maxLoops, mostRankedLoops);
  if (options.maxActions == 0)
    return actionError("mlir-rl: an operation of 0 actions; give at least 1");
  for (auto [i, symbols] : llvm::enumerate(options.order)) {
    if (symbols == 0 || (symbols & ~allSymbols))
      return actionError("mlir-rl: entry {0} of the order allows nothing; name "
                         "NT, T, TP, TPF, I or V",
                         i);
    // No other action can follow.
    if ((symbols & ~terminalSymbols) == 0)
      return llvm::Error::success();
  }
  if (!options.order.empty() && options.order.size() < options.maxActions)
    return actionError("mlir-rl: an order of {0} entries for {1} actions; end "
                       "it with an entry of NT and V only, or say all",
                       options.order.size(), options.maxActions);
  return llvm::Error::success();
}
} // namespace

llvm::Expected<llvm::SmallVector<uint8_t, 8>>
parseMlirRlOrder(llvm::ArrayRef<std::vector<std::string>> lists) {
  llvm::SmallVector<uint8_t, 8> order;
  for (auto [i, list] : llvm::enumerate(lists)) {
    llvm::ArrayRef<std::string> names = list;
    bool forbids = !names.empty() && names.front() == "!";
    if (forbids)
      names = names.drop_front();
    uint8_t symbols = 0;
    for (const std::string &name : names) {
      std::optional<MlirRlSymbol> symbol = symbolNames.parse(name);
      if (!symbol)
        return actionError("mlir-rl: entry {0} of the order names '{1}'; name "
                           "NT, T, TP, TPF, I or V, after '!' to forbid them",
                           i, name);
      symbols |= bitOf(*symbol);
    }
    order.push_back(forbids || names.empty() ? allSymbols & ~symbols : symbols);
  }
  return order;
}

template <typename T>
static llvm::Expected<T>
parseNamed(llvm::StringRef what, llvm::StringRef name,
           llvm::ArrayRef<std::pair<llvm::StringLiteral, T>> known) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const auto &[each, value] : known) {
    if (each == name)
      return value;
    names.push_back(each);
  }
  return actionError("mlir-rl: {0} is '{1}'; choose one of {2}", what, name,
                     llvm::join(names, ", "));
}

llvm::Expected<MlirRlInterchange> parseMlirRlInterchange(llvm::StringRef name) {
  return parseNamed<MlirRlInterchange>(
      "interchange", name,
      {{"pointers", MlirRlInterchange::Pointers},
       {"enumerate", MlirRlInterchange::Enumerate},
       {"continuous", MlirRlInterchange::Continuous}});
}

llvm::Expected<MlirRlBounds> parseMlirRlBounds(llvm::StringRef name) {
  return parseNamed<MlirRlBounds>("bounds", name,
                                  {{"max", MlirRlBounds::Max},
                                   {"log", MlirRlBounds::Log},
                                   {"none", MlirRlBounds::None}});
}

llvm::Expected<std::shared_ptr<const MlirRlEncoding>>
MlirRlEncoding::create(MlirRlOptions options) {
  MLIRGYM_TRY_TO(checkOptions(options));
  return std::shared_ptr<const MlirRlEncoding>(
      new MlirRlEncoding(std::move(options)));
}

// The limit of the state never ends an operation: MLIR-RL's actions are counted
// instead, each of which may be two actions of this library.
MlirRlEncoding::MlirRlEncoding(MlirRlOptions options)
    : RTTIExtends(dimensionsOf(options),
                  StateOptions{.maxActionsPerOp = 2 * options.maxActions + 1,
                               .limits = options.limits},
                  options.interchange != MlirRlInterchange::Continuous),
      opts(std::move(options)) {}

bool MlirRlEncoding::takes(const Operation &operation) const {
  auto fits = [&](const Operand &operand) {
    return operand.map.size() <= opts.maxDims;
  };
  return operation.numLoops() > 0 && operation.numLoops() <= opts.maxLoops &&
         llvm::all_of(operation.inputs, fits) &&
         llvm::all_of(operation.inits, fits);
}

llvm::SmallVector<MlirRlAction, 8>
MlirRlEncoding::actionsTaken(const DecisionState &state) {
  llvm::SmallVector<MlirRlAction, 8> actions;
  for (llvm::ArrayRef<int64_t> rest = state.memory; !rest.empty();) {
    size_t count = size_t(rest[1]);
    actions.push_back({MlirRlSymbol(rest[0]), rest.slice(2, count)});
    rest = rest.drop_front(2 + count);
  }
  return actions;
}

llvm::Error MlirRlEncoding::check(const Program &program) const {
  if (llvm::any_of(program.operations(), [&](const Operation &operation) {
        return takes(operation);
      }))
    return llvm::Error::success();
  return actionError("environment: program {0} has no operation of at most "
                     "{1} loops and {2} dimensions; leave it out, or allow "
                     "more",
                     program.name(), opts.maxLoops, opts.maxDims);
}

DecisionState
MlirRlEncoding::begin(std::shared_ptr<const Program> program) const {
  DecisionState state = ActionEncoding::begin(std::move(program));
  skipOperations(state);
  return state;
}

void MlirRlEncoding::skipOperations(DecisionState &state) const {
  while (!state.schedule.finished() && !takes(state.schedule.operation()))
    state.schedule.applyLegal(ActionKind::Done);
}

unsigned MlirRlEncoding::numTileChoices(int64_t tripCount) const {
  for (unsigned i = 0; i < opts.numTileSizes; ++i) {
    int64_t tile = int64_t(1) << i;
    if (tripCount % tile != 0 || tripCount == tile)
      return i + 1;
  }
  return opts.numTileSizes + 1;
}

bool MlirRlEncoding::hasProducer(const ScheduleState &state) const {
  // A fused copy has no producers: MLIR-RL fuses one level.
  if (state.nest().fusedInto >= 0)
    return false;
  auto isProduced = [&](const Operand &operand) {
    return operand.source == Operand::Source::Operation &&
           takes(state.program().operations()[size_t(operand.producer)]);
  };
  return llvm::any_of(state.operation().inputs, isProduced) ||
         llvm::any_of(state.operation().inits, isProduced);
}

uint8_t MlirRlEncoding::allowedSymbols(const DecisionState &state) const {
  if (isInterchanging(state))
    return bitOf(MlirRlSymbol::I);
  const ScheduleState &schedule = state.schedule;
  const auto taken = actionsTaken(state);
  auto tiles = [](const MlirRlAction &action) {
    return isTiling(action.symbol);
  };
  uint8_t allowed =
      bitOf(MlirRlSymbol::NT) | bitOf(MlirRlSymbol::T) | bitOf(MlirRlSymbol::I);
  // Tile loops without a tiling of the operation itself belong to its consumer.
  if (schedule.nest().tileLoops.empty() && llvm::none_of(taken, tiles)) {
    allowed |= bitOf(MlirRlSymbol::TP);
    if (hasProducer(schedule))
      allowed |= bitOf(MlirRlSymbol::TPF);
  }
  if (iterations(schedule.nest()) <= opts.vectorSizeLimit)
    allowed |= bitOf(MlirRlSymbol::V);
  if (taken.size() < opts.order.size())
    allowed &= opts.order[taken.size()];
  // MLIR-RL ends the training with an error here.
  return allowed ? allowed : bitOf(MlirRlSymbol::NT);
}

void MlirRlEncoding::mask(const DecisionState &state,
                          llvm::MutableArrayRef<int8_t> out) const {
  assert(out.size() == maskSize() && "one place for each choice");
  std::fill(out.begin(), out.end(), int8_t(0));
  if (state.schedule.finished())
    return;
  uint8_t allowed = allowedSymbols(state);
  for (unsigned i = 0; i < numMlirRlSymbols; ++i)
    out[i] = allowed >> i & 1;

  const LoopNest &nest = state.schedule.nest();
  const size_t sizes = opts.numTileSizes + 1, head = opts.maxLoops * sizes;
  auto tiles = out.slice(numMlirRlSymbols, head);
  for (size_t loop = 0; loop < opts.maxLoops; ++loop)
    std::fill_n(&tiles[loop * sizes],
                loop < nest.loops.size()
                    ? numTileChoices(nest.loops[loop].tripCount)
                    : 1,
                int8_t(1));
  for (size_t i = 1; i < 3; ++i)
    std::copy(tiles.begin(), tiles.end(), tiles.begin() + i * head);

  if (!masksLastEntry()) {
    out.back() = 1;
    return;
  }
  const auto numChoices = size_t(dimensions().back());
  auto choices = out.take_back(numChoices);
  if (opts.interchange == MlirRlInterchange::Pointers) {
    std::fill_n(choices.begin(), nest.loops.size(), int8_t(1));
    if (isInterchanging(state))
      for (int64_t chosen : state.parameters)
        choices[size_t(chosen)] = 0;
    return;
  }
  for (size_t choice = 0; choice < numChoices; ++choice)
    choices[choice] =
        permutationOf(int64_t(choice), nest.loops.size()).has_value();
}

/// The permutation of a choice that names a whole one; nothing if an operation
/// of that many loops does not have it.
std::optional<llvm::SmallVector<int64_t, 8>>
MlirRlEncoding::permutationOf(int64_t choice, size_t loops) const {
  if (opts.interchange == MlirRlInterchange::Continuous)
    return permutationAt(choice, loops);
  auto permutation = llvm::to_vector<8>(llvm::seq<int64_t>(0, int64_t(loops)));
  // A single loop has no swap: the first candidate is the identity.
  if (loops == 1 && choice == 0)
    return permutation;
  auto [first, second] = swapAt(choice, opts.maxLoops);
  if (second >= int64_t(loops))
    return std::nullopt;
  std::swap(permutation[size_t(first)], permutation[size_t(second)]);
  return permutation;
}

StepResult MlirRlEncoding::step(DecisionState &state,
                                llvm::ArrayRef<int64_t> row) const {
  if (state.schedule.finished() || !contains(row))
    return StepResult::Illegal;
  const auto symbol = MlirRlSymbol(row.front());
  if (!(allowedSymbols(state) & bitOf(symbol)))
    return StepResult::Illegal;

  llvm::ArrayRef<Loop> loops = state.schedule.nest().loops;
  llvm::SmallVector<int64_t, 8> parameters;
  if (isTiling(symbol)) {
    auto head = row.slice(1 + headOf(symbol) * opts.maxLoops);
    for (auto [loop, index] : llvm::zip_first(loops, head)) {
      if (index >= numTileChoices(loop.tripCount))
        return StepResult::Illegal;
      parameters.push_back(sizeAt(index));
    }
  }
  if (symbol == MlirRlSymbol::I) {
    if (opts.interchange == MlirRlInterchange::Pointers)
      return point(state, row.back());
    auto permutation = permutationOf(row.back(), loops.size());
    if (!permutation)
      return StepResult::Illegal;
    parameters = *permutation;
  }
  apply(state, {symbol, parameters});
  return StepResult::Applied;
}

/// Appends a loop to the permutation of an interchange.
StepResult MlirRlEncoding::point(DecisionState &state, int64_t loop) const {
  const size_t numLoops = state.schedule.nest().loops.size();
  if (loop >= int64_t(numLoops) || llvm::is_contained(state.parameters, loop))
    return StepResult::Illegal;
  // The longer permutation replaces the shorter one: together they are one
  // action.
  if (isInterchanging(state))
    forgetInterchange(state);
  state.parameters.push_back(loop);
  state.kind = int(ActionKind::Interchange);
  const llvm::SmallVector<int64_t, 8> parameters(state.parameters);
  if (parameters.size() < numLoops) {
    remember({MlirRlSymbol::I, parameters}, state);
    if (actionsTaken(state).size() < opts.maxActions)
      return StepResult::Partial;
    endOperation(state); // the incomplete permutation is lost
    return StepResult::Applied;
  }
  apply(state, {MlirRlSymbol::I, parameters});
  return StepResult::Applied;
}

void MlirRlEncoding::apply(DecisionState &state, MlirRlAction action) const {
  ScheduleState &schedule = state.schedule;
  auto isLegal = [&](const Action &candidate) {
    return !llvm::errorToBool(schedule.verify(candidate));
  };
  state.kind = -1;
  state.parameters.clear();
  switch (action.symbol) {
  case MlirRlSymbol::V:
    if (isLegal(ActionKind::Vectorize)) {
      schedule.applyLegal(ActionKind::Vectorize);
      state.memory.clear();
      return skipOperations(state);
    }
    [[fallthrough]];
  case MlirRlSymbol::NT:
    return endOperation(state);
  case MlirRlSymbol::T:
    schedule.applyLegal(Action(ActionKind::Tile, action.parameters));
    break;
  case MlirRlSymbol::I:
    schedule.applyLegal(Action(ActionKind::Interchange, action.parameters));
    break;
  case MlirRlSymbol::TP:
  case MlirRlSymbol::TPF: {
    const LoopNest &nest = schedule.nest();
    auto parallel = sizesOf(nest, IteratorType::Parallel, action.parameters);
    auto reduction = sizesOf(nest, IteratorType::Reduction, action.parameters);
    auto isCut = [](int64_t tile) { return tile != 0; };
    bool cutsParallel = llvm::any_of(parallel, isCut);
    bool fuses = action.symbol == MlirRlSymbol::TPF && cutsParallel &&
                 isLegal(Action(ActionKind::TileParallelFuse, parallel));
    if (!fuses)
      action.symbol = MlirRlSymbol::TP;
    if (fuses)
      schedule.applyLegal(Action(ActionKind::TileParallelFuse, parallel));
    else if (cutsParallel)
      schedule.applyLegal(Action(ActionKind::TileParallel, parallel));
    if (llvm::any_of(reduction, isCut))
      schedule.applyLegal(Action(ActionKind::Tile, reduction));
    break;
  }
  }
  remember(action, state);
  if (actionsTaken(state).size() >= opts.maxActions)
    endOperation(state);
}

void MlirRlEncoding::endOperation(DecisionState &state) const {
  state.kind = -1;
  state.parameters.clear();
  state.memory.clear();
  state.schedule.applyLegal(ActionKind::Done);
  skipOperations(state);
}

bool MlirRlEncoding::followsFromSchedule() const { return false; }

uint64_t MlirRlEncoding::decisionsPerAction() const {
  return opts.interchange == MlirRlInterchange::Pointers
             ? opts.maxLoops // a pointer for each loop
             : 1;
}

std::string MlirRlEncoding::describe(llvm::ArrayRef<int64_t> row) const {
  const auto symbol = MlirRlSymbol(row.front());
  std::string text = nameOf(symbol).str();
  llvm::raw_string_ostream os(text);
  if (symbol == MlirRlSymbol::I)
    os << '(' << describeInterchange(row.back()) << ')';
  if (isTiling(symbol)) {
    os << '(';
    llvm::interleave(
        row.slice(1 + headOf(symbol) * opts.maxLoops, opts.maxLoops), os,
        [&](int64_t index) { os << sizeAt(index); }, ",");
    os << ')';
  }
  return text;
}

std::string MlirRlEncoding::describeInterchange(int64_t choice) const {
  switch (opts.interchange) {
  case MlirRlInterchange::Pointers:
    return llvm::formatv("loop {0}", choice);
  case MlirRlInterchange::Enumerate: {
    auto [first, second] = swapAt(choice, opts.maxLoops);
    return llvm::formatv("swap {0} {1}", first, second);
  }
  case MlirRlInterchange::Continuous:
    return llvm::formatv("rank {0}", choice);
  }
  llvm_unreachable("all modes are listed");
}

nlohmann::json MlirRlEncoding::identity() const {
  return {{"actions", "mlir-rl"},
          {"maxLoops", opts.maxLoops},
          {"maxDims", opts.maxDims},
          {"numTileSizes", opts.numTileSizes},
          {"maxActions", opts.maxActions},
          {"vectorSizeLimit", opts.vectorSizeLimit},
          {"interchange", opts.interchange},
          {"order", opts.order}};
}

Observer MlirRlEncoding::makeObserver(const MachineFeatures &) const {
  ObservationSpec spec;
  LayoutBuilder layout(spec);
  layout.begin("mlir_rl");
  std::vector<std::unique_ptr<const Extractor>> extractors;
  extractors.push_back(std::make_unique<MlirRlFeatures>(*this, layout));
  return {std::move(spec), std::move(extractors)};
}

MakeEncoding mlirRlActions(MlirRlOptions options) {
  return [options = std::move(options)](const EncodingOptions &,
                                        StateOptions state) {
    MlirRlOptions own = options;
    own.limits = state.limits;
    return MlirRlEncoding::create(std::move(own));
  };
}

} // namespace mlirgym
