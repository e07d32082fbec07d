#include "program/payload/PayloadCheck.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/normalform/Sorting.h"
#include "program/payload/ParseComplaint.h"
#include "program/payload/PayloadError.h"
#include "program/payload/TmTensor.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>
#include <string>

namespace mlirgym {

std::optional<ElementType> elementTypeOf(mlir::Type type) {
  if (type.isF64())
    return ElementType::F64;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isSignlessInteger(64))
    return ElementType::I64;
  if (type.isSignlessInteger(32))
    return ElementType::I32;
  if (type.isSignlessInteger(8))
    return ElementType::I8;
  return std::nullopt;
}

static std::string print(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                             llvm::StringRef name) {
  llvm::SmallVector<mlir::func::FuncOp> defined, open;
  // What else the module contains is read by the entry, or has no effect.
  for (auto func : module.getOps<mlir::func::FuncOp>()) {
    if (func.isDeclaration())
      continue;
    if (func.getSymName() == name)
      return func;
    defined.push_back(func);
    if (func.isPublic())
      open.push_back(func);
  }
  if (defined.empty())
    return payloadError(module,
                        "no function with a body; write the program as one "
                        "func.func on tensors");
  if (!name.empty())
    return payloadError(
        defined.front(),
        "no function @" + name + ", but @" +
            llvm::join(llvm::map_range(defined,
                                       [](mlir::func::FuncOp func) {
                                         return func.getSymName();
                                       }),
                       ", @") +
            "; give the name of one that has a body");
  if (defined.size() == 1)
    return defined.front();
  if (open.size() == 1)
    return open.front();
  if (open.empty())
    return payloadError(defined[1],
                        "several private functions and no public one; make "
                        "the entry function public, or give its name: "
                        "FILE@NAME");
  return payloadError(open[1], "several entries: @" + open[0].getSymName() +
                                   " and @" + open[1].getSymName() +
                                   " are both public; give the name of one: "
                                   "FILE@NAME");
}

/// The reason why code cannot have values of the type, not even in registers;
/// "" if it can.
static std::string withoutCode(mlir::Type type) {
  auto element =
      llvm::dyn_cast<mlir::FloatType>(mlir::getElementTypeOrSelf(type));
  if (!element ||
      llvm::isa<mlir::Float16Type, mlir::BFloat16Type, mlir::Float32Type,
                mlir::Float64Type, mlir::Float80Type, mlir::Float128Type>(
          element))
    return "";
  return "type " + print(element) +
         " has no lowering; use f64, f32, f16 or bf16";
}

/// The reason why the type is not supported; "" if it is.
static std::string complaint(mlir::Type type) {
  if (llvm::isa<mlir::UnrankedTensorType, mlir::UnrankedMemRefType>(type))
    return "unranked type " + print(type) + "; give it a static shape";
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
      tensor && tensor.getEncoding())
    return "encoding on " + print(type) + "; use a plain dense tensor";
  if (auto memref = llvm::dyn_cast<mlir::MemRefType>(type)) {
    if (!memref.getLayout().isIdentity())
      return "layout on " + print(type) + "; use a contiguous memref";
    if (memref.getMemorySpace())
      return "memory space on " + print(type) + "; remove it";
  }
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (!shaped)
    return type.isIntOrIndexOrFloat()
               ? withoutCode(type)
               : "type " + print(type) +
                     " is not supported; use tensors, memrefs and scalars";
  if (!llvm::isa<mlir::RankedTensorType, mlir::MemRefType>(type))
    return "type " + print(type) +
           " is not supported; use tensors, and leave vectors to the schedule";
  if (!shaped.hasStaticShape())
    return "dynamic shape " + print(type) +
           "; replace each '?' by a number, one program per shape";
  if (llvm::is_contained(shaped.getShape(), 0))
    return "no elements in " + print(type) + "; use extents of at least 1";
  if (llvm::product_of(shaped.getShape(), 1.0) >
      static_cast<double>(maxElements))
    return "too many elements in " + print(type) + "; use at most 2^40";
  if (!elementTypeOf(shaped.getElementType()))
    return "unsupported element type " + print(shaped.getElementType()) +
           " in " + print(type) +
           "; use f64, f32, f16, bf16, i64, i32, i8, i1, f8E4M3FN or f8E5M2";
  return "";
}

