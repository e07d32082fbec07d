#include "MaterializedSchedule.h"
#include "actions/ActionKinds.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/TransformOps/DialectExtension.h"
#include "mlir/Dialect/Linalg/Transforms/TilingInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace mlirgym {
namespace {
constexpr llvm::StringLiteral tagName = "mlirgym.op";
constexpr llvm::StringLiteral markName = "mlirgym.vectorize";

mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                  mlir::bufferization::BufferizationDialect,
                  mlir::func::FuncDialect, mlir::linalg::LinalgDialect,
                  mlir::math::MathDialect, mlir::memref::MemRefDialect,
                  mlir::scf::SCFDialect, mlir::tensor::TensorDialect,
                  mlir::transform::TransformDialect>();
  mlir::linalg::registerTransformDialectExtension(registry);
  mlir::linalg::registerTilingInterfaceExternalModels(registry);
  mlir::tensor::registerTilingInterfaceExternalModels(registry);
  mlir::affine::registerValueBoundsOpInterfaceExternalModels(registry);
  mlir::arith::registerValueBoundsOpInterfaceExternalModels(registry);
  mlir::linalg::registerValueBoundsOpInterfaceExternalModels(registry);
  mlir::scf::registerValueBoundsOpInterfaceExternalModels(registry);
  mlir::tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  return registry;
}

/// A loop around an operation in the IR; -1 for a value that is not constant.
struct IrLoop {
  bool isForall = false;
  int64_t lower = -1, upper = -1, step = -1;
};

int64_t constantOr(mlir::OpFoldResult value) {
  return mlir::getConstantIntValue(value).value_or(-1);
}

std::vector<IrLoop> loopsAround(mlir::Operation *op) {
  std::vector<mlir::Operation *> parents;
  for (mlir::Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (llvm::isa<mlir::scf::ForOp, mlir::scf::ForallOp>(parent))
      parents.push_back(parent);
  std::vector<IrLoop> loops;
  for (mlir::Operation *parent : llvm::reverse(parents)) {
    auto loop = llvm::cast<mlir::LoopLikeOpInterface>(parent);
    for (auto [lower, upper, step] :
         llvm::zip_equal(*loop.getLoopLowerBounds(), *loop.getLoopUpperBounds(),
                         *loop.getLoopSteps()))
      loops.push_back({.isForall = llvm::isa<mlir::scf::ForallOp>(parent),
                       .lower = constantOr(lower),
                       .upper = constantOr(upper),
                       .step = constantOr(step)});
  }
  return loops;
}

template <typename... Args>
std::string say(const char *format, Args &&...args) {
  return llvm::formatv(format, std::forward<Args>(args)...).str();
}

std::string compareTileLoops(mlir::Operation *op,
                             llvm::ArrayRef<TileLoop> predicted) {
  std::vector<IrLoop> actual = loopsAround(op);
  if (actual.size() != predicted.size())
    return say("{0} loops around it, predicted {1}", actual.size(),
               predicted.size());
  for (auto [i, loop, ir] : llvm::enumerate(predicted, actual)) {
    if (ir.isForall != loop.isForall())
      return say("tile loop {0}: forall is {1}", i, ir.isForall);
    // tile_using_forall counts tiles, fuse counts iterations.
    if (ir.isForall && ir.step == 1 && ir.lower == 0 &&
        ir.upper == int64_t(llvm::divideCeil(loop.extent, loop.step)))
      continue;
    if (ir.lower != 0 || ir.step != loop.step)
      return say("tile loop {0}: from {1} by {2}, predicted from 0 by {3}", i,
                 ir.lower, ir.step, loop.step);
    if (ir.upper != (loop.isStatic ? loop.extent : -1))
      return say("tile loop {0}: to {1}, predicted {2} ({3})", i, ir.upper,
                 loop.extent, loop.isStatic ? "static" : "dynamic");
  }
  return "";
}

/// Upper bound of a dynamic loop as far as MLIR can tell, -1 if it cannot.
int64_t boundOf(mlir::linalg::LinalgOp op, unsigned loop) {
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    mlir::AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, result] : llvm::enumerate(map.getResults())) {
      auto only = llvm::dyn_cast<mlir::AffineDimExpr>(result);
      if (!only || only.getPosition() != loop)
        continue;
      auto bound = mlir::ValueBoundsConstraintSet::computeConstantBound(
          mlir::presburger::BoundType::UB, {operand.get(), int64_t(dim)},
          /*stopCondition=*/nullptr, /*closedUB=*/true);
      if (mlir::succeeded(bound))
        return *bound;
    }
  }
  return -1;
}

