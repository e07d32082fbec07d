#include "program/generators/Family.h"
#include "Loading.h"
#include <set>

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;
using testing::HasSubstr;

static std::string nameErrorOf(llvm::StringRef name) {
  auto text = generateProgram(name);
  return text ? "" : llvm::toString(text.takeError());
}

static llvm::SmallVector<int64_t, 4> outputShape(llvm::StringRef name) {
  return loadNamed(name).arguments().back().shape;
}

TEST(FamilyTest, NamesTheLongestFamilyThatFits) {
  auto chain = parseProgramName("matmul_bias_relu_6_10_14");
  ASSERT_TRUE(bool(chain));
  EXPECT_EQ(chain->family->name, "matmul_bias_relu");
  auto plain = parseProgramName("matmul_6_10_14_f64");
  ASSERT_TRUE(bool(plain));
  EXPECT_EQ(plain->family->name, "matmul");
  EXPECT_THAT(plain->numbers, ElementsAre(6, 10, 14));
  EXPECT_EQ(plain->type, ElementType::F64);
}

TEST(FamilyTest, OrdersNumbersAsTheirPatternSays) {
  Program program = loadNamed("matmul_3_5_7");
  EXPECT_THAT(program.arguments()[0].shape, ElementsAre(3, 5));
  EXPECT_THAT(program.arguments()[1].shape, ElementsAre(5, 7));
  EXPECT_THAT(program.arguments()[2].shape, ElementsAre(3, 7));
}

TEST(FamilyTest, TakesTheStrideFromTheExtents) {
  // MLIR-RL: 14 inputs to 7 outputs with a window of 1 is stride 2.
  auto text = generateProgram("conv_2d_nchw_fchw_2_3_14_14_5_1_1_7_7");
  ASSERT_TRUE(bool(text));
  EXPECT_THAT(*text, HasSubstr("strides = dense<[2, 2]>"));
  EXPECT_THAT(outputShape("conv_2d_nchw_fchw_2_3_14_14_5_1_1_7_7"),
              ElementsAre(2, 5, 7, 7));
  // Height and width on their own.
  auto uneven = generateProgram("conv_2d_nhwc_hwcf_2_9_11_3_4_3_2_4_10");
  ASSERT_TRUE(bool(uneven));
  EXPECT_THAT(*uneven, HasSubstr("strides = dense<[2, 1]>"));
}

TEST(FamilyTest, WritesEveryElementType) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
        ElementType::I64, ElementType::I32, ElementType::I8})
    for (llvm::StringRef name :
         {"matmul_3_5_7", "relu_4_6", "add_4_6", "matmul_bias_relu_3_5_7",
          "pooling_nchw_max_1_2_9_9_3_4_4"}) {
      Program program = loadNamed((name + "_" + nameOfElement(type)).str());
      ASSERT_FALSE(program.arguments().empty());
      EXPECT_EQ(program.arguments().back().elementType, type);
    }
}

TEST(FamilyTest, SumsShortFactorsInLongerTypes) {
  for (llvm::StringRef name : {"matmul_3_5_7", "batch_matmul_2_3_5_7",
                               "conv_2d_nchw_fchw_1_3_8_8_5_3_3_6_6",
                               "conv_2d_nhwc_hwcf_1_8_8_3_5_3_3_6_6"}) {
    Program program = loadNamed((name + "_i8_i32").str());
    ASSERT_EQ(program.arguments().size(), 3u);
    EXPECT_EQ(program.arguments()[0].elementType, ElementType::I8);
    EXPECT_EQ(program.arguments()[1].elementType, ElementType::I8);
    EXPECT_EQ(program.arguments()[2].elementType, ElementType::I32);
  }
  auto parsed = parseProgramName("matmul_3_5_7_bf16_f32");
  ASSERT_TRUE(bool(parsed));
  EXPECT_EQ(parsed->type, ElementType::F32);
  EXPECT_EQ(parsed->argumentType, ElementType::BF16);
  for (llvm::StringRef name :
       {"relu_3_5_i8_i32", "matmul_bias_relu_3_5_7_bf16_f32",
        "matmul_3_5_7_f32_f32", "matmul_3_5_7_f32_bf16", "matmul_3_5_7_i8_f32"})
    EXPECT_THAT(nameErrorOf(name), HasSubstr("two element types are those of"))
        << name.str();
}

TEST(FamilyTest, SaysWhichFamiliesThereAre) {
  EXPECT_THAT(
      nameErrorOf("transpose_3_4"),
      HasSubstr("transpose_3_4: no such program family, and no network or "
                "operator; use one of matmul_M_K_N, batch_matmul_B_M_K_N"));
}

