#include "agents/model/GpuEstimate.h"
#include "SyntheticTimings.h"
#include "agents/model/SpeedupEstimate.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
Target h100() {
  return llvm::cantFail(Target::find({.triple = "nvptx64", .cpu = "sm_90"}));
}

ScheduleState stateOf(llvm::StringRef program, llvm::StringRef schedule) {
  const auto pool = poolOf({program.str()});
  ScheduleState state = llvm::cantFail(ScheduleState::replay(
      pool->programs[0], llvm::cantFail(Schedule::parse(schedule)),
      StateOptions::asWritten()));
  while (!state.finished())
    state.applyLegal(ActionKind::Done);
  return state;
}

double nanoseconds(llvm::StringRef program, llvm::StringRef schedule,
                   const GpuProcessor &gpu = GpuProcessor::of(h100())) {
  return estimatedGpuNs(stateOf(program, schedule), gpu);
}

constexpr const char *matmul = "matmul_2048_2048_2048";
constexpr const char *inRegisters =
    "op0: gpu_blocks_fuse(128,128,0) tile(0,0,16) promote(0) promote(1) "
    "gpu_threads(8,8,0) tile(0,0,4) vectorize";

TEST(GpuEstimateTest, IsNoFasterThanTheHardware) {
  const GpuProcessor &gpu = GpuProcessor::of(h100());
  const double least = 2.0 * 2048 * 2048 * 2048 / gpu.peakFlops();
  const double best = nanoseconds(matmul, inRegisters);
  EXPECT_GE(best, least);
  EXPECT_LE(best, 4 * least);
  const double bytes = 3.0 * 8192 * 8192 * 4;
  const double stream = nanoseconds(
      "add_8192_8192", "op0: gpu_blocks(2,512) gpu_threads(1,4) vectorize");
  EXPECT_GE(stream, bytes / gpu.memoryBandwidth);
  EXPECT_LE(stream, 1.5 * bytes / gpu.memoryBandwidth);
}

TEST(GpuEstimateTest, ReuseInRegistersAndInSharedMemoryPays) {
  const double best = nanoseconds(matmul, inRegisters);
  EXPECT_LT(best,
            nanoseconds(matmul, "op0: gpu_blocks_fuse(128,128,0) tile(0,0,16) "
                                "promote(0) promote(1) gpu_threads(4,4,0) "
                                "tile(0,0,4) vectorize"))
      << "fewer results per loaded element";
  EXPECT_LT(best,
            nanoseconds(matmul, "op0: gpu_blocks_fuse(16,16,0) tile(0,0,16) "
                                "promote(0) promote(1) gpu_threads(8,8,0) "
                                "tile(0,0,4) vectorize"))
      << "less than a warp per block";
  EXPECT_LT(best, nanoseconds(matmul, "op0: gpu_blocks_fuse(16,16,0) "
                                      "tile(0,0,16) promote(0) promote(1)"))
      << "two loads per multiply-add";
  EXPECT_LT(10 * best, nanoseconds(matmul, ""))
      << "one block on one multiprocessor";
}

TEST(GpuEstimateTest, NeighboursReadNeighbours) {
  // Threads along rows, and along columns.
  const char *add = "add_4096_4096";
  EXPECT_LT(
      1.5 *
          nanoseconds(add, "op0: gpu_blocks(8,256) gpu_threads(1,4) vectorize"),
      nanoseconds(add, "op0: gpu_blocks(512,4) gpu_threads(1,0) vectorize"));
}

TEST(GpuEstimateTest, AFewBlocksLeaveMultiprocessorsIdle) {
  const char *add = "add_4096_4096";
  const double many =
      nanoseconds(add, "op0: gpu_blocks(4,256) gpu_threads(1,4) vectorize");
  EXPECT_LT(2 * many, nanoseconds(add, "op0: gpu_blocks(1024,0)"));
  // A fill before the blocks is a kernel of its own.
  EXPECT_LT(nanoseconds(matmul, inRegisters),
            nanoseconds(matmul,
                        "op0: gpu_blocks(128,128,0) tile(0,0,16) promote(0) "
                        "promote(1) gpu_threads(8,8,0) tile(0,0,4) vectorize"));
}

TEST(GpuEstimateTest, ASumIsDividedAmongThreads) {
  const char *softmax = "softmax_8192_4096";
  EXPECT_LT(2 * nanoseconds(softmax, "op3: gpu_blocks_fuse(4,0)"),
            nanoseconds(softmax, "op3: gpu_blocks_fuse(6,0)"))
      << "parts of several sizes: a thread for each sum";
}

TEST(GpuEstimateTest, TensorCoresAndFourWarpsTogetherAreFaster) {
  // The generated program has sums of bf16.
  const char *bf16 = "matmul_4096_4096_4096_bf16";
  const std::string tiles =
      "op0: gpu_blocks_fuse(128,256,0) tile(0,0,64) promote(0) promote(1) ";
  const Target target =
      llvm::cantFail(Target::find({.triple = "nvptx64", .cpu = "sm_90a"}));
  auto ns = [&](llvm::StringRef threads) {
    return nanoseconds(bf16, tiles + threads.str(), GpuProcessor::of(target));
  };
  EXPECT_LT(ns("gpu_warps(16,0,0)"), ns("gpu_warps(64,64,0)"));
  EXPECT_LT(4 * ns("gpu_warps(64,64,0)"),
            ns("gpu_threads(16,8,0) tile(0,0,4) vectorize"));
}

TEST(GpuEstimateTest, MoreResultsThanRegistersAreSlow) {
  const std::string tiles =
      "op0: gpu_blocks_fuse(256,256,0) tile(0,0,16) promote(0) promote(1) ";
  // 1,024 threads have 64 registers each.
  EXPECT_LT(4 * nanoseconds(matmul, inRegisters),
            nanoseconds(matmul, tiles + "gpu_threads(8,8,0) tile(0,0,4) "
                                        "vectorize"));
}

TEST(GpuEstimateTest, SpeedsAreThoseOfTheProcessor) {
  const Target a100 =
      llvm::cantFail(Target::find({.triple = "nvptx64", .cpu = "sm_80"}));
  EXPECT_GT(nanoseconds(matmul, inRegisters, GpuProcessor::of(a100)),
            2 * nanoseconds(matmul, inRegisters));
  const ScheduleState start = stateOf(matmul, ""),
                      end = stateOf(matmul, inRegisters);
  const SpeedupEstimate estimates(start, h100(), 1);
  EXPECT_DOUBLE_EQ(estimates.amount(end), nanoseconds(matmul, inRegisters));
  EXPECT_DOUBLE_EQ(
      estimates.logSpeedup(end),
      std::log(nanoseconds(matmul, "") / nanoseconds(matmul, inRegisters)));
}

} // namespace
