#include "TestPrograms.h"
#include "actions/VectorCost.h"
#include "actions/encoding/Encoding.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

// Two images of 9 x 11 with 3 channels, 5 filters of 2 x 3, stride 1.
constexpr llvm::StringLiteral channelsLast =
    "conv_2d_nhwc_hwcf_2_9_11_3_5_2_3_8_9";
constexpr llvm::StringLiteral channelsFirst =
    "conv_2d_nchw_fchw_2_3_9_11_5_2_3_8_9";

/// Loops that index each dimension of an operand.
std::vector<std::vector<unsigned>> loopsOf(const Operand &operand) {
  std::vector<std::vector<unsigned>> dims;
  for (const AffineTerm &term : operand.map) {
    auto &loops = dims.emplace_back();
    for (unsigned i = 0; i < term.coefficients.size(); ++i)
      if (term.coefficients[i] != 0)
        loops.push_back(i);
  }
  return dims;
}

/// Of the convolution linalg.`kind`.
std::string whyIllegalIn(llvm::StringRef kind, llvm::StringRef image,
                         llvm::StringRef filter, llvm::StringRef result,
                         llvm::StringRef attributes = "") {
  auto program = convolutionOf(kind, image, filter, result, attributes);
  return whyIllegal(ScheduleState(program), ActionKind::Img2col);
}

TEST(Img2colTest, MakesAProductOfWindowsAndFilter) {
  ScheduleState state = stateAfter(channelsLast, "op0: img2col");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(2, 72, 5, 18));
  EXPECT_EQ(state.nest(0).loops[3].iterator, IteratorType::Reduction);
  const Operation &product = state.operation();
  EXPECT_EQ(product.kind, "linalg.generic");
  EXPECT_THAT(product.inputs[0].shape, ElementsAre(2, 72, 18));
  EXPECT_THAT(product.inputs[1].shape, ElementsAre(18, 5));
  EXPECT_THAT(product.inits[0].shape, ElementsAre(2, 72, 5));
  EXPECT_THAT(loopsOf(product.inputs[0]),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(3)));
  EXPECT_THAT(loopsOf(product.inputs[1]),
              ElementsAre(ElementsAre(3), ElementsAre(2)));
  EXPECT_FALSE(state.finished());
}

TEST(Img2colTest, TheFilterComesFirstWhereChannelsDo) {
  ScheduleState state = stateAfter(channelsFirst, "op0: img2col");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(2, 5, 72, 18));
  const Operation &product = state.operation();
  EXPECT_THAT(product.inputs[0].shape, ElementsAre(5, 18));
  EXPECT_THAT(product.inputs[1].shape, ElementsAre(2, 18, 72));
  EXPECT_THAT(loopsOf(product.inputs[1]),
              ElementsAre(ElementsAre(0), ElementsAre(3), ElementsAre(2)));
}

TEST(Img2colTest, TheProgramStaysAsItWas) {
  ScheduleState state = stateAfter(channelsLast, "op0: img2col");
  EXPECT_EQ(state.program().operations()[0].kind, "linalg.conv_2d_nhwc_hwcf");
  ScheduleState again = stateAfter(channelsLast, "op0: img2col");
  EXPECT_EQ(state, again);
  EXPECT_EQ(hash_value(state), hash_value(again));
  EXPECT_FALSE(state == stateAfter(channelsLast));
}

TEST(Img2colTest, OtherActionsApplyToTheProduct) {
  ScheduleState state = stateAfter(
      channelsLast, "op0: img2col tile_parallel(1,24,0,0) interchange(0,1,3,2) "
                    "tile(0,4,1,0) promote(1) vectorize");
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("forall 2 by 1", "forall 72 by 24", "for 24 by 4",
                          "for 18 by 1"));
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(1, 4, 1, 5));
  EXPECT_TRUE(state.nest(0).isVectorized);
}