std::string compareLoops(mlir::linalg::LinalgOp op,
                         llvm::ArrayRef<Loop> predicted) {
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto iterators = op.getIteratorTypesArray();
  if (ranges.size() != predicted.size())
    return say("{0} loops, predicted {1}", ranges.size(), predicted.size());
  for (auto [i, loop, range, iterator] :
       llvm::enumerate(predicted, ranges, iterators)) {
    bool isReduction = iterator == mlir::utils::IteratorType::reduction;
    if (isReduction != (loop.iterator == IteratorType::Reduction))
      return say("loop {0}: reduction is {1}", i, isReduction);
    bool isStatic = !mlir::ShapedType::isDynamic(range);
    if (isStatic != loop.isStatic || (isStatic && range != loop.tripCount))
      return say("loop {0}: {1} iterations, predicted {2} ({3})", i,
                 isStatic ? std::to_string(range) : "?", loop.tripCount,
                 loop.isStatic ? "static" : "dynamic");
    if (isStatic)
      continue;
    int64_t bound = boundOf(op, unsigned(i));
    if (bound > loop.tripCount)
      return say("loop {0}: up to {1} iterations, predicted {2}", i, bound,
                 loop.tripCount);
  }
  return "";
}

/// Each operand of a flat operation is its one dimension, or a scalar.
std::string compareFlatMaps(mlir::linalg::LinalgOp op) {
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray()))
    if (!map.isIdentity() && map.getNumResults() != 0)
      return say("operand {0} is not flat", i);
  return "";
}

/// Maps give the order of loops away where extents do not.
std::string compareMaps(mlir::linalg::LinalgOp op, const Operation &original,
                        const LoopNest &nest) {
  if (nest.isFlat())
    return compareFlatMaps(op);
  for (auto [i, operand] : llvm::enumerate(original.inputs)) {
    mlir::AffineMap map =
        op.getMatchingIndexingMap(op.getDpsInputOperand(int64_t(i)));
    for (auto [dim, term] : llvm::enumerate(operand.map)) {
      if (!term.linear)
        continue;
      for (auto [position, loop] : llvm::enumerate(nest.loops)) {
        bool depends =
            map.getResult(unsigned(dim)).isFunctionOfDim(unsigned(position));
        if (depends != (term.coefficients[loop.source] != 0))
          return say("input {0}, dimension {1}: depends on loop {2} is {3}", i,
                     dim, position, depends);
      }
    }
  }
  return "";
}

