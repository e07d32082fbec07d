#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

// Two images of 12 x 16 places with 5 channels, 7 filters of 3 x 3.
constexpr llvm::StringLiteral channelsFirst =
    "conv_2d_nchw_fchw_2_5_14_18_7_3_3_12_16";
constexpr llvm::StringLiteral channelsLast =
    "conv_2d_nhwc_hwcf_2_14_18_5_7_3_3_12_16";

std::string why(llvm::StringRef program, llvm::StringRef before = "",
                StateOptions options = {}) {
  return whyIllegal(stateAfter(program, before, options), ActionKind::Winograd);
}

/// Of the convolution linalg.`kind`.
std::string whyIn(llvm::StringRef kind, llvm::StringRef image,
                  llvm::StringRef filter, llvm::StringRef result,
                  llvm::StringRef attributes = "") {
  auto program = convolutionOf(kind, image, filter, result, attributes);
  return whyIllegal(ScheduleState(program), ActionKind::Winograd);
}

TEST(WinogradTest, EndsTheOperationInVectors) {
  for (llvm::StringRef program : {channelsFirst, channelsLast}) {
    EXPECT_EQ(why(program), "");
    EXPECT_TRUE(
        stateAfter(program).legalParameters(ActionKind::Winograd).isLegal);
    ScheduleState state = stateAfter(program, "op0: winograd");
    EXPECT_TRUE(state.finished());
    EXPECT_TRUE(state.nest(0).isVectorized);
    EXPECT_TRUE(state.nest(0).isMarkedBy(ActionKind::Winograd));
    EXPECT_EQ(state.schedule().text(), "op0: winograd");
    EXPECT_EQ(state.schedule().canonical().text(), "op0: winograd");
    ScheduleState again = stateAfter(program, "op0: winograd");
    EXPECT_EQ(state, again);
    EXPECT_EQ(hash_value(state), hash_value(again));
  }
}

TEST(WinogradTest, IsForThreeKindsOfConvolutions) {
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_fhwc", "1x6x8x3xf64", "4x3x3x3xf64", "1x4x6x4xf64"),
      "");
  EXPECT_EQ(
      whyIn("conv_2d_nchw_fchw", "1x3x6x8xf32", "4x3x3x3xf32", "1x4x4x6xf32"),
      "");
  const char *reason = "op0: winograd is for linalg.conv_2d_nchw_fchw, "
                       "conv_2d_nhwc_hwcf and conv_2d_nhwc_fhwc; end it with "
                       "vectorize";
  EXPECT_EQ(whyIn("depthwise_conv_2d_nhwc_hwc", "1x6x8x3xf32", "3x3x3xf32",
                  "1x4x6x3xf32"),
            reason);
  EXPECT_EQ(whyIn("conv_2d", "6x8xf32", "3x3xf32", "4x6xf32"), reason);
  EXPECT_EQ(why("matmul_64_10_48"), reason);
}

TEST(WinogradTest, WindowsAreDenseAndThreeByThree) {
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_hwcf", "1x6x8x3xf32", "3x1x3x4xf32", "1x4x8x4xf32"),
      "op0: winograd is for windows of 3 x 3; end it with vectorize");
  EXPECT_EQ(
      whyIn("conv_2d_nchw_fchw", "1x3x8x8xf32", "4x3x5x5xf32", "1x4x4x4xf32"),
      "op0: winograd is for windows of 3 x 3; end it with vectorize");
  EXPECT_EQ(whyIn("conv_2d_nchw_fchw", "1x3x9x9xf32", "4x3x3x3xf32",
                  "1x4x4x4xf32", "{strides = dense<2> : vector<2xi64>}"),
            "op0: winograd is for a stride of 1; end it with vectorize");
  EXPECT_EQ(whyIn("conv_2d_nhwc_hwcf", "1x6x9x3xf32", "3x3x3x4xf32",
                  "1x4x4x4xf32", "{strides = dense<[1, 2]> : vector<2xi64>}"),
            "op0: winograd is for a stride of 1; end it with vectorize");
  EXPECT_EQ(whyIn("conv_2d_nhwc_fhwc", "1x8x8x3xf32", "4x3x3x3xf32",
                  "1x4x4x4xf32", "{dilations = dense<2> : vector<2xi64>}"),
            "op0: winograd is for a dilation of 1; end it with vectorize");
}

TEST(WinogradTest, AllElementsAreOfOneOfTwoTypes) {
  const char *reason =
      "op0: winograd is for f32 or f64 throughout; end it with vectorize";
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_hwcf", "1x6x8x3xf16", "3x3x3x4xf16", "1x4x6x4xf16"),
      reason);
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_hwcf", "1x6x8x3xf32", "3x3x3x4xf32", "1x4x6x4xf64"),
      reason);
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_fhwc", "1x6x8x3xi8", "4x3x3x3xi8", "1x4x6x4xi32"),
      reason);
}

