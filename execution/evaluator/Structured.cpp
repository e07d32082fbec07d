#include "execution/evaluator/Body.h"
#include "execution/evaluator/Indexing.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Needs.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym::reference {
namespace {

int64_t evaluate(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> loops) {
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = llvm::cast<mlir::AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), loops),
          b = evaluate(binary.getRHS(), loops);
  switch (expr.getKind()) {
  case mlir::AffineExprKind::Add:
    return a + b;
  case mlir::AffineExprKind::Mul:
    return a * b;
  case mlir::AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(a, b);
  case mlir::AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(a, b);
  case mlir::AffineExprKind::Mod:
    return a - llvm::divideFloorSigned(a, b) * b;
  default:
    llvm_unreachable("affine expressions consist of these");
  }
}

/// An operand: the positions of its elements, and the register for them.
struct Access {
  SharedTensor source;      ///< of an input
  Tensor *target = nullptr; ///< of an init: what is written
  mlir::AffineMap map;
  unsigned reg = 0;
  /// Offset of an element: coefficients of the loops, then the constant.
  bool linear = true;
  llvm::SmallVector<int64_t, 8> coefficients;
  /// True if the element does not depend on the loops that run one by one.
  bool fixed = false;

  // Offsets of the current lanes.
  int64_t offsets[maxLanes];
  enum class Pattern : uint8_t { Same, Neighbours, Any } pattern;

  const Tensor &tensor() const { return target ? *target : *source; }
};

class Loops {
public:
  /// `needed`: the points of the lanes, as Needs::pointsOf().
  Loops(mlir::linalg::LinalgOp structured, Body &loopBody, Progress progress,
        std::optional<std::vector<int64_t>> needed)
      : op(structured), body(loopBody), tell(progress),
        trips(op.getStaticLoopRanges()), points(std::move(needed)) {}

  MaybeProblem prepare(Environment &environment,
                       llvm::MutableArrayRef<Tensor> targets);
  MaybeProblem run();

private:
  void chooseLanes();
  MaybeProblem checkBounds(const Access &access) const;
  /// Loop indices of lanes [begin, begin + lanes).
  void placeLanes(int64_t begin, int lanes);
  MaybeProblem locate(Access &access, int lanes);
  void classify(Access &access, int lanes);
  void load(const Access &access, int lanes);
  void store(Access &access, int lanes);
  MaybeProblem runPoint(int lanes, bool first);
  int64_t baseOf(const Access &access) const;

  mlir::linalg::LinalgOp op;
  Body &body;
  Progress tell;
  llvm::SmallVector<int64_t, 4> trips;
  llvm::SmallVector<unsigned, 8> laneLoops, stepLoops;
  std::vector<Access> inputs, inits;
  std::vector<std::vector<int64_t>> laneIndices; ///< index [lane loop][lane]
  llvm::SmallVector<int64_t, 8> point; ///< of the loops that run one by one
  std::optional<std::vector<int64_t>> points; ///< of the lanes; nullopt: all
};
} // namespace

void Loops::chooseLanes() {
  laneLoops = laneLoopsOf(op);
  for (unsigned l = 0; l < trips.size(); ++l)
    if (!llvm::is_contained(laneLoops, l))
      stepLoops.push_back(l);
  laneIndices.assign(laneLoops.size(), std::vector<int64_t>(maxLanes));
  point.assign(trips.size(), 0);
}

static Problem leaves(mlir::Operation *op, int64_t index, int64_t extent) {
  return {Problem::Kind::ReadOutside,
          llvm::formatv("'{0}' reads index {1} of a dimension of {2} elements",
                        op->getName().getStringRef(), index, extent)};
}

MaybeProblem Loops::checkBounds(const Access &access) const {
  for (auto [expr, extent] :
       llvm::zip_equal(access.map.getResults(), access.tensor().shape)) {
    llvm::SmallVector<int64_t, 8> sum(trips.size() + 1, 0);
    if (!addLinear(expr, 1, sum))
      continue; // locate() checks each
    int64_t least = sum.back(), most = sum.back();
    for (size_t l = 0; l < trips.size(); ++l)
      (sum[l] < 0 ? least : most) += sum[l] * (trips[l] - 1);
    if (least < 0)
      return leaves(op, least, extent);
    if (most >= extent)
      return leaves(op, most, extent);
  }
  return std::nullopt;
}

