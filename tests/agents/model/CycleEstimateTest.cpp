#include "agents/model/CycleEstimate.h"
#include "SyntheticTimings.h"
#include "actions/encoding/Encoding.h"
#include "agents/model/SpeedupEstimate.h"
#include "agents/search/SearchSpace.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
/// A processor with AVX2; the estimate must not depend on the host.
Target avx2() {
  Target target;
  target.triple = "x86_64-pc-linux-gnu";
  target.vectorBits = 256;
  target.vectorRegisters = 16;
  target.l1Bytes = 32 << 10;
  target.l2Bytes = 512 << 10;
  target.l3Bytes = 16 << 20;
  return target;
}

double cycles(llvm::StringRef program, llvm::StringRef schedule,
              unsigned threads = 1, const Target &target = avx2(),
              double vectorsPerCycle = 1) {
  const auto pool = poolOf({program.str()});
  ScheduleState state = llvm::cantFail(ScheduleState::replay(
      pool->programs[0], llvm::cantFail(Schedule::parse(schedule)),
      StateOptions::asWritten()));
  while (!state.finished())
    state.applyLegal(ActionKind::Done);
  return estimatedCycles(state, target, threads, vectorsPerCycle);
}

TEST(CycleEstimateTest, RegisterTilesBeatLoopsAndSpills) {
  const std::string matmul = "matmul_384_384_384";
  const double best = cycles(matmul, "op0: tile(6,16,1) vectorize");
  EXPECT_LT(best, cycles(matmul, "op0: tile(1,16,1) vectorize"))
      << "one row waits for its sums";
  EXPECT_LT(best, cycles(matmul, "op0: tile(14,32,1) vectorize"))
      << "56 vectors do not fit 16 registers";
  EXPECT_LT(best, cycles(matmul, "op0: tile(6,16,1)")) << "scalar";
  // The time of the multiply-adds on two units of 8 lanes is a lower bound, and
  // the estimate is not many times longer.
  const double least = 384.0 * 384 * 384 / 16;
  EXPECT_GE(best, least);
  EXPECT_LE(best, 3 * least);
}

TEST(CycleEstimateTest, TwiceTheUnitsHelpWhatDoesNotWait) {
  const std::string matmul = "matmul_64_64_64";
  auto ratio = [&](const char *schedule) {
    return cycles(matmul, schedule) / cycles(matmul, schedule, 1, avx2(), 2);
  };
  EXPECT_GT(ratio("op0: tile(6,16,0) tile(0,0,4) vectorize"), 1.3);
  EXPECT_EQ(ratio("op0: tile(1,8,0) tile(0,0,4) vectorize"), 1) << "one chain";
  EXPECT_EQ(ratio("op0: tile(6,16,0)"), 1) << "scalar";
}

TEST(CycleEstimateTest, FollowsTheRegistersOfTheTarget) {
  Target avx512 = avx2();
  avx512.vectorBits = 512;
  avx512.vectorRegisters = 32;
  const std::string matmul = "matmul_384_384_384";
  const char *small = "op0: tile(6,16,1) vectorize";
  const char *large = "op0: tile(12,32,1) vectorize";
  EXPECT_LT(cycles(matmul, small), cycles(matmul, large));
  EXPECT_LT(cycles(matmul, large, 1, avx512), cycles(matmul, small, 1, avx512));
}

