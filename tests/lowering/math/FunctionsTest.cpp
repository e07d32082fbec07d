//===- lowering/math/FunctionsTest.cpp - Bodies beyond sums and products --===//
#include "tests/lowering/LoweringFixture.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

constexpr char pointwise[] = R"(
func.func @f(%a: tensor<3x13xTYPE>) -> tensor<3x13xTYPE> {
  %e = tensor.empty() : tensor<3x13xTYPE>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<3x13xTYPE>) outs(%e : tensor<3x13xTYPE>) {
  ^bb0(%x: TYPE, %o: TYPE):
    BODY
    linalg.yield %y : TYPE
  } -> tensor<3x13xTYPE>
  return %r : tensor<3x13xTYPE>
})";

class FunctionsTest : public LoweringTest {
protected:
  void checkEach(llvm::StringRef type, llvm::StringRef body,
                 const std::function<double(double)> &function) {
    SCOPED_TRACE((type + ": " + body).str());
    std::string filled = fillIn(body.str(), {{"TYPE", type}});
    check(
        loadText(fillIn(pointwise, {{"BODY", filled}, {"TYPE", type}})),
        {"", "op0: vectorize", "op0: tile(0,5) vectorize"},
        [&](const Inputs &in) {
          Tensor result = in[0];
          for (double &value : result.values)
            value = function(value);
          return result;
        },
        /*sumLength=*/0);
  }
};

/// 1 + x rounds to 1 where x does not.
TEST_F(FunctionsTest, Log1pOfSmallNumbers) {
  constexpr char body[] = R"(%s = arith.constant SMALL : TYPE
    %p = arith.mulf %x, %s : TYPE
    %y = math.log1p %p : TYPE)";
  checkEach("f32", fillIn(body, {{"SMALL", "1.0e-6"}}),
            [](double x) { return std::log1p(x * 1e-6); });
  checkEach("f64", fillIn(body, {{"SMALL", "1.0e-18"}}),
            [](double x) { return std::log1p(x * 1e-18); });
}

TEST_F(FunctionsTest, WhatLlvmHasNoInstructionFor) {
  constexpr char clamp[] = R"(%l = arith.constant -0.25 : TYPE
    %h = arith.constant 0.5 : TYPE
    %y = math.clampf %x to [%l, %h] : TYPE)";
  for (const char *type : {"f32", "f64"}) {
    checkEach(type, clamp, [](double x) { return std::clamp(x, -0.25, 0.5); });
    checkEach(type, "%y = math.erf %x : TYPE",
              [](double x) { return std::erf(x); });
    checkEach(type, "%y = math.tanh %x : TYPE",
              [](double x) { return std::tanh(x); });
  }
}

TEST_F(FunctionsTest, TestsOfNumbers) {
  for (const char *name : {"isfinite", "isnormal"}) {
    std::string body = "%b = math." + std::string(name) + R"( %x : TYPE
    %n = arith.negf %x : TYPE
    %y = arith.select %b, %n, %x : TYPE)";
    checkEach("f32", body, [](double x) { return -x; });
  }
  for (const char *name : {"isnan", "isinf"}) {
    std::string body = "%b = math." + std::string(name) + R"( %x : TYPE
    %n = arith.negf %x : TYPE
    %y = arith.select %b, %n, %x : TYPE)";
    checkEach("f32", body, [](double x) { return x; });
  }
}

