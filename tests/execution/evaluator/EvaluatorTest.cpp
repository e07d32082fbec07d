#include "execution/evaluator/Evaluator.h"
#include "execution/reference/Draw.h"
#include "execution/reference/Tolerance.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/ProgramLoader.h"
#include "program/payload/PayloadDialects.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <regex>
#include <set>
#include <tuple>
#include <utility>

namespace mlirgym::reference {
namespace {

using testing::DoubleEq;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;

SharedTensor floats(llvm::ArrayRef<int64_t> shape, std::vector<double> values,
                    ElementType type = ElementType::F32) {
  auto tensor = std::make_shared<Tensor>(Tensor::make(shape, type));
  tensor->value = std::move(values);
  return tensor;
}
/// `text` with the name of a type for each T, also in a shape, and of an
/// integer for each iN.
std::string withType(const std::string &text, const std::string &type,
                     const std::string &integer = "i32") {
  return std::regex_replace(
      std::regex_replace(text, std::regex("(\\b|x)T\\b"), "$1" + type),
      std::regex("\\biN\\b"), integer);
}
SharedTensor integers(llvm::ArrayRef<int64_t> shape,
                      std::vector<int64_t> numbers,
                      ElementType type = ElementType::I32) {
  auto tensor = std::make_shared<Tensor>(Tensor::make(shape, type));
  tensor->number = std::move(numbers);
  return tensor;
}

class EvaluatorTest : public testing::Test {
protected:
  EvaluatorTest() {
    mlir::DialectRegistry registry;
    registerPayloadDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  mlir::func::FuncOp parse(const std::string &text) {
    llvm::Expected<Program> loaded = ProgramLoader().loadText(text, "program");
    if (!loaded)
      llvm::report_fatal_error(loaded.takeError());
    program = std::move(*loaded);
    module = mlir::parseSourceString<mlir::ModuleOp>(program.text(), &context);
    return module->lookupSymbol<mlir::func::FuncOp>(program.entry());
  }
  /// The output of a program with one.
  SharedTensor run(const std::string &text, std::vector<SharedTensor> inputs) {
    mlir::func::FuncOp entry = parse(text);
    inputs.resize(entry.getNumArguments());
    Evaluation evaluation = evaluate(entry, inputs, [] {});
    problem = evaluation.problem ? evaluation.problem->message : "";
    SharedTensor output;
    for (SharedTensor &tensor : evaluation.outputs)
      if (tensor)
        output = tensor;
    return output;
  }
  /// Body of one element: `%x`, and `%y`, to `%r`.
  SharedTensor map(const std::string &body, const SharedTensor &x,
                   const SharedTensor &y, const std::string &type = "f32",
                   const std::string &result = "") {
    std::string out = result.empty() ? type : result;
    std::string n = std::to_string(x->size());
    return run("#id = affine_map<(i) -> (i)>\nfunc.func @f(%a: tensor<" + n +
                   "x" + type + ">, %b: tensor<" + n + "x" + type +
                   ">) -> tensor<" + n + "x" + out + "> {\n" +
                   "%e = tensor.empty() : tensor<" + n + "x" + out + ">\n" +
                   "%0 = linalg.generic {indexing_maps=[#id,#id,#id], "
                   "iterator_types=[\"parallel\"]} ins(%a, %b: tensor<" +
                   n + "x" + type + ">, tensor<" + n + "x" + type +
                   ">) outs(%e: tensor<" + n + "x" + out + ">) {\n^bb0(%x: " +
                   type + ", %y: " + type + ", %o: " + out + "):\n" + body +
                   "\nlinalg.yield %r : " + out + " } -> tensor<" + n + "x" +
                   out + ">\nreturn %0 : tensor<" + n + "x" + out + "> }",
               {x, y});
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Program program;
  std::string problem;
};

TEST_F(EvaluatorTest, MultipliesMatrices) {
  SharedTensor c = run(R"(
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = linalg.matmul ins(%a, %b: tensor<2x3xf32>, tensor<3x2xf32>) outs(%c: tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})",
                       {floats({2, 3}, {1, 2, 3, 4, 5, 6}),
                        floats({3, 2}, {1, -1, 2, -2, 3, -3}),
                        floats({2, 2}, {100, 200, 300, 400})});
  ASSERT_TRUE(c) << problem;
  EXPECT_THAT(c->value, ElementsAre(114, 186, 332, 368));
  // |c| + sum |a b|
  EXPECT_THAT(c->bound, ElementsAre(114, 214, 332, 432));
  EXPECT_EQ(c->narrow, c->value);
}

TEST_F(EvaluatorTest, FindsWhatRoundingLosesAndWhatItScalesWith) {
  // (2^24 + 1) - 2^24: f32 loses the 1.
  SharedTensor r = map("%s = arith.addf %x, %y : f32\n"
                       "%r = arith.subf %s, %x : f32",
                       floats({1}, {16777216}), floats({1}, {1}));
  ASSERT_TRUE(r) << problem;
  EXPECT_EQ(r->value[0], 1);
  EXPECT_EQ(r->narrow[0], 0);
  EXPECT_EQ(r->bound[0], 2 * 16777216.0 + 1);
  EXPECT_EQ(r->epsilon, 0x1p-23);
}

TEST_F(EvaluatorTest, KeepsTheMagnitudeBeforeSaturation) {
  // tanh(20 - 19.5): the slope at 0.5 times |20| + |19.5|, and the result.
  SharedTensor r = map("%s = arith.subf %x, %y : f32\n%r = math.tanh %s : f32",
                       floats({1}, {20}), floats({1}, {19.5}));
  ASSERT_TRUE(r) << problem;
  double tanh = std::tanh(0.5);
  EXPECT_THAT(r->value[0], DoubleEq(tanh));
  EXPECT_NEAR(r->bound[0], (1 - tanh * tanh) * 39.5 + tanh, 1e-12);
}

TEST_F(EvaluatorTest, BranchesThatRoundingDecidesGoBothWays) {
  // x + y is 0 but for rounding: the step may be 0 or 1.
  std::string step = "%s = arith.addf %x, %y : f32\n"
                     "%z = arith.constant 0.0 : f32\n"
                     "%one = arith.constant 1.0 : f32\n"
                     "%c = arith.cmpf ogt, %s, %z : f32\n"
                     "%r = arith.select %c, %one, %z : f32";
  SharedTensor r = map(step, floats({3}, {0.1, 0.5, -0.5}),
                       floats({3}, {-0.10000001, 0.2, 0.1}));
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(0, 1, 0));
  EXPECT_THAT(r->narrow, ElementsAre(1, 1, 0));
  Judged judged = judge(*r, 1);
  EXPECT_GE(judged.tolerance[0], 1);
  EXPECT_THAT(judged.tolerance[1], Lt(1e-4));
}

TEST_F(EvaluatorTest, ConversionsNearAStepMayGoEitherWay) {
  SharedTensor r = map("%s = arith.mulf %x, %y : f32\n"
                       "%r = arith.fptosi %s : f32 to i32",
                       floats({4}, {3, 2.5, 0.1, 1e30}),
                       floats({4}, {1.0f / 3, 1, 10.5, 1}), "f32", "i32");
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(1, 2, 1, 0));
  ASSERT_FALSE(r->other.empty());
  EXPECT_EQ(r->other[0], 0); // 3 (1/3) may be just below 1
  EXPECT_EQ(r->other[1], 2);
  EXPECT_NE(r->other[3], r->number[3]); // out of range: any number
}

TEST_F(EvaluatorTest, IntegersWrapAtTheirWidth) {
  SharedTensor sum = map("%r = arith.addi %x, %y : i8",
                         integers({3}, {127, -128, 5}, ElementType::I8),
                         integers({3}, {1, -1, 6}, ElementType::I8), "i8");
  ASSERT_TRUE(sum) << problem;
  EXPECT_THAT(sum->number, ElementsAre(-128, 127, 11));
  SharedTensor quotient =
      map("%r = arith.floordivsi %x, %y : i32", integers({3}, {-7, 7, 1}),
          integers({3}, {2, 2, 0}), "i32");
  ASSERT_TRUE(quotient) << problem;
  EXPECT_THAT(quotient->number, ElementsAre(-4, 3, 0));
  EXPECT_NE(quotient->otherAt(2), 0); // left open by the language
  SharedTensor unsignedMax =
      map("%r = arith.maxui %x, %y : i32", integers({2}, {-1, 3}),
          integers({2}, {1, 4}), "i32");
  EXPECT_THAT(unsignedMax->number, ElementsAre(-1, 4));
  SharedTensor shift = map("%r = arith.shrui %x, %y : i8",
                           integers({2}, {-1, 64}, ElementType::I8),
                           integers({2}, {4, 3}, ElementType::I8), "i8");
  EXPECT_THAT(shift->number, ElementsAre(15, 8));
}

TEST_F(EvaluatorTest, NarrowTypesRoundAtEachStep) {
  // In bf16 256 + 1 is 256.
  std::vector<double> ones(300, 1);
  SharedTensor sum = run(R"(
func.func @f(%a: tensor<300xbf16>) -> tensor<bf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<bf16>
  %i = linalg.fill ins(%z: bf16) outs(%e: tensor<bf16>) -> tensor<bf16>
  %0 = linalg.reduce {arith.addf} ins(%a: tensor<300xbf16>) outs(%i: tensor<bf16>) dimensions=[0]
  return %0 : tensor<bf16>
})",
                         {floats({300}, ones, ElementType::BF16)});
  ASSERT_TRUE(sum) << problem;
  EXPECT_EQ(sum->value[0], 300);
  EXPECT_EQ(sum->narrow[0], 256);
}

