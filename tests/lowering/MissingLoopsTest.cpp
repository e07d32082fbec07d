//===- lowering/MissingLoopsTest.cpp - Values that lack some of the loops -===//
// Constants, scalars and indices of loops in sums: the vectoriser must see that
// they count once an iteration.
#include "LoweringFixture.h"

#include <algorithm>
#include <functional>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// A sum over j and k of %t, which `TERM` defines from %x.
constexpr char sums[] = R"(
  func.func @sums(%a: tensor<13x6x17xTYPE>) -> tensor<13xTYPE> {
    %zero = arith.constant ZERO : TYPE
    %empty = tensor.empty() : tensor<13xTYPE>
    %start = linalg.fill ins(%zero : TYPE) outs(%empty : tensor<13xTYPE>) -> tensor<13xTYPE>
    %r = linalg.generic {
        indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>],
        iterator_types = ["parallel", "reduction", "reduction"]}
        ins(%a : tensor<13x6x17xTYPE>) outs(%start : tensor<13xTYPE>) {
    ^bb0(%x: TYPE, %sum: TYPE):
      TERM
      %next = arith.ADD %sum, %t : TYPE
      linalg.yield %next : TYPE
    } -> tensor<13xTYPE>
    return %r : tensor<13xTYPE>
  })";

class MissingLoops : public LoweringTest {
protected:
  /// Sums of terms that are the same whatever the input holds.
  void checkSums(llvm::StringRef term, llvm::StringRef type,
                 const std::function<double(int64_t, int64_t, int64_t)> &value,
                 std::initializer_list<llvm::StringRef> schedules = {
                     "op0: done", "op0: tile(1,0,0) vectorize",
                     "op0: tile(0,1,0) vectorize", "op0: tile(0,0,1) vectorize",
                     "op0: tile(1,1,0) vectorize", "op0: tile(3,1,0) vectorize",
                     "op0: interchange(2,0,1) tile(1,0,3) vectorize",
                     "op0: tile(1,1,7) vectorize"}) {
    bool isInteger = type.starts_with("i");
    Tensor expected({13});
    for (int64_t i = 0; i < 13; ++i)
      for (int64_t j = 0; j < 6; ++j)
        for (int64_t k = 0; k < 17; ++k)
          expected.at(i) += value(i, j, k);
    check(
        loadText(fillIn(sums, {{"TERM", term},
                               {"ADD", isInteger ? "addi" : "addf"},
                               {"ZERO", isInteger ? "0" : "0.0"},
                               {"TYPE", type}})),
        schedules, [&](const Inputs &) { return expected; }, 102);
  }
};

TEST_F(MissingLoops, AConstantCountsInEveryIteration) {
  checkSums("%t = arith.constant 7 : TYPE", "i32", [](auto...) { return 7; });
  checkSums("%t = arith.constant 1.5 : TYPE", "f32",
            [](auto...) { return 1.5; });
  checkSums("%t = arith.constant 1.0e+100 : TYPE", "f64",
            [](auto...) { return 1e100; });
  checkSums("%t = arith.constant 7 : TYPE", "i32", [](auto...) { return 7; },
            {"op0: tile(1,0,0) tile_reduction(0,3,0) vectorize",
             "op0: tile(2,0,0) tile_reduction(0,2,0)"});
}

TEST_F(MissingLoops, TheIndexOfEachLoopCounts) {
  constexpr char index[] = R"(
      %n = linalg.index LOOP : index
      %t = arith.index_cast %n : index to TYPE)";
  checkSums(fillIn(index, {{"LOOP", "0"}}), "i32",
            [](int64_t i, int64_t, int64_t) { return i; });
  checkSums(fillIn(index, {{"LOOP", "1"}}), "i64",
            [](int64_t, int64_t j, int64_t) { return j; });
  checkSums(fillIn(index, {{"LOOP", "2"}}), "i32",
            [](int64_t, int64_t, int64_t k) { return k; });
  checkSums(R"(
      %j = linalg.index 1 : index
      %k = linalg.index 2 : index
      %c3 = arith.constant 3 : index
      %p = arith.muli %k, %c3 : index
      %q = arith.addi %p, %j : index
      %t = arith.index_cast %q : index to TYPE)",
            "i32", [](int64_t, int64_t j, int64_t k) { return 3 * k + j; });
}