MaybeProblem Loops::prepare(Environment &environment,
                            llvm::MutableArrayRef<Tensor> targets) {
  llvm::SmallVector<mlir::AffineMap> maps = op.getIndexingMapsArray();
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    mlir::BlockArgument argument = op.getMatchingBlockArgument(&operand);
    bool isInit = op.isDpsInit(&operand);
    if (!isInit && argument.use_empty())
      continue; // the window of a pooling has only a shape
    Access access;
    access.map = maps[operand.getOperandNumber()];
    if (!body.find(argument))
      return Problem{Problem::Kind::Unknown, "a scalar of an unknown type"};
    access.reg = body.registerOf(argument);
    if (isInit) {
      size_t which = inits.size();
      access.target = &targets[which];
      inits.push_back(std::move(access));
      continue;
    }
    access.source = environment.tensors.lookup(operand.get());
    if (!access.source)
      access.source = environment.scalars.lookup(operand.get());
    if (!access.source)
      return Problem{Problem::Kind::Unknown, "an unknown operand"};
    inputs.push_back(std::move(access));
  }
  chooseLanes();
  auto describe = [&](Access &access) -> MaybeProblem {
    if (MaybeProblem problem = checkBounds(access))
      return problem;
    auto offset = linearOffset(access.map, access.tensor().shape);
    access.linear = offset.has_value();
    access.coefficients.assign(trips.size() + 1, 0);
    if (offset)
      access.coefficients = std::move(*offset);
    access.fixed = access.linear && llvm::all_of(stepLoops, [&](unsigned l) {
                     return access.coefficients[l] == 0;
                   });
    return std::nullopt;
  };
  for (Access &access : llvm::concat<Access>(inputs, inits))
    if (MaybeProblem problem = describe(access))
      return problem;
  return std::nullopt;
}

void Loops::placeLanes(int64_t begin, int lanes) {
  if (points) {
    for (int i = 0; i < lanes; ++i) {
      int64_t rest = (*points)[size_t(begin + i)];
      for (size_t l = laneLoops.size(); l-- > 0;) {
        laneIndices[l][i] = rest % trips[laneLoops[l]];
        rest /= trips[laneLoops[l]];
      }
    }
    return;
  }
  llvm::SmallVector<int64_t, 8> index(laneLoops.size());
  for (size_t l = laneLoops.size(); l-- > 0;) {
    index[l] = begin % trips[laneLoops[l]];
    begin /= trips[laneLoops[l]];
  }
  for (int i = 0; i < lanes; ++i) {
    for (size_t l = 0; l < laneLoops.size(); ++l)
      laneIndices[l][i] = index[l];
    for (size_t l = laneLoops.size(); l-- > 0;) {
      if (++index[l] < trips[laneLoops[l]])
        break;
      index[l] = 0;
    }
  }
}

void Loops::classify(Access &access, int lanes) {
  bool same = true, neighbours = true;
  for (int i = 1; i < lanes; ++i) {
    same &= access.offsets[i] == access.offsets[0];
    neighbours &= access.offsets[i] == access.offsets[0] + i;
  }
  // A single lane is both.
  access.pattern = neighbours ? Access::Pattern::Neighbours
                   : same     ? Access::Pattern::Same
                              : Access::Pattern::Any;
}

/// Offsets of the lanes; for a non-linear map, at the current point of the
/// other loops.
MaybeProblem Loops::locate(Access &access, int lanes) {
  if (access.linear) {
    std::fill_n(access.offsets, lanes, access.coefficients.back());
    for (auto [l, loop] : llvm::enumerate(laneLoops))
      if (int64_t coefficient = access.coefficients[loop])
        for (int i = 0; i < lanes; ++i)
          access.offsets[i] += coefficient * laneIndices[l][i];
    classify(access, lanes);
    return std::nullopt;
  }
  llvm::SmallVector<int64_t, 8> all(point.begin(), point.end());
  llvm::SmallVector<int64_t, 4> strides = stridesOf(access.tensor().shape);
  for (int i = 0; i < lanes; ++i) {
    for (auto [l, loop] : llvm::enumerate(laneLoops))
      all[loop] = laneIndices[l][i];
    access.offsets[i] = 0;
    for (auto [expr, extent, stride] : llvm::zip_equal(
             access.map.getResults(), access.tensor().shape, strides)) {
      int64_t index = evaluate(expr, all);
      if (index < 0 || index >= extent)
        return leaves(op, index, extent);
      access.offsets[i] += index * stride;
    }
  }
  classify(access, lanes);
  return std::nullopt;
}