TEST_F(EvaluatorTest, ConvolvesWithStridesAndPads) {
  SharedTensor r =
      run(R"(
func.func @f(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %z : f32
  } : tensor<1x1x4xf32> to tensor<1x1x5xf32>
  %e = tensor.empty() : tensor<1x1x2xf32>
  %i = linalg.fill ins(%z: f32) outs(%e: tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%p, %w: tensor<1x1x5xf32>, tensor<1x1x3xf32>) outs(%i: tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
})",
          {floats({1, 1, 4}, {1, 2, 3, 4}), floats({1, 1, 3}, {1, 10, 100})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(210, 432));
}

TEST_F(EvaluatorTest, PoolsItsWindowAndNoMore) {
  SharedTensor r = run(R"(
func.func @f(%x: tensor<1x1x1x6xf32>) -> tensor<1x1x1x2xf32> {
  %lo = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<1x2xf32>
  %e = tensor.empty() : tensor<1x1x1x2xf32>
  %i = linalg.fill ins(%lo: f32) outs(%e: tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %w: tensor<1x1x1x6xf32>, tensor<1x2xf32>) outs(%i: tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
})",
                       {floats({1, 1, 1, 6}, {3, 1, 4, 1, 5, 9})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(3, 4));
  EXPECT_EQ(r->epsilon, 0); // nothing is rounded
  EXPECT_THAT(judge(*r, 2).tolerance, Each(0));
}

TEST_F(EvaluatorTest, ReversedIndicesAndIndicesOfLoops) {
  SharedTensor r = run(R"(
#r = affine_map<(i, j) -> (-i + 1, j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.generic {indexing_maps=[#r,#id], iterator_types=["parallel","parallel"]} ins(%a: tensor<2x2xf32>) outs(%e: tensor<2x2xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = linalg.index 1 : index
    %m = arith.index_cast %n : index to i32
    %s = arith.sitofp %m : i32 to f32
    %t = arith.addf %x, %s : f32
    linalg.yield %t : f32 } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})",
                       {floats({2, 2}, {1, 2, 3, 4})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(3, 5, 1, 3));
}

TEST_F(EvaluatorTest, AddsAConstantOncePerTerm) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<3x5x17xi32>) -> tensor<3xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3xi32>
  %i = linalg.fill ins(%z: i32) outs(%e: tensor<3xi32>) -> tensor<3xi32>
  %0 = linalg.generic {indexing_maps=[affine_map<(i,k,l)->(i,k,l)>,affine_map<(i,k,l)->(i)>], iterator_types=["parallel","reduction","reduction"]} ins(%a: tensor<3x5x17xi32>) outs(%i: tensor<3xi32>) {
  ^bb0(%x: i32, %y: i32):
    %c7 = arith.constant 7 : i32
    %r = arith.addi %y, %c7 : i32
    linalg.yield %r : i32 } -> tensor<3xi32>
  return %0 : tensor<3xi32>
})",
                       {integers({3, 5, 17}, std::vector<int64_t>(255, 0))});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, Each(595));
}

TEST_F(EvaluatorTest, SlicesAndConcatenates) {
  SharedTensor r =
      run(R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<2x4xf32>, %b: tensor<1x2xf32>) -> tensor<3x2xf32> {
  %s = tensor.extract_slice %a[0, 1] [2, 2] [1, 2] : tensor<2x4xf32> to tensor<2x2xf32>
  %c = tensor.concat dim(0) %s, %b : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<3x2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%c: tensor<3x2xf32>) outs(%e: tensor<3x2xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32 } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
})",
          {floats({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}), floats({1, 2}, {9, 10})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(-2, -4, -6, -8, -9, -10));
}

SharedTensor bytes(std::vector<int64_t> numbers) {
  const auto size = int64_t(numbers.size());
  return integers({size}, std::move(numbers), ElementType::I8);
}

TEST_F(EvaluatorTest, MasksAreBytes) {
  SharedTensor r = run(R"(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>, %m: tensor<4xi1>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %t = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %b = arith.constant dense<2.0> : tensor<4xf32>
  %c = arith.cmpf olt, %a, %b : tensor<4xf32>
  %d = arith.andi %c, %m : tensor<4xi1>
  %n = arith.andi %d, %t : tensor<4xi1>
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%n, %a: tensor<4xi1>, tensor<4xf32>) outs(%e: tensor<4xf32>) {
  ^bb0(%k: i1, %x: f32, %o: f32):
    %v = arith.select %k, %x, %z : f32
    linalg.yield %v : f32 } -> tensor<4xf32>
  return %0 : tensor<4xf32>
})",
                       {floats({4}, {1, 1.5, -3, 5}), bytes({1, 1, 1, 1})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(1, 0, -3, 0));
}

