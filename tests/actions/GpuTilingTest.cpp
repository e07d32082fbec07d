#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

constexpr StateOptions onGpu{.limits = {.vectorBytes = 16, .hasBlocks = true}};

TEST(GpuTilingTest, ThreadsAreInsideBlocks) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: gpu_blocks_fuse(16,12,0) tile(0,0,5) "
                                    "promote(0) gpu_threads(4,4,0)");
  EXPECT_THAT(tripCounts(state.nest()), ElementsAre(4, 4, 5));
  EXPECT_THAT(tileLoops(state.nest()),
              ElementsAre("forall 64 by 16", "forall 48 by 12", "for 10 by 5",
                          "forall 16 by 4", "forall 12 by 4"));
  EXPECT_TRUE(state.nest().isParallel);
  EXPECT_TRUE(state.nest().isInThread);
}

TEST(GpuTilingTest, ThreadsThatFuseTakeTheFillAndTheProducersAlong) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56",
                 "op1: gpu_blocks_fuse(12,28) gpu_threads_fuse(3,4)");
  EXPECT_TRUE(state.nest(0).isInThread);
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(3, 4, 40));
  EXPECT_EQ(state.nest(0).initDepth, 4u);
}

TEST(GpuTilingTest, ThreadsNeedBlocksAndAreTheLastLevel) {
  const Action threads(ActionKind::GpuThreads, {4, 4, 0});
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"), threads),
            "op0: gpu_threads outside of blocks; put gpu_blocks before it");
  EXPECT_EQ(
      whyIllegal(stateAfter("matmul_64_10_48", "op0: tile(16,0,0)"), threads),
      "op0: gpu_threads outside of blocks; put gpu_blocks before it");
  ScheduleState inThread = stateAfter(
      "matmul_64_10_48", "op0: tile_parallel(16,12,0) gpu_threads(8,6,0)");
  EXPECT_EQ(whyIllegal(inThread, threads),
            "op0: gpu_threads inside a thread; use tile");
  EXPECT_EQ(inThread.legalParameters(ActionKind::GpuThreads).loops.useful, 0u);
  EXPECT_EQ(whyIllegal(inThread, {ActionKind::Tile, {4, 0, 0}}), "");
  EXPECT_THAT(whyIllegal(inThread, {ActionKind::GpuBlocks, {4, 0, 0}}),
              HasSubstr("op0: gpu_blocks inside other loops"));
}

TEST(GpuTilingTest, NothingOfAThreadIsInMemoryOfTheBlock) {
  ScheduleState state = stateAfter(
      "matmul_64_10_48", "op0: gpu_blocks(16,12,0) gpu_threads(4,4,0)");
  EXPECT_THAT(whyIllegal(state, {ActionKind::Promote, {0}}),
              HasSubstr("put promote before gpu_threads"));
  EXPECT_EQ(state.legalParameters(ActionKind::Promote).inputs, 0u);
  EXPECT_THAT(whyIllegal(state, {ActionKind::TileReduction, {0, 0, 5}}),
              HasSubstr("memory of a single thread; tile the loop instead"));
  EXPECT_EQ(state.legalParameters(ActionKind::TileReduction).loops.useful, 0u);
}

