#include "workloads/ScheduleKnobs.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {
using testing::HasSubstr;

std::vector<ScheduleKnob> read(const std::string &text) {
  return llvm::cantFail(readKnobs(text));
}
std::string complaint(const std::string &text) {
  auto knobs = readKnobs(text);
  return knobs ? "" : llvm::toString(knobs.takeError());
}
template <typename T> std::string whyNot(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

TEST(ScheduleKnobsTest, ReadsTheTypesOfOptionsAsMlirPrintsThem) {
  const auto knobs = read(
      R"(%0 = transform.tune.knob<"a\22\5Cb"> options = [-4, 8 : i32, 2.500000e+00, false, "x, ]", [1, [2]], i32, #llvm.linkage<a, b>, affine_map<(d0) -> (d0)>] -> !transform.any_param)");
  ASSERT_EQ(knobs.size(), 1u);
  EXPECT_EQ(knobs[0].name, "a\"\\b");
  EXPECT_FALSE(knobs[0].isSelected);
  const ParameterTuple inner{{int64_t(2)}};
  EXPECT_EQ(choicesOf(knobs),
            (ParameterChoices{
                {"a\"\\b",
                 {int64_t(-4), int64_t(8), 2.5, false, std::string("x, ]"),
                  ParameterTuple{{int64_t(1), inner}}, std::string("i32"),
                  std::string("#llvm.linkage<a, b>"),
                  std::string("affine_map<(d0) -> (d0)>")}}}));
  EXPECT_EQ(knobs[0].options[1].second, "8 : i32");
}

TEST(ScheduleKnobsTest, AKnobMayOccurTwice) {
  const std::string one =
      "%0 = transform.tune.knob<\"a\"> = \"options\" from options = "
      "[\"options\", 2] -> !transform.any_param\n";
  const std::string open =
      "%1 = transform.tune.knob<\"a\"> options = [\"options\", 2] -> "
      "!transform.any_param\n";
  EXPECT_TRUE(read(one)[0].isSelected);
  ASSERT_EQ(read(one + open).size(), 1u);
  EXPECT_FALSE(read(one + open)[0].isSelected);
  EXPECT_THAT(complaint(one + "transform.tune.knob<\"a\"> options = [3]"),
              HasSubstr("two knobs 'a' with options options, 2 and 3"));
}

TEST(ScheduleKnobsTest, OptionsAreAList) {
  EXPECT_THAT(complaint("transform.tune.knob<\"a\"> options = 4 : i64"),
              HasSubstr("the knob 'a' has no list of options"));
  EXPECT_THAT(complaint("transform.tune.knob<\"a\"> options = []"),
              HasSubstr("the knob 'a' has no list of options"));
  EXPECT_THAT(complaint("transform.tune.knob<\"a\"> options = [1"),
              HasSubstr("the knob 'a' has no list of options"));
  EXPECT_THAT(complaint("transform.tune.knob<\"a"),
              HasSubstr("without a name"));
}

TEST(ScheduleKnobsTest, SelectsTheAttributeOfAnOption) {
  const auto knobs =
      read("transform.tune.knob<\"a\"> options = [8 : i32, [1, 2]] -> t\n"
           "transform.tune.knob<\"b\"> = 1 : i64 from options = [1, 2] -> t");
  EXPECT_EQ(llvm::cantFail(withKnobs("script", knobs, {{"a", 8}})),
            "script\nmodule attributes {mlirgym.knobs = {\"a\" = 8 : i32}} "
            "{}\n");
  const ParameterTuple pair{{int64_t(1), int64_t(2)}};
  EXPECT_THAT(
      llvm::cantFail(withKnobs("script", knobs, {{"a", pair}, {"b", 2}})),
      HasSubstr("{\"a\" = [1, 2], \"b\" = 2}"));
  EXPECT_THAT(whyNot(withKnobs("script", knobs, {{"b", 2}})),
              HasSubstr("no value for the knob 'a'; give one of 8, (1, 2)"));
  EXPECT_THAT(whyNot(withKnobs("script", knobs, {{"a", 9}})),
              HasSubstr("9 is no option of the knob 'a'; give one of 8, (1, "
                        "2)"));
  EXPECT_EQ(llvm::cantFail(withKnobs("script", {}, {})), "script");
}

} // namespace
} // namespace mlirgym