TEST_F(EvaluatorTest, MasksAreMovedAndReduced) {
  SharedTensor r = run(R"(
func.func @f(%m: tensor<6xi1>) -> tensor<3xi1> {
  %no = arith.constant false
  %s = tensor.expand_shape %m [[0, 1]] output_shape [2, 3] : tensor<6xi1> into tensor<2x3xi1>
  %e = tensor.empty() : tensor<3x2xi1>
  %t = linalg.transpose ins(%s : tensor<2x3xi1>) outs(%e : tensor<3x2xi1>) permutation = [1, 0]
  %f = tensor.empty() : tensor<3xi1>
  %g = linalg.fill ins(%no : i1) outs(%f : tensor<3xi1>) -> tensor<3xi1>
  %any = linalg.reduce ins(%t : tensor<3x2xi1>) outs(%g : tensor<3xi1>) dimensions = [1]
    (%x: i1, %y: i1) { %o = arith.ori %x, %y : i1 linalg.yield %o : i1 }
  return %any : tensor<3xi1>
})",
                       {bytes({0, 1, 0, 0, 0, 1})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(0, 1, 1));
  EXPECT_EQ(r->type, ElementType::I8);
}

TEST_F(EvaluatorTest, BitsGoIntoMasksAndOutOfThem) {
  SharedTensor r = run(R"(
func.func @f(%m: tensor<2xi1>) -> tensor<6xi1> {
  %yes = arith.constant true
  %i = arith.constant 1 : index
  %x = tensor.extract %m[%i] : tensor<2xi1>
  %y = arith.xori %x, %yes : i1
  %p = tensor.from_elements %x, %y : tensor<2xi1>
  %q = tensor.insert %yes into %p[%i] : tensor<2xi1>
  %c = tensor.concat dim(0) %m, %q : (tensor<2xi1>, tensor<2xi1>) -> tensor<4xi1>
  %r = tensor.pad %c low[1] high[1] {
  ^bb0(%k: index):
    tensor.yield %yes : i1
  } : tensor<4xi1> to tensor<6xi1>
  return %r : tensor<6xi1>
})",
                       {bytes({1, 0})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(1, 1, 0, 0, 1, 1));
}

TEST_F(EvaluatorTest, BranchesInBodiesReadNothingOutside) {
  SharedTensor r = run(R"(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<5xf32> {
  %two = arith.constant 2 : index
  %n = arith.constant 2 : i64
  %yes = arith.constant true
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps=[#id], iterator_types=["parallel"]} outs(%e: tensor<5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    cf.assert %yes, "fine"
    %c = arith.cmpi ult, %i, %two : index
    %v = scf.if %c -> (f32) {
      %x = tensor.extract %a[%i] : tensor<2xf32>
      scf.yield %x : f32
    } else {
      %j = arith.subi %i, %two : index
      %x = tensor.extract %b[%j] : tensor<3xf32>
      %y = math.fpowi %x, %n : f32, i64
      scf.yield %y : f32
    }
    linalg.yield %v : f32 } -> tensor<5xf32>
  return %0 : tensor<5xf32>
})",
                       {floats({2}, {1, 2}), floats({3}, {3, 4, 5})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(1, 2, 9, 16, 25));
}

TEST_F(EvaluatorTest, LoopsCarryTensorsAndScalars) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %s = arith.constant 1 : i32
  %w:2 = scf.for %i = %z to %three step %one iter_args(%t = %a, %p = %s) -> (tensor<4xi32>, i32) {
    %x = tensor.extract %t[%i] : tensor<4xi32>
    %q = arith.muli %x, %p : i32
    %j = arith.addi %i, %one : index
    %u = tensor.insert %q into %t[%j] : tensor<4xi32>
    scf.yield %u, %q : tensor<4xi32>, i32
  }
  %c = arith.cmpi sgt, %w#1, %s : i32
  %r = scf.if %c -> (tensor<4xi32>) {
    %v = linalg.add ins(%w#0, %a : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %v : tensor<4xi32>
  } else {
    scf.yield %a : tensor<4xi32>
  }
  return %r : tensor<4xi32>
})",
                       {integers({4}, {2, 10, 20, 30})});
  ASSERT_TRUE(r) << problem;
  // Products 2 * 1, 2 * 2, 4 * 4, added to the input.
  EXPECT_THAT(r->number, ElementsAre(4, 12, 24, 46));
}

TEST_F(EvaluatorTest, ChoosesTensors) {
  const std::string text = R"(
func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>, %c: i1) -> tensor<2xi32> {
  %r = scf.if %c -> (tensor<2xi32>) {
    scf.yield %a : tensor<2xi32>
  } else {
    scf.yield %b : tensor<2xi32>
  }
  return %r : tensor<2xi32>
})";
  for (int64_t which : {0, 1}) {
    SharedTensor r = run(text, {integers({2}, {1, 2}), integers({2}, {3, 4}),
                                integers({}, {which}, ElementType::I8)});
    ASSERT_TRUE(r) << problem;
    EXPECT_THAT(r->number, which ? ElementsAre(1, 2) : ElementsAre(3, 4));
  }
}

TEST_F(EvaluatorTest, GivesUpLoopsThatMayNotEnd) {
  run(R"(
func.func @f(%a: tensor<2xi32>, %n: index) -> tensor<2xi32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %z to %n step %one iter_args(%t = %a) -> (tensor<2xi32>) {
    %u = linalg.add ins(%t, %t : tensor<2xi32>, tensor<2xi32>) outs(%a : tensor<2xi32>) -> tensor<2xi32>
    scf.yield %u : tensor<2xi32>
  }
  return %r : tensor<2xi32>
})",
      {integers({2}, {1, 2}),
       integers({}, {std::numeric_limits<int64_t>::max()}, ElementType::I64)});
  EXPECT_THAT(problem, HasSubstr("more than a million iterations"));
}

TEST_F(EvaluatorTest, WhileLoopsExchangeWhatTheyCarry) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %w:3 = scf.while (%i = %z, %t = %a, %u = %b) : (i32, tensor<2xi32>, tensor<2xi32>) -> (i32, tensor<2xi32>, tensor<2xi32>) {
    %c = arith.cmpi slt, %i, %five : i32
    scf.condition(%c) %i, %t, %u : i32, tensor<2xi32>, tensor<2xi32>
  } do {
  ^bb0(%i: i32, %t: tensor<2xi32>, %u: tensor<2xi32>):
    %j = arith.addi %i, %one : i32
    scf.yield %j, %u, %t : i32, tensor<2xi32>, tensor<2xi32>
  }
  return %w#1 : tensor<2xi32>
})",
                       {integers({2}, {1, 2}), integers({2}, {3, 4})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(3, 4));
}

