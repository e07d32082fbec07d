#include "Look.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
DecisionState fresh(llvm::StringRef name) {
  return DecisionState(ScheduleState(program(name)));
}

TEST(OperationFeaturesTest, DescribesAMatmulAsItsShapeSays) {
  Look look(fresh("matmul_64_48_32")); // M K N: loops m 64, n 32, k 48
  EXPECT_THAT(look["operation.class"], isRow({1}, 8));
  EXPECT_THAT(look["operation.element_type"], isRow({0, 1}, 7)); // f32
  EXPECT_THAT(look["operation.num_loops"], isRow({3.0f / 8}, 1));
  EXPECT_THAT(look["operation.trip_counts"],
              isRow({6 / 20.0f, 5 / 20.0f, std::log2(48.0f) / 20}, 8));
  EXPECT_THAT(look["operation.parallel"], isRow({1, 1, 0}, 8));
  EXPECT_THAT(look["operation.reduction"], isRow({0, 0, 1}, 8));
}

TEST(OperationFeaturesTest, ShowsAccessesRightAligned) {
  Look look(fresh("matmul_64_48_32"));
  // Coefficient 1 is 0.25. A[m, k]: dimensions 2 and 3 of 4, loops 0 and 2.
  std::vector<float> a(32);
  a[2 * 8 + 0] = a[3 * 8 + 2] = 0.25f;
  EXPECT_THAT(look.row("operation.access", 0), isRow(a, 32));
  std::vector<float> c(32); // C[m, n], the init in the last place
  c[2 * 8 + 0] = c[3 * 8 + 1] = 0.25f;
  EXPECT_THAT(look.row("operation.access", 3), isRow(c, 32));
  // No third input.
  EXPECT_THAT(look.row("operation.access", 2), isRow({}, 32));
  EXPECT_THAT(look.row("operation.operands", 2), isRow({}, 9));
}

TEST(OperationFeaturesTest, CountsWorkOfAMatmul) {
  Look look(fresh("matmul_64_48_32"));
  double flops = 2.0 * 64 * 48 * 32;
  double in = 4.0 * (64 * 48 + 48 * 32), out = 4.0 * 64 * 32;
  EXPECT_THAT(
      look["operation.work"],
      isRow({float(std::log2(1 + flops) / 50), float(std::log2(1 + in) / 50),
             float(std::log2(1 + out) / 50),
             float(std::log2(1 + flops / (in + out)) / 12)},
            4));
  // One add, one mul in the body.
  EXPECT_THAT(look["operation.arithmetic"], isRow({0.2f, 0, 0.2f}, 7));
}

TEST(OperationFeaturesTest, TellsClassesApart) {
  auto classIs = [](llvm::StringRef name, size_t expected) {
    std::vector<float> seen = Look(fresh(name))["operation.class"];
    return seen[expected] == 1;
  };
  EXPECT_TRUE(classIs("batch_matmul_3_32_16_24", 1));
  EXPECT_TRUE(classIs("conv_2d_nhwc_hwcf_1_14_14_8_16_3_3_12_12", 2));
  EXPECT_TRUE(classIs("pooling_nchw_max_2_8_14_14_3_6_6", 4));
  EXPECT_TRUE(classIs("add_14_15_28", 7));
  EXPECT_TRUE(classIs("relu_256_100", 7));
}

TEST(OperationFeaturesTest, ShowsTheLastOperationOnceFinished) {
  DecisionState state = stateAfter(program("matmul_64_48_32"), "op0: done");
  ASSERT_TRUE(state.schedule.finished());
  EXPECT_THAT(Look(state)["operation.class"], isRow({1}, 8));
  EXPECT_THAT(Look(state)["progress.finished"], isRow({1}, 1));
}
} // namespace
