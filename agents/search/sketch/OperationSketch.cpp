#include "agents/search/sketch/OperationSketch.h"
#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "actions/VectorCost.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlirgym;

Sizes OperationSketch::sizesIn(int64_t low, int64_t high, size_t loop) const {
  Sizes found;
  for (int64_t size : space.tileSizes())
    if (size > 0 && size >= low && size <= high &&
        size < loops()[loop].tripCount)
      found.push_back(size);
  return found;
}

int64_t OperationSketch::smallestSize(int64_t low, size_t loop) const {
  Sizes found = sizesIn(low, loops()[loop].tripCount, loop);
  return found.empty() ? 0 : found.front();
}

int OperationSketch::contiguousLoop(const Operand &operand) const {
  if (operand.map.empty() || !operand.map.back().linear)
    return noLoop;
  for (auto [i, loop] : llvm::enumerate(loops()))
    if (operand.map.back().coefficients[loop.source] == 1)
      return static_cast<int>(i);
  return noLoop;
}

int OperationSketch::laneLoop() {
  llvm::SmallVector<int, 8> parallel;
  for (size_t i = 0; i < loops().size(); ++i)
    if (isParallel(i) && loops()[i].tripCount > 1)
      parallel.push_back(static_cast<int>(i));
  if (parallel.empty())
    return noLoop;
  // Occasionally another loop: a transpose has two good ones.
  if (random.chance(0.1))
    return random.pick(llvm::ArrayRef<int>(parallel));
  const int lane =
      operation().inits.empty() ? noLoop : contiguousLoop(operation().inits[0]);
  return lane == noLoop || !llvm::is_contained(parallel, lane) ? parallel.back()
                                                               : lane;
}

int64_t OperationSketch::laneSize(size_t lane, int64_t mostVectors) {
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

bool OperationSketch::isInWindow(size_t loop) const {
  auto moves = [](const AffineTerm &term, const Loop &by) {
    return term.linear && by.tripCount > 1 && term.coefficients[by.source] != 0;
  };
  return llvm::any_of(operation().inputs, [&](const Operand &input) {
    return llvm::any_of(input.map, [&](const AffineTerm &term) {
      return moves(term, loops()[loop]) &&
             llvm::count_if(loops(), [&](const Loop &other) {
               return moves(term, other);
             }) > 1;
    });
  });
}

bool OperationSketch::isForMatrixUnit() const {
  return machine && machine->matrixTiles && productsAtOnce(operation()) > 1;
}

bool OperationSketch::take(ActionKind kind,
                           llvm::ArrayRef<int64_t> parameters) {
  if (!underWay())
    return false;
  Action action(kind, parameters);
  if (isNoOp(action) || !space.isLegal(state, action))
    return false;
  state.applyLegal(action);
  return true;
}

bool OperationSketch::takeWhereLegal(ActionKind kind,
                                     llvm::ArrayRef<int64_t> sizes) {
  return take(kind, only(Sizes(sizes), state.legalParameters(kind).loops));
}

void OperationSketch::end() {
  if (underWay())
    space.endOperation(state);
}

Sizes mlirgym::only(Sizes sizes, const LoopSet &tileable) {
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!tileable.allows(i))
      size = 0;
  return sizes;
}

bool mlirgym::dependsOn(const Operand &operand, unsigned loop) {
  return llvm::any_of(operand.map, [loop](const AffineTerm &term) {
    return !term.linear || term.coefficients[loop] != 0;
  });
}