TEST_F(EvaluatorTest, SortsRowsWithTheirIndices) {
  const std::string text = R"(
func.func @f(%a: tensor<2x4xf32>, %k: tensor<2x4xi32>) -> tensor<2x4xT> {
  %s:2 = tm_tensor.sort dimension(1) outs(%a, %k : tensor<2x4xf32>, tensor<2x4xi32>) {
  ^bb0(%x: f32, %y: f32, %i: i32, %j: i32):
    %c = arith.cmpf oge, %x, %y : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x4xf32>, tensor<2x4xi32>
  return %s#RESULT : tensor<2x4xT>
})";
  auto of = [&](const std::string &type, const std::string &number) {
    return std::regex_replace(withType(text, type), std::regex("RESULT"),
                              number);
  };
  const std::vector<SharedTensor> inputs = {
      floats({2, 4}, {1, 3, 2, 3, -1, -2, -1, 0}),
      integers({2, 4}, {0, 1, 2, 3, 0, 1, 2, 3})};
  SharedTensor values = run(of("f32", "0"), inputs);
  ASSERT_TRUE(values) << problem;
  EXPECT_THAT(values->value, ElementsAre(3, 3, 2, 1, 0, -1, -1, -2));
  SharedTensor indices = run(of("i32", "1"), inputs);
  ASSERT_TRUE(indices) << problem;
  // Equal elements keep their order.
  EXPECT_THAT(indices->number, ElementsAre(1, 3, 2, 0, 3, 0, 2, 1));
}

TEST_F(EvaluatorTest, ScansWithAndWithoutTheElementItself) {
  const std::string text = R"(
func.func @f(%a: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %z = arith.constant 10 : i32
  %e = tensor.empty() : tensor<3x2xi32>
  %g = tensor.empty() : tensor<2xi32>
  %h = linalg.fill ins(%z : i32) outs(%g : tensor<2xi32>) -> tensor<2xi32>
  %s:2 = tm_tensor.scan dimension(0) inclusive(INCLUSIVE) ins(%a : tensor<3x2xi32>) outs(%e, %h : tensor<3x2xi32>, tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.addi %x, %y : i32
    tm_tensor.yield %c : i32
  } -> tensor<3x2xi32>, tensor<2xi32>
  return %s#0 : tensor<3x2xi32>
})";
  auto scanned = [&](const std::string &inclusive) {
    SharedTensor r =
        run(std::regex_replace(text, std::regex("INCLUSIVE"), inclusive),
            {integers({3, 2}, {1, 2, 3, 4, 5, 6})});
    return r ? r->number : std::vector<int64_t>();
  };
  EXPECT_THAT(scanned("true"), ElementsAre(11, 12, 14, 16, 19, 22)) << problem;
  EXPECT_THAT(scanned("false"), ElementsAre(10, 10, 11, 12, 14, 16)) << problem;
}

TEST_F(EvaluatorTest, ScattersToOnePlaceSeveralTimes) {
  SharedTensor r = run(R"(
func.func @f(%u: tensor<3xi32>, %k: tensor<3x2xi64>, %a: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %s = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %k : tensor<3xi32>, tensor<3x2xi64>) outs(%a : tensor<2x3xi32>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.addi %x, %y : i32
    tm_tensor.yield %c : i32
  } -> tensor<2x3xi32>
  return %s : tensor<2x3xi32>
})",
                       {integers({3}, {1, 2, 4}),
                        integers({3, 2}, {0, 2, 1, 0, 0, 2}, ElementType::I64),
                        integers({2, 3}, {0, 0, 0, 0, 10, 0})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(0, 0, 5, 2, 10, 0));
}

TEST_F(EvaluatorTest, ScattersSlices) {
  // Rows 1 and 0 from column 1 on.
  SharedTensor r = run(R"(
func.func @f(%u: tensor<2x1x2xi32>, %k: tensor<2x2xi64>, %a: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %s = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(false) ins(%u, %k : tensor<2x1x2xi32>, tensor<2x2xi64>) outs(%a : tensor<2x3xi32>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.addi %x, %y : i32
    tm_tensor.yield %c : i32
  } -> tensor<2x3xi32>
  return %s : tensor<2x3xi32>
})",
                       {integers({2, 1, 2}, {1, 2, 3, 4}),
                        integers({2, 2}, {1, 1, 1, 0}, ElementType::I64),
                        integers({2, 3}, {0, 0, 0, 0, 10, 0})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(0, 3, 4, 0, 11, 2));
}

TEST_F(EvaluatorTest, AnElementEqualsItselfWhateverItsError) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 0x7FC00000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %c = arith.cmpf une, %p, %q : f32
    %s = arith.select %c, %n, %p : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
})",
                       {floats({4}, {1, 2, 3, 4})});
  ASSERT_TRUE(r) << problem;
  for (size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(r->narrowAt(i), r->value[i], 1e-4 * r->value[i]);
}

TEST_F(EvaluatorTest, ScalarsAreTensorsWithoutDimension) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<3xi64>, %k: index, %s: i64, %yes: i1) -> i64 {
  %x = tensor.extract %a[%k] : tensor<3xi64>
  %y = arith.muli %x, %s : i64
  %z = arith.select %yes, %y, %s : i64
  return %z : i64
})",
                       {integers({3}, {5, 6, 7}, ElementType::I64),
                        integers({}, {2}, ElementType::I64),
                        integers({}, {10}, ElementType::I64),
                        integers({}, {1}, ElementType::I8)});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(70));
}

TEST_F(EvaluatorTest, ProgramsMayMoveElementsAlone) {
  SharedTensor r = run(R"(
func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<4xi32> {
  %c = tensor.concat dim(0) %b, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %c : tensor<4xi32>
})",
                       {integers({2}, {1, 2}), integers({2}, {3, 4})});
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->number, ElementsAre(3, 4, 1, 2));
  EXPECT_EQ(program.operations().size(), 1u);
}

TEST_F(EvaluatorTest, SaysWhatLeavesItsTensor) {
  run(R"(
#id = affine_map<(i) -> (i)>
func.func @f(%t: tensor<5xf32>, %i: tensor<3xi32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%i: tensor<3xi32>) outs(%e: tensor<3xf32>) {
  ^bb0(%x: i32, %o: f32):
    %one = arith.constant 1 : index
    %loop = linalg.index 0 : index
    %n = arith.subi %loop, %one : index
    %v = tensor.extract %t[%n] : tensor<5xf32>
    linalg.yield %v : f32 } -> tensor<3xf32>
  return %0 : tensor<3xf32>
})",
      {floats({5}, {1, 2, 3, 4, 5}), integers({3}, {0, 4, 1})});
  EXPECT_THAT(problem, HasSubstr("reads index -1 of dimension 0"));
}

TEST_F(EvaluatorTest, LargeNumbersDoNotOverflowTheTolerance) {
  SharedTensor r = map("%r = arith.addf %x, %y : f64",
                       floats({2}, {1e200, 1e308}, ElementType::F64),
                       floats({2}, {3e200, 1e307}, ElementType::F64), "f64");
  ASSERT_TRUE(r) << problem;
  Judged judged = judge(*r, 1);
  EXPECT_THAT(judged.tolerance, Each(testing::AllOf(Gt(0), Lt(1e295))));
  EXPECT_LT(judged.tolerance[0], 1e188);
}

