//===- lowering/vector/MaskedLanesTest.cpp - Extents that fill no register ===//
#include "tests/lowering/LoweringFixture.h"

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// Buffers end at a page that may not be touched: a lane too many is a crash.
class MaskedLanes : public LoweringTest,
                    public testing::WithParamInterface<int> {
protected:
  std::string named(llvm::StringRef before, llvm::StringRef after = "") const {
    return (before + std::to_string(GetParam()) + after).str();
  }
};

TEST_P(MaskedLanes, Pointwise) {
  check(
      named("relu_3_"), {"op0: tile(1,0) vectorize", "op0: vectorize"},
      [](const Inputs &in) { return scalar::relu(in[0]); }, 0);
  check(
      named("add_2_", "_f64"), {"op0: vectorize"},
      [](const Inputs &in) { return scalar::add(in[0], in[1]); }, 0);
  check(
      named("add_2_", "_i8"), {"op0: vectorize"},
      [](const Inputs &in) { return scalar::add(in[0], in[1]); }, 0);
}

TEST_P(MaskedLanes, Accumulators) {
  check(
      named("matmul_5_6_"), {"op0: tile(4,0,1) vectorize"},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, 6);
}

TEST_P(MaskedLanes, Reductions) {
  std::string name = named("softmax_3_");
  // The reduced dimension is the one that fills no register.
  check(
      name, {"op3: vectorize; op2: vectorize; op1: vectorize; op0: vectorize"},
      [](const Inputs &in) { return scalar::softmax(in[0]); }, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Extents, MaskedLanes,
                         testing::Values(1, 3, 5, 7, 13, 17, 23, 31, 41));

/// The last tile of a loop that threads share is known at run time only.
TEST_F(LoweringTest, RemaindersKnownAtRunTime) {
  useThreads(2);
  check(
      "relu_7_45",
      {"op0: tile_parallel(2,16) vectorize",
       "op0: tile_parallel(1,32) "
       "vectorize",
       "op0: tile_parallel(3,20) tile(1,8) vectorize"},
      [](const Inputs &in) { return scalar::relu(in[0]); }, 0);
  check(
      "matmul_11_9_45",
      {"op0: tile_parallel(4,32,0) tile(2,16,1) vectorize",
       "op0: tile_parallel(3,44,0) tile(0,16,1) vectorize"},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, 9);
}

} // namespace
} // namespace mlirgym
