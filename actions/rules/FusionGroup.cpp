#include "actions/rules/FusionGroup.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/SharedMemory.h"
#include "actions/rules/OperandSlice.h"
#include "actions/rules/Tiling.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <optional>

namespace mlirgym {
namespace {
uint64_t bit(size_t i) { return uint64_t(1) << i; }

/// The loop that the term consists of; -1 if it is not a single loop.
int onlyLoopIn(const AffineTerm &term) {
  if (!term.linear || term.constant != 0)
    return -1;
  int found = -1;
  for (auto [i, coefficient] : llvm::enumerate(term.coefficients)) {
    if (coefficient == 0)
      continue;
    if (coefficient != 1 || found >= 0)
      return -1;
    found = int(i);
  }
  return found;
}

/// The loop that indexes each dimension of the result. Empty if a dimension is
/// not indexed by a single loop, or two are indexed by the same one: MLIR then
/// cannot determine the iterations that compute a part of the result.
llvm::SmallVector<int, 4> resultLoops(const Operand &init) {
  llvm::SmallVector<int, 4> loops;
  for (const AffineTerm &term : init.map) {
    int loop = onlyLoopIn(term);
    if (loop < 0 || llvm::is_contained(loops, loop))
      return {};
    loops.push_back(loop);
  }
  return loops;
}

} // namespace

llvm::StringRef FusionGroup::explain(Reason reason) {
  switch (reason) {
  case Reason::OtherLoops:
    return "does not lie in the same loops; fuse before tiling, or use tile";
  case Reason::OtherReaders:
    return "is needed outside the tile too; use tile, or choose other loops";
  case Reason::DifferentTiles:
    return "is read in different parts, so that it would be computed more than "
           "once; use tile, or choose other loops";
  case Reason::SeveralResults:
    return "has several results or a result that is not a permutation of its "
           "loops; use tile";
  case Reason::NotAnalysable:
    return "is read through an access that is not affine; use tile";
  case Reason::WholeButDynamic:
    return "is read whole, but its size varies; use tile, or a size that "
           "divides the loop";
  case Reason::CannotBeTiled:
    return "cannot be tiled, as an operand has an index that decreases while a "
           "loop increases, or that is not a sum of loops; use tile";
  case Reason::NotAnOperation:
    return "reads the result of a pad, a reshape or another operation that is "
           "not "
           "visited; use tile, or choose other loops";
  }
  llvm_unreachable("all reasons are listed");
}

FusionGroup::FusionGroup(const ScheduleState &current)
    : state(current), root(current.nest()) {
  // Producers behind reshapes are not found.
  if (root.loops.size() > maxRootLoops || root.reshapedBy)
    return;
  parallel = loopBits(root, IteratorType::Parallel);
  for (auto [i, loop] : llvm::enumerate(root.loops))
    if (!loop.isStatic)
      dynamic |= bit(i);
  if (parallel != 0)
    analyse();
}

void FusionGroup::block(uint64_t loops, Reason reason, unsigned op) {
  loops &= parallel & ~blocked;
  if (loops == 0)
    return;
  blocked |= loops;
  obstacles.push_back({.loops = loops, .reason = reason, .op = op});
}

int FusionGroup::find(unsigned op) const {
  for (auto [i, member] : llvm::enumerate(members))
    if (member.op == op)
      return int(i);
  return -1;
}

void FusionGroup::analyse() {
  Member &self = members.emplace_back();
  self.op = root.op;
  self.someReader = parallel;
  self.loops.resize(root.loops.size());
  for (auto [i, loop] : llvm::enumerate(root.loops)) {
    LoopImage &image = self.loops[loop.source];
    image.factors[i] = 1;
    image.extent = loop.tripCount;
    image.roots = uint32_t(bit(i));
  }
  for (const Operand &init : state.operation().inits)
    if (init.source == Operand::Source::Fill &&
        root.initDepth == root.tileLoops.size())
      for (const AffineTerm &term : init.map)
        for (auto [i, loop] : llvm::enumerate(root.loops))
          if (!term.linear || term.coefficients[loop.source] != 0)
            useful |= bit(i);

  visitOperands(0);
  // Readers follow their producers, so all readers of an operation have been
  // visited before it.
  for (unsigned op = root.op; op-- > 0;) {
    int member = find(op);
    if (member < 0 || members[size_t(member)].someReader == 0)
      continue;
    checkReaders(members[size_t(member)]);
    useful |= members[size_t(member)].someReader;
    visitOperands(size_t(member));
  }
}

void FusionGroup::visitOperands(size_t reader) {
  const Operation &op = state.operation(members[reader].op);
  if (!canBeTiled(op))
    return block(members[reader].someReader, Reason::CannotBeTiled,
                 members[reader].op);
  bool isRoot = reader == 0;
  for (auto [i, input] : llvm::enumerate(op.inputs))
    // A promoted input is read from its buffer.
    if (!(isRoot && i < 32 && (root.promoted >> i & 1)))
      visit(reader, input);
  for (const Operand &init : op.inits)
    if (init.source != Operand::Source::Fill)
      visit(reader, init);
}

std::optional<llvm::SmallVector<FusionGroup::LoopImage, 4>>
FusionGroup::sliceOf(const Operand &operand,
                     llvm::ArrayRef<LoopImage> reader) const {
  llvm::SmallVector<LoopImage, 4> slice(operand.map.size());
  for (auto [dim, term] : llvm::zip_equal(slice, operand.map)) {
    if (!term.linear)
      return std::nullopt;
    // The slice starts where the constant is 0.
    dim.extent += std::max<int64_t>(term.constant, 0);
    for (auto [coefficient, loop] :
         llvm::zip_equal(term.coefficients, reader)) {
      if (coefficient == 0)
        continue;
      if (coefficient < 0)
        return std::nullopt;
      for (size_t i = 0; i < root.loops.size(); ++i)
        dim.factors[i] += coefficient * loop.factors[i];
      dim.extent += coefficient * (loop.extent - 1);
      dim.roots |= loop.roots;
      dim.isRestStatic &= loop.isRestStatic;
    }
  }
  return slice;
}

void FusionGroup::visit(size_t readerIndex, const Operand &operand) {
  using Source = Operand::Source;
  if (operand.source == Source::Argument || operand.source == Source::Empty)
    return;
  const Member &reader = members[readerIndex];
  const uint64_t reach = reader.someReader;
  const bool isOperation = operand.source == Source::Operation;
  const unsigned producer =
      isOperation ? unsigned(operand.producer) : reader.op;
  auto slice = sliceOf(operand, reader.loops);
  if (!slice)
    return block(reach, Reason::NotAnalysable, producer);
  uint64_t touched = 0;
  bool isSliceStatic = true;
  for (const LoopImage &dim : *slice) {
    touched |= dim.roots;
    isSliceStatic &= isStatic(dim, dynamic);
  }
  touched &= parallel;
  if (!isOperation) {
    block(isSliceStatic ? touched : reach, Reason::NotAnOperation, producer);
    return;
  }

  const Operation &op = state.operation(producer);
  const LoopNest &nest = state.nest(producer);
  llvm::SmallVector<int, 4> loops = resultLoops(op.inits.front());
  if (op.inits.size() != 1 || loops.size() != slice->size())
    return block(reach, Reason::SeveralResults, producer);
  // MLIR folds a slice away if the types show that it is the whole tensor; the
  // producer then remains outside.
  bool isSameLevel = nest.tileLoops == root.tileLoops;
  bool isWhole = isSliceStatic;
  if (isSameLevel)
    for (auto [dim, loop] : llvm::zip_equal(*slice, loops))
      isWhole &= dim.extent == nest.loops[size_t(loop)].tripCount;
  if (!isWhole)
    block(reach & ~touched, Reason::WholeButDynamic, producer);
  if (!isSameLevel)
    return block(touched, Reason::OtherLoops, producer);
  int index = find(producer);
  if (index < 0) {
    index = int(members.size());
    members.emplace_back().op = producer; // `reader` is void from here
  }
  Member *member = &members[size_t(index)];
  member->someReader |= touched;
  member->everyReader &= touched;
  if (touched == 0)
    return;
  llvm::SmallVector<LoopImage, 8> images(op.numLoops());
  for (auto [image, loop] : llvm::zip_equal(images, nest.loops)) {
    image.extent = loop.tripCount;
    image.isRestStatic = loop.isStatic;
  }
  for (auto [dim, loop] : llvm::zip_equal(*slice, loops))
    images[size_t(loop)] = dim;
  if (member->loops.empty()) {
    member->loops = std::move(images);
    return;
  }
  for (auto [mine, other] : llvm::zip_equal(member->loops, images)) {
    for (size_t i = 0; i < root.loops.size(); ++i)
      if (mine.factors[i] != other.factors[i])
        block(bit(i), Reason::DifferentTiles, producer);
    if (mine.extent != other.extent ||
        isStatic(mine, dynamic) != isStatic(other, dynamic))
      block(member->someReader, Reason::DifferentTiles, producer);
  }
}

void FusionGroup::checkReaders(const Member &member) {
  const Operation &op = state.operation(member.op);
  block(member.someReader & ~member.everyReader, Reason::OtherReaders,
        member.op);
  bool isReadElsewhere =
      op.isReadElsewhere || llvm::any_of(op.consumers, [&](unsigned reader) {
        int found = find(reader);
        return found < 0 || members[size_t(found)].someReader == 0;
      });
  if (isReadElsewhere)
    block(member.someReader, Reason::OtherReaders, member.op);
}

LoopSet FusionGroup::tileable() const {
  uint64_t allowed = parallel & ~blocked;
  return {.allowed = allowed, .useful = useful & allowed};
}

llvm::Error FusionGroup::verify(ActionKind kind,
                                llvm::ArrayRef<int64_t> sizes) const {
  const llvm::StringRef action = nameOf(kind);
  const llvm::StringRef withoutFusion = nameOf(*traitsOf(kind).unfusedTwin);
  if (sizes.size() > maxRootLoops)
    return actionError("{0}: {1} of an operation of {2} loops, more than {3}; "
                       "use tile",
                       state.operation().tag, action, sizes.size(),
                       maxRootLoops);
  if (root.reshapedBy)
    return actionError("{0}: {1} after {2}, which hides producers and fills "
                       "behind reshapes; use {3}",
                       state.operation().tag, action, nameOf(*root.reshapedBy),
                       withoutFusion);
  uint64_t cutLoops = 0;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (size != 0)
      cutLoops |= bit(i);
  for (const Obstacle &obstacle : obstacles)
    if (uint64_t common = obstacle.loops & cutLoops)
      return actionError("{0}: {1} of loop {2}: {3} {4}", state.operation().tag,
                         action, llvm::countr_zero(common),
                         state.operation(obstacle.op).tag,
                         explain(obstacle.reason));
  if (useful & cutLoops)
    return llvm::Error::success();
  return actionError("{0}: {1} has no producer or fill in the same loops to "
                     "fuse; use {2}",
                     state.operation().tag, action, withoutFusion);
}

int64_t FusionGroup::extentInTile(const LoopImage &image,
                                  llvm::ArrayRef<int64_t> sizes) const {
  int64_t extent = image.extent;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (size != 0)
      extent -= image.factors[i] * (root.loops[i].tripCount - size);
  return extent;
}

static uint64_t loopsCutBy(llvm::ArrayRef<int64_t> sizes) {
  uint64_t loops = 0;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (size != 0)
      loops |= bit(i);
  return loops;
}

uint64_t FusionGroup::dynamicAfter(llvm::ArrayRef<int64_t> sizes) const {
  uint64_t after = dynamic;
  for (auto [i, loop, size] : llvm::enumerate(root.loops, sizes)) {
    if (size == 1)
      after &= ~bit(i);
    else if (size != 0 && loop.tripCount % size != 0)
      after |= bit(i);
  }
  return after;
}

bool FusionGroup::hasStaticResults(llvm::ArrayRef<int64_t> sizes) const {
  if (members.empty())
    return true;
  const uint64_t cutLoops = loopsCutBy(sizes),
                 dynamicLoops = dynamicAfter(sizes);
  return llvm::all_of(llvm::drop_begin(members), [&](const Member &member) {
    return !(member.someReader & cutLoops) ||
           llvm::all_of(
               llvm::zip_equal(state.operation(member.op).iteratorTypes,
                               member.loops),
               [&](auto pair) {
                 auto [iterator, image] = pair;
                 return iterator == IteratorType::Reduction ||
                        isStatic(image, dynamicLoops);
               });
  });
}

int64_t FusionGroup::sharedBytes(llvm::ArrayRef<int64_t> sizes) const {
  const uint64_t cutLoops = loopsCutBy(sizes);
  int64_t bytes = sharedBytesOfBlock(state, root.op);
  if (members.empty())
    return bytes;
  for (const Member &member : llvm::drop_begin(members)) {
    if (!(member.someReader & cutLoops))
      continue;
    llvm::SmallVector<int64_t, 8> extents;
    for (const LoopImage &image : member.loops)
      extents.push_back(extentInTile(image, sizes));
    bytes += bytesOfResults(state.operation(member.op), extents) -
             bytesOfFusedResults(state, member.op);
  }
  return bytes;
}

void FusionGroup::cut(ScheduleState &target, llvm::ArrayRef<int64_t> sizes,
                      TileLoop::Kind kind) const {
  const uint64_t cutLoops = loopsCutBy(sizes),
                 dynamicLoops = dynamicAfter(sizes);
  // The producers first: their tiles are functions of the root's original
  // loops.
  llvm::SmallVector<unsigned, 4> fused;
  for (const Member &member : llvm::drop_begin(members)) {
    if (!(member.someReader & cutLoops))
      continue;
    fused.push_back(member.op);
    for (auto [loop, image] :
         llvm::zip_equal(target.nest(member.op).loops, member.loops)) {
      loop.tripCount = extentInTile(image, sizes);
      loop.isStatic = isStatic(image, dynamicLoops);
    }
  }
  LoopNest &nest = target.nest();
  bool hasInitHere = nest.initDepth == nest.tileLoops.size();
  mlirgym::cutLoops(nest, sizes, kind);
  if (hasInitHere)
    nest.initDepth = unsigned(nest.tileLoops.size());
  for (unsigned op : fused) {
    LoopNest &producer = target.nest(op);
    producer.tileLoops = nest.tileLoops;
    producer.levelStart = nest.levelStart;
    producer.initDepth = unsigned(nest.tileLoops.size());
    producer.fusedInto = int(nest.op);
    producer.isParallel = nest.isParallel;
    producer.isInThread = nest.isInThread;
  }
}

} // namespace mlirgym
