#include "agents/search/SketchSampler.h"
#include <algorithm>
#include <array>

using namespace mlirgym;

namespace {
using Sizes = llvm::SmallVector<int64_t, 8>;
constexpr int none = -1;
/// Vectors are counted in these: what AVX2 has, half of what AVX-512 has.
constexpr int64_t vectorBytes = 32;

/// Draws the actions of one operation.
class OperationSketch {
public:
  OperationSketch(const SearchSpace &searchSpace, ScheduleState &scheduleState,
                  RandomStream &randomStream)
      : space(searchSpace), state(scheduleState), random(randomStream),
        op(state.currentOp()), operation(state.operation()) {}

  void draw() {
    if (isCheap() && random.chance(0.25))
      return end();
    flatten();
    tileForThreads();
    tileForCaches();
    tileForReuse();
    reorder();
    promoteStrided();
    if (!reduceInVectors())
      tileForRegisters();
    stream();
    vectorize();
    end();
  }

private:
  const LoopNest &nest() const { return state.nest(op); }
  llvm::ArrayRef<Loop> loops() const { return nest().loops; }
  bool underWay() const { return !state.finished() && state.currentOp() == op; }
  bool isParallel(size_t loop) const {
    return loops()[loop].iterator == IteratorType::Parallel;
  }

  /// Where the program has heavier operations, this one may be best left alone.
  bool isCheap() const {
    int64_t heaviest = 0;
    for (const Operation &other : state.program().operations())
      heaviest = std::max(heaviest, iterations(other));
    return iterations(operation) < heaviest;
  }
  static int64_t iterations(const Operation &operation) {
    int64_t product = 1;
    for (int64_t trips : operation.tripCounts)
      product *= trips;
    return product;
  }

  bool take(ActionKind kind, llvm::ArrayRef<int64_t> parameters = {}) {
    if (!underWay())
      return false;
    Action action(kind, parameters);
    if (isNoOp(action) || !space.isLegal(state, action))
      return false;
    state.applyLegal(action);
    return true;
  }
  void end() {
    if (underWay())
      space.endOperation(state);
  }

  /// Sizes of the list in [low, high] that leave more than one tile of `loop`.
  Sizes sizesIn(int64_t low, int64_t high, size_t loop) const {
    Sizes found;
    for (int64_t size : space.tileSizes())
      if (size > 0 && size >= low && size <= high &&
          size < loops()[loop].tripCount)
        found.push_back(size);
    return found;
  }

  /// The smallest size of the list from `low` on that cuts `loop`; 0 if none.
  int64_t smallestSize(int64_t low, size_t loop) const {
    Sizes found = sizesIn(low, loops()[loop].tripCount, loop);
    return found.empty() ? 0 : found.front();
  }

  /// Loop that walks `operand` element by element, as it stands now.
  int contiguousLoop(const Operand &operand) const {
    if (operand.map.empty() || !operand.map.back().linear)
      return none;
    for (auto [i, loop] : llvm::enumerate(loops()))
      if (operand.map.back().coefficients[loop.source] == 1)
        return static_cast<int>(i);
    return none;
  }

  /// Loop that becomes the lanes of a vector.
  int laneLoop() {
    llvm::SmallVector<int, 8> parallel;
    for (size_t i = 0; i < loops().size(); ++i)
      if (isParallel(i) && loops()[i].tripCount > 1)
        parallel.push_back(static_cast<int>(i));
    if (parallel.empty())
      return none;
    // Once in a while another one: a transpose has two good ones.
    if (random.chance(0.1))
      return random.pick(llvm::ArrayRef<int>(parallel));
    const int lane =
        operation.inits.empty() ? none : contiguousLoop(operation.inits[0]);
    return lane == none || !llvm::is_contained(parallel, lane) ? parallel.back()
                                                               : lane;
  }

  /// Parallel loop whose tile holds the rows of a register tile. Likelier the
  /// more inputs do not depend on it: each is then loaded once for all rows.
  int rowLoop(int lane) {
    llvm::SmallVector<double, 8> weights(loops().size(), 0);
    bool any = false;
    for (auto [i, loop] : llvm::enumerate(loops())) {
      if (static_cast<int>(i) == lane || !isParallel(i) || loop.tripCount <= 1)
        continue;
      weights[i] = 1;
      any = true;
      for (const Operand &input : operation.inputs)
        weights[i] += dependsOn(input, loop.source) ? 0 : 3;
    }
    return any ? static_cast<int>(random.pickWeighted(weights)) : none;
  }
  static bool dependsOn(const Operand &operand, unsigned loop) {
    return llvm::any_of(operand.map, [loop](const AffineTerm &term) {
      return !term.linear || term.coefficients[loop] != 0;
    });
  }

