#include "execution/wire/OutputComparison.h"
#include "execution/wire/NarrowFloat.h"
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

template <typename T> llvm::ArrayRef<char> bytesOf(const std::vector<T> &v) {
  return {reinterpret_cast<const char *>(v.data()), v.size() * sizeof(T)};
}

std::vector<char> written(ElementType type, llvm::ArrayRef<double> values) {
  std::vector<char> bytes(values.size() * sizeOfTolerance(type));
  writeTolerances(type, values, bytes.data());
  return bytes;
}

/// With tolerances relative to the magnitude.
template <typename T>
std::string compare(ElementType type, const std::vector<T> &actual,
                    const std::vector<T> &expected, double tolerance) {
  auto size = static_cast<int64_t>(expected.size());
  std::vector<char> tolerances(expected.size() * sizeOfTolerance(type));
  writeRelativeTolerances(type, bytesOf(expected), tolerance,
                          tolerances.data());
  return ReferenceOutput(type, bytesOf(expected), tolerances.data(),
                         kernelAverageLimit)
      .compare(bytesOf(actual), {size})
      .value_or("");
}

/// With a tolerance for each element.
template <typename T>
std::string compareEach(ElementType type, const std::vector<T> &actual,
                        const std::vector<T> &expected,
                        const std::vector<double> &tolerances) {
  auto size = static_cast<int64_t>(expected.size());
  std::vector<char> bytes = written(type, tolerances);
  return ReferenceOutput(type, bytesOf(expected), bytes.data(), 1)
      .compare(bytesOf(actual), {size})
      .value_or("");
}

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(ComparisonTest, AllowsRoundingAndNoMore) {
  std::vector<float> expected(5000, 1.0f), actual = expected;
  actual[4321] = 1.0f + 1e-5f;
  EXPECT_EQ(compare(ElementType::F32, actual, expected, 1e-5), "");
  actual[4321] = 1.0f + 4e-5f;
  EXPECT_THAT(compare(ElementType::F32, actual, expected, 1e-5),
              HasSubstr("[4321] is 1.00"));
}

TEST(ComparisonTest, ASmallElementMayBeOffByThePartOfTheMagnitude) {
  // A sum that cancels: its rounding error is relative to its terms.
  std::vector<double> expected{100, 1e-9, -100, 100}, actual = expected;
  actual[1] = 5e-9;
  EXPECT_EQ(compare(ElementType::F64, actual, expected, 1e-10), "");
}

TEST(ComparisonTest, RefusesWhatIsOffOnAverage) {
  // Each element within the tolerance, but all on one side of it.
  std::vector<double> expected(100, 1.0), actual(100, 1.0 + 1.5e-6);
  EXPECT_THAT(compare(ElementType::F64, actual, expected, 1e-6),
              HasSubstr("on average"));
}

TEST(ComparisonTest, SquaresTooLargeForAFloatAreNoMistake) {
  std::vector<float> expected(3000, 1e30f), actual(3000, 1.000001e30f);
  EXPECT_EQ(compare(ElementType::F32, actual, expected, 1e-5), "");
  actual.assign(3000, 1.000008e30f);
  EXPECT_THAT(compare(ElementType::F32, actual, expected, 1e-5),
              HasSubstr("on average"));
}

TEST(ComparisonTest, NanAndInfinityStayInTheirPlaces) {
  std::vector<double> expected{1, nan, inf, -inf};
  EXPECT_EQ(compare(ElementType::F64, expected, expected, 1e-9), "");
  EXPECT_NE(compare(ElementType::F64, {1, 1, inf, -inf}, expected, 1e-9), "");
  EXPECT_NE(compare(ElementType::F64, {nan, nan, inf, -inf}, expected, 1e-9),
            "");
  EXPECT_NE(compare(ElementType::F64, {1, nan, -inf, -inf}, expected, 1e-9),
            "");
  EXPECT_NE(compare(ElementType::F64, {1, nan, 1e308, -inf}, expected, 1e-9),
            "");
}

TEST(ComparisonTest, IntegersAreExact) {
  std::vector<int32_t> expected{1, 2, 3}, actual{1, 2, 4};
  EXPECT_EQ(compare(ElementType::I32, expected, expected, 0.5), "");
  EXPECT_EQ(compare(ElementType::I32, actual, expected, 0.5),
            "[2] is 4 instead of 3; 1 of 3 elements are wrong");
}