TEST_F(EvaluatorTest, WhatRoundingDecidesMayGoBothWaysInF64Too) {
  // 0.1 + 0.7 is just below 0.8 in f64.
  for (const char *body :
       {"%t = arith.constant 10.0 : f64\n%s = arith.addf %x, %y : f64\n"
        "%p = arith.mulf %s, %t : f64\n%r = math.floor %p : f64",
        "%t = arith.constant 0.8 : f64\n%seven = arith.constant 7.0 : f64\n"
        "%eight = arith.constant 8.0 : f64\n%s = arith.addf %x, %y : f64\n"
        "%c = arith.cmpf oge, %s, %t : f64\n"
        "%r = arith.select %c, %eight, %seven : f64"}) {
    SharedTensor r = map(body, floats({2}, {0.1, 0.1}, ElementType::F64),
                         floats({2}, {0.7, 0.65}, ElementType::F64), "f64");
    ASSERT_TRUE(r) << problem;
    EXPECT_THAT(r->value, ElementsAre(7, 7));
    Judged judged = judge(*r, 1);
    EXPECT_GT(judged.tolerance[0], 1) << body;
    EXPECT_LT(judged.tolerance[1], 1e-6) << body;
  }
}

TEST_F(EvaluatorTest, TurnsUpAndDownDoNotCancel) {
  // Just below 8, so 7 or 8, and just above 3, so 3 or 2: their sum is 9 to 11,
  // though it is 10 with both turned as with none.
  SharedTensor r =
      map("%t = arith.constant 10.0 : f64\n%z = arith.constant 0.2 : f64\n"
          "%s = arith.addf %x, %y : f64\n%p = arith.mulf %s, %t : f64\n"
          "%u = arith.addf %x, %z : f64\n%v = arith.mulf %u, %t : f64\n"
          "%f = math.floor %p : f64\n%g = math.floor %v : f64\n"
          "%r = arith.addf %f, %g : f64",
          floats({2}, {0.1, 0.15}, ElementType::F64),
          floats({2}, {0.7, 0.7}, ElementType::F64), "f64");
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, ElementsAre(10, 11));
  Judged judged = judge(*r, 1);
  EXPECT_GT(judged.tolerance[0], 1);
  EXPECT_LT(judged.tolerance[1], 1e-6);
}

TEST_F(EvaluatorTest, OnlySumsOfWholeNumbersAreExact) {
  SharedTensor r = map("%r = arith.subf %x, %y : f32", floats({2}, {3, 0.375}),
                       floats({2}, {3, 0.375}));
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, Each(0));
  Judged judged = judge(*r, 1);
  EXPECT_LT(judged.tolerance[0], 1e-30);
  EXPECT_GT(judged.tolerance[1], 1e-8) << "0 is a whole number, its terms not";
}

TEST_F(EvaluatorTest, FractionsThatAddUpToWholeNumbersAreNotExact) {
  // In this order the fifths of 1 add up to 1, and their magnitudes to 2.
  const std::string rest = "%t = arith.addf %q, %q : f32\n"
                           "%u = arith.addf %t, %t : f32\n"
                           "%v = arith.addf %u, %q : f32\n"
                           "%r = arith.subf %x, %v : f32";
  for (const std::string quotient :
       {"%q = arith.divf %x, %y : f32\n",
        "%w = arith.constant 0.2 : f32\n%q = arith.mulf %x, %w : f32\n"}) {
    for (const std::string type : {"f32", "f64"}) {
      std::string body = quotient + rest;
      for (size_t at; (at = body.find("f32")) != std::string::npos;)
        body.replace(at, 3, type == "f32" ? "F32" : "f64");
      for (size_t at; (at = body.find("F32")) != std::string::npos;)
        body.replace(at, 3, "f32");
      ElementType element = type == "f32" ? ElementType::F32 : ElementType::F64;
      SharedTensor r =
          map(body, floats({1}, {1}, element), floats({1}, {5}, element), type);
      ASSERT_TRUE(r) << problem;
      Judged judged = judge(*r, 1);
      double epsilon = type == "f32" ? 0x1p-24 : 0x1p-53;
      EXPECT_GT(judged.tolerance[0], epsilon) << body;
    }
  }
}

TEST_F(EvaluatorTest, SumsMayLoseInfiniteTermsThatCancel) {
  // Kernels may compute y + (x - x) as y: sums may be reassociated.
  const double infinite = std::numeric_limits<double>::infinity();
  for (const char *sum :
       {"%r = arith.addf %y, %d : f32", "%one = arith.constant 1.0 : f32\n"
                                        "%r = math.fma %d, %one, %y : f32"}) {
    SharedTensor r =
        map(std::string("%d = arith.subf %x, %x : f32\n") + sum,
            floats({3}, {infinite, 3, 3}), floats({3}, {2, 2, infinite}));
    ASSERT_TRUE(r) << problem;
    Judged judged = judge(*r, 1);
    EXPECT_EQ(judged.tolerance[0], infinite);
    EXPECT_LT(judged.tolerance[1], 1e-5);
    EXPECT_EQ(judged.tolerance[2], 0) << "an infinite sum is compared";
  }
  SharedTensor difference =
      map("%r = arith.subf %x, %y : f32", floats({2}, {infinite, 3}),
          floats({2}, {infinite, 1}));
  ASSERT_TRUE(difference) << problem;
  EXPECT_EQ(judge(*difference, 1).tolerance[0], 0)
      << "a difference is not reassociated: NaN is compared";
}

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

TEST_F(EvaluatorTest, NanThatNoSumMadeIsComparedInSums) {
  // The softmax of a row that is masked altogether: no order of a sum makes a
  // number of exp(-inf - -inf).
  SharedTensor r = map("%d = arith.subf %x, %x : f32\n%w = math.exp %d : f32\n"
                       "%p = arith.mulf %w, %y : f32\n"
                       "%r = arith.addf %p, %y : f32",
                       floats({2}, {-infinite, 3}), floats({2}, {2, 2}));
  ASSERT_TRUE(r) << problem;
  EXPECT_TRUE(std::isnan(r->value[0]));
  Judged judged = judge(*r, 1);
  EXPECT_EQ(judged.tolerance[0], 0);
  EXPECT_LT(judged.tolerance[1], 1e-4);
  // A product of the difference is still a term that a sum may lose.
  SharedTensor product = map("%d = arith.subf %x, %x : f32\n"
                             "%p = arith.mulf %d, %y : f32\n"
                             "%r = arith.addf %p, %y : f32",
                             floats({1}, {infinite}), floats({1}, {2}));
  ASSERT_TRUE(product) << problem;
  EXPECT_EQ(judge(*product, 1).tolerance[0], infinite);
}

struct AtInfinity {
  const char *body;
  double x, value, bound;
};

