#include "Look.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
constexpr unsigned tileFields = 7;

TEST(LoopStateTest, ShowsLoopsInsideTheTileAndTheLoopsAround) {
  Look look(stateAfter(program("matmul_64_48_32"), "op0: tile(8,0,16)"));
  EXPECT_THAT(look["loops.trip_counts"],
              isRow({3 / 20.0f, 5 / 20.0f, 4 / 20.0f}, 8));
  EXPECT_THAT(look["loops.static"], isRow({1, 1, 1}, 8));
  EXPECT_THAT(look["loops.reduction"], isRow({0, 0, 1}, 8));
  // 64 rows by 8, then 48 of the reduction by 16.
  EXPECT_THAT(look.row("loops.tile_loops", 0),
              isRow({1, 0, 3 / 20.0f, 3 / 20.0f, 1, 1, 1 / 8.0f}, tileFields));
  EXPECT_THAT(look.row("loops.tile_loops", 1),
              isRow({1, 0, 4 / 20.0f, std::log2(3.0f) / 20, 1, 1, 3 / 8.0f},
                    tileFields));
  EXPECT_THAT(look.row("loops.tile_loops", 2), isRow({}, tileFields));
}

TEST(LoopStateTest, ATileThatDoesNotDivideIsNotStatic) {
  Look look(stateAfter(program("matmul_127_251_509"), "op0: tile(14,0,0)"));
  EXPECT_THAT(look["loops.static"], isRow({0, 1, 1}, 8));
}

TEST(LoopStateTest, InterchangeMovesTripCountsAndSources) {
  Look look(stateAfter(program("matmul_64_48_32"), "op0: interchange(2,0,1)"));
  EXPECT_THAT(look["loops.trip_counts"],
              isRow({std::log2(48.0f) / 20, 6 / 20.0f, 5 / 20.0f}, 8));
  EXPECT_THAT(look.row("loops.source", 0), isRow({0, 0, 1}, 8));
  EXPECT_THAT(look.row("loops.source", 1), isRow({1}, 8));
  EXPECT_THAT(look.row("loops.source", 2), isRow({0, 1}, 8));
  // B[k, n] and C[m, n] are walked by n, now the last loop.
  EXPECT_THAT(look.row("loops.unit_stride", 1), isRow({0, 0, 1}, 8));
  EXPECT_THAT(look.row("loops.unit_stride", 0), isRow({1, 0, 0}, 8));
}

TEST(LoopStateTest, FootprintIsWhatTheTileTouches) {
  MachineFeatures machine{.l1Bytes = 1 << 15};
  Look look(stateAfter(program("matmul_64_48_32"), "op0: tile(8,16,0)"),
            machine);
  float a = 4 * 8 * 48, b = 4 * 48 * 16, c = 4 * 8 * 16;
  std::vector<float> seen = look["loops.footprint"];
  EXPECT_NEAR(seen[0], std::log2(a) / 50, 1e-5);
  EXPECT_NEAR(seen[1], std::log2(b) / 50, 1e-5);
  EXPECT_EQ(seen[2], 0);
  EXPECT_NEAR(seen[3], std::log2(c) / 50, 1e-5);
  EXPECT_NEAR(seen[4], 0.5 + std::log2((a + b + c) / (1 << 15)) / 32, 1e-5);
}

TEST(LoopStateTest, AFlatLoopTouchesItsShareOfEachTensor) {
  auto add = program("add_12_20_30");
  Look whole(stateAfter(add, "op0: flatten"));
  EXPECT_THAT(whole["loops.trip_counts"], isRow({std::log2(7200.0f) / 20}, 8));
  EXPECT_THAT(whole.row("loops.unit_stride", 0), isRow({1}, 8));
  Look tiled(stateAfter(add, "op0: flatten tile(64)"));
  for (size_t operand : {0u, 1u, 3u}) {
    EXPECT_NEAR(whole["loops.footprint"][operand], std::log2(4 * 7200.0f) / 50,
                1e-5);
    EXPECT_NEAR(tiled["loops.footprint"][operand], std::log2(4 * 64.0f) / 50,
                1e-5);
  }
}

TEST(LoopStateTest, SaysWhenWhatIsLeftFitsInVectors) {
  auto fits = [](llvm::StringRef schedule) {
    return Look(stateAfter(program("matmul_64_48_32"),
                           schedule))["loops.vector_cost"][2];
  };
  EXPECT_EQ(fits(""), 0);
  EXPECT_EQ(fits("op0: tile(8,16,1)"), 1);
}

TEST(LoopStateTest, WhatWasPromotedStaysInItsBuffer) {
  auto promoted = [](llvm::StringRef schedule) {
    return Look(
        stateAfter(program("matmul_64_48_32"), schedule))["loops.promoted"];
  };
  EXPECT_THAT(promoted("op0: tile(16,0,0)"), isRow({}, 3));
  EXPECT_THAT(promoted("op0: tile(16,0,0) promote(0)"), isRow({1}, 3));
  EXPECT_THAT(promoted("op0: tile(16,0,0) promote(0) tile(0,16,0)"),
              isRow({1}, 3));
}

TEST(LoopStateTest, FlagsParallelTiles) {
  Look look(
      stateAfter(program("matmul_64_48_32"), "op0: tile_parallel(32,0,0)"));
  EXPECT_EQ(look["loops.flags"][0], 1);
  EXPECT_EQ(look.row("loops.tile_loops", 0)[1], 1);
}
} // namespace