TEST(FamilyTest, SaysWhichNumberIsMissing) {
  EXPECT_EQ(nameErrorOf("matmul_3_4"),
            "matmul_3_4: 2 numbers, N is missing; write matmul_M_K_N");
  EXPECT_EQ(nameErrorOf("matmul"),
            "matmul: 0 numbers, M is missing; write matmul_M_K_N");
  EXPECT_EQ(nameErrorOf("matmul_3_4_5_6"),
            "matmul_3_4_5_6: 4 numbers instead of 3; write matmul_M_K_N");
}

TEST(FamilyTest, RefusesWhatIsNoExtent) {
  for (llvm::StringRef name : {"relu_0", "relu_-3", "relu_3x4", "relu_3_",
                               "relu_99999999999999999999", "relu_3_f8"})
    EXPECT_THAT(nameErrorOf(name), HasSubstr("is not a number between 1 and"))
        << name.str();
}

TEST(FamilyTest, RefusesASecondNameOfTheSameProgram) {
  EXPECT_EQ(nameErrorOf("matmul_64_64_064"),
            "matmul_64_64_064: '064' begins with a zero; write 64");
}

TEST(FamilyTest, RefusesExtentsWithoutAStride) {
  EXPECT_THAT(nameErrorOf("pooling_nchw_max_1_2_9_9_3_6_6"),
              HasSubstr("no stride gives 6 outputs from 9 inputs and a window "
                        "of 3; the outputs are"));
  EXPECT_THAT(nameErrorOf("conv_2d_nchw_fchw_1_2_3_3_4_5_5_1_1"),
              HasSubstr("no stride gives 1 outputs from 3 inputs"));
}

TEST(FamilyTest, RefusesAnExponentialOfIntegers) {
  EXPECT_EQ(nameErrorOf("softmax_3_4_i32"),
            "softmax_3_4_i32: an exponential of integers; use f32, f64, f16 or "
            "bf16");
  EXPECT_NE(nameErrorOf("attention_1_3_4_i8"), "");
}

TEST(FamilyTest, ListsEachFamilyOnce) {
  std::set<llvm::StringRef> names;
  for (const ProgramFamily &family : programFamilies()) {
    EXPECT_TRUE(names.insert(family.name).second);
    EXPECT_TRUE(family.pattern.starts_with(family.name));
    EXPECT_FALSE(family.summary.empty());
  }
}

TEST(FamilyTest, KnowsTheIterationsOfTheLargestOperation) {
  auto iterations = [](llvm::StringRef name) {
    auto parsed = parseProgramName(name);
    return parsed ? parsed->family->iterations(*parsed->family, parsed->numbers)
                  : -1;
  };
  EXPECT_EQ(iterations("matmul_3_5_7"), 3 * 5 * 7);
  EXPECT_EQ(iterations("conv_2d_nchw_fchw_2_3_9_9_4_3_3_7_7"),
            2 * 3 * 4 * 3 * 3 * 7 * 7);
  EXPECT_EQ(iterations("pooling_nchw_max_2_3_9_9_3_7_7"),
            2 * 3 * 3 * 3 * 7 * 7);
  EXPECT_EQ(iterations("mlp_4_3_11_2"), 4 * 33);
  EXPECT_EQ(iterations("attention_2_7_3"), 2 * 7 * 7 * 3);
}

TEST(FamilyTest, CountsTheIterationsOfPublishedKernels) {
  // Of those families the numbers are not the trip counts of one operation.
  unsigned checked = 0;
  for (const Family &family : families()) {
    if (!family.name.starts_with("polybench_") &&
        !family.name.ends_with("_correlator"))
      continue;
    ++checked;
    for (int64_t step : {1, 2}) {
      llvm::SmallVector<int64_t> numbers;
      std::string name = family.name.str();
      for (size_t i = 0; i < family.parameters.size(); ++i) {
        numbers.push_back(7 + step * int64_t(i));
        name += "_" + std::to_string(numbers.back());
      }
      double largest = 0;
      const Program program = loadNamed(name);
      for (const Operation &op : program.operations()) {
        double count = 1;
        for (int64_t trips : op.tripCounts)
          count *= double(trips);
        largest = std::max(largest, count);
      }
      EXPECT_EQ(family.iterations(family, numbers), largest) << name;
    }
  }
  EXPECT_EQ(checked, 17u);
}
