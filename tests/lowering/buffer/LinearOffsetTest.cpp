//===- lowering/buffer/LinearOffsetTest.cpp - Offset of a view ------------===//
#include "lowering/buffer/LinearOffset.h"

#include "lowering/LoweringPipeline.h"
#include "lowering/module/Dialects.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace mlirgym::lowering {
namespace {

/// A row of `%out`, a buffer of 99 x 48, in loops `i` and `j`.
class LinearOffsetTest : public testing::Test {
protected:
  LinearOffsetTest() : context(registryOfAll()) {}

  /// Offset of the write in `body`.
  std::optional<LinearOffset> offsetIn(const std::string &body,
                                       const std::string &type = "99x48xf32") {
    module = mlir::parseSourceString<mlir::ModuleOp>(
        "func.func @f(%out: memref<" + type +
            ">, %v: vector<8xf32>, %n: index) {\n"
            "%c0 = arith.constant 0 : index\n"
            "%c2 = arith.constant 2 : index\n"
            "%c8 = arith.constant 8 : index\n"
            "%c16 = arith.constant 16 : index\n"
            "%c48 = arith.constant 48 : index\n"
            "scf.for %i = %c0 to %c48 step %c2 {\n"
            "scf.for %j = %c16 to %c48 step %c8 {\n" +
            body + "}\n}\nreturn\n}\n",
        &context);
    std::optional<LinearOffset> offset;
    EXPECT_TRUE(module);
    if (!module)
      return offset;
    module->walk([&](mlir::vector::TransferWriteOp write) {
      offset = LinearOffset::of(write.getBase(), write.getIndices());
      inner = write->getParentOfType<mlir::scf::ForOp>();
      outer = inner->getParentOfType<mlir::scf::ForOp>();
    });
    return offset;
  }

  static mlir::DialectRegistry registryOfAll() {
    mlir::DialectRegistry registry;
    registerLoweringDialects(registry);
    return registry;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::scf::ForOp inner, outer;
};

TEST_F(LinearOffsetTest, IndicesOfABuffer) {
  auto offset = offsetIn("vector.transfer_write %v, %out[%i, %j] "
                         "{in_bounds = [true]} : vector<8xf32>, "
                         "memref<99x48xf32>\n");
  ASSERT_TRUE(offset);
  EXPECT_EQ(offset->factorOf(outer.getInductionVar()), 48);
  EXPECT_EQ(offset->factorOf(inner.getInductionVar()), 1);
  EXPECT_EQ(offset->divisor(), 8);
  EXPECT_EQ(offset->divisorAtBegin(inner), 16);
}

TEST_F(LinearOffsetTest, SumsOfLoopsAndSlicesOfSlices) {
  auto offset = offsetIn(
      "%row = affine.apply affine_map<(i)[n] -> (i * 3 + n + 4)>(%i)[%n]\n"
      "%rows = memref.subview %out[%row, 0] [1, 48] [1, 1] : memref<99x48xf32> "
      "to memref<48xf32, strided<[1], offset: ?>>\n"
      "%part = memref.subview %rows[%j] [8] [1] : memref<48xf32, strided<[1], "
      "offset: ?>> to memref<8xf32, strided<[1], offset: ?>>\n"
      "vector.transfer_write %v, %part[%c0] {in_bounds = [true]} : "
      "vector<8xf32>, memref<8xf32, strided<[1], offset: ?>>\n");
  ASSERT_TRUE(offset);
  EXPECT_EQ(offset->factorOf(outer.getInductionVar()), 3 * 48);
  EXPECT_EQ(offset->factorOf(inner.getInductionVar()), 1);
  EXPECT_EQ(
      offset->factorOf(module->lookupSymbol("f")->getRegion(0).getArgument(2)),
      48);
  EXPECT_EQ(offset->divisor(), 8);
}

TEST_F(LinearOffsetTest, AStrideThatIsNotKnown) {
  EXPECT_FALSE(offsetIn("vector.transfer_write %v, %out[%i, %j] "
                        "{in_bounds = [true]} : vector<8xf32>, "
                        "memref<99x?xf32>\n",
                        "99x?xf32"));
}

TEST_F(LinearOffsetTest, WhatIsNotASumIsAValueOfItsOwn) {
  auto offset = offsetIn(
      "%row = affine.apply affine_map<(i) -> (i floordiv 2)>(%i)\n"
      "vector.transfer_write %v, %out[%row, %j] {in_bounds = [true]} : "
      "vector<8xf32>, memref<99x48xf32>\n");
  ASSERT_TRUE(offset);
  EXPECT_EQ(offset->factorOf(outer.getInductionVar()), 0);
  EXPECT_EQ(offset->divisor(), 8);
}

} // namespace
} // namespace mlirgym::lowering