  int64_t elementBytes() const {
    return operation.inits.empty()
               ? 4
               : sizeOfElement(operation.inits[0].elementType);
  }
  int64_t lanesPerVector() const { return vectorBytes / elementBytes(); }

  /// One loop in place of several, where rows are not whole vectors above all.
  /// Seldom where producers could be fused instead.
  void flatten() {
    if (!state.legalParameters(ActionKind::Flatten).isLegal)
      return;
    const bool hasProducer =
        llvm::any_of(operation.inputs, [](const Operand &input) {
          return input.source == Operand::Source::Operation;
        });
    if (random.chance(hasProducer ? 0.1 : 0.4))
      take(ActionKind::Flatten);
  }

  /// Tiles that threads share: about one, two or four a thread.
  void tileForThreads() {
    if (!underWay() || space.threads() < 2 || nest().isParallel ||
        !random.chance(0.9))
      return;
    Sizes sizes(loops().size(), 0);
    int64_t threads = space.threads();
    const int64_t share = threads << random.below(3);
    // One loop, or two that share the factor.
    for (size_t i = 0; i < loops().size(); ++i) {
      if (!isParallel(i) || loops()[i].tripCount < 2 || random.chance(0.3))
        continue;
      const int64_t wanted = (loops()[i].tripCount + share - 1) / share;
      sizes[i] = nearestSize(wanted, i);
      if (random.chance(0.75))
        break;
    }
    const bool fused =
        random.chance(0.5) &&
        take(ActionKind::TileParallelFuse,
             only(sizes,
                  state.legalParameters(ActionKind::TileParallelFuse).loops));
    if (!fused)
      take(ActionKind::TileParallel,
           only(sizes, state.legalParameters(ActionKind::TileParallel).loops));
  }
  /// `sizes` for the loops that may be cut, 0 for the others.
  static Sizes only(Sizes sizes, const LoopSet &tileable) {
    for (auto [i, size] : llvm::enumerate(sizes))
      if (!tileable.allows(i))
        size = 0;
    return sizes;
  }
  int64_t nearestSize(int64_t wanted, size_t loop) const {
    int64_t best = 0;
    for (int64_t size : sizesIn(1, loops()[loop].tripCount, loop))
      if (best == 0 || std::abs(size - wanted) < std::abs(best - wanted))
        best = size;
    return best;
  }

  /// Tiles that fit a cache, and perhaps an input copied beside them.
  void tileForCaches() {
    if (!underWay() || !random.chance(0.25))
      return;
    Sizes sizes(loops().size(), 0);
    for (size_t i = 0; i < loops().size(); ++i) {
      // Each step of a reduction counts for all lanes and rows.
      Sizes fitting =
          sizesIn(isParallel(i) ? 48 : 16, loops()[i].tripCount / 2, i);
      if (!fitting.empty() && random.chance(0.5))
        sizes[i] = random.pick(llvm::ArrayRef<int64_t>(fitting));
    }
    const bool fused =
        random.chance(0.4) &&
        take(ActionKind::TileFuse,
             only(sizes, state.legalParameters(ActionKind::TileFuse).loops));
    if (!fused && !take(ActionKind::Tile, sizes))
      return;
    if (!operation.inputs.empty() && random.chance(0.4))
      take(ActionKind::Promote,
           {static_cast<int64_t>(random.below(operation.inputs.size()))});
  }

  /// Inputs that a parallel loop reads again and again.
  llvm::SmallVector<unsigned, 4> reusedInputs() const {
    llvm::SmallVector<unsigned, 4> found;
    for (auto [i, input] : llvm::enumerate(operation.inputs))
      for (auto [l, loop] : llvm::enumerate(loops()))
        if (isParallel(l) && loop.tripCount > 1 &&
            !dependsOn(input, loop.source)) {
          found.push_back(static_cast<unsigned>(i));
          break;
        }
    return found;
  }

  /// Bytes of `input` in a tile; windows that overlap count more than once.
  int64_t bytesInTile(const Operand &input,
                      llvm::ArrayRef<int64_t> sizes) const {
    int64_t bytes = sizeOfElement(input.elementType);
    for (auto [loop, size] : llvm::zip_equal(loops(), sizes))
      if (dependsOn(input, loop.source))
        bytes *= size > 0 ? size : loop.tripCount;
    return bytes;
  }