int64_t Loops::baseOf(const Access &access) const {
  int64_t base = 0;
  if (access.linear)
    for (unsigned loop : stepLoops)
      base += access.coefficients[loop] * point[loop];
  return base;
}

template <typename T, typename At>
static void pick(T *to, const Access &access, int64_t base, int lanes, At at) {
  switch (access.pattern) {
  case Access::Pattern::Same:
    std::fill_n(to, lanes, at(base + access.offsets[0]));
    return;
  case Access::Pattern::Neighbours:
    for (int i = 0; i < lanes; ++i)
      to[i] = at(base + access.offsets[0] + i);
    return;
  case Access::Pattern::Any:
    for (int i = 0; i < lanes; ++i)
      to[i] = at(base + access.offsets[i]);
    return;
  }
}

void Loops::load(const Access &access, int lanes) {
  const Tensor &tensor = access.tensor();
  Register &target = body.at(access.reg);
  int64_t base = baseOf(access);
  target.epsilon = tensor.epsilon;
  if (target.isFloat()) {
    const double *value = tensor.value.data();
    const double *narrow = tensor.narrow.empty() ? value : tensor.narrow.data();
    pick(target.value, access, base, lanes,
         [=](int64_t o) { return value[o]; });
    pick(target.narrow, access, base, lanes,
         [=](int64_t o) { return narrow[o]; });
    if (tensor.bound.empty()) {
      for (int i = 0; i < lanes; ++i)
        target.bound[i] = boundOfExact(target.value[i]);
      return;
    }
    const double *bound = tensor.bound.data();
    pick(target.bound, access, base, lanes,
         [=](int64_t o) { return bound[o]; });
    return;
  }
  const int64_t *number = tensor.number.data();
  pick(target.number, access, base, lanes,
       [=](int64_t o) { return number[o]; });
  target.certain = tensor.other.empty();
  if (target.certain)
    return;
  const int64_t *other = tensor.other.data();
  pick(target.otherNumber, access, base, lanes,
       [=](int64_t o) { return other[o]; });
}

void Loops::store(Access &access, int lanes) {
  Tensor &tensor = *access.target;
  const Register &source = body.at(access.reg);
  int64_t base = baseOf(access);
  tensor.epsilon = std::max(tensor.epsilon, source.epsilon);
  for (int i = 0; i < lanes; ++i) {
    int64_t o = base + access.offsets[i];
    if (source.isFloat()) {
      tensor.value[o] = source.value[i];
      tensor.narrow[o] = source.narrow[i];
      tensor.bound[o] = source.bound[i];
      continue;
    }
    tensor.number[o] = source.number[i];
  }
  if (source.isFloat())
    return;
  if (!source.certain && tensor.other.empty())
    tensor.other = tensor.number;
  if (!tensor.other.empty())
    for (int i = 0; i < lanes; ++i)
      tensor.other[base + access.offsets[i]] = source.other()[i];
}

