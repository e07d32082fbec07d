//===- lowering/gpu/LaunchPlanTest.cpp - The kernels of a GPU -------------===//
#include "lowering/gpu/LaunchPlan.h"

#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

std::string errorOf(llvm::StringRef ptx) {
  auto plan = LaunchPlan::parse(ptx);
  return plan ? "no error" : llvm::toString(plan.takeError());
}

TEST(LaunchPlanTest, IsReadFromTheTextThatItWrites) {
  LaunchPlan plan;
  plan.entry = "payload";
  plan.numArguments = 2;
  plan.scratchBytes = {256, 4};
  plan.launches = {{.kernel = "kernel0",
                    .grid = {8, 4, 2},
                    .block = {256, 1, 1},
                    .sharedBytes = 65536,
                    .buffers = {0, 3}},
                   {.kernel = "kernel1", .buffers = {3, 2, 1}}};
  EXPECT_EQ(plan.text(), "//mlirgym payload 2\n"
                         "//mlirgym scratch 256\n"
                         "//mlirgym scratch 4\n"
                         "//mlirgym launch kernel0 grid 8 4 2 block 256 1 1 "
                         "shared 65536 buffers 0 3\n"
                         "//mlirgym launch kernel1 grid 1 1 1 block 1 1 1 "
                         "shared 0 buffers 3 2 1\n");
  auto read = LaunchPlan::parse(plan.text() + "//\n.version 7.0\n");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(*read, plan);
}

TEST(LaunchPlanTest, RejectsWhatIsNoPlan) {
  EXPECT_THAT(errorOf(".version 7.0\n"), HasSubstr("PTX without launches"));
  EXPECT_THAT(errorOf("//mlirgym payload 2\n"),
              HasSubstr("PTX without launches"));
  for (const char *line :
       {"launch k grid 1 1 1 block 1 1 1 shared 0 buffers 2",
        "launch k grid 1 1 block 1 1 1 shared 0 buffers 0",
        "launch k grid 0 1 1 block 1 1 1 shared 0 buffers 0",
        "launch k grid 1 1 1 block 1 1 x buffers 0",
        "launch k grid 1 1 1 block 1 1 1 shared 0 buffers -1", "scratch",
        "other 1"})
    EXPECT_THAT(errorOf(std::string("//mlirgym payload 2\n//mlirgym ") + line),
                HasSubstr("no launch: '"))
        << line;
  EXPECT_THAT(errorOf("//mlirgym payload\n"), HasSubstr("no launch"));
}
} // namespace
} // namespace mlirgym