std::string compareOperation(mlir::Operation *ir, const Operation &original,
                             const LoopNest &nest) {
  auto op = llvm::dyn_cast<mlir::linalg::LinalgOp>(ir);
  if (!op)
    return "is no structured op";
  if (auto problem = compareTileLoops(ir, nest.tileLoops); !problem.empty())
    return problem;
  if (auto problem = compareLoops(op, nest.loops); !problem.empty())
    return problem;
  if (auto problem = compareMaps(op, original, nest); !problem.empty())
    return problem;
  for (ActionKind kind : ActionKinds::all()) {
    const bool isMarked = ir->hasAttr(("mlirgym." + nameOf(kind)).str());
    if (kind != ActionKind::Vectorize && isMarked != nest.isMarkedBy(kind))
      return say("marked by {0} is {1}", nameOf(kind), isMarked);
  }
  if (ir->hasAttr(markName) !=
      (nest.isVectorized && !nest.isMarkedBy(ActionKind::Winograd)))
    return say("marked is {0}", ir->hasAttr(markName));
  bool isGeneric = llvm::isa<mlir::linalg::GenericOp>(ir);
  if (isGeneric != (nest.isGeneric || original.kind == "linalg.generic"))
    return say("generic is {0}", isGeneric);
  for (size_t i = 0; i < original.inputs.size(); ++i) {
    mlir::Operation *def =
        op.getDpsInputOperand(int64_t(i))->get().getDefiningOp();
    // An operand that is never read (the window of a pooling) gets a buffer,
    // but no copy.
    bool isCopy =
        llvm::isa_and_nonnull<mlir::bufferization::MaterializeInDestinationOp,
                              mlir::bufferization::AllocTensorOp>(def);
    // Not the other way round: two operations of a tile may share a slice.
    if ((nest.promoted >> i & 1) && !isCopy)
      return say("input {0} is not promoted", i);
  }
  return "";
}
} // namespace

struct MaterializedSchedule::Impl {
  Impl() : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  std::vector<mlir::Operation *> find(llvm::StringRef tag) {
    std::vector<mlir::Operation *> found;
    payload->walk([&](mlir::Operation *op) {
      auto attribute = op->getAttrOfType<mlir::StringAttr>(tagName);
      if (attribute && attribute.getValue() == tag)
        found.push_back(op);
    });
    return found;
  }
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> payload;
};

MaterializedSchedule::MaterializedSchedule() : impl(std::make_unique<Impl>()) {}
MaterializedSchedule::~MaterializedSchedule() = default;

std::string MaterializedSchedule::apply(const Program &program,
                                        llvm::StringRef script) {
  std::string diagnostics;
  llvm::raw_string_ostream os(diagnostics);
  mlir::ScopedDiagnosticHandler handler(
      &impl->context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          os << diagnostic << '\n';
        return mlir::success();
      });
  impl->payload =
      mlir::parseSourceString<mlir::ModuleOp>(program.text(), &impl->context);
  auto transform =
      mlir::parseSourceString<mlir::ModuleOp>(script, &impl->context);
  if (!impl->payload || !transform)
    return "does not parse: " + diagnostics;
  auto main = transform->lookupSymbol<mlir::transform::NamedSequenceOp>(
      mlir::transform::TransformDialect::kTransformEntryPointSymbolName);
  if (!main)
    return "has no @__transform_main";
  mlir::transform::TransformOptions options;
  if (mlir::failed(mlir::transform::applyTransformNamedSequence(
          *impl->payload, main, *transform, options)))
    return "does not apply: " + diagnostics;
  if (mlir::failed(impl->payload->verify()))
    return "gives IR that does not verify: " + diagnostics;
  return "";
}

std::string MaterializedSchedule::compare(const ScheduleState &state) const {
  const auto count = unsigned(state.program().operations().size());
  for (unsigned i = 0; i < count; ++i) {
    const Operation &op = state.operation(i);
    const LoopNest &nest = state.nest(i);
    std::vector<mlir::Operation *> found = impl->find(op.tag);
    if (found.empty())
      return op.tag + ": not in the IR";
    for (mlir::Operation *ir : found)
      if (auto problem = compareOperation(ir, op, nest); !problem.empty())
        return op.tag + ": " + problem;
    if (nest.isPartial && impl->find(op.tag + ".merge").empty())
      return op.tag + ": no merging operation";
    for (mlir::Operation *init : impl->find(op.tag + ".init"))
      if (loopsAround(init).size() != nest.initDepth)
        return say("{0}: its fill lies in {1} loops, predicted {2}", op.tag,
                   loopsAround(init).size(), nest.initDepth);
  }
  return "";
}

std::string MaterializedSchedule::text() const {
  std::string result;
  llvm::raw_string_ostream os(result);
  impl->payload->print(os);
  return result;
}

} // namespace mlirgym