/// Runs the body at one point of the loops that run one by one.
MaybeProblem Loops::runPoint(int lanes, bool first) {
  for (std::vector<Access> *operands : {&inputs, &inits})
    for (Access &operand : *operands) {
      if (operand.fixed && !first)
        continue;
      if (!operand.linear)
        if (MaybeProblem problem = locate(operand, lanes))
          return problem;
      load(operand, lanes);
    }
  for (auto [loop, reg] : body.loopIndices()) {
    Register &target = body.at(reg);
    auto lane = llvm::find(laneLoops, loop);
    if (lane == laneLoops.end())
      std::fill_n(target.number, lanes, point[loop]);
    else if (first)
      std::copy_n(laneIndices[size_t(lane - laneLoops.begin())].data(), lanes,
                  target.number);
  }
  if (MaybeProblem problem = body.run(lanes))
    return problem;
  llvm::ArrayRef<unsigned> yielded = body.yielded();
  // If an argument of one init is yielded for another, for example, all values
  // must be copied at once.
  bool simple = true;
  for (auto [i, from] : llvm::enumerate(yielded))
    simple &= body.isComputed(from) && llvm::count(yielded, from) == 1;
  if (simple) {
    for (auto [init, from] : llvm::zip_equal(inits, yielded))
      body.swap(init.reg, from);
  } else {
    std::vector<Register> copies;
    std::vector<std::vector<double>> floats;
    std::vector<std::vector<int64_t>> integers;
    for (unsigned from : yielded) {
      Register copy = body.at(from);
      if (copy.isFloat()) {
        copy.value = floats.emplace_back(3 * maxLanes).data();
        copy.narrow = copy.value + maxLanes;
        copy.bound = copy.narrow + maxLanes;
      } else {
        copy.number = integers.emplace_back(2 * maxLanes).data();
        copy.otherNumber = copy.number + maxLanes;
      }
      copyLanes(copy, body.at(from), lanes);
      copies.push_back(copy);
    }
    for (auto [init, copy] : llvm::zip_equal(inits, copies))
      copyLanes(body.at(init.reg), copy, lanes);
  }
  for (Access &init : inits)
    if (!init.fixed)
      store(init, lanes);
  return std::nullopt;
}

MaybeProblem Loops::run() {
  int64_t total = 1, steps = 1;
  for (unsigned loop : laneLoops)
    total *= trips[loop];
  if (points)
    total = static_cast<int64_t>(points->size());
  for (unsigned loop : stepLoops)
    steps *= trips[loop];
  constexpr int64_t pointsBetweenWords = 1 << 20;
  int64_t done = 0;
  for (int64_t begin = 0; begin < total; begin += maxLanes) {
    int lanes = static_cast<int>(std::min<int64_t>(maxLanes, total - begin));
    placeLanes(begin, lanes);
    std::fill(point.begin(), point.end(), 0);
    for (Access &access : llvm::concat<Access>(inputs, inits))
      if (access.linear)
        if (MaybeProblem problem = locate(access, lanes))
          return problem;
    for (int64_t step = 0; step < steps; ++step) {
      if (MaybeProblem problem = runPoint(lanes, step == 0))
        return problem;
      for (size_t l = stepLoops.size(); l-- > 0;) {
        if (++point[stepLoops[l]] < trips[stepLoops[l]])
          break;
        point[stepLoops[l]] = 0;
      }
      // A point costs about as much as 16 more lanes.
      done += lanes + 16;
      if (done > pointsBetweenWords) {
        done = 0;
        tell();
      }
    }
    for (Access &init : inits)
      if (init.fixed)
        store(init, lanes);
  }
  return std::nullopt;
}

MaybeProblem runStructured(mlir::linalg::LinalgOp op, Environment &environment,
                           Progress progress, const Needs *needs) {
  Problem problem;
  std::optional<Body> body =
      Body::ofBlock(op->getRegion(0).front(), environment, problem);
  if (!body)
    return problem;
  std::vector<Tensor> targets;
  for (mlir::Value init : op.getDpsInits()) {
    SharedTensor before = environment.tensors.lookup(init);
    if (!before)
      return Problem{Problem::Kind::Unknown, "an unknown init"};
    targets.push_back(*before);
    targets.back().expandParts();
  }
  Loops loops(op, *body, progress, needs ? needs->pointsOf(op) : std::nullopt);
  if (MaybeProblem found = loops.prepare(environment, targets))
    return found;
  if (MaybeProblem found = loops.run())
    return found;
  for (auto [result, target] : llvm::zip_equal(op->getResults(), targets))
    environment.tensors[result] = std::make_shared<Tensor>(std::move(target));
  return std::nullopt;
}

double workOf(mlir::linalg::LinalgOp op) {
  const double points = llvm::product_of(op.getStaticLoopRanges(), 1.0);
  size_t operations =
      op->getRegion(0).front().getOperations().size() + op->getNumOperands();
  return points * static_cast<double>(operations);
}

} // namespace mlirgym::reference