  /// Cuts the tile down, outer loops first, until its piece of `input` stays in
  /// a cache of the core.
  void shrinkToCache(const Operand &input, int lane, Sizes &sizes) const {
    constexpr int64_t cacheBytes = 128 << 10;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] > 1 && static_cast<int>(i) != lane &&
          bytesInTile(input, sizes) > cacheBytes)
        sizes[i] = smallestSize(1, i);
  }

  /// A piece of one input that stays in the first caches while the loops it
  /// does not depend on go round, copied perhaps: a few columns of a matmul, a
  /// few rows of an image. Producers fuse into it, fills above all.
  void tileForReuse() {
    if (!underWay() || !random.chance(0.6))
      return;
    llvm::SmallVector<unsigned, 4> inputs = reusedInputs();
    if (inputs.empty())
      return;
    const unsigned chosen = random.pick(llvm::ArrayRef<unsigned>(inputs));
    const int lane = laneLoop();
    const unsigned laneSource = lane == none ? 0 : loops()[lane].source;
    Sizes sizes(loops().size(), 0);
    for (auto [i, loop] : llvm::enumerate(loops())) {
      if (!isParallel(i) || loop.tripCount <= 1 ||
          !dependsOn(operation.inputs[chosen], loop.source))
        continue;
      if (static_cast<int>(i) == lane)
        sizes[i] = laneSize(i, /*mostVectors=*/4);
      else if (Sizes fitting = sizesIn(1, 8, i); !fitting.empty())
        sizes[i] = random.pick(llvm::ArrayRef<int64_t>(fitting));
    }
    shrinkToCache(operation.inputs[chosen], lane, sizes);
    const bool fused =
        random.chance(0.75) &&
        take(ActionKind::TileFuse,
             only(sizes, state.legalParameters(ActionKind::TileFuse).loops));
    if (!fused && !take(ActionKind::Tile, sizes))
      return;
    // What lanes read takes whole lines; an element for all lanes hardly any.
    const bool isReadByLanes =
        lane != none && dependsOn(operation.inputs[chosen], laneSource);
    if (random.chance(isReadByLanes ? 0.7 : 0.3))
      take(ActionKind::Promote, {static_cast<int64_t>(chosen)});
  }

  void reorder() {
    if (!underWay() || loops().size() < 2 || !random.chance(0.08))
      return;
    Sizes permutation(loops().size());
    for (auto [i, loop] : llvm::enumerate(permutation))
      loop = static_cast<int64_t>(i);
    const size_t from = random.below(permutation.size());
    const size_t to = random.below(permutation.size());
    std::swap(permutation[from], permutation[to]);
    take(ActionKind::Interchange, permutation);
  }

  /// An input that the output's lanes step through with a stride: its copy is
  /// transposed. (Not legal, so not taken, where nothing cut it.)
  void promoteStrided() {
    if (!underWay() || operation.inits.empty())
      return;
    const int lane = contiguousLoop(operation.inits[0]);
    if (lane == none || !isParallel(lane))
      return;
    for (auto [i, input] : llvm::enumerate(operation.inputs))
      if (underWay() && contiguousLoop(input) != lane &&
          dependsOn(input, loops()[lane].source) && random.chance(0.5))
        take(ActionKind::Promote, {static_cast<int64_t>(i)});
  }

  /// True if an input lies in memory in the order of the output's lanes: then
  /// these make the better vectors.
  bool outputLanesAreContiguous() const {
    if (operation.inits.empty())
      return false;
    const int lane = contiguousLoop(operation.inits[0]);
    return lane != none && llvm::any_of(operation.inputs, [&](const auto &in) {
             return contiguousLoop(in) == lane;
           });
  }

  /// A reduction along the contiguous dimension of its input (a row's sum or
  /// maximum): the lanes hold partial results.
  bool reduceInVectors() {
    if (!underWay() || !operation.hasCombiner || operation.inputs.empty())
      return false;
    const int lane = contiguousLoop(operation.inputs[0]);
    if (lane == none || isParallel(lane) ||
        !random.chance(outputLanesAreContiguous() ? 0.03 : 0.5))
      return false;
    Sizes fitting = sizesIn(lanesPerVector(), 8 * lanesPerVector(), lane);
    if (fitting.empty())
      return false;
    Sizes rows(loops().size(), 0), partial(loops().size(), 0);
    for (size_t i = 0; i < loops().size(); ++i)
      if (isParallel(i) && loops()[i].tripCount > 1)
        rows[i] = smallestSize(random.chance(0.5) ? 1 : 4, i);
    partial[lane] = random.pick(llvm::ArrayRef<int64_t>(fitting));
    take(ActionKind::Tile, rows);
    return take(ActionKind::TileReduction, partial);
  }

  /// Sizes of a register tile. `vectors`: how many vectors it may hold.
  Sizes registerTile(int64_t vectors) {
    Sizes sizes(loops().size(), 0);
    for (size_t i = 0; i < loops().size(); ++i)
      sizes[i] = smallestSize(1, i);
    const int lane = laneLoop();
    int64_t laneVectors = 1;
    if (lane != none) {
      sizes[lane] = laneSize(lane, /*mostVectors=*/8);
      const int64_t lanes = sizes[lane] ? sizes[lane] : loops()[lane].tripCount;
      laneVectors = std::max<int64_t>(1, (lanes + lanesPerVector() - 1) /
                                             lanesPerVector());
    }
    if (const int row = rowLoop(lane); row != none)
      sizes[row] = rowSize(row, std::max<int64_t>(1, vectors / laneVectors));
    for (size_t i = 0; i < loops().size(); ++i)
      if (!isParallel(i))
        sizes[i] = reductionSize(i);
    return sizes;
  }
  int64_t laneSize(size_t lane, int64_t mostVectors) {
    const int64_t vector = lanesPerVector(), most = mostVectors * vector;
    Sizes choices;
    for (int64_t size : sizesIn(vector, most, lane)) {
      if (size % vector != 0)
        continue;
      choices.push_back(size);
      if (size % (2 * vector) == 0) // whole vectors of AVX-512, too
        choices.push_back(size);
    }
    if (choices.empty() || loops()[lane].tripCount <= most)
      choices.append(2, 0);
    return random.pick(llvm::ArrayRef<int64_t>(choices));
  }
  int64_t rowSize(size_t row, int64_t most) {
    Sizes choices = sizesIn(1, most, row);
    if (loops()[row].tripCount <= most)
      choices.append(2, 0);
    if (choices.empty())
      return 0;
    // The larger half is likelier: it holds more of the registers.
    const size_t a = random.below(choices.size());
    const size_t b = random.below(choices.size());
    return choices[std::max(a, b)];
  }
  int64_t reductionSize(size_t loop) {
    if (random.chance(0.7))
      return smallestSize(1, loop);
    if (loops()[loop].tripCount <= 8 && random.chance(0.5))
      return 0;
    Sizes choices = sizesIn(2, 8, loop);
    return choices.empty() ? smallestSize(1, loop)
                           : random.pick(llvm::ArrayRef<int64_t>(choices));
  }

  /// Takes a register tile after which the operation can be vectorised; a
  /// smaller one where the first is too large.
  void tileForRegisters() {
    if (!underWay())
      return;
    // 16 registers of 32 bytes hold 12 to 14 and an operand, 32 of 64 bytes 56.
    constexpr std::array<int64_t, 7> targets = {4, 8, 12, 14, 16, 24, 56};
    size_t target = random.below(targets.size());
    const bool fused = random.chance(0.5);
    const ScheduleState before = state;
    for (int attempt = 0; attempt < 6; ++attempt) {
      takeRegisterTile(registerTile(targets[target]), fused);
      if (canVectorize())
        return;
      state = before;
      target = target > 0 ? target - 1 : 0;
    }
    takeRegisterTile(registerTile(targets[0]), fused);
  }
  bool canVectorize() const {
    return underWay() && space.isLegal(state, ActionKind::Vectorize);
  }
  void takeRegisterTile(llvm::ArrayRef<int64_t> sizes, bool fused) {
    if (fused) {
      // The producers, fills too, once a tile and not once a reduction step.
      const Sizes output =
          only(Sizes(sizes), state.legalParameters(ActionKind::TileFuse).loops);
      if (take(ActionKind::TileFuse, output)) {
        Sizes rest(sizes);
        for (size_t i = 0; i < rest.size(); ++i)
          rest[i] = output[i] ? 0 : rest[i];
        take(ActionKind::Tile, rest);
        return;
      }
    }
    take(ActionKind::Tile, sizes);
  }

  /// Pays where the result leaves the caches anyway; small ones now and then,
  /// as caches differ.
  void stream() {
    constexpr int64_t largeBytes = int64_t(4) << 20;
    int64_t bytes = elementBytes();
    for (auto [trips, iterator] :
         llvm::zip_equal(operation.tripCounts, operation.iteratorTypes))
      if (iterator == IteratorType::Parallel)
        bytes *= trips;
    if (random.chance(bytes >= largeBytes ? 0.5 : 0.05))
      take(ActionKind::Stream);
  }

  void vectorize() {
    // Now and then the loops are left to LLVM's own vectoriser.
    if (underWay() && !random.chance(0.03))
      take(ActionKind::Vectorize);
  }

  const SearchSpace &space;
  ScheduleState &state;
  RandomStream &random;
  const unsigned op;
  const Operation &operation;
};
} // namespace

void SketchSampler::sampleOperation(ScheduleState &state,
                                    RandomStream &random) const {
  OperationSketch(*space, state, random).draw();
}

Schedule SketchSampler::sample(RandomStream &random) const {
  ScheduleState state = space->start();
  while (!state.finished())
    sampleOperation(state, random);
  return state.schedule().canonical();
}
