#include "program/normalform/Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "program/Placement.h"
#include "program/Try.h"
#include "program/normalform/Sorting.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

using mlir::linalg::LinalgOp;
using ToTensor = mlir::bufferization::ToTensorOp;
using Materialize = mlir::bufferization::MaterializeInDestinationOp;

static void eraseOthers(mlir::ModuleOp module, mlir::func::FuncOp entry) {
  for (mlir::Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (&op != entry.getOperation())
      op.erase();
}

static void clearAttributes(mlir::ModuleOp module, mlir::func::FuncOp entry) {
  module->setAttrs(mlir::DictionaryAttr::get(module.getContext()));
  module.removeSymNameAttr();
  module.removeSymVisibilityAttr();
  entry.walk([](mlir::Operation *op) {
    // Their clauses are kept as attributes until they are decomposed.
    if (isOfTmTensor(op))
      return;
    op->setDiscardableAttrs(mlir::DictionaryAttr::get(op->getContext()));
    // These inherent attributes are as irrelevant as the discardable ones.
    if (auto generic = llvm::dyn_cast<mlir::linalg::GenericOp>(op)) {
      generic.removeDocAttr();
      generic.removeLibraryCallAttr();
    }
  });
  entry.setNoInline(false);
  entry.setPublic();
  entry.setSymName(entryName);
  entry->setAttr("llvm.emit_c_interface",
                 mlir::UnitAttr::get(entry.getContext()));
}

void eraseUnused(mlir::func::FuncOp entry) {
  entry.getBody().walk<mlir::WalkOrder::PostOrder, mlir::ReverseIterator>(
      [](mlir::Operation *op) {
        if (mlir::isOpTriviallyDead(op))
          op->erase();
      });
}

static void eraseDead(mlir::Block &block) {
  for (mlir::Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (mlir::isOpTriviallyDead(&op) ||
        (llvm::isa<ToTensor>(op) && op.use_empty()))
      op.erase();
}

/// Drops arguments that are neither read nor written, unless they are part of
/// the caller's own signature. Returns one bit per argument: 1 if it is kept.
static llvm::BitVector eraseUnusedArguments(mlir::func::FuncOp entry,
                                            const llvm::BitVector &free) {
  mlir::Block &block = entry.getBody().front();
  llvm::BitVector erased(block.getNumArguments());
  for (mlir::BlockArgument argument : block.getArguments())
    if (free[argument.getArgNumber()] && argument.use_empty())
      erased.set(argument.getArgNumber());
  block.eraseArguments(erased);
  entry.setFunctionType(mlir::FunctionType::get(entry.getContext(),
                                                block.getArgumentTypes(), {}));
  return erased.flip();
}

/// separateInits() creates a scalar for a splat, which may exist already:
/// normalising a normal form must not change it.
static void mergeConstants(mlir::Block &block) {
  llvm::DenseMap<mlir::Attribute, mlir::arith::ConstantOp> first;
  for (auto constant :
       llvm::make_early_inc_range(block.getOps<mlir::arith::ConstantOp>())) {
    auto [known, isNew] = first.try_emplace(constant.getValue(), constant);
    if (isNew)
      continue;
    constant.replaceAllUsesWith(known->second.getResult());
    constant.erase();
  }
}

/// Moves the fills and copies that initialise an operation right before it, in
/// the order of its inits. Their order could change otherwise, since each
/// normalisation creates the fills again, but not the copies.
static void orderInits(mlir::Block &block) {
  for (LinalgOp op : llvm::make_early_inc_range(block.getOps<LinalgOp>()))
    for (mlir::OpOperand &init : op.getDpsInitsMutable()) {
      mlir::Operation *maker = init.get().getDefiningOp();
      if (maker && llvm::isa<mlir::linalg::FillOp, Materialize>(maker) &&
          maker->hasOneUse())
        maker->moveBefore(op);
    }
}

/// Creates a separate tensor.empty right before each operation that uses one,
/// so that the order does not depend on common subexpression elimination.
static void placeEmpties(mlir::Block &block) {
  for (mlir::Operation &op : llvm::make_early_inc_range(block)) {
    mlir::OpBuilder builder(&op);
    for (mlir::OpOperand &operand : op.getOpOperands())
      if (auto empty = operand.get().getDefiningOp<mlir::tensor::EmptyOp>())
        operand.set(builder.clone(*empty)->getResult(0));
  }
}

/// Sorts constants by their first use, then the contents of arguments likewise,
/// and outputs, at the end, in the order of arguments.
static void sortEnds(mlir::Block &block) {
  llvm::SetVector<mlir::Operation *> constants;
  block.walk([&](mlir::Operation *op) {
    for (mlir::Value value : op->getOperands())
      if (mlir::Operation *def = value.getDefiningOp();
          def && def->hasTrait<mlir::OpTrait::ConstantLike>() &&
          def->getBlock() == &block)
        constants.insert(def);
  });
  auto byArgument = [](mlir::Value a, mlir::Value b) {
    return llvm::cast<mlir::BlockArgument>(a).getArgNumber() <
           llvm::cast<mlir::BlockArgument>(b).getArgNumber();
  };
  llvm::SmallVector<ToTensor> reads(block.getOps<ToTensor>());
  llvm::sort(reads, [&](ToTensor a, ToTensor b) {
    return byArgument(a.getBuffer(), b.getBuffer());
  });
  llvm::SmallVector<Materialize> writes;
  for (auto write : block.getOps<Materialize>())
    if (llvm::isa<mlir::MemRefType>(write.getDest().getType()))
      writes.push_back(write);
  llvm::sort(writes, [&](Materialize a, Materialize b) {
    return byArgument(a.getDest(), b.getDest());
  });

  for (ToTensor read : llvm::reverse(reads))
    read->moveBefore(&block, block.begin());
  for (mlir::Operation *constant : llvm::reverse(constants))
    constant->moveBefore(&block, block.begin());
  for (Materialize write : writes) {
    write->moveBefore(block.getTerminator());
    for (ToTensor read : reads)
      if (read.getBuffer() == write.getDest())
        read.setWritable(true);
  }
}

/// The operation that `fill` initialises and that is its only user; null if the
/// fill is a separate operation.
static LinalgOp initialisedBy(mlir::linalg::FillOp fill) {
  if (!fill->hasOneUse())
    return nullptr;
  mlir::OpOperand &use = *fill->use_begin();
  auto op = llvm::dyn_cast<LinalgOp>(use.getOwner());
  return op && op.isDpsInit(&use) ? op : nullptr;
}

static void tag(mlir::Block &block) {
  mlir::Builder builder(block.getParentOp()->getContext());
  auto set = [&](mlir::Operation *op, const llvm::Twine &text) {
    op->setAttr(tagAttribute, builder.getStringAttr(text));
  };
  llvm::DenseMap<mlir::Operation *, unsigned> index;
  llvm::SmallVector<mlir::linalg::FillOp> inits;
  for (LinalgOp op : block.getOps<LinalgOp>()) {
    auto fill = llvm::dyn_cast<mlir::linalg::FillOp>(op.getOperation());
    if (fill && initialisedBy(fill)) {
      inits.push_back(fill);
      continue;
    }
    unsigned number = index.size();
    index[op] = number;
    set(op, "op" + llvm::Twine(number));
  }
  for (mlir::linalg::FillOp fill : inits)
    set(fill,
        "op" + llvm::Twine(index.lookup(initialisedBy(fill))) + initSuffix);
}

/// A program that only moves elements gets copies of them into its outputs, so
/// that there is an operation to schedule. (An identity is erased when a normal
/// form is loaded, and made again.)
static void copyMoved(mlir::Block &block) {
  if (!block.getOps<LinalgOp>().empty())
    return;
  for (Materialize write : block.getOps<Materialize>()) {
    mlir::Operation *mover = write.getSource().getDefiningOp();
    if (!mover || llvm::isa<ToTensor>(mover) ||
        mover->hasTrait<mlir::OpTrait::ConstantLike>())
      continue;
    mlir::OpBuilder builder(write);
    auto type = llvm::cast<mlir::RankedTensorType>(write.getSource().getType());
    auto empty = mlir::tensor::EmptyOp::create(
        builder, write.getLoc(), type.getShape(), type.getElementType());
    write.getSourceMutable().assign(
        mlir::linalg::CopyOp::create(builder, write.getLoc(), write.getSource(),
                                     empty.getResult())
            .getResult(0));
  }
}

struct Normalizer::Impl {
  explicit Impl(mlir::MLIRContext &context)
      : cleanUp(&context, mlir::ModuleOp::getOperationName()) {
    mlir::OpPassManager &pm = cleanUp.nest<mlir::func::FuncOp>();
    pm.addPass(mlir::createConvertElementwiseToLinalgPass());
    // Run to a fixpoint: `max(x, y)` folds only after CSE has found that x is
    // y, and normalising a normal form must not change it.
    pm.addPass(mlir::createCompositeFixedPointPass(
        "canonicalize and cse", [](mlir::OpPassManager &steps) {
          steps.addPass(mlir::createCanonicalizerPass());
          steps.addPass(mlir::createCSEPass());
        }));
    // normalize() verifies once, at its end.
    cleanUp.enableVerifier(false);
  }
  mlir::PassManager cleanUp;
};

Normalizer::Normalizer(mlir::MLIRContext &context)
    : impl(std::make_unique<Impl>(context)) {}
Normalizer::~Normalizer() = default;
Normalizer::Normalizer(Normalizer &&) noexcept = default;
Normalizer &Normalizer::operator=(Normalizer &&) noexcept = default;

llvm::Error Normalizer::normalize(mlir::ModuleOp module,
                                  mlir::func::FuncOp entry,
                                  llvm::BitVector *kept) {
  eraseOthers(module, entry);
  clearAttributes(module, entry);
  const Boundary boundary = makeBoundary(entry);
  MLIRGYM_TRY_TO(decomposeComposites(entry));
  clampIndices(entry);
  MLIRGYM_TRY_TO(checkElementsAreDefined(entry));
  bool isChanged = true;
  while (isChanged) {
    if (mlir::failed(impl->cleanUp.run(module)))
      return payloadError(entry, "cleaning up failed; this is a defect of "
                                 "mlirgym, please report it with the program");
    isChanged = dropUnusedResults(entry);
    isChanged |= dropUnitDimensions(entry);
    isChanged |= joinNarrowWeights(entry);
  }

  mlir::Block &block = entry.getBody().front();
  copyMoved(block);
  separateInits(entry);
  mergeConstants(block);
  eraseDead(block);
  llvm::BitVector left = eraseUnusedArguments(entry, boundary.free);
  unsigned argument = 0;
  for (unsigned before : left.set_bits()) {
    if (boundary.onDevice[before])
      entry.setArgAttr(argument, onDeviceAttribute,
                       mlir::UnitAttr::get(entry.getContext()));
    ++argument;
  }
  if (kept)
    *kept = std::move(left);
  assignDestinations(entry);
  orderInits(block);
  placeEmpties(block);
  eraseDead(block);
  sortEnds(block);
  tag(block);
  if (block.getOps<LinalgOp>().empty())
    return payloadError(entry, "nothing is computed: no result depends on a "
                               "structured operation; return its result or "
                               "write it to a memref argument");
  if (mlir::failed(mlir::verify(module)))
    return payloadError(entry, "the normal form is not valid; this is a defect "
                               "of mlirgym, please report it with the program");
  return llvm::Error::success();
}

} // namespace mlirgym
