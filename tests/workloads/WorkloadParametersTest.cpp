#include "workloads/WorkloadParameters.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

TEST(WorkloadParametersTest, ValuesOfAnyTypeHaveText) {
  const ParameterTuple sizes{{int64_t(8), int64_t(16)}}, one{{true}};
  const WorkloadParameters parameters{{"rows", 4},      {"scale", 0.5},
                                      {"flag", false},  {"end", "promote"},
                                      {"sizes", sizes}, {"one", one}};
  EXPECT_EQ(parameters.text(),
            "rows=4, scale=0.50, flag=False, end=promote, sizes=(8, 16), "
            "one=(True,)");
  EXPECT_TRUE(std::holds_alternative<bool>(*parameters.find("flag")));
  EXPECT_TRUE(std::holds_alternative<int64_t>(*parameters.find("rows")));
  EXPECT_TRUE(std::holds_alternative<std::string>(*parameters.find("end")));
  EXPECT_EQ(*parameters.find("sizes"), ParameterValue(sizes));
  EXPECT_NE(*parameters.find("sizes"), ParameterValue(one));
  EXPECT_EQ(parameters.find("columns"), nullptr);
  EXPECT_THAT(llvm::toString(parameters.integer("flag").takeError()),
              testing::HasSubstr("no integer for the parameter 'flag'"));
}

} // namespace
} // namespace mlirgym