TEST(WinogradTest, ResultsAreTwoByTwo) {
  const char *reason = "op0: winograd is for an even number of rows and of "
                       "columns; end it with vectorize";
  EXPECT_EQ(
      whyIn("conv_2d_nhwc_hwcf", "1x7x8x3xf32", "3x3x3x4xf32", "1x5x6x4xf32"),
      reason);
  EXPECT_EQ(
      whyIn("conv_2d_nchw_fchw", "1x3x6x9xf32", "4x3x3x3xf32", "1x4x4x7xf32"),
      reason);
}

TEST(WinogradTest, LiesInTilesOfWholeWindowsAndEvenRows) {
  ScheduleState state = stateAfter(
      channelsFirst, "op0: tile_parallel_fuse(1,0,4,0,0,0,0) promote(0) "
                     "tile(0,0,2,8,1,0,0) winograd");
  EXPECT_TRUE(state.finished());
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(1, 7, 2, 8, 1, 3, 3));
  EXPECT_EQ(why(channelsLast, "op0: tile(1,6,4,0,0,0,0)"), "");

  const char *part =
      "op0: winograd of a part of the window; leave its loops whole (size 0)";
  EXPECT_EQ(why(channelsFirst, "op0: tile(0,0,0,0,0,1,0)"), part);
  EXPECT_EQ(why(channelsLast, "op0: tile(0,0,0,0,0,2,0)"), part);
  const char *odd = "op0: winograd of a tile with an odd number of rows or "
                    "columns; take even sizes";
  EXPECT_EQ(why(channelsFirst, "op0: tile(0,0,3,0,0,0,0)"), odd);
  EXPECT_EQ(why(channelsLast, "op0: tile(0,0,1,0,0,0,0)"), odd);
  const char *remainder = "op0: winograd of a tile with a remainder; take "
                          "sizes that divide the loops";
  EXPECT_EQ(why(channelsFirst, "op0: tile(0,0,8,0,0,0,0)"), remainder);
  EXPECT_EQ(why(channelsFirst, "op0: tile(0,2,0,0,0,0,0)"), remainder);
  EXPECT_EQ(why(channelsLast, "op0: tile(0,0,0,0,0,0,4)"), remainder);
}

TEST(WinogradTest, LiesInTilesOfItsConsumer) {
  constexpr llvm::StringLiteral chain =
      "conv_bias_relu_nchw_2_5_14_18_7_3_3_12_16";
  ScheduleState state = stateAfter(
      chain, "op1: tile_fuse(1,0,4,0) tile(0,1,1,0) vectorize; op0: winograd");
  EXPECT_TRUE(state.finished());
  EXPECT_TRUE(state.nest(0).isMarkedBy(ActionKind::Winograd));
  EXPECT_EQ(state.nest(0).fusedInto, 1);
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(1, 7, 4, 16, 5, 3, 3));
  EXPECT_THAT(why(chain, "op1: tile_fuse(1,0,3,0) done"),
              HasSubstr("a tile with an odd number of rows"));
  EXPECT_THAT(why(chain, "op1: tile_fuse(1,0,8,0) done"),
              HasSubstr("a tile with a remainder"));
}

TEST(WinogradTest, NeedsTheConvolutionAsItWasNamed) {
  EXPECT_EQ(why(channelsFirst, "op0: img2col"),
            "op0: winograd after img2col, which left no convolution; leave one "
            "of them out");
  EXPECT_EQ(why(channelsLast, "op0: interchange(1,0,2,3,4,5,6)"),
            "op0: winograd after an action that left a linalg.generic; leave "
            "that one out");
  EXPECT_EQ(why("conv_2d_nchw_fchw_2_6_14_18_7_3_3_12_16",
                "op0: tile_reduction(0,0,0,0,3,0,0)"),
            "op0: winograd after tile_reduction or stream; only vectorize or "
            "done may follow");
}

TEST(WinogradTest, IsForProcessors) {
  const char *reason =
      "op0: winograd is for processors, not for GPUs; end it with vectorize";
  EXPECT_EQ(why(channelsFirst, "",
                {.limits = {.vectorBytes = 16,
                            .accumulators = 28,
                            .hasBlocks = true}}),
            "op0: winograd is for processors, not for GPUs; leave it out");
  // Schedules are parsed without knowledge of the device.
  EXPECT_EQ(why(channelsFirst, "op0: gpu_blocks(1,0,4,0,0,0,0)"), reason);
}

TEST(WinogradTest, MarksTheOperation) {
  const std::string script =
      scriptOf(channelsFirst, "op0: tile_fuse(1,0,4,0,0,0,0) winograd");
  EXPECT_THAT(script, HasSubstr("\"mlirgym.winograd\""));
  EXPECT_THAT(script, testing::Not(HasSubstr("mlirgym.vectorize")));
}

TEST(WinogradTest, NothingFollows) {
  auto schedule = llvm::cantFail(Schedule::parse("op0: winograd vectorize"));
  auto state = ScheduleState::replay(programNamed(channelsFirst), schedule);
  ASSERT_FALSE(bool(state));
  EXPECT_THAT(llvm::toString(state.takeError()),
              HasSubstr("comes after the operation ended"));
}

} // namespace
} // namespace mlirgym