/// A vector of the last loop has the shape of the result here.
TEST_F(MissingLoops, AnIndexAsLongAsTheResult) {
  check(
      loadText(R"(
    func.func @square(%a: tensor<6x6xi32>, %o: tensor<6xi32>) -> tensor<6xi32> {
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<6x6xi32>) outs(%o : tensor<6xi32>) {
      ^bb0(%x: i32, %sum: i32):
        %n = linalg.index 1 : index
        %k = arith.index_cast %n : index to i32
        %next = arith.addi %k, %sum : i32
        linalg.yield %next : i32
      } -> tensor<6xi32>
      return %r : tensor<6xi32>
    })"),
      {"", "op0: vectorize", "op0: tile(2,0) vectorize",
       "op0: tile(0,2) vectorize", "op0: tile(4,4) vectorize"},
      [](const Inputs &in) {
        Tensor result = in.back();
        for (double &value : result.values)
          value += 15;
        return result;
      },
      6);
}

/// No input, and no reduction: each element takes part once.
TEST_F(MissingLoops, WhatIsAddedInPlace) {
  check(
      loadText(R"(
    #id = affine_map<(i, j) -> (i, j)>
    func.func @in_place(%a: tensor<4x11xf32>) -> tensor<4x11xf32> {
      %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
          outs(%a : tensor<4x11xf32>) {
      ^bb0(%x: f32):
        %n = linalg.index 1 : index
        %m = arith.index_cast %n : index to i32
        %j = arith.sitofp %m : i32 to f32
        %next = arith.addf %j, %x : f32
        linalg.yield %next : f32
      } -> tensor<4x11xf32>
      return %r : tensor<4x11xf32>
    })"),
      {"", "op0: vectorize", "op0: tile(1,0) vectorize",
       "op0: tile(3,4) vectorize", "op0: interchange(1,0) vectorize",
       "op0: flatten done"},
      [](const Inputs &in) {
        Tensor result = in[0];
        for (int64_t i = 0; i < 4; ++i)
          for (int64_t j = 0; j < 11; ++j)
            result.at(i, j) += static_cast<double>(j);
        return result;
      },
      1);
}

TEST_F(MissingLoops, AScalarInputCountsInEveryIteration) {
  check(
      loadText(R"(
    func.func @scalars(%a: tensor<6x10xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
      %c = arith.constant 2.5 : f32
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, k) -> ()>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%c, %a : f32, tensor<6x10xf32>) outs(%o : tensor<6xf32>) {
      ^bb0(%s: f32, %x: f32, %sum: f32):
        %next = arith.addf %s, %sum : f32
        linalg.yield %next : f32
      } -> tensor<6xf32>
      return %r : tensor<6xf32>
    })"),
      {"", "op0: vectorize", "op0: tile(0,4) vectorize",
       "op0: tile(4,0) vectorize"},
      [](const Inputs &in) {
        Tensor result = in.back();
        for (double &value : result.values)
          value += 25;
        return result;
      },
      10);
}

/// The largest index of a row, and the product of a constant.
TEST_F(MissingLoops, OtherReductionsOfIndicesAndConstants) {
  constexpr char text[] = R"(
    func.func @other(%a: tensor<5x9xi64>, %o: tensor<5xi64>) -> tensor<5xi64> {
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<5x9xi64>) outs(%o : tensor<5xi64>) {
      ^bb0(%x: i64, %best: i64):
        TERM
        %next = arith.COMBINE %best, %t : i64
        linalg.yield %next : i64
      } -> tensor<5xi64>
      return %r : tensor<5xi64>
    })";
  const auto schedules = {llvm::StringRef("op0: done"),
                          llvm::StringRef("op0: vectorize"),
                          llvm::StringRef("op0: tile(2,0) vectorize"),
                          llvm::StringRef("op0: tile(0,4) vectorize")};
  check(
      loadText(fillIn(text, {{"COMBINE", "maxsi"},
                             {"TERM", "%n = linalg.index 1 : index\n"
                                      "%t = arith.index_cast %n : index to "
                                      "i64"}})),
      schedules,
      [](const Inputs &in) {
        Tensor result = in.back();
        for (double &value : result.values)
          value = std::max(value, 8.0);
        return result;
      },
      0);
  check(
      loadText(fillIn(text, {{"COMBINE", "muli"},
                             {"TERM", "%t = arith.constant 3 : i64"}})),
      schedules,
      [](const Inputs &in) {
        Tensor result = in.back();
        for (double &value : result.values)
          value *= 19683;
        return result;
      },
      0);
}

} // namespace
} // namespace mlirgym
