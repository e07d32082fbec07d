#include "TestPrograms.h"
#include "actions/SharedMemory.h"
#include "actions/encoding/Encoding.h"
#include "program/RandomStream.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::HasSubstr;

StateOptions withShared(int64_t bytes) {
  return {.limits = {.vectorBytes = 16,
                     .accumulators = 48,
                     .hasBlocks = true,
                     .sharedBytes = bytes}};
}

TEST(GpuLimitsTest, ABlockHasAtMost1024Threads) {
  const ScheduleState state = stateAfter(
      "matmul_256_10_256", "op0: gpu_blocks(128,128,0)", withShared(48 << 10));
  EXPECT_EQ(whyIllegal(state, {ActionKind::GpuThreads, {4, 4, 0}}), "");
  EXPECT_EQ(
      whyIllegal(state, {ActionKind::GpuThreads, {4, 2, 0}}),
      "op0: gpu_threads needs 2048 threads, and a block has at most 1024; "
      "choose larger tiles");
  // A schedule that is read is not limited.
  EXPECT_EQ(
      whyIllegal(stateAfter("matmul_256_10_256", "op0: gpu_blocks(128,128,0)"),
                 {ActionKind::GpuThreads, {4, 2, 0}}),
      "");
}

TEST(GpuLimitsTest, CopiesFitTheSharedMemory) {
  const char *schedule = "op0: gpu_blocks(64,32,0) tile(0,0,16)";
  ScheduleState state =
      stateAfter("matmul_128_64_128", schedule, withShared(10 << 10));
  // 64 x 16 f32, twice: the next part is fetched during the present one.
  EXPECT_EQ(whyIllegal(state, {ActionKind::Promote, {0}}), "");
  state.applyLegal({ActionKind::Promote, {0}});
  EXPECT_EQ(sharedBytesOfBlock(state, 0), 2 * 64 * 16 * 4);
  EXPECT_EQ(whyIllegal(state, {ActionKind::Promote, {1}}),
            "op0: promote(1): with this copy the buffers of a block take 12288 "
            "bytes of shared memory, more than 10240; choose smaller tiles");
  EXPECT_EQ(state.legalParameters(ActionKind::Promote).inputs, 0u);
  EXPECT_EQ(stateAfter("matmul_128_64_128", schedule, withShared(12 << 10))
                .legalParameters(ActionKind::Promote)
                .inputs,
            3u);
}

TEST(GpuLimitsTest, BuffersInSharedMemoryHaveOneSize) {
  const ScheduleState state =
      stateAfter("matmul_128_50_128", "op0: gpu_blocks(32,32,0) tile(0,0,16)",
                 withShared(48 << 10));
  EXPECT_THAT(whyIllegal(state, {ActionKind::Promote, {0}}),
              HasSubstr("choose tile sizes that divide the loops"));
  EXPECT_THAT(whyIllegal(stateAfter("softmax_100_64", "", withShared(48 << 10)),
                         {ActionKind::GpuBlocksFuse, {6, 0}}),
              HasSubstr("choose tile sizes that divide the loops, or "
                        "gpu_blocks"));
  EXPECT_THAT(
      whyIllegal(stateAfter("matmul_100_64_64", "op0: gpu_blocks(6,8,0)",
                            withShared(48 << 10)),
                 {ActionKind::TileReduction, {0, 0, 8}}),
      HasSubstr("choose tile sizes that divide the loops"));
}

TEST(GpuLimitsTest, ResultsOfProducersFitTheSharedMemory) {
  const ScheduleState start =
      stateAfter("matmul_bias_relu_256_40_128", "", withShared(16 << 10));
  EXPECT_EQ(whyIllegal(start, {ActionKind::GpuBlocksFuse, {64, 64}}), "");
  EXPECT_EQ(
      whyIllegal(start, {ActionKind::GpuBlocksFuse, {64, 0}}),
      "op1: gpu_blocks_fuse keeps 32768 bytes of the results of producers and "
      "of copies in the shared memory of a block, more than 16384; choose "
      "smaller tiles, or gpu_blocks");
  ScheduleState state = start;
  state.applyLegal({ActionKind::GpuBlocksFuse, {64, 64}});
  EXPECT_EQ(sharedBytesOfBlock(state, 1), 64 * 64 * 4);
  EXPECT_EQ(sharedBytesOfBlock(state, 0), 64 * 64 * 4);
  // In the registers of a thread.
  state.applyLegal({ActionKind::GpuThreadsFuse, {4, 4}});
  EXPECT_EQ(sharedBytesOfBlock(state, 1), 0);
}

TEST(GpuLimitsTest, PartialResultsFitTheSharedMemory) {
  const ScheduleState state = stateAfter(
      "matmul_64_512_64", "op0: gpu_blocks(8,8,0)", withShared(16 << 10));
  EXPECT_EQ(whyIllegal(state, {ActionKind::TileReduction, {0, 0, 64}}), "");
  EXPECT_EQ(whyIllegal(state, {ActionKind::TileReduction, {0, 0, 128}}),
            "op0: tile_reduction keeps 32768 bytes of partial results in the "
            "shared memory of a block, more than the 16384 that are left; "
            "choose smaller tiles");
}

TEST(GpuLimitsTest, AGridHasAtMost65535BlocksAcross) {
  const ScheduleState state =
      stateAfter("add_70000_64", "", withShared(48 << 10));
  EXPECT_EQ(whyIllegal(state, {ActionKind::GpuBlocks, {1, 0}}), "");
  EXPECT_THAT(whyIllegal(state, {ActionKind::GpuBlocks, {1, 32}}),
              HasSubstr("makes 70000 blocks besides those along the last loop, "
                        "more than 65535; choose larger tiles"));
}

/// With little memory, most tiles do not fit.
TEST(GpuLimitsTest, MasksLeadToLegalActionsAlone) {
  for (const char *name :
       {"matmul_256_64_256", "matmul_bias_relu_256_64_128", "softmax_256_2048",
        "attention_4_64_32", "conv_2d_nhwc_hwcf_1_30_30_8_16_3_3_28_28"}) {
    const StateOptions options = withShared(8 << 10);
    const FlatEncoding encoding(EncodingOptions().on(options.limits));
    std::vector<int8_t> mask(encoding.numActions());
    RandomStream random(7);
    for (int episode = 0; episode < 40; ++episode) {
      DecisionState state(stateAfter(name, "", options));
      while (!state.schedule.finished()) {
        encoding.mask(state, mask);
        std::vector<unsigned> legal;
        for (unsigned i = 0; i < mask.size(); ++i)
          if (mask[i])
            legal.push_back(i);
        ASSERT_FALSE(legal.empty()) << state.schedule.schedule().text();
        encoding.step(state, legal[random.below(legal.size())]);
      }
      ScheduleState replayed = stateAfter(name, "", options);
      for (const Schedule::Entry &entry : state.schedule.schedule().entries()) {
        replayed.skipTo(entry.op);
        for (const Action &action : entry.actions) {
          ASSERT_EQ(whyIllegal(replayed, action), "")
              << state.schedule.schedule().text();
          EXPECT_LE(sharedBytesOfBlock(replayed, entry.op),
                    options.limits.sharedBytes);
          replayed.applyLegal(action);
        }
      }
    }
  }
}

} // namespace
} // namespace mlirgym