TEST(GpuTilingTest, WarpsMultiplyPromotedMatricesOf16Bits) {
  const std::string inTiles =
      "op0: gpu_blocks_fuse(64,64,0) tile(0,0,32) promote(0)";
  const Action warps(ActionKind::GpuWarps, {32, 16, 0});
  ScheduleState state =
      stateAfter("matmul_256_96_128_bf16", inTiles + " promote(1)");
  EXPECT_EQ(whyIllegal(state, warps), "");
  EXPECT_EQ(state.legalParameters(ActionKind::GpuWarps).loops.useful, 3u);
  EXPECT_EQ(whyIllegal(state, {ActionKind::GpuWarps, {24, 0, 0}}),
            "op0: gpu_warps: a tile of 24 in a loop of 64; choose multiples of "
            "16 that divide the loops");
  for (const char *program : {"matmul_128_96_128", "batch_matmul_1_64_64_64"}) {
    const bool isMatmul = llvm::StringRef(program).starts_with("matmul");
    ScheduleState other =
        isMatmul ? stateAfter(program, inTiles + " promote(1)")
                 : stateAfter(program, "op0: gpu_blocks_fuse(0,32,32,0)");
    EXPECT_THAT(
        whyIllegal(other, {ActionKind::GpuWarps,
                           isMatmul ? llvm::ArrayRef<int64_t>{32, 16, 0}
                                    : llvm::ArrayRef<int64_t>{0, 16, 16, 0}}),
        HasSubstr("gpu_warps needs a product of two promoted matrices of f16 "
                  "or bf16, not of batches of them, in tiles that divide the "
                  "loops and are multiples of 16"));
    EXPECT_EQ(other.legalParameters(ActionKind::GpuWarps).loops.useful, 0u);
  }
  ScheduleState notPromoted = stateAfter("matmul_256_96_128_bf16", inTiles);
  EXPECT_THAT(whyIllegal(notPromoted, warps), HasSubstr("two promoted"));
  EXPECT_THAT(scriptOf("matmul_128_96_128_bf16",
                       inTiles + " promote(1) gpu_warps(32,16,0)"),
              HasSubstr("[#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>]"));
}

TEST(GpuTilingTest, WarpsCountThirtyTwoThreadsEach) {
  ScheduleState state =
      stateAfter("matmul_256_96_128_bf16",
                 "op0: gpu_blocks_fuse(128,64,0) tile(0,0,32) promote(0) "
                 "promote(1)",
                 onGpu);
  EXPECT_EQ(whyIllegal(state, {ActionKind::GpuWarps, {16, 16, 0}}), "");
  state = stateAfter("matmul_256_96_256_bf16",
                     "op0: gpu_blocks_fuse(128,128,0) tile(0,0,32) promote(0) "
                     "promote(1)",
                     onGpu);
  EXPECT_EQ(whyIllegal(state, {ActionKind::GpuWarps, {16, 16, 0}}),
            "op0: gpu_warps needs 2048 threads, and a block has at most 1024; "
            "choose larger tiles");
}

TEST(GpuTilingTest, ResultsOfWarpsAndOtherRegistersFitTheBlock) {
  StateOptions h100 = onGpu;
  h100.limits.sharedBytes = 227 << 10;
  const auto inBlocks = [](llvm::StringRef blocks, StateOptions options) {
    return stateAfter("matmul_1024_256_1024_f16",
                      ("op0: gpu_blocks_fuse(" + blocks +
                       ",0) tile(0,0,64) promote(0) promote(1)")
                          .str(),
                      options);
  };
  const Action warps(ActionKind::GpuWarps, {16, 0, 0});
  EXPECT_EQ(whyIllegal(inBlocks("128,256", h100), warps), "");
  EXPECT_EQ(whyIllegal(inBlocks("256,128", h100), warps), "");
  EXPECT_EQ(whyIllegal(inBlocks("256,256", h100), warps),
            "op0: gpu_warps needs 81920 registers for 512 threads and their "
            "results, and a block has 65536; choose smaller blocks, or larger "
            "tiles");
  // A schedule that is read is the compiler's matter.
  EXPECT_EQ(whyIllegal(inBlocks("256,256", {}), warps), "");
}

TEST(GpuTilingTest, OnAGpuATileOfAWarpIsNotCutAgain) {
  const std::string text = "op0: gpu_blocks_fuse(64,64,0) tile(0,0,32) "
                           "promote(0) promote(1) gpu_warps(32,32,0)";
  const Action tile(ActionKind::Tile, {0, 8, 0}),
      interchange(ActionKind::Interchange, {1, 0, 2});
  const ScheduleState state = stateAfter("matmul_256_96_128_bf16", text, onGpu);
  EXPECT_EQ(whyIllegal(state, tile),
            "op0: tile after gpu_warps; only done may follow");
  EXPECT_EQ(whyIllegal(state, interchange),
            "op0: interchange after gpu_warps; only done may follow");
  EXPECT_EQ(state.legalParameters(ActionKind::Tile).loops.useful, 0u);
  EXPECT_FALSE(state.legalParameters(ActionKind::Interchange).isLegal);
  const ScheduleState read = stateAfter("matmul_256_96_128_bf16", text);
  EXPECT_EQ(whyIllegal(read, interchange), "");
}

