#include "kernels/Binding.h"
#include "TemporaryFolder.h"
#include "kernels/benchmark/NumpyFile.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Binding parse(const std::string &text) {
  return llvm::cantFail(parseBinding(text));
}
std::vector<std::string> valuesOf(const std::string &text) {
  return parse(text).values(100);
}
std::string complaint(const std::string &text) {
  auto binding = parseBinding(text);
  EXPECT_FALSE(bool(binding)) << text;
  return binding ? "" : llvm::toString(binding.takeError());
}

TEST(BindingTest, ValuesMakeAnInput) {
  Binding binding = parse("2x2xf32=1,2.5,-3e2,0.1");
  EXPECT_THAT(binding.argument.shape, ElementsAre(2, 2));
  EXPECT_TRUE(binding.argument.isInput);
  EXPECT_FALSE(binding.argument.isOutput);
  EXPECT_THAT(binding.values(100), ElementsAre("1", "2.5", "-300", "0.1"));
  EXPECT_THAT(binding.values(2), ElementsAre("1", "2.5"));
  EXPECT_EQ(binding.shapeText(), "2x2xf32");
}

TEST(BindingTest, AShapeAloneIsAnOutput) {
  Binding binding = parse("4xf64");
  EXPECT_FALSE(binding.argument.isInput);
  EXPECT_TRUE(binding.argument.isOutput);
  EXPECT_THAT(binding.bytes, IsEmpty());
  Binding both = parse("inout:4xf64=1");
  EXPECT_TRUE(both.argument.isInput);
  EXPECT_TRUE(both.argument.isOutput);
}

TEST(BindingTest, EveryTypeIsReadAndWritten) {
  EXPECT_THAT(valuesOf("2xf64=0.1,nan"), ElementsAre("0.1", "nan"));
  EXPECT_THAT(valuesOf("2xf16=0.5,-inf"), ElementsAre("0.5", "-inf"));
  EXPECT_THAT(valuesOf("2xbf16=1.5,-2"), ElementsAre("1.5", "-2"));
  EXPECT_THAT(valuesOf("i64=-9223372036854775808"),
              ElementsAre("-9223372036854775808"));
  EXPECT_THAT(valuesOf("2xi32=7,-7"), ElementsAre("7", "-7"));
  EXPECT_THAT(valuesOf("2xi8=127,-128"), ElementsAre("127", "-128"));
}

TEST(BindingTest, OneValueIsForAllElements) {
  EXPECT_THAT(valuesOf("3xi32=4"), ElementsAre("4", "4", "4"));
}

TEST(BindingTest, BracketsAndSpacesSeparate) {
  EXPECT_THAT(valuesOf("2x2xi8=[1 2][3, 4]"), ElementsAre("1", "2", "3", "4"));
}

TEST(BindingTest, ValuesMayBeInAFile) {
  TemporaryFolder folder;
  folder.write("a.npy",
               toNumpyFile(ElementType::I8, {2}, std::vector<char>{5, 6}));
  EXPECT_THAT(valuesOf("2xi8=@" + (folder / "a.npy")), ElementsAre("5", "6"));
  EXPECT_THAT(complaint("3xi8=@" + (folder / "a.npy")),
              HasSubstr("a.npy: shape (2,) where (3,) belongs"));
  EXPECT_THAT(complaint("3xi8=@" + (folder / "none.npy")),
              HasSubstr("none.npy"));
}

TEST(BindingTest, MistakesAreTold) {
  EXPECT_THAT(complaint(""), HasSubstr("no element type"));
  EXPECT_THAT(complaint("4xf33=1"), HasSubstr("no element type"));
  EXPECT_THAT(complaint("4x=1"), HasSubstr("no element type"));
  EXPECT_THAT(complaint("x4xf32"), HasSubstr("'' is not an extent"));
  EXPECT_THAT(complaint("0xf32"), HasSubstr("'0' is not an extent"));
  EXPECT_THAT(complaint("-1xf32"), HasSubstr("'-1' is not an extent"));
  EXPECT_THAT(complaint("4xf32="), HasSubstr("0 values for 4 elements"));
  EXPECT_THAT(complaint("4xf32=1,2"), HasSubstr("2 values for 4 elements"));
  EXPECT_THAT(complaint("2xf32=1,a"), HasSubstr("'a' is not a number"));
  EXPECT_THAT(complaint("1xi8=128"), HasSubstr("'128' is not a number"));
  EXPECT_THAT(complaint("1xi32=1.5"), HasSubstr("'1.5' is not a number"));
  EXPECT_THAT(complaint("inout:4xf32"), HasSubstr("inout without values"));
  EXPECT_THAT(complaint("9999999999x9999999999xf32"), HasSubstr("1 TiB"));
}

} // namespace
} // namespace mlirgym