TEST(CycleEstimateTest, TilesOfAMatrixUnitAreTheFastestWhereTheyFit) {
  Target vnni = avx2();
  vnni.vectorBits = 512;
  vnni.vectorRegisters = 32;
  vnni.dots = {.i8 = true, .i16 = true, .bf16 = true};
  Target amx = vnni;
  amx.dots.tiles = true;
  const std::string matmul = "matmul_512_512_512_i8_i32";
  auto on = [&](const Target &target, const char *schedule) {
    return cycles(matmul, schedule, 1, target);
  };
  const char *tiles = "op0: tile_fuse(0,64,0) promote(1) tile_fuse(32,32,0) "
                      "tile(0,0,64) vectorize";
  const char *lanes = "op0: tile_fuse(0,64,0) promote(1) tile_fuse(12,32,0) "
                      "tile(0,0,16) vectorize";
  EXPECT_LT(on(amx, tiles), on(amx, lanes) / 2);
  EXPECT_LT(on(vnni, lanes), on(vnni, tiles)) << "64 vectors of sums spill";
  // 1,024 products per cycle at most.
  EXPECT_GE(on(amx, tiles), 512.0 * 512 * 512 / 1024);
  // The columns must be copied into groups, and sixteen of them fill a tile.
  EXPECT_GT(on(amx, "op0: tile_fuse(0,64,0) tile_fuse(32,32,0) tile(0,0,64) "
                    "vectorize"),
            2 * on(amx, tiles));
  EXPECT_GT(on(amx, "op0: tile_fuse(0,64,0) promote(1) tile_fuse(16,8,0) "
                    "tile(0,0,64) vectorize"),
            2 * on(amx, tiles));
}

TEST(CycleEstimateTest, WinogradPaysWhereThereAreManyChannels) {
  const char *direct = "op0: tile(0,4,1,16,1,1,1) vectorize";
  const char *winograd = "op0: tile_fuse(0,0,4,0,0,0,0) winograd";
  const std::string many = "conv_2d_nchw_fchw_1_64_50_50_64_3_3_48_48";
  const std::string few = "conv_2d_nchw_fchw_1_3_50_50_8_3_3_48_48";
  const double share = cycles(many, winograd) / cycles(many, direct);
  EXPECT_LT(share, 0.9);
  EXPECT_LT(share, cycles(few, winograd) / cycles(few, direct));
  // 2.25 times fewer multiply-adds, of two units of 8 lanes.
  const double least = 48.0 * 48 * 64 * 64 * 4 / 16;
  EXPECT_GE(cycles(many, winograd), least);
  EXPECT_LE(cycles(many, winograd), 4 * least);
}

TEST(CycleEstimateTest, TilesForCachesAndCopiesPayWhereDataAreLarge) {
  // The columns of a large matrix are a power of two apart: they compete for a
  // few sets of the caches, and a copy does not.
  EXPECT_LT(cycles("matmul_1024_1024_1024",
                   "op0: tile(0,16,0) promote(1) tile(6,0,1) vectorize"),
            cycles("matmul_1024_1024_1024",
                   "op0: tile(0,16,0) tile(6,0,1) vectorize"));
  EXPECT_GT(
      cycles("matmul_64_64_64",
             "op0: tile(0,16,0) promote(1) tile(6,0,1) vectorize"),
      cycles("matmul_64_64_64", "op0: tile(0,16,0) tile(6,0,1) vectorize"));
}

TEST(CycleEstimateTest, StreamPaysPastTheCachesOnly) {
  const char *stream = "op0: tile(1,32) stream vectorize";
  const char *store = "op0: tile(1,32) vectorize";
  EXPECT_GT(cycles("relu_64_64", stream), cycles("relu_64_64", store));
  EXPECT_LT(cycles("relu_4096_4096", stream), cycles("relu_4096_4096", store));
}

TEST(CycleEstimateTest, FusionSavesTrafficOfLargeIntermediates) {
  const std::string chain = "matmul_bias_relu_2048_2048_256";
  EXPECT_LT(cycles(chain, "op1: tile_fuse(6,16) vectorize; "
                          "op0: tile(0,0,1) vectorize"),
            cycles(chain, "op1: tile(6,16) vectorize; "
                          "op0: tile(6,16,1) vectorize"));
}