TEST(GpuTilingTest, MapsTheLoops) {
  const std::string script = scriptOf(
      "matmul_64_10_48", "op0: gpu_blocks_fuse(16,12,0) gpu_threads(4,4,0)");
  EXPECT_THAT(script, HasSubstr("[#gpu.block<linear_dim_1>, "
                                "#gpu.block<linear_dim_0>]"));
  EXPECT_THAT(script, HasSubstr("[#gpu.thread<linear_dim_1>, "
                                "#gpu.thread<linear_dim_0>]"));
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: tile_parallel(16,12,0)"),
              testing::Not(HasSubstr("#gpu")));
}

TEST(GpuTilingTest, OnAGpuParallelTilesAreNoOthers) {
  ScheduleState state = stateAfter("matmul_64_10_48", "", onGpu);
  EXPECT_EQ(whyIllegal(state, {ActionKind::TileParallel, {16, 12, 0}}),
            "op0: tile_parallel is for processors, not for GPUs; leave it out");
  EXPECT_EQ(state.legalParameters(ActionKind::TileParallel).loops.useful, 0u);
  EXPECT_EQ(state.legalParameters(ActionKind::GpuBlocks).loops.useful, 3u);
  // Schedules are parsed without knowledge of the device.
  EXPECT_EQ(
      stateAfter("matmul_64_10_48", "op0: gpu_blocks(16,12,0)", onGpu).nest(),
      stateAfter("matmul_64_10_48", "op0: gpu_blocks(16,12,0)").nest());
}

TEST(GpuTilingTest, MasksOfferTheKindsOfTheTargetAlone) {
  EncodingOptions options;
  EXPECT_EQ(options.on({}), options);
  EXPECT_FALSE(options.kinds.contains(ActionKind::GpuBlocks));
  EXPECT_TRUE(options.kinds.contains(ActionKind::Winograd));
  const EncodingOptions onBlocks = options.on(onGpu.limits);
  EXPECT_TRUE(onBlocks.kinds.contains(ActionKind::GpuThreadsFuse));
  EXPECT_FALSE(onBlocks.kinds.contains(ActionKind::TileParallel));
  EXPECT_FALSE(onBlocks.kinds.contains(ActionKind::Winograd));
  // A given list stays, and masks allow the actions for the target.
  options.kinds = {ActionKind::TileParallel, ActionKind::GpuBlocks};
  EXPECT_EQ(options.on(onGpu.limits), options);
  std::vector<int8_t> mask(FlatEncoding(options).numActions());
  auto kinds = [&](const StateOptions &target) {
    FlatEncoding(options).mask(
        DecisionState(stateAfter("matmul_64_10_48", "", target)), mask);
    return llvm::ArrayRef(mask).take_front(3).vec();
  };
  EXPECT_THAT(kinds({}), ElementsAre(1, 0, 1));
  EXPECT_THAT(kinds(onGpu), ElementsAre(0, 1, 1));
}

TEST(GpuTilingTest, AnEncodingForGpusHasBlocksAndThreads) {
  const FlatEncoding encoding(EncodingOptions().on(onGpu.limits));
  ScheduleState state = stateAfter("matmul_64_12_48", "", onGpu);
  for (const Action &action : {Action(ActionKind::GpuBlocksFuse, {16, 12, 0}),
                               Action(ActionKind::GpuThreads, {4, 4, 0})}) {
    auto decisions = encoding.decisions(state, action);
    ASSERT_TRUE(bool(decisions)) << llvm::toString(decisions.takeError());
    EXPECT_EQ(encoding.describe(decisions->front()),
              ("kind " + nameOf(action.kind)).str());
    DecisionState decision(state);
    for (unsigned each : *decisions)
      EXPECT_NE(encoding.step(decision, each), StepResult::Illegal);
    state = decision.schedule;
    EXPECT_EQ(state.schedule().entries().back().actions.back(), action);
  }
}

} // namespace
} // namespace mlirgym