TEST_F(EvaluatorTest, FunctionsOfAnInfinityAreAsExactAsThoseOfANumber) {
  // `bound` of a constant result is its own magnitude, and that of what passes
  // through is the other operand's.
  const double half = std::atan(1) * 2;
  const AtInfinity table[] = {
      {"%r = math.exp %x : T", -infinite, 0, 0},
      {"%r = math.exp2 %x : T", -infinite, 0, 0},
      {"%r = math.expm1 %x : T", -infinite, -1, 1},
      {"%r = math.tanh %x : T", infinite, 1, 1},
      {"%r = math.tanh %x : T", -infinite, -1, 1},
      {"%r = math.erf %x : T", infinite, 1, 1},
      {"%r = math.erf %x : T", -infinite, -1, 1},
      {"%r = math.erfc %x : T", infinite, 0, 0},
      {"%r = math.erfc %x : T", -infinite, 2, 2},
      {"%r = math.atan %x : T", infinite, half, half},
      {"%r = math.atan2 %x, %y : T", -infinite, -half, half},
      {"%r = math.atan2 %y, %x : T", infinite, 0, 0},
      {"%r = math.rsqrt %x : T", infinite, 0, 0},
      {"%r = arith.divf %y, %x : T", infinite, 0, 0},
      {"%r = arith.remf %y, %x : T", infinite, 3, 3},
      {"%m = arith.constant -2.0 : T\n%r = math.powf %x, %m : T", infinite, 0,
       0},
      {"%m = arith.constant 0.5 : T\n%r = math.powf %m, %x : T", infinite, 0,
       0},
      {"%m = arith.constant -2 : i32\n%r = math.fpowi %x, %m : T, i32",
       infinite, 0, 0},
      {"%m = arith.constant 0 : i32\n%r = math.fpowi %x, %m : T, i32", infinite,
       1, 1},
      {"%r = arith.maximumf %y, %x : T", -infinite, 3, 3},
      {"%r = arith.minimumf %x, %y : T", infinite, 3, 3},
      {"%r = arith.maxnumf %x, %y : T", -infinite, 3, 3},
      {"%r = arith.maxnumf %x, %y : T", notANumber, 3, 3},
      {"%r = arith.minnumf %x, %y : T", infinite, 3, 3},
      {"%z = arith.constant 1.0 : T\n"
       "%r = math.clampf %x to [%z, %y] : T",
       infinite, 3, 3},
      {"%r = math.copysign %y, %x : T", -infinite, -3, 3},
      {"%c = arith.cmpf olt, %x, %y : T\n"
       "%r = arith.select %c, %y, %x : T",
       -infinite, 3, 3},
      {"%w = arith.subf %x, %y : T\n%r = math.exp %w : T", -infinite, 0, 0},
      {"%n = arith.negf %x : T\n%w = math.exp %n : T\n"
       "%z = arith.constant 1.0 : T\n%s = arith.addf %w, %z : T\n"
       "%r = arith.divf %z, %s : T",
       -infinite, 0, 0},
      {"%n = arith.negf %x : T\n%w = math.exp %n : T\n"
       "%z = arith.constant 1.0 : T\n%s = arith.addf %w, %z : T\n"
       "%r = arith.divf %z, %s : T",
       infinite, 1, 1}};
  for (const AtInfinity &row : table)
    for (const char *type : {"f64", "f32", "f16", "bf16"}) {
      std::string body = withType(row.body, type);
      ElementType element = *parseElementType(type);
      SharedTensor r = map(body, floats({1}, {row.x}, element),
                           floats({1}, {3}, element), type);
      ASSERT_TRUE(r) << problem;
      EXPECT_THAT(r->value[0], DoubleEq(row.value)) << body;
      EXPECT_NEAR(r->bound[0], row.bound, 0.01) << body;
      EXPECT_LT(judge(*r, 1).tolerance[0], 0.3) << body;
    }
}

/// Operations on floating-point numbers by name, with %u and %v as operands of
/// T and %r as result.
const std::pair<const char *, const char *> floatOperations[] = {
    {"arith.addf", "%r = arith.addf %u, %v : T"},
    {"arith.bitcast", "%i = arith.bitcast %u : T to iN\n"
                      "%r = arith.bitcast %i : iN to T"},
    {"arith.cmpf", "%c = arith.cmpf ogt, %u, %v : T\n"
                   "%z = arith.constant 2.0 : T\n"
                   "%r = arith.select %c, %z, %v : T"},
    {"arith.divf", "%r = arith.divf %u, %v : T"},
    {"arith.fptosi", "%i = arith.fptosi %u : T to i32\n"
                     "%r = arith.sitofp %i : i32 to T"},
    {"arith.fptoui", "%i = arith.fptoui %u : T to i32\n"
                     "%r = arith.uitofp %i : i32 to T"},
    {"arith.maximumf", "%r = arith.maximumf %u, %v : T"},
    {"arith.maxnumf", "%r = arith.maxnumf %u, %v : T"},
    {"arith.minimumf", "%r = arith.minimumf %u, %v : T"},
    {"arith.minnumf", "%r = arith.minnumf %u, %v : T"},
    {"arith.mulf", "%r = arith.mulf %u, %v : T"},
    {"arith.negf", "%r = arith.negf %u : T"},
    {"arith.remf", "%r = arith.remf %u, %v : T"},
    {"arith.select", "%c = arith.cmpf ult, %u, %v : T\n"
                     "%r = arith.select %c, %u, %v : T"},
    {"arith.subf", "%r = arith.subf %u, %v : T"},
    {"math.absf", "%r = math.absf %u : T"},
    {"math.acos", "%r = math.acos %u : T"},
    {"math.acosh", "%r = math.acosh %u : T"},
    {"math.asin", "%r = math.asin %u : T"},
    {"math.asinh", "%r = math.asinh %u : T"},
    {"math.atan", "%r = math.atan %u : T"},
    {"math.atan2", "%r = math.atan2 %u, %v : T"},
    {"math.atanh", "%r = math.atanh %u : T"},
    {"math.cbrt", "%r = math.cbrt %u : T"},
    {"math.ceil", "%r = math.ceil %u : T"},
    {"math.clampf", "%z = arith.constant 1.0 : T\n"
                    "%r = math.clampf %u to [%v, %z] : T"},
    {"math.copysign", "%r = math.copysign %u, %v : T"},
    {"math.cos", "%r = math.cos %u : T"},
    {"math.cosh", "%r = math.cosh %u : T"},
    {"math.erf", "%r = math.erf %u : T"},
    {"math.erfc", "%r = math.erfc %u : T"},
    {"math.exp", "%r = math.exp %u : T"},
    {"math.exp2", "%r = math.exp2 %u : T"},
    {"math.expm1", "%r = math.expm1 %u : T"},
    {"math.floor", "%r = math.floor %u : T"},
    {"math.fma", "%r = math.fma %u, %v, %u : T"},
    {"math.fpowi", "%i = arith.fptosi %v : T to i32\n"
                   "%r = math.fpowi %u, %i : T, i32"},
    {"math.isfinite", "%c = math.isfinite %u : T\n"
                      "%r = arith.select %c, %u, %v : T"},
    {"math.isinf", "%c = math.isinf %u : T\n"
                   "%r = arith.select %c, %u, %v : T"},
    {"math.isnan", "%c = math.isnan %u : T\n"
                   "%r = arith.select %c, %u, %v : T"},
    {"math.isnormal", "%c = math.isnormal %u : T\n"
                      "%r = arith.select %c, %u, %v : T"},
    {"math.log", "%r = math.log %u : T"},
    {"math.log10", "%r = math.log10 %u : T"},
    {"math.log1p", "%r = math.log1p %u : T"},
    {"math.log2", "%r = math.log2 %u : T"},
    {"math.powf", "%r = math.powf %u, %v : T"},
    {"math.round", "%r = math.round %u : T"},
    {"math.roundeven", "%r = math.roundeven %u : T"},
    {"math.rsqrt", "%r = math.rsqrt %u : T"},
    {"math.sin", "%r = math.sin %u : T"},
    {"math.sincos",
     "%sin, %cos = math.sincos %u : T\n%r = arith.addf %sin, %cos : T"},
    {"math.sinh", "%r = math.sinh %u : T"},
    {"math.sqrt", "%r = math.sqrt %u : T"},
    {"math.tan", "%r = math.tan %u : T"},
    {"math.tanh", "%r = math.tanh %u : T"},
    {"math.trunc", "%r = math.trunc %u : T"},
};