static bool isDynamic(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped && shaped.hasRank() && !shaped.hasStaticShape();
}

static llvm::Error checkTypes(mlir::Operation *op) {
  for (mlir::Type type :
       llvm::concat<const mlir::Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes())))
    if (std::string what = complaint(type); !what.empty())
      return payloadError(op, isDynamic(type)
                                  ? "'" + op->getName().getStringRef().str() +
                                        "': " + what
                                  : what);
  return llvm::Error::success();
}

/// The contents of memrefs are known only for arguments and allocations
/// (Boundary.cpp): no other operation may create one.
static bool hasMemref(mlir::Operation *op) {
  auto isMemref = llvm::IsaPred<mlir::BaseMemRefType>;
  return llvm::any_of(op->getOperandTypes(), isMemref) ||
         llvm::any_of(op->getResultTypes(), isMemref);
}

/// The constant integer of a value, in a body or as a tensor; nullopt if it
/// varies.
static std::optional<llvm::APInt> constantOf(mlir::Value value) {
  llvm::APInt number;
  if (mlir::matchPattern(value, mlir::m_ConstantInt(&number)))
    return number;
  if (auto fill = value.getDefiningOp<mlir::linalg::FillOp>())
    return constantOf(fill.value());
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  auto op = argument ? llvm::dyn_cast_or_null<mlir::linalg::LinalgOp>(
                           argument.getOwner()->getParentOp())
                     : nullptr;
  if (!op)
    return std::nullopt;
  mlir::OpOperand *operand = op.getMatchingOpOperand(argument);
  return op.isDpsInput(operand) ? constantOf(operand->get()) : std::nullopt;
}

/// The reason why an operation on integers with a constant second operand has
/// no result, whatever the first operand is; "" if it has one.
static std::string whyUndefined(mlir::Operation *op) {
  const bool isShift = llvm::isa<mlir::arith::ShLIOp, mlir::arith::ShRSIOp,
                                 mlir::arith::ShRUIOp>(op);
  if (!isShift && !llvm::isa<mlir::arith::DivSIOp, mlir::arith::DivUIOp,
                             mlir::arith::RemSIOp, mlir::arith::RemUIOp,
                             mlir::arith::CeilDivSIOp, mlir::arith::CeilDivUIOp,
                             mlir::arith::FloorDivSIOp>(op))
    return "";
  std::optional<llvm::APInt> second = constantOf(op->getOperand(1));
  if (!second)
    return "";
  if (!isShift)
    return second->isZero() ? "a division by 0 is undefined; divide by another "
                              "number"
                            : "";
  const unsigned bits = second->getBitWidth();
  // A select may leave such a value out.
  if (second->ult(bits) ||
      llvm::all_of(op->getUsers(), llvm::IsaPred<mlir::arith::SelectOp>))
    return "";
  return llvm::formatv(
      "a shift of {0} by {1} bits is poison, which is no value; shift by at "
      "most {2}",
      mlir::getElementTypeOrSelf(op->getOperand(0).getType()),
      second->getLimitedValue(), bits - 1);
}

/// The reason why an operation of arith, math or ub, on scalars or tensors, is
/// not supported; "" if it is.
static std::string arithmeticComplaint(mlir::Operation *op) {
  if (llvm::isa<mlir::math::IPowIOp>(op))
    return "math.ipowi has no lowering; multiply instead";
  if (auto power = llvm::dyn_cast<mlir::math::FPowIOp>(op);
      power && !mlir::getElementTypeOrSelf(power.getRhs()).isInteger(32))
    return "math.fpowi has a lowering for exponents of i32 alone; convert the "
           "exponent (arith.trunci, arith.extsi)";
  for (mlir::Type type :
       llvm::concat<const mlir::Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes())))
    if (std::string what = withoutCode(type); !what.empty())
      return what;
  return whyUndefined(op);
}

