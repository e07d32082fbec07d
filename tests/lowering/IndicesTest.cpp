//===- lowering/IndicesTest.cpp - Indices other than one loop -------------===//
// Reversed, shifted, strided and wrapped reads under their legal schedules.
#include "LoweringFixture.h"

#include "actions/Schedule.h"
#include <cmath>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// out[i, j] = 2 * exp(a)[INDEX, j], the exponential an operation of its own.
constexpr char readThrough[] = R"(
  #id = affine_map<(i, j) -> (i, j)>
  func.func @read(%a: tensor<ROWSx17xf32>) -> tensor<31x17xf32> {
    %e = tensor.empty() : tensor<ROWSx17xf32>
    %p = linalg.exp ins(%a : tensor<ROWSx17xf32>) outs(%e : tensor<ROWSx17xf32>) -> tensor<ROWSx17xf32>
    %o = tensor.empty() : tensor<31x17xf32>
    %r = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (INDEX, j)>, #id],
        iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<ROWSx17xf32>) outs(%o : tensor<31x17xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %x : f32
      linalg.yield %s : f32
    } -> tensor<31x17xf32>
    return %r : tensor<31x17xf32>
  })";

class Indices : public LoweringTest {
protected:
  Program reading(llvm::StringRef index, llvm::StringRef rows) {
    return loadText(fillIn(readThrough, {{"INDEX", index}, {"ROWS", rows}}));
  }
  static Expectation rows(int64_t (*rowOf)(int64_t)) {
    return [=](const Inputs &in) {
      Tensor result({31, 17});
      for (int64_t i = 0; i < 31; ++i)
        for (int64_t j = 0; j < 17; ++j)
          result.at(i, j) = 2 * std::exp(in[0].at(rowOf(i), j));
      return result;
    };
  }
  static bool isLegal(const Program &program, llvm::StringRef schedule) {
    auto script =
        toTransformScript(program, llvm::cantFail(Schedule::parse(schedule)));
    bool isLegal = static_cast<bool>(script);
    llvm::consumeError(script.takeError());
    return isLegal;
  }
  /// Actions for which MLIR makes wrong slices are masked; all others compute
  /// correct results.
  void checkUntiled(const Program &program, const Expectation &expected) {
    check(program,
          {"", "op1: interchange(1,0); op0: tile(0,4) vectorize",
           "op1: interchange(1,0); op0: tile(3,0) vectorize",
           "op0: tile_parallel(2,0)"},
          expected, 0);
    for (llvm::StringRef schedule :
         {"op1: tile(6,0)", "op1: tile(0,4)", "op1: tile(6,0) promote(0)",
          "op1: tile_parallel(8,0)", "op1: tile_fuse(6,0)",
          "op1: tile_fuse(0,4)", "op1: tile_parallel_fuse(6,0)"})
      EXPECT_FALSE(isLegal(program, schedule)) << schedule.str();
  }
};

TEST_F(Indices, Reversed) {
  checkUntiled(reading("-i + 30", "31"),
               rows([](int64_t i) { return 30 - i; }));
  checkUntiled(reading("-i * 2 + 61", "62"),
               rows([](int64_t i) { return 61 - 2 * i; }));
  // The vectoriser does not take it: it becomes loops.
  check(reading("-i + 30", "31"),
        {"op1: vectorize", "op1: interchange(1,0) vectorize"},
        rows([](int64_t i) { return 30 - i; }), 0);
}

TEST_F(Indices, NoSumOfLoops) {
  checkUntiled(reading("i floordiv 2", "16"),
               rows([](int64_t i) { return i / 2; }));
  checkUntiled(reading("i mod 4", "4"), rows([](int64_t i) { return i % 4; }));
}

TEST_F(Indices, ShiftedAndStrided) {
  useThreads(2);
  const auto schedules = {
      llvm::StringRef("op1: vectorize; op0: tile(7,0) vectorize"),
      llvm::StringRef("op1: tile(1,0) vectorize; op0: tile(2,0) vectorize"),
      llvm::StringRef("op1: tile(6,0) promote(0)"),
      llvm::StringRef("op1: tile(6,0) promote(0) tile(2,5) vectorize"),
      llvm::StringRef("op1: tile_fuse(0,4)"),
      llvm::StringRef("op1: tile_fuse(6,0)"),
      llvm::StringRef("op1: tile_fuse(6,8) tile(2,0) vectorize"),
      llvm::StringRef("op1: tile_fuse(1,0) vectorize; op0: vectorize"),
      llvm::StringRef("op1: tile_parallel_fuse(7,0) tile(1,0) vectorize"),
      llvm::StringRef("op1: tile_parallel(7,5) tile(3,2) vectorize")};
  check(reading("i + 3", "34"), schedules,
        rows([](int64_t i) { return i + 3; }), 0);
  check(reading("i + 3", "40"), schedules,
        rows([](int64_t i) { return i + 3; }), 0);
  check(reading("i * 2", "62"), schedules,
        rows([](int64_t i) { return 2 * i; }), 0);
  check(reading("i * 3 + 2", "95"), schedules,
        rows([](int64_t i) { return 3 * i + 2; }), 0);
}

/// A reversed write: its reader cannot tell the iterations that it needs.
TEST_F(Indices, ReversedWrite) {
  const Program program = loadText(R"(
    func.func @reverse(%a: tensor<12x10xf32>, %o: tensor<12x10xf32>) -> tensor<12x10xf32> {
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (-i + 11, j)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%a : tensor<12x10xf32>) outs(%o : tensor<12x10xf32>) {
      ^bb0(%x: f32, %y: f32):
        linalg.yield %x : f32
      } -> tensor<12x10xf32>
      return %r : tensor<12x10xf32>
    })");
  check(
      program, {"", "op0: interchange(1,0)"},
      [](const Inputs &in) {
        Tensor result({12, 10});
        for (int64_t i = 0; i < 12; ++i)
          for (int64_t j = 0; j < 10; ++j)
            result.at(11 - i, j) = in[0].at(i, j);
        return result;
      },
      0);
  EXPECT_FALSE(isLegal(program, "op0: tile(4,0)"));
  EXPECT_FALSE(isLegal(program, "op0: tile(0,4)"));
}

} // namespace
} // namespace mlirgym