/// Each of them on %u and %v, which `before` computes of %x and %y: one result
/// after the other.
std::string eachOperation(const std::string &before, size_t elements) {
  std::string one = "tensor<" + std::to_string(elements) + "xT>";
  std::string text = "#id = affine_map<(i) -> (i)>\nfunc.func @f(%a: " + one +
                     ", %b: " + one +
                     ") -> WHOLE {\n%e = tensor.empty() : " + one + "\n";
  std::string names, types;
  for (auto [number, operation] : llvm::enumerate(floatOperations)) {
    std::string name = "%n" + std::to_string(number);
    text += name +
            " = linalg.generic {indexing_maps=[#id,#id,#id], "
            "iterator_types=[\"parallel\"]} ins(%a, %b: " +
            one + ", " + one + ") outs(%e: " + one +
            ") {\n^bb0(%x: T, %y: T, %o: T):\n" + before + operation.second +
            "\nlinalg.yield %r : T } -> " + one + "\n";
    names += (number ? ", " : "") + name;
    types += (number ? ", " : "") + one;
  }
  text += "%all = tensor.concat dim(0) " + names + " : (" + types +
          ") -> WHOLE\nreturn %all : WHOLE }";
  std::string whole =
      "tensor<" + std::to_string(elements * std::size(floatOperations)) + "xT>";
  return std::regex_replace(text, std::regex("WHOLE"), whole);
}

TEST_F(EvaluatorTest, EveryFiniteValueIsComparedWhateverItsOperands) {
  // %x and %y before each operation: exact, rounded, 0 or infinite by an
  // intermediate result that leaves the type's range or by a difference, and
  // NaN that a sum may lose.
  const char *operands[] = {
      "%t = arith.constant 2.0 : T\n%u = arith.mulf %x, %t : T\n"
      "%v = arith.mulf %y, %t : T\n",
      "%t = arith.constant 1.1 : T\n%u = arith.mulf %x, %t : T\n"
      "%v = arith.divf %y, %t : T\n",
      "%t = arith.constant 30.0 : T\n%p = arith.mulf %x, %t : T\n"
      "%u = math.exp %p : T\n%v = arith.mulf %y, %t : T\n",
      "%t = arith.constant 0.1 : T\n%s = arith.addf %x, %t : T\n"
      "%u = arith.subf %s, %x : T\n%p = arith.mulf %y, %t : T\n"
      "%v = arith.addf %p, %y : T\n",
      "%d = arith.subf %x, %x : T\n%u = arith.addf %d, %y : T\n"
      "%v = arith.divf %x, %d : T\n"};
  for (auto [name, element] : {std::pair("f64", ElementType::F64),
                               {"f32", ElementType::F32},
                               {"f16", ElementType::F16},
                               {"bf16", ElementType::BF16}}) {
    Format format = formatOfElement(element);
    double tiny = smallestNormalOf(format), eps = epsilonOf(format),
           largest = (2 - eps) * 2 / tiny;
    std::vector<double> specials = {
        0.0,     1.0,     0.5, 2,    3,          20.0,
        90.0,    800,     1e5, tiny, tiny * eps, roundTo(1.1, format),
        largest, infinite};
    for (size_t i = 0, n = specials.size(); i < n; ++i)
      specials.push_back(-specials[i]);
    specials.push_back(notANumber);
    std::vector<double> a, b;
    for (double x : specials)
      for (double y : specials) {
        a.push_back(roundTo(x, format));
        b.push_back(roundTo(y, format));
      }
    auto n = int64_t(a.size());
    const char *width = element == ElementType::F64   ? "i64"
                        : element == ElementType::F32 ? "i32"
                                                      : "i16";
    for (const char *before : operands) {
      SharedTensor r =
          run(withType(eachOperation(before, a.size()), name, width),
              {floats({n}, a, element), floats({n}, b, element)});
      ASSERT_TRUE(r) << problem;
      Judged judged = judge(*r, 1);
      for (size_t i = 0; i < r->size(); ++i) {
        double value = r->value[i], narrow = r->narrowAt(i),
               bound = r->boundAt(i), tolerance = judged.tolerance[i];
        bool isFinite = std::isfinite(value), isNaN = std::isnan(value),
             isSame = value == narrow || (isNaN && std::isnan(narrow)),
             fits = isFinite && std::isfinite(narrow) &&
                    std::isfinite(roundTo(value, format));
        bool isBound = isFinite ? bound >= 0 && bound < infinite
                                : bound == 0 || (isNaN && bound == infinite);
        // Not NaN: each comparison with that is false.
        bool isTolerance = fits                  ? tolerance < infinite
                           : isFinite || !isSame ? tolerance == infinite
                                                 : tolerance == 0;
        ASSERT_TRUE(isBound && isTolerance)
            << floatOperations[i / a.size()].second << "\nafter " << before
            << "of " << a[i % a.size()] << " and " << b[i % a.size()] << " in "
            << name << ": " << value << ", rounded " << narrow << ", bound "
            << bound << ", tolerance " << tolerance;
      }
    }
  }
}

TEST_F(EvaluatorTest, NoOperationIsMissingInTheTableOfBounds) {
  std::set<llvm::StringRef> tested;
  for (auto [name, text] : floatOperations)
    tested.insert(name);
  // Conversions between formats and from integers have tests of their own.
  for (mlir::RegisteredOperationName registered :
       context.getRegisteredOperations()) {
    llvm::StringRef name = registered.getStringRef();
    bool isOnIntegers = llvm::is_contained(
        {"math.absi", "math.ctlz", "math.ctpop", "math.cttz", "math.ipowi"},
        name);
    if (name.starts_with("math.") && !isOnIntegers)
      EXPECT_TRUE(tested.count(name)) << name.str();
  }
}