/// Checks the operations in the body of a structured operation or of
/// tensor.pad.
static llvm::Error checkBody(mlir::Operation *structured) {
  mlir::Operation *bad = nullptr;
  std::string what;
  structured->walk([&](mlir::Operation *op) {
    if (op == structured)
      return mlir::WalkResult::advance();
    what = arithmeticComplaint(op);
    bool isKnown =
        llvm::isa<mlir::arith::ArithDialect, mlir::math::MathDialect>(
            op->getDialect()) ||
        llvm::isa<mlir::linalg::YieldOp, mlir::linalg::IndexOp,
                  mlir::tensor::YieldOp, mlir::tensor::ExtractOp,
                  mlir::ub::PoisonOp, TmYieldOp>(op);
    if (isKnown && !hasMemref(op) && what.empty())
      return mlir::WalkResult::advance();
    bad = op;
    return mlir::WalkResult::interrupt();
  });
  if (!bad)
    return llvm::Error::success();
  if (what.empty())
    what = ("'" + bad->getName().getStringRef() + "' in the body of " +
            structured->getName().getStringRef() +
            "; use arith and math operations on scalars there")
               .str();
  return payloadError(bad, what);
}

static llvm::Error checkNotMixed(mlir::DestinationStyleOpInterface op) {
  if (op.hasPureTensorSemantics() || op.hasPureBufferSemantics())
    return llvm::Error::success();
  return payloadError(op, "tensors and memrefs mixed in one operation; use "
                          "one of them for all its operands");
}

/// True if the index takes each value below `extent`: a sum of loops in which
/// the step of each loop is the extent covered by the previous ones (4 * i + j
/// for j below 4). Loops used in another dimension do not count: two dimensions
/// that advance together skip elements.
static bool takesEachValue(mlir::AffineExpr index, int64_t extent,
                           llvm::ArrayRef<int64_t> tripCounts,
                           llvm::SmallBitVector &used) {
  llvm::SmallVector<int64_t> flat;
  if (mlir::failed(mlir::getFlattenedAffineExpr(index, tripCounts.size(),
                                                /*numSymbols=*/0, &flat)) ||
      flat.size() != tripCounts.size() + 1)
    return false;
  llvm::SmallVector<std::pair<int64_t, int64_t>> steps;
  for (auto [loop, tripCount] : llvm::enumerate(tripCounts)) {
    if (flat[loop] == 0 || tripCount == 1)
      continue;
    if (used.test(static_cast<unsigned>(loop)))
      return false;
    used.set(static_cast<unsigned>(loop));
    steps.emplace_back(std::abs(flat[loop]), tripCount);
  }
  llvm::sort(steps);
  int64_t reached = 1;
  for (auto [step, tripCount] : steps) {
    if (step != reached)
      return false;
    reached *= tripCount;
  }
  return reached == extent;
}

/// True if some elements of the init keep their values although the body does
/// not read them: MLIR and the normal form treat such an init as undefined.
static bool leavesGaps(mlir::linalg::LinalgOp op, mlir::OpOperand &init) {
  if (op.payloadUsesValueFromOperand(&init))
    return false;
  const llvm::SmallVector<int64_t> tripCounts = op.getStaticLoopRanges();
  llvm::SmallBitVector used(static_cast<unsigned>(tripCounts.size()));
  return !llvm::all_of(
      llvm::zip_equal(op.getMatchingIndexingMap(&init).getResults(),
                      op.getShape(&init)),
      [&](auto dim) {
        auto [index, extent] = dim;
        return takesEachValue(index, extent, tripCounts, used);
      });
}

static llvm::Error checkStructured(mlir::linalg::LinalgOp op) {
  MLIRGYM_TRY_TO(checkNotMixed(
      llvm::cast<mlir::DestinationStyleOpInterface>(op.getOperation())));
  for (mlir::OpOperand &init : op.getDpsInitsMutable())
    if (!llvm::isa<mlir::ShapedType>(init.get().getType()))
      return payloadError(op, "an init that is a scalar; use a tensor");
  if (op.getNumLoops() > maxLoops)
    return payloadError(op, llvm::Twine(op.getNumLoops()) + " loops; at most " +
                                llvm::Twine(maxLoops) +
                                " are handled, so collapse dimensions of one");
  // Dynamic shapes are rejected with their type.
  if (!op.hasDynamicShape())
    for (mlir::OpOperand &init : op.getDpsInitsMutable())
      if (leavesGaps(op, init))
        return payloadError(
            op, "a result with elements that no iteration writes, and whose "
                "previous values the body does not read; write each element "
                "once, and put them into place with tensor.insert_slice");
  return checkBody(op);
}

