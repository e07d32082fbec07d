#include "Loading.h"
#include "program/EntryChoice.h"
#include "program/ProgramLoader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace mlirgym;
using namespace mlirgym::test;
using testing::HasSubstr;
using testing::StartsWith;

static llvm::Expected<Program> loadWith(llvm::StringRef text,
                                        std::vector<std::string> shapes) {
  EntryChoice entry;
  entry.shapes = std::move(shapes);
  return ProgramLoader().loadText(text, "test", "test.mlir", entry);
}

static std::string errorWith(llvm::StringRef text,
                             std::vector<std::string> shapes) {
  auto program = loadWith(text, std::move(shapes));
  return program ? "" : llvm::toString(program.takeError());
}

/// A layer, and a sum of its rows, for any number of rows.
static constexpr char layer[] = R"mlir(
func.func @f(%rows: tensor<?x4xf32>, %w: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %rows, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = linalg.matmul ins(%rows, %w : tensor<?x4xf32>, tensor<4x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %x = math.exp %m : tensor<?x8xf32>
  %k = tensor.dim %x, %c0 : tensor<?x8xf32>
  %g = tensor.empty(%k) : tensor<?xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<?x8xf32>) outs(%h : tensor<?xf32>) dimensions = [1]
  return %x, %s : tensor<?x8xf32>, tensor<?xf32>
})mlir";

TEST(FixedShapesTest, AProgramWithAShapeIsTheOneWrittenWithIt) {
  std::string fixed = layer;
  for (size_t at; (at = fixed.find("tensor<?")) != std::string::npos;)
    fixed.replace(at, 8, "tensor<6");
  for (llvm::StringRef empty : {"tensor.empty(%n)", "tensor.empty(%k)"})
    fixed.replace(fixed.find(empty), empty.size(), "tensor.empty()");
  const ProgramKey wanted = load(fixed).key();
  for (const char *name : {"rows", "%rows", "arg0", "0"}) {
    auto program = loadWith(layer, {std::string(name) + "=6x4"});
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    EXPECT_EQ(program->key(), wanted) << name;
    EXPECT_EQ(program->source().parameters[0].shape,
              (llvm::SmallVector<int64_t>{6, 4}));
  }
}

TEST(FixedShapesTest, EachShapeIsAProgramOfItsOwn) {
  EXPECT_NE(llvm::cantFail(loadWith(layer, {"rows=6x4"})).key(),
            llvm::cantFail(loadWith(layer, {"rows=7x4"})).key());
}

TEST(FixedShapesTest, AStaticArgumentKeepsItsShape) {
  EXPECT_EQ(errorWith(layer, {"rows=6x4", "w=4x8"}), "");
  EXPECT_THAT(errorWith(layer, {"rows=6x4", "w=4x9"}),
              StartsWith("test.mlir:2:1: shape 'w=4x9' does not fit argument "
                         "1, which is tensor<4x8xf32>; "));
}

TEST(FixedShapesTest, RefusesWhatIsNoShape) {
  for (const char *shape : {"rows", "rows=", "rows=4xb", "=6x4", "rows=0x4",
                            "rows=-6x4", "rows=6x", "rows=99999999999999x4"})
    EXPECT_THAT(errorWith(layer, {shape}), HasSubstr("write an argument"))
        << shape;
  EXPECT_THAT(errorWith(layer, {"rows=6"}), HasSubstr("does not fit"));
  EXPECT_THAT(errorWith(layer, {"columns=6x4"}),
              HasSubstr("no argument columns; the arguments are rows, w"));
  EXPECT_THAT(errorWith(layer, {"2=6x4"}), HasSubstr("no argument 2;"));
}

TEST(FixedShapesTest, WhatStaysDynamicIsNamedWithItsLine) {
  EXPECT_THAT(
      errorWith(
          R"mlir(func.func @f(%a: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %d = tensor.extract_slice %a[0] [%k] [1] : tensor<?xf32> to tensor<?xf32>
  %x = linalg.exp ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  return %x : tensor<?xf32>
})mlir",
          {"a=9"}),
      HasSubstr("dynamic shape tensor<?xf32>"));
}

TEST(FixedShapesTest, HelpersBecomeStatic) {
  auto program = loadWith(R"mlir(
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = arith.addf %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = func.call @twice(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %s = func.call @twice(%r) : (tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
})mlir",
                          {"a=5"});
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_THAT(program->text().str(), testing::Not(HasSubstr("?")));
}

TEST(FixedShapesTest, TosaInfersItsShapes) {
  auto program = loadWith(R"mlir(
func.func @f(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.add %0, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
})mlir",
                          {"a=3x4"});
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
}

TEST(FixedShapesTest, MemrefsGetShapesToo) {
  auto program = loadWith(R"mlir(
func.func @f(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  linalg.exp ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
  return
})mlir",
                          {"a=3x4", "b=3x4"});
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
}
