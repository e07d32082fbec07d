#include "execution/evaluator/Body.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <memory>
#include <optional>

namespace mlirgym::reference {

namespace tensor = mlir::tensor;

using Sizes = llvm::SmallVector<int64_t, 4>;

static Problem unknown(mlir::Operation *op, llvm::StringRef what) {
  return {Problem::Kind::Unknown,
          ("'" + op->getName().getStringRef() + "' " + what).str()};
}

/// Calls `visit` with each index vector of `shape`, the last dimension fastest.
template <typename Visit>
static void forEachIndex(llvm::ArrayRef<int64_t> shape, Visit visit) {
  Sizes index(shape.size(), 0);
  while (true) {
    visit(llvm::ArrayRef<int64_t>(index));
    size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

/// Integers that are constants or scalars of the function; nullopt if one is
/// unknown.
static std::optional<Sizes> numbersOf(llvm::ArrayRef<mlir::OpFoldResult> mixed,
                                      const Environment &environment) {
  Sizes numbers;
  for (mlir::OpFoldResult number : mixed) {
    if (std::optional<int64_t> constant = mlir::getConstantIntValue(number)) {
      numbers.push_back(*constant);
      continue;
    }
    SharedTensor scalar =
        environment.scalars.lookup(llvm::dyn_cast<mlir::Value>(number));
    if (!scalar)
      return std::nullopt;
    numbers.push_back(scalar->number[0]);
  }
  return numbers;
}

static std::optional<Tensor> makeResult(mlir::Value result) {
  auto type = llvm::cast<mlir::RankedTensorType>(result.getType());
  std::optional<ElementType> element = storageOf(type.getElementType());
  if (!element || !type.hasStaticShape())
    return std::nullopt;
  Tensor made = Tensor::make(type.getShape(), *element);
  made.expandParts();
  return made;
}

namespace {
/// The positions of a slice's elements in the whole tensor.
struct Slice {
  Sizes offsets, sizes, strides;
  int64_t base = 0;
  Sizes steps; // per index of the slice, in elements of the whole

  int64_t at(llvm::ArrayRef<int64_t> index) const {
    int64_t offset = base;
    for (auto [i, step] : llvm::zip_equal(index, steps))
      offset += i * step;
    return offset;
  }
};
} // namespace

static std::optional<Slice> sliceOf(mlir::OffsetSizeAndStrideOpInterface op,
                                    llvm::ArrayRef<int64_t> whole,
                                    const Environment &environment,
                                    MaybeProblem &problem) {
  auto offsets = numbersOf(op.getMixedOffsets(), environment),
       sizes = numbersOf(op.getMixedSizes(), environment),
       strides = numbersOf(op.getMixedStrides(), environment);
  if (!offsets || !sizes || !strides) {
    problem = unknown(op, "of an unknown size");
    return std::nullopt;
  }
  Slice slice{*offsets, *sizes, *strides, 0, {}};
  Sizes elementStrides = stridesOf(whole);
  for (size_t d = 0; d < whole.size(); ++d) {
    int64_t last = slice.offsets[d] + (slice.sizes[d] - 1) * slice.strides[d];
    if (slice.offsets[d] < 0 || last < 0 || slice.offsets[d] >= whole[d] ||
        last >= whole[d]) {
      problem = Problem{
          Problem::Kind::ReadOutside,
          llvm::formatv(
              "'{0}' accesses index {1} to {2} of a dimension of {3} elements",
              op->getName().getStringRef(), slice.offsets[d], last, whole[d])};
      return std::nullopt;
    }
    slice.base += slice.offsets[d] * elementStrides[d];
    slice.steps.push_back(slice.strides[d] * elementStrides[d]);
  }
  return slice;
}

static void share(Environment &environment, mlir::Value result, Tensor made) {
  environment.tensors[result] = std::make_shared<Tensor>(std::move(made));
}

/// A copy of `source` with all parts present.
static Tensor copyOf(const Tensor &source) {
  Tensor copy = source;
  copy.expandParts();
  return copy;
}

static MaybeProblem runPad(tensor::PadOp op, const Tensor &source,
                           Environment &environment) {
  auto low = numbersOf(op.getMixedLowPad(), environment);
  mlir::Value value = op.getConstantPaddingValue();
  SharedTensor padding;
  if (value) {
    padding = environment.scalars.lookup(value);
    if (!padding && value.getDefiningOp())
      padding = constantOf(value.getDefiningOp());
  }
  std::optional<Tensor> made = makeResult(op.getResult());
  if (!low || !padding || !made)
    return unknown(op, "with a value that is not a constant");
  for (size_t i = 0; i < made->size(); ++i)
    made->copyElement(i, *padding, 0);
  made->epsilon = std::max(source.epsilon, padding->epsilon);
  Sizes strides = stridesOf(made->shape);
  size_t next = 0;
  forEachIndex(source.shape, [&](llvm::ArrayRef<int64_t> index) {
    int64_t offset = 0;
    bool inside = true;
    for (size_t d = 0; d < index.size(); ++d) {
      int64_t at = index[d] + (*low)[d];
      inside &= at >= 0 && at < made->shape[d];
      offset += at * strides[d];
    }
    if (inside) // a negative pad removes elements
      made->copyElement(size_t(offset), source, next);
    ++next;
  });
  share(environment, op.getResult(), std::move(*made));
  return std::nullopt;
}

static MaybeProblem runConcat(tensor::ConcatOp op, Environment &environment) {
  std::optional<Tensor> made = makeResult(op.getResult());
  if (!made)
    return unknown(op, "of this type");
  Sizes strides = stridesOf(made->shape);
  int64_t begin = 0;
  auto dim = static_cast<size_t>(op.getDim());
  for (mlir::Value input : op.getInputs()) {
    SharedTensor source = environment.tensors.lookup(input);
    if (!source)
      return unknown(op, "has an unknown operand");
    size_t next = 0;
    forEachIndex(source->shape, [&](llvm::ArrayRef<int64_t> index) {
      int64_t offset = begin * strides[dim];
      for (size_t d = 0; d < index.size(); ++d)
        offset += index[d] * strides[d];
      made->copyElement(size_t(offset), *source, next++);
    });
    made->epsilon = std::max(made->epsilon, source->epsilon);
    begin += source->shape[dim];
  }
  share(environment, op.getResult(), std::move(*made));
  return std::nullopt;
}

static MaybeProblem runGenerate(tensor::GenerateOp op,
                                Environment &environment) {
  Problem problem;
  mlir::Block &block = op.getBody().front();
  std::optional<Body> body = Body::ofBlock(block, environment, problem);
  if (!body)
    return problem;
  std::optional<Tensor> made = makeResult(op.getResult());
  if (!made)
    return unknown(op, "of this type");
  MaybeProblem found;
  size_t next = 0;
  forEachIndex(made->shape, [&](llvm::ArrayRef<int64_t> index) {
    for (auto [argument, position] :
         llvm::zip_equal(block.getArguments(), index))
      body->find(argument)->number[0] = position;
    if (!found)
      found = body->run(1);
    const Register &value = body->at(body->yielded().front());
    made->epsilon = std::max(made->epsilon, value.epsilon);
    if (value.isFloat()) {
      made->value[next] = value.value[0];
      made->narrow[next] = value.narrow[0];
      made->bound[next] = value.bound[0];
    } else {
      made->number[next] = value.number[0];
      if (value.other()[0] != value.number[0] && made->other.empty())
        made->other = made->number;
      if (!made->other.empty())
        made->other[next] = value.other()[0];
    }
    ++next;
  });
  if (!found)
    share(environment, op.getResult(), std::move(*made));
  return found;
}

static MaybeProblem runElements(mlir::Operation *op, Environment &environment) {
  std::optional<Tensor> made = makeResult(op->getResult(0));
  if (!made)
    return unknown(op, "of this type");
  for (size_t i = 0; i < made->size(); ++i) {
    SharedTensor scalar = environment.scalars.lookup(
        op->getOperand(op->getNumOperands() == 1 ? 0 : unsigned(i)));
    if (!scalar)
      return unknown(op, "has an unknown operand");
    made->copyElement(i, *scalar, 0);
    made->epsilon = std::max(made->epsilon, scalar->epsilon);
  }
  share(environment, op->getResult(0), std::move(*made));
  return std::nullopt;
}

static MaybeProblem runInsert(tensor::InsertOp op, Environment &environment) {
  SharedTensor into = environment.tensors.lookup(op.getDest()),
               scalar = environment.scalars.lookup(op.getScalar());
  auto indices =
      numbersOf(mlir::getAsOpFoldResult(op.getIndices()), environment);
  if (!into || !scalar || !indices)
    return unknown(op, "has an unknown operand");
  Tensor made = copyOf(*into);
  int64_t offset = 0;
  for (auto [index, stride, extent] :
       llvm::zip_equal(*indices, stridesOf(made.shape), made.shape)) {
    if (index < 0 || index >= extent)
      return Problem{Problem::Kind::ReadOutside,
                     llvm::formatv("'tensor.insert' writes index {0} of a "
                                   "dimension of {1} elements",
                                   index, extent)};
    offset += index * stride;
  }
  made.copyElement(size_t(offset), *scalar, 0);
  made.epsilon = std::max(made.epsilon, scalar->epsilon);
  share(environment, op.getResult(), std::move(made));
  return std::nullopt;
}

MaybeProblem runTensorOp(mlir::Operation *op, Environment &environment) {
  auto known = [&](mlir::Value value) {
    return environment.tensors.lookup(value);
  };
  /// The same elements in another shape.
  auto reshape = [&](mlir::Value source) -> MaybeProblem {
    SharedTensor from = known(source);
    auto type =
        llvm::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
    if (!from || !type || !type.hasStaticShape() ||
        type.getNumElements() != int64_t(from->size()))
      return unknown(op, "of this shape");
    Tensor made = *from;
    made.shape.assign(type.getShape().begin(), type.getShape().end());
    share(environment, op->getResult(0), std::move(made));
    return std::nullopt;
  };
  return llvm::TypeSwitch<mlir::Operation *, MaybeProblem>(op)
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp empty) -> MaybeProblem {
        auto type = empty.getType();
        std::optional<ElementType> element = storageOf(type.getElementType());
        if (!element || !type.hasStaticShape())
          return unknown(op, "of this type");
        share(environment, empty.getResult(),
              Tensor::make(type.getShape(), *element));
        return std::nullopt;
      })
      .Case<tensor::CastOp>(
          [&](tensor::CastOp cast) { return reshape(cast.getSource()); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto shape) { return reshape(shape.getSrc()); })
      .Case<tensor::ReshapeOp>(
          [&](tensor::ReshapeOp shape) { return reshape(shape.getSource()); })
      .Case<mlir::bufferization::AllocTensorOp>(
          [&](mlir::bufferization::AllocTensorOp alloc) -> MaybeProblem {
            if (alloc.getCopy())
              return reshape(alloc.getCopy());
            std::optional<Tensor> made = makeResult(alloc.getResult());
            if (!made)
              return unknown(op, "of this type");
            share(environment, alloc.getResult(), std::move(*made));
            return std::nullopt;
          })
      .Case<tensor::PadOp>([&](tensor::PadOp pad) -> MaybeProblem {
        SharedTensor source = known(pad.getSource());
        return source ? runPad(pad, *source, environment)
                      : MaybeProblem(unknown(op, "has an unknown operand"));
      })
      .Case<tensor::ExtractSliceOp>(
          [&](tensor::ExtractSliceOp extract) -> MaybeProblem {
            SharedTensor source = known(extract.getSource());
            std::optional<Tensor> made = makeResult(extract.getResult());
            if (!source || !made)
              return unknown(op, "has an unknown operand");
            MaybeProblem problem;
            std::optional<Slice> slice =
                sliceOf(extract, source->shape, environment, problem);
            if (!slice)
              return problem;
            size_t next = 0;
            forEachIndex(slice->sizes, [&](llvm::ArrayRef<int64_t> index) {
              made->copyElement(next++, *source, size_t(slice->at(index)));
            });
            made->epsilon = source->epsilon;
            share(environment, extract.getResult(), std::move(*made));
            return std::nullopt;
          })
      .Case<tensor::InsertSliceOp>(
          [&](tensor::InsertSliceOp insert) -> MaybeProblem {
            SharedTensor source = known(insert.getSource()),
                         into = known(insert.getDest());
            if (!source || !into)
              return unknown(op, "has an unknown operand");
            MaybeProblem problem;
            std::optional<Slice> slice =
                sliceOf(insert, into->shape, environment, problem);
            if (!slice)
              return problem;
            Tensor made = copyOf(*into);
            size_t next = 0;
            forEachIndex(slice->sizes, [&](llvm::ArrayRef<int64_t> index) {
              made.copyElement(size_t(slice->at(index)), *source, next++);
            });
            made.epsilon = std::max(made.epsilon, source->epsilon);
            share(environment, insert.getResult(), std::move(made));
            return std::nullopt;
          })
      .Case<tensor::ConcatOp>([&](tensor::ConcatOp concat) {
        return runConcat(concat, environment);
      })
      .Case<tensor::GenerateOp>([&](tensor::GenerateOp generate) {
        return runGenerate(generate, environment);
      })
      .Case<tensor::FromElementsOp, tensor::SplatOp>(
          [&](auto) { return runElements(op, environment); })
      .Case<tensor::InsertOp>([&](tensor::InsertOp insert) {
        return runInsert(insert, environment);
      })
      .Default([&](auto) -> MaybeProblem {
        return unknown(op, "is not known to the reference");
      });
}

} // namespace mlirgym::reference