TEST(CycleEstimateTest, AFillOutsideOfTheTileMovesLargeResultsOnceMore) {
  auto share = [](const char *program) {
    return cycles(program,
                  "op0: tile(0,4,2,8,0,0) tile(0,0,0,0,1,1) vectorize") /
           cycles(program,
                  "op0: tile_fuse(0,4,2,8,0,0) tile(0,0,0,0,1,1) vectorize");
  };
  // Measured on an AMD Zen 3: 1.5 times as long.
  const double large =
      share("depthwise_conv_2d_nhwc_hwc_1_58_58_128_3_3_56_56");
  EXPECT_GT(large, 1.3);
  EXPECT_LT(share("depthwise_conv_2d_nhwc_hwc_1_10_10_16_3_3_8_8"),
            large - 0.1);
}

TEST(CycleEstimateTest, OnlyParallelLoopsHavePartialTilesThatAreNotPeeled) {
  // The last tile of 383 rows has 191.
  auto share = [](const char *tiles) {
    auto of = [&](const char *program) {
      return cycles(
          program,
          (llvm::StringRef("op0: ") + tiles + " tile(6,16,1) vectorize").str());
    };
    return of("matmul_383_384_384") / of("matmul_384_384_384");
  };
  EXPECT_LT(share("tile(192,0,0)"), 1.05);
  EXPECT_GT(share("tile_parallel(192,0,0)"), share("tile(192,0,0)"));
}

TEST(CycleEstimateTest, VectorsOfWindowsAreSlow) {
  // Measured: the second one takes 16 times as long, the third one 31 times.
  const std::string images = "conv_2d_nchw_fchw_1_256_30_30_256_3_3_28_28";
  const double shifted = cycles(images, "op0: tile(0,8,1,14,1,1,1) vectorize");
  EXPECT_GT(cycles(images, "op0: tile(0,8,1,14,1,1,0) vectorize"), 8 * shifted);
  EXPECT_GT(cycles(images, "op0: tile(0,8,2,14,1,0,1) vectorize"), 8 * shifted);
  // One row is not a window.
  EXPECT_LT(cycles(images, "op0: tile(0,8,1,14,1,0,1) vectorize"), 2 * shifted);
  // A window that is used once is only gathered: 4 times as long.
  const std::string depthwise =
      "depthwise_conv_2d_nhwc_hwc_1_58_58_128_3_3_56_56";
  EXPECT_LT(cycles(depthwise, "op0: tile_fuse(0,2,2,16,0,0) vectorize"),
            8 * cycles(depthwise, "op0: tile_fuse(0,2,4,16,0,0) "
                                  "tile(0,0,0,0,1,1) vectorize"));
}

TEST(CycleEstimateTest, ThreadsShareParallelLoops) {
  const char *schedule = "op0: tile_parallel(192,0,0) tile(6,16,1) vectorize";
  EXPECT_LT(cycles("matmul_384_384_384", schedule, 2),
            0.6 * cycles("matmul_384_384_384", schedule, 1));
}

TEST(CycleEstimateTest, IsDefinedForWhateverIsLegal) {
  const auto pool = poolOf(
      {"matmul_bias_relu_6_10_14", "conv_2d_nchw_fchw_1_3_9_9_4_3_3_4_4",
       "softmax_12_30", "attention_2_8_4", "pooling_nchw_max_1_4_9_9_3_4_4",
       "contraction_16_4_3_4_8", "relu_3_5_7"});
  RandomStream random(1);
  for (const auto &program : pool->programs) {
    const SearchSpace space(program, {}, {}, 2);
    for (int i = 0; i < 200; ++i) {
      ScheduleState state = space.start();
      space.walkUniformly(state, random);
      const double estimate = estimatedCycles(state, avx2(), 2);
      ASSERT_TRUE(std::isfinite(estimate) && estimate > 0)
          << program->name().str() << " " << state.schedule().text();
    }
    ScheduleState untransformed(program);
    while (!untransformed.finished())
      untransformed.applyLegal(ActionKind::Done);
    EXPECT_EQ(SpeedupEstimate(ScheduleState(program), avx2(), 2)
                  .logSpeedup(untransformed),
              0);
  }
}
} // namespace
