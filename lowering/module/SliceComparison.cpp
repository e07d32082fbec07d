#include "lowering/module/SliceComparison.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

bool areEqual(const HyperrectangularSlice &a, const HyperrectangularSlice &b) {
  return isEqualConstantIntOrValueArray(a.getMixedOffsets(),
                                        b.getMixedOffsets()) &&
         isEqualConstantIntOrValueArray(a.getMixedSizes(), b.getMixedSizes()) &&
         isEqualConstantIntOrValueArray(a.getMixedStrides(),
                                        b.getMixedStrides());
}

/// Last index that a slice accesses in a dimension, if it is known.
std::optional<int64_t> lastIndex(const HyperrectangularSlice &slice,
                                 unsigned dim) {
  std::optional<int64_t> offset =
      getConstantIntValue(slice.getMixedOffsets()[dim]);
  std::optional<int64_t> size = getConstantIntValue(slice.getMixedSizes()[dim]);
  std::optional<int64_t> stride =
      getConstantIntValue(slice.getMixedStrides()[dim]);
  if (!offset || !size || !stride || *size < 1 || *stride < 1)
    return std::nullopt;
  return *offset + (*size - 1) * *stride;
}

bool endsBefore(const HyperrectangularSlice &a, const HyperrectangularSlice &b,
                unsigned dim) {
  std::optional<int64_t> last = lastIndex(a, dim);
  std::optional<int64_t> first = getConstantIntValue(b.getMixedOffsets()[dim]);
  return last && first && *last < *first;
}

bool areDisjoint(const HyperrectangularSlice &a,
                 const HyperrectangularSlice &b) {
  return llvm::any_of(llvm::seq<unsigned>(a.getMixedOffsets().size()),
                      [&](unsigned dim) {
                        return endsBefore(a, b, dim) || endsBefore(b, a, dim);
                      });
}

template <typename Op>
struct SliceModel : SubsetOpInterface::ExternalModel<SliceModel<Op>, Op> {
  FailureOr<HyperrectangularSlice>
  getAccessedHyperrectangularSlice(Operation *op) const {
    return sliceOf(op);
  }

  bool operatesOnEquivalentSubset(
      Operation *op, SubsetOpInterface candidate,
      function_ref<bool(Value, Value)> areEquivalentTensors) const {
    return compare(op, candidate, areEquivalentTensors, areEqual);
  }

  bool operatesOnDisjointSubset(
      Operation *op, SubsetOpInterface candidate,
      function_ref<bool(Value, Value)> areEquivalentTensors) const {
    return compare(op, candidate, areEquivalentTensors, areDisjoint);
  }

private:
  static HyperrectangularSlice sliceOf(Operation *op) {
    return HyperrectangularSlice(cast<OffsetSizeAndStrideOpInterface>(op));
  }

  static bool compare(Operation *op, SubsetOpInterface candidate,
                      function_ref<bool(Value, Value)> areEquivalentTensors,
                      function_ref<bool(const HyperrectangularSlice &,
                                        const HyperrectangularSlice &)>
                          holds) {
    // This check comes first, since slices of different tensors may differ in
    // rank.
    if (!areEquivalentTensors(mlir::detail::getTensorContainer(op),
                              mlir::detail::getTensorContainer(candidate)))
      return false;
    FailureOr<HyperrectangularSlice> other =
        candidate.getAccessedHyperrectangularSlice();
    return succeeded(other) && holds(sliceOf(op), *other);
  }
};
} // namespace

void registerSliceComparison(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<SliceModel<tensor::ExtractSliceOp>>(
        *context);
    tensor::InsertSliceOp::attachInterface<SliceModel<tensor::InsertSliceOp>>(
        *context);
    tensor::ParallelInsertSliceOp::attachInterface<
        SliceModel<tensor::ParallelInsertSliceOp>>(*context);
  });
}
} // namespace mlirgym::lowering