/// Softmax consists of exponentials and sums of them, all of one type.
static llvm::Error checkSoftmax(mlir::linalg::SoftmaxOp op) {
  mlir::Type input = op.getInput().getType().getElementType();
  mlir::Type output = op.getOutput().getType().getElementType();
  if (!llvm::isa<mlir::FloatType>(input))
    return payloadError(op, "an exponential of " + print(input) +
                                "; use f32, f64, f16 or bf16");
  if (input != output)
    return payloadError(op, "softmax of " + print(input) + " as " +
                                print(output) + "; use one element type");
  return checkNotMixed(
      llvm::cast<mlir::DestinationStyleOpInterface>(op.getOperation()));
}

static llvm::Error checkOperation(mlir::Operation *op);

/// True for control flow between structured operations, which stays as it is.
static bool isControlFlow(mlir::Operation *op) {
  return llvm::isa<mlir::scf::ForOp, mlir::scf::IfOp, mlir::scf::WhileOp>(op);
}

/// The operations within control flow are the same as those beside it, but on
/// tensors alone: Boundary.cpp follows memrefs in straight-line code.
static llvm::Error checkBlocks(mlir::Operation *controlFlow) {
  for (mlir::Region &region : controlFlow->getRegions())
    for (mlir::Operation &op : region.getOps()) {
      if (hasMemref(&op))
        return payloadError(&op, "'" + op.getName().getStringRef() +
                                     "' on memrefs within '" +
                                     controlFlow->getName().getStringRef() +
                                     "'; write it on tensors");
      MLIRGYM_TRY_TO(checkTypes(&op));
      if (op.hasTrait<mlir::OpTrait::IsTerminator>())
        continue;
      MLIRGYM_TRY_TO(checkOperation(&op));
    }
  return llvm::Error::success();
}

static llvm::Error checkOperation(mlir::Operation *op) {
  if (isControlFlow(op))
    return checkBlocks(op);
  if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op))
    return checkStructured(structured);
  if (auto softmax = llvm::dyn_cast<mlir::linalg::SoftmaxOp>(op))
    return checkSoftmax(softmax);
  if (isComposite(op) && !hasMemref(op))
    return isOfTmTensor(op) ? checkBody(op) : llvm::Error::success();
  if (llvm::isa<mlir::linalg::LinalgDialect>(op->getDialect()))
    return payloadError(
        op, "'" + op->getName().getStringRef() +
                "' is not a structured operation; write it as linalg.generic");
  if (llvm::isa<mlir::tensor::ScatterOp>(op))
    return payloadError(op, "'tensor.scatter' has no lowering; put each slice "
                            "into place with tensor.insert_slice");
  if (llvm::isa<mlir::tensor::TensorDialect>(op->getDialect()))
    return checkBody(op);
  bool isArithmetic =
      llvm::isa<mlir::arith::ArithDialect, mlir::math::MathDialect,
                mlir::ub::UBDialect>(op->getDialect());
  if (std::string what = arithmeticComplaint(op); !what.empty())
    return payloadError(op, what);
  if (isArithmetic && !hasMemref(op))
    return llvm::Error::success();
  // Only a constant is known to be the same in memory.
  if (auto buffer = llvm::dyn_cast<mlir::bufferization::ToBufferOp>(op);
      buffer && buffer.getReadOnly())
    return llvm::Error::success();
  if (llvm::isa<mlir::func::ReturnOp, mlir::bufferization::ToTensorOp,
                mlir::bufferization::MaterializeInDestinationOp,
                mlir::bufferization::AllocTensorOp, mlir::memref::AllocOp,
                mlir::memref::AllocaOp, mlir::memref::DeallocOp,
                mlir::memref::CopyOp>(op))
    return llvm::Error::success();
  if (isArithmetic || llvm::isa<mlir::memref::MemRefDialect>(op->getDialect()))
    return payloadError(op, "'" + op->getName().getStringRef() +
                                "' on memrefs is not supported; write the "
                                "program on tensors");
  const llvm::StringRef dialect = op->getName().getDialectNamespace();
  const bool isForeign =
      llvm::isa<mlir::LLVM::LLVMDialect, mlir::ml_program::MLProgramDialect,
                mlir::tosa::TosaDialect, mlir::transform::TransformDialect,
                mlir::vector::VectorDialect>(op->getDialect());
  return payloadError(
      op, "'" + op->getName().getStringRef() +
              "' is not supported in a payload; " +
              (isForeign ? howToAvoid(dialect)
                         : "use structured operations (linalg) and tensor, "
                           "arith, math and bufferization operations between "
                           "them"));
}