TEST_F(EvaluatorTest, KernelsMayLoseTheSignOfZero) {
  // Per function: the operands 0 and 2, then whether its value at 0 is
  // compared.
  const std::pair<const char *, bool> functions[] = {
      {"%r = arith.divf %y, %x : f32", false},
      {"%r = math.rsqrt %x : f32", false},
      {"%m = arith.constant -1.0 : f32\n%r = math.powf %x, %m : f32", false},
      {"%m = arith.constant -1 : i32\n%r = math.fpowi %x, %m : f32, i32",
       false},
      {"%m = arith.constant -1.0 : f32\n%r = math.atan2 %x, %m : f32", false},
      {"%r = math.sqrt %x : f32", true},
      {"%r = math.tanh %x : f32", true},
      {"%r = math.cos %x : f32", true},
      {"%r = arith.mulf %x, %y : f32", true}};
  for (auto [body, isCompared] : functions)
    for (double zero : {0.0, -0.0}) {
      SharedTensor r = map(body, floats({2}, {zero, 2}), floats({2}, {-1, -1}));
      ASSERT_TRUE(r) << problem;
      Judged judged = judge(*r, 1);
      EXPECT_EQ(judged.tolerance[0] < 1e-5, isCompared) << body;
      EXPECT_LT(judged.tolerance[1], 1e-4) << body;
    }
  // 0 / 0 is NaN whatever its sign.
  SharedTensor r = map("%r = arith.divf %x, %y : f32", floats({1}, {0}),
                       floats({1}, {-0.0}));
  ASSERT_TRUE(r) << problem;
  EXPECT_EQ(judge(*r, 1).tolerance[0], 0);
}

TEST_F(EvaluatorTest, MasksThatRoundingDecidesMayGoBothWays) {
  // 0.1 + 0.7 is just below 0.8 in f64.
  for (auto [type, mask] : {std::pair("f64", "0xFFF0000000000000"),
                            {"f32", "0xFF800000"},
                            {"f16", "0xFC00"},
                            {"bf16", "0xFF80"}}) {
    ElementType element = *parseElementType(type);
    SharedTensor r =
        map(withType("%t = arith.constant 0.8 : T\n%mask = arith.constant " +
                         std::string(mask) +
                         " : T\n%s = arith.addf %x, %y : T\n"
                         "%c = arith.cmpf oge, %s, %t : T\n"
                         "%m = arith.select %c, %mask, %s : T\n"
                         "%r = math.exp %m : T",
                     type),
            floats({3}, {0.1, 0.1, 0.5}, element),
            floats({3}, {0.7, 0.5, 0.7}, element), type);
    ASSERT_TRUE(r) << problem;
    Judged judged = judge(*r, 1);
    const double power = std::exp(0.8); // or 0
    EXPECT_GT(judged.tolerance[0], power) << type;
    EXPECT_LT(judged.tolerance[0], 50 * power) << type;
    EXPECT_LT(judged.tolerance[2], 0.5) << type << ", where exp(-inf) is 0";
  }
}

TEST_F(EvaluatorTest, ResultsBelowTheNormalNumbersMayBeZero) {
  // e^x is 0 there, and so is a bf16 that AVX-512-BF16 rounds; also where a
  // factor makes a normal number of it.
  const std::tuple<const char *, ElementType, const char *> functions[] = {
      {"f32", ElementType::F32, "1.0e30"},
      {"f32", ElementType::F32, "1.0"},
      {"bf16", ElementType::BF16, "1.0e30"},
      {"f64", ElementType::F64, "1.0e300"}};
  for (auto [type, element, factor] : functions) {
    double x = element == ElementType::F64 ? -720 : -90;
    SharedTensor r = map(
        withType("%w = math.exp %x : T\n"
                 "%f = arith.constant " +
                     std::string(factor) + " : T\n%r = arith.mulf %w, %f : T",
                 type),
        floats({2}, {x, -2}, element), floats({2}, {1, 1}, element), type);
    ASSERT_TRUE(r) << problem;
    Judged judged = judge(*r, 1);
    EXPECT_GT(judged.tolerance[0], r->value[0]) << type;
    EXPECT_LT(judged.tolerance[1], r->value[1]) << type;
    // The error of one that is 0 is average.
    double part = r->value[0] / judged.tolerance[0];
    EXPECT_LE(part / std::sqrt(2), judged.averageLimit) << type;
  }
  // The reciprocal of such a divisor may be infinite.
  SharedTensor quotient = map("%r = arith.divf %x, %y : f32",
                              floats({2}, {0.1, 0.1}), floats({2}, {2e-39, 2}));
  ASSERT_TRUE(quotient) << problem;
  Judged judged = judge(*quotient, 1);
  EXPECT_EQ(judged.tolerance[0], infinite);
  EXPECT_LT(judged.tolerance[1], 1e-6);
  // Such products in f16 are rounded, not 0.
  SharedTensor product = map("%r = arith.mulf %x, %y : f16",
                             floats({1}, {0x1.8p-10}, ElementType::F16),
                             floats({1}, {0x1.8p-10}, ElementType::F16), "f16");
  ASSERT_TRUE(product) << problem;
  EXPECT_LT(judge(*product, 1).tolerance[0], product->value[0]);
}

TEST_F(EvaluatorTest, QuotientsByPowersOfTwoOnlyAreExact) {
  // A kernel may multiply by the reciprocal of 5, which is rounded.
  SharedTensor r = map("%q = arith.divf %x, %y : f32\n"
                       "%c = arith.constant 5.0 : f32\n"
                       "%r = arith.subf %q, %c : f32",
                       floats({2}, {20, 25}), floats({2}, {4, 5}));
  ASSERT_TRUE(r) << problem;
  EXPECT_THAT(r->value, Each(0));
  Judged judged = judge(*r, 1);
  EXPECT_LT(judged.tolerance[0], 1e-30);
  EXPECT_GT(judged.tolerance[1], 0x1p-24);
}

TEST_F(EvaluatorTest, SparseInputsAreExactInNarrowTypes) {
  mlir::func::FuncOp entry = parse(R"(
func.func @f(%a: tensor<64x16384xbf16>) -> tensor<64xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64xbf16>
  %i = linalg.fill ins(%z: bf16) outs(%e: tensor<64xbf16>) -> tensor<64xbf16>
  %0 = linalg.reduce {arith.addf} ins(%a: tensor<64x16384xbf16>) outs(%i: tensor<64xbf16>) dimensions=[1]
  return %0 : tensor<64xbf16>
})");
  InputHints hints = inputHintsOf(entry);
  EXPECT_TRUE(hints.narrowFloats);
  EXPECT_EQ(hints.arguments[0].terms, 16384);
  const Argument &argument = program.arguments()[0];
  std::vector<char> bytes(size_t(argument.sizeBytes()));
  draw(argument, hints.arguments[0], false, Draw::Sparse, 1, 7, bytes.data());
  std::vector<SharedTensor> inputs(entry.getNumArguments());
  inputs[0] = std::make_shared<Tensor>(
      Tensor::fromBytes(argument.shape, argument.elementType, bytes.data()));
  Evaluation evaluation = evaluate(entry, inputs, [] {});
  ASSERT_FALSE(evaluation.problem);
  Judged judged = judge(*evaluation.outputs[1], 16384);
  EXPECT_LT(judged.inexact, 0.1);
  EXPECT_FALSE(judged.constant);
  EXPECT_FALSE(judged.weak);
}

} // namespace
} // namespace mlirgym::reference