TEST(ComparisonTest, ReadsNarrowFloats) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    std::vector<uint16_t> expected, actual;
    for (float value : {1.0f, -2.0f, 0.5f}) {
      expected.push_back(toNarrowFloat(type, value));
      actual.push_back(toNarrowFloat(type, value * 1.01f));
    }
    EXPECT_EQ(compare(type, actual, expected, 0.08), "");
    EXPECT_NE(compare(type, actual, expected, 1e-3), "");
    EXPECT_EQ(narrowFloatTable(type)[expected[1]], -2.0f);
  }
}

TEST(ComparisonTest, NamesThePositionInTheShape) {
  std::vector<int64_t> expected(24, 0), actual = expected;
  actual[17] = 5; // 1 * 12 + 1 * 4 + 1
  std::vector<char> none =
      written(ElementType::I64, std::vector<double>(24, 0));
  EXPECT_EQ(ReferenceOutput(ElementType::I64, bytesOf(expected), none.data(), 1)
                .compare(bytesOf(actual), {2, 3, 4}),
            "[1, 1, 1] is 5 instead of 0; 1 of 24 elements are wrong");
}

TEST(ComparisonTest, EachElementHasItsTolerance) {
  std::vector<float> expected{1, 1, 1, 1}, actual{1.5f, 1, 1, 1};
  std::vector<double> tolerances{0.6, 0, 1e-6, inf};
  EXPECT_EQ(compareEach(ElementType::F32, actual, expected, tolerances), "");
  actual[1] = 1.0000001f;
  EXPECT_EQ(compareEach(ElementType::F32, actual, expected, tolerances),
            "[1] is 1.00000012 instead of 1; 1 of 4 elements are wrong");
  // Unchecked elements may have any value.
  EXPECT_EQ(compareEach<float>(ElementType::F32, {1, 1, 1, float(nan)},
                               expected, tolerances),
            "");
  EXPECT_EQ(compareEach<int32_t>(ElementType::I32, {5, 9}, {5, 7}, {0, 2}), "");
  EXPECT_NE(compareEach<int32_t>(ElementType::I32, {5, 10}, {5, 7}, {0, 2}),
            "");
  EXPECT_NE(compareEach<int64_t>(ElementType::I64, {INT64_MAX, 0},
                                 {INT64_MIN, 0}, {1, 0}),
            "");
}

TEST(ComparisonTest, LargeNumbersAreComparedToo) {
  // Their squares overflow.
  std::vector<double> expected{0x1p670, 0x1p670}, actual{0x1p664, 0x1p670};
  EXPECT_THAT(compare(ElementType::F64, actual, expected, 1e-12),
              HasSubstr("[0] is 7.6545"));
}

TEST(ComparisonTest, MessagesShowTheDigitsThatDiffer) {
  std::vector<float> expected(300, -0.18f), actual = expected;
  actual[7] = -0.180001f;
  EXPECT_THAT(compare(ElementType::F32, actual, expected, 1e-7),
              HasSubstr("[7] is -0.180001006 instead of -0.180000007, off by "
                        "9.98e-07 where 3.60e-08 is allowed"));
}

Operation makeOp(llvm::ArrayRef<int64_t> reductions, ElementType type,
                 int producer) {
  Operation op;
  op.tripCounts = {8};
  op.iteratorTypes = {IteratorType::Parallel};
  for (int64_t length : reductions) {
    op.tripCounts.push_back(length);
    op.iteratorTypes.push_back(IteratorType::Reduction);
  }
  Operand operand;
  operand.elementType = type;
  operand.producer = producer;
  if (producer >= 0)
    operand.source = Operand::Source::Operation;
  op.inputs = {operand};
  return op;
}

TEST(VerificationToleranceTest,
     GrowsWithTheRootOfTheReductionAndAlongTheChain) {
  double eps = std::numeric_limits<float>::epsilon();
  std::vector<Operation> ops{makeOp({16, 4}, ElementType::F32, -1)};
  EXPECT_DOUBLE_EQ(verificationTolerance(ops), eps * (16 + 2 * 8));
  ops.push_back(makeOp({100}, ElementType::F32, 0));
  EXPECT_DOUBLE_EQ(verificationTolerance(ops),
                   eps * (16 + 2 * 8) + eps * (16 + 2 * 10));
}

TEST(VerificationToleranceTest, IsZeroForIntegers) {
  EXPECT_EQ(verificationTolerance({makeOp({64}, ElementType::I32, -1)}), 0);
}

} // namespace
} // namespace mlirgym::worker