/// Where LLVM makes a vector loop of such a reduction, it ends at the first NaN
/// and goes on from the wrong place.
TEST_F(FunctionsTest, ExtremaOfNumbersAndNan) {
  constexpr char text[] = R"(
func.func @f(%a: tensor<16x5x4xf32>, %o: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, i)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a : tensor<16x5x4xf32>) outs(%o : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %v = math.tanh %x : f32
    %r = arith.maxnumf %v, %y : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
})";
  constexpr size_t rows = 16, terms = 5, columns = 4;
  Program program = loadText(text);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  // The number of lost elements is random: about one in two of these inputs
  // lost some.
  for (int nanIn : {1, 2, 5, 7, 7, 7, 7, 20, 20, 20, 100, 100, 100, 100}) {
    std::vector<float> a(rows * terms * columns), o(columns * rows);
    for (std::vector<float> *values : {&a, &o})
      for (float &value : *values)
        value = random() % nanIn == 0 ? NAN : uniform(random);
    std::vector<float> expected = o;
    for (size_t i = 0; i < a.size(); ++i) {
      float &most = expected[i % columns * rows + i / columns / terms];
      most = std::fmax(most, std::tanh(a[i]));
    }
    auto bytes = [](const std::vector<float> &values) {
      return llvm::ArrayRef(reinterpret_cast<const char *>(values.data()),
                            values.size() * sizeof(float));
    };
    for (llvm::StringRef schedule :
         {"", "op0: tile(4,0,0) vectorize",
          "op0: interchange(2,1,0) tile(0,0,8) vectorize",
          "op0: interchange(2,1,0) tile(0,0,8) promote(0) tile(1,1,7) "
          "vectorize"}) {
      SCOPED_TRACE(schedule.str() + ", NaN one in " + std::to_string(nanIn));
      std::optional<std::vector<char>> output =
          runOn(program, schedule, {bytes(a), bytes(o)});
      ASSERT_TRUE(output);
      std::vector<float> actual(expected.size());
      std::memcpy(actual.data(), output->data(), output->size());
      for (auto [got, right] : llvm::zip_equal(actual, expected))
        EXPECT_TRUE(std::abs(got - right) < 1e-6f ||
                    (std::isnan(got) && std::isnan(right)))
            << got << " instead of " << right;
    }
  }
}

/// As in the softmax of a row of one.
TEST_F(FunctionsTest, InfinityLessInfinityIsNan) {
  for (const char *type : {"f32", "f64"})
    checkEach(type, R"(%zero = arith.constant 0.0 : TYPE
    %infinity = arith.divf %x, %zero : TYPE
    %y = arith.subf %infinity, %infinity : TYPE)",
              [](double) { return NAN; });
}

TEST_F(FunctionsTest, BothResultsOfSincos) {
  for (const char *type : {"f32", "f64"})
    checkEach(type, R"(%s, %c = math.sincos %x : TYPE
    %y = arith.subf %s, %c : TYPE)",
              [](double x) { return std::sin(x) - std::cos(x); });
}

/// No divisor is 0; that of a lane beyond the row would be.
TEST_F(FunctionsTest, DivisionInRowsThatFillNoRegister) {
  constexpr char quotients[] = R"(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<13xi32>, %b: tensor<13xi32>) -> tensor<13xi32> {
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<13xi32>
  %positive = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<13xi32>) outs(%e : tensor<13xi32>) {
  ^bb0(%x: i32, %o: i32):
    %m = arith.maxsi %x, %one : i32
    linalg.yield %m : i32
  } -> tensor<13xi32>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %positive : tensor<13xi32>, tensor<13xi32>) outs(%e : tensor<13xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %d = arith.divsi %x, %y : i32
    linalg.yield %d : i32
  } -> tensor<13xi32>
  return %q : tensor<13xi32>
})";
  useThreads(2);
  check(
      loadText(quotients),
      {"", "op1: vectorize; op0: vectorize",
       "op1: tile_parallel(8) vectorize; op0: vectorize",
       "op1: tile(8) vectorize; op0: vectorize"},
      [](const Inputs &in) {
        Tensor result = in[0];
        for (auto [value, divisor] :
             llvm::zip_equal(result.values, in[1].values))
          value = std::trunc(value / std::max(divisor, 1.0));
        return result;
      },
      /*sumLength=*/0);
}

} // namespace
} // namespace mlirgym
