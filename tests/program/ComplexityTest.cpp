#include "Loading.h"
#include "program/payload/PayloadAnalysis.h"

using namespace mlirgym;
using namespace mlirgym::test;

TEST(ComplexityTest, CountsAMultiplyAddAsTwoAndEachArgumentOnce) {
  Complexity work = loadNamed("matmul_8_12_16").complexity();
  EXPECT_EQ(work.flops, 2 * 8 * 12 * 16);
  EXPECT_EQ(work.bytesRead, 4 * (8 * 12 + 12 * 16));
  EXPECT_EQ(work.bytesWritten, 4 * 8 * 16);
}

TEST(ComplexityTest, LeavesIntermediateResultsOut) {
  Complexity work = loadNamed("matmul_bias_relu_3_5_7_f64").complexity();
  EXPECT_EQ(work.flops, 2 * 3 * 5 * 7 + 2 * 3 * 7);
  EXPECT_EQ(work.bytesRead, 8 * (3 * 5 + 5 * 7 + 7));
  EXPECT_EQ(work.bytesWritten, 8 * 3 * 7);
}

TEST(ComplexityTest, CountsAMaximumAndACompareAsOne) {
  EXPECT_EQ(loadNamed("pooling_nchw_max_1_2_9_9_3_4_4").complexity().flops,
            2 * 4 * 4 * 3 * 3);
  EXPECT_EQ(loadNamed("relu_5_7").complexity().flops, 5 * 7);
}

TEST(ComplexityTest, AnArgumentReadAndWrittenCountsTwice) {
  Argument both{.shape = {6},
                .elementType = ElementType::I8,
                .isOutput = true,
                .isInput = true};
  Complexity work = complexityOf({}, both);
  EXPECT_EQ(work.bytesRead, 6);
  EXPECT_EQ(work.bytesWritten, 6);
}