TEST(Img2colTest, NothingFusesIntoTheProduct) {
  ScheduleState state = stateAfter(channelsLast, "op0: img2col");
  EXPECT_EQ(state.legalParameters(ActionKind::TileFuse).loops.useful, 0u);
  EXPECT_EQ(whyIllegal(state, Action(ActionKind::TileFuse, {1, 0, 0, 0})),
            "op0: tile_fuse after img2col, which hides producers and fills "
            "behind reshapes; use tile");
}

TEST(Img2colTest, TakesAnyStrideAndElementType) {
  EXPECT_EQ(whyIllegalIn("conv_2d_nhwc_hwcf", "1x9x9x3xf64", "3x3x3x4xf64",
                         "1x4x4x4xf64", "{strides = dense<2> : vector<2xi64>}"),
            "");
  EXPECT_EQ(whyIllegalIn("conv_2d_nhwc_fhwc", "1x9x9x3xi8", "4x1x1x3xi8",
                         "1x9x9x4xi32"),
            "");
}

TEST(Img2colTest, RejectsWhatMlirDoesNotRewriteToAProduct) {
  EXPECT_EQ(whyIllegalIn("conv_2d_nhwc_hwcf", "1x9x9x3xf32", "3x3x3x4xf32",
                         "1x5x5x4xf32",
                         "{dilations = dense<2> : vector<2xi64>}"),
            "op0: img2col of windows with a dilation; leave it out");
  // A window of one element has no gaps, but MLIR rejects it.
  EXPECT_THAT(whyIllegalIn("conv_2d_nhwc_hwcf", "1x9x9x3xf32", "1x1x3x4xf32",
                           "1x9x9x4xf32",
                           "{dilations = dense<3> : vector<2xi64>}"),
              HasSubstr("dilation"));
  EXPECT_THAT(whyIllegalIn("depthwise_conv_2d_nhwc_hwc", "1x9x9x3xf32",
                           "3x3x3xf32", "1x7x7x3xf32"),
              HasSubstr("is for linalg.conv_2d_nhwc_hwcf, conv_2d_nhwc_fhwc "
                        "and conv_2d_nchw_fchw; leave it out"));
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48"), ActionKind::Img2col),
              HasSubstr("is for linalg.conv_2d"));
}

TEST(Img2colTest, ComesBeforeWhatChangesTheLoops) {
  auto why = [](llvm::StringRef before) {
    return whyIllegal(stateAfter(channelsLast, before), ActionKind::Img2col);
  };
  EXPECT_THAT(why("op0: tile(1,0,0,0,0,0,0)"),
              HasSubstr("lies in tiles; put it before tiling"));
  EXPECT_THAT(why("op0: interchange(1,0,2,3,4,5,6)"),
              HasSubstr("after an action that left a linalg.generic"));
  EXPECT_THAT(why("op0: img2col"), HasSubstr("was applied already"));
}

TEST(Img2colTest, TheMaskOffersItOnce) {
  FlatEncoding encoding;
  DecisionState state(stateAfter(channelsFirst));
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);
  EXPECT_EQ(mask[size_t(ActionKind::Img2col)], 1);
  EXPECT_EQ(encoding.step(state, unsigned(ActionKind::Img2col)),
            StepResult::Applied);
  encoding.mask(state, mask);
  EXPECT_EQ(mask[size_t(ActionKind::Img2col)], 0);
  EXPECT_EQ(mask[size_t(ActionKind::Tile)], 1);
  EXPECT_EQ(mask[size_t(ActionKind::TileFuse)], 0);
}

TEST(Img2colTest, TagsTheProductAndTheWindows) {
  std::string script = scriptOf(channelsLast, "op0: img2col");
  EXPECT_THAT(script,
              HasSubstr("transform.structured.convert_conv2d_to_img2col"));
  EXPECT_THAT(script, HasSubstr("transform.get_producer_of_operand"));
  EXPECT_THAT(script, HasSubstr("\"op0.windows\""));
}

} // namespace
} // namespace mlirgym