/// How to fix the shape of an argument: `arg0=4xN` for tensor<4x?xf32>.
static std::string howToFix(mlir::BlockArgument argument) {
  auto type = llvm::cast<mlir::ShapedType>(argument.getType());
  auto extents = llvm::map_range(type.getShape(), [](int64_t extent) {
    return mlir::ShapedType::isDynamic(extent) ? "N" : std::to_string(extent);
  });
  return llvm::formatv(
      "dynamic shape {0}; give a number for each '?', one program per shape: "
      "--shape arg{1}={2}, in Python shapes={{\"arg{1}\": ({3})}",
      print(type), argument.getArgNumber(), llvm::join(extents, "x"),
      llvm::join(extents, ", "));
}

static llvm::Error checkSignature(mlir::func::FuncOp entry) {
  for (mlir::BlockArgument argument : entry.getArguments()) {
    std::string what = complaint(argument.getType());
    if (isDynamic(argument.getType()))
      what = howToFix(argument);
    if (!what.empty())
      return payloadError(entry, "argument " +
                                     llvm::Twine(argument.getArgNumber()) +
                                     ": " + what);
  }
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes())) {
    std::string what = complaint(type);
    if (what.empty() && !llvm::isa<mlir::RankedTensorType>(type))
      what = "of type " + print(type) +
             "; results are tensors, so write a memref's contents to an "
             "argument";
    if (!what.empty())
      return payloadError(entry, "result " + llvm::Twine(i) + ": " + what);
  }
  return llvm::Error::success();
}

llvm::Error checkOneBlock(mlir::func::FuncOp function) {
  if (function.getBody().hasOneBlock())
    return llvm::Error::success();
  mlir::Operation *branch = function.getBody().front().getTerminator();
  return payloadError(branch, "'" + branch->getName().getStringRef() +
                                  "' is not supported in a payload; write the "
                                  "function as one block, without branches");
}

llvm::Error checkPayload(mlir::func::FuncOp entry) {
  MLIRGYM_TRY_TO(checkOneBlock(entry));
  MLIRGYM_TRY_TO(checkSignature(entry));
  bool anyComputed = false;
  for (mlir::Operation &op : entry.getBody().front()) {
    MLIRGYM_TRY_TO(checkOperation(&op));
    MLIRGYM_TRY_TO(checkTypes(&op));
    anyComputed |=
        llvm::isa<mlir::linalg::LinalgOp>(op) || isComposite(&op) ||
        isControlFlow(&op) ||
        // Normalisation turns these into linalg.generic.
        (mlir::OpTrait::hasElementwiseMappableTraits(&op) &&
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<mlir::TensorType>)) ||
        // Normalisation copies what they move.
        (llvm::isa<mlir::tensor::TensorDialect>(op.getDialect()) &&
         !llvm::isa<mlir::tensor::EmptyOp>(op));
  }
  if (!anyComputed)
    return payloadError(entry,
                        "no structured operation in @" + entry.getSymName() +
                            " on which a result depends; write the computation "
                            "with linalg operations (linalg.matmul, "
                            "linalg.generic), and return what they compute");
  return llvm::Error::success();
}

} // namespace mlirgym
