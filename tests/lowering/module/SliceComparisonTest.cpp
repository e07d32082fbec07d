//===- lowering/module/SliceComparisonTest.cpp - Equal slices -------------===//
#include "lowering/module/SliceComparison.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using namespace mlir;

class SliceComparison : public testing::Test {
protected:
  /// Result of merging the slices `first` and `second`, given as "[offsets]
  /// [sizes] [strides]", of one tensor<64x64xf32> each; %i, %j and %i0 = %i + 0
  /// are indices.
  void compare(llvm::StringRef first, llvm::StringRef second) {
    std::string text = R"(
func.func @f(%t: tensor<64x64xf32>, %u: tensor<64x64xf32>, %i: index, %j: index) {
  %zero = arith.constant 0 : index
  %i0 = arith.addi %i, %zero : index
  %a = tensor.extract_slice %t)" +
                       first.str() +
                       R"( : tensor<64x64xf32> to tensor<4x8xf32>
  %b = tensor.extract_slice %t)" +
                       second.str() +
                       R"( : tensor<64x64xf32> to tensor<4x8xf32>
  %c = tensor.insert_slice %b into %u)" +
                       second.str() +
                       R"( : tensor<4x8xf32> into tensor<64x64xf32>
  return
})";
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    SmallVector<SubsetOpInterface> slices;
    module->walk([&](SubsetOpInterface op) { slices.push_back(op); });
    ASSERT_EQ(slices.size(), 3u);
    auto sameTensor = [](Value a, Value b) { return a == b; };
    auto anyTensor = [](Value, Value) { return true; };
    equal = slices[0].operatesOnEquivalentSubset(slices[1], sameTensor);
    disjoint = slices[0].operatesOnDisjointSubset(slices[1], sameTensor);
    // An insertion compares as an extraction does; so does the other order.
    EXPECT_EQ(slices[2].operatesOnEquivalentSubset(slices[0], anyTensor),
              equal);
    EXPECT_EQ(slices[1].operatesOnDisjointSubset(slices[0], sameTensor),
              disjoint);
    EXPECT_FALSE(slices[2].operatesOnEquivalentSubset(slices[0], sameTensor))
        << "slices of two tensors are not one";
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    lowering::registerSliceComparison(registry);
    tensor::registerSubsetOpInterfaceExternalModels(registry);
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    func::FuncDialect, tensor::TensorDialect>();
    return registry;
  }

  MLIRContext context{makeRegistry(), MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  bool equal = false, disjoint = false;
};

TEST_F(SliceComparison, SameValuesAreEqual) {
  compare("[%i, 8] [4, 8] [1, 1]", "[%i, 8] [4, 8] [1, 1]");
  EXPECT_TRUE(equal);
  EXPECT_FALSE(disjoint);
}

TEST_F(SliceComparison, OtherValuesAreNeither) {
  compare("[%i, 8] [4, 8] [1, 1]", "[%j, 8] [4, 8] [1, 1]");
  EXPECT_FALSE(equal);
  EXPECT_FALSE(disjoint);
}

TEST_F(SliceComparison, NothingIsProvenOverBounds) {
  compare("[%i, 8] [4, 8] [1, 1]", "[%i0, 8] [4, 8] [1, 1]");
  EXPECT_FALSE(equal) << "merging common subexpressions is a step before";
  EXPECT_FALSE(disjoint);
}

TEST_F(SliceComparison, ConstantsThatLieApartAreDisjoint) {
  compare("[%i, 0] [4, 8] [1, 1]", "[%j, 8] [4, 8] [1, 1]");
  EXPECT_FALSE(equal);
  EXPECT_TRUE(disjoint);
}

TEST_F(SliceComparison, ConstantsThatOverlapAreNeither) {
  compare("[%i, 0] [4, 8] [1, 1]", "[%i, 7] [4, 8] [1, 1]");
  EXPECT_FALSE(equal);
  EXPECT_FALSE(disjoint);
}

TEST_F(SliceComparison, StridesReachFurther) {
  compare("[0, 0] [4, 8] [3, 1]", "[9, 0] [4, 8] [1, 1]");
  EXPECT_FALSE(disjoint);
  compare("[0, 0] [4, 8] [3, 1]", "[10, 0] [4, 8] [1, 1]");
  EXPECT_TRUE(disjoint);
  compare("[0, 0] [4, 8] [3, 1]", "[0, 0] [4, 8] [1, 1]");
  EXPECT_FALSE(equal);
}

TEST_F(SliceComparison, TensorsOfOtherRanksAreApart) {
  module = parseSourceString<ModuleOp>(R"(
func.func @f(%t: tensor<64x64xf32>, %u: tensor<64xf32>) {
  %a = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<64x64xf32> to tensor<4x8xf32>
  %b = tensor.extract_slice %u[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  return
})",
                                       &context);
  ASSERT_TRUE(module);
  SmallVector<SubsetOpInterface> slices;
  module->walk([&](SubsetOpInterface op) { slices.push_back(op); });
  ASSERT_EQ(slices.size(), 2u);
  auto sameTensor = [](Value a, Value b) { return a == b; };
  for (auto [a, b] : {std::pair(0, 1), std::pair(1, 0)}) {
    EXPECT_FALSE(slices[a].operatesOnEquivalentSubset(slices[b], sameTensor));
    EXPECT_FALSE(slices[a].operatesOnDisjointSubset(slices[b], sameTensor));
  }
}

} // namespace
} // namespace mlirgym
