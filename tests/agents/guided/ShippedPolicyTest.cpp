#include "agents/ShippedPolicy.h"
#include "SyntheticTimings.h"
#include "program/Suite.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::EndsWith;
using ::testing::HasSubstr;

namespace {
TEST(ShippedPolicyTest, IsAFileOfAtMostEightMegabytes) {
  const std::string file = llvm::cantFail(shippedCheckpoint());
  EXPECT_THAT(file, EndsWith("agents/cpu.pt"));
  uint64_t bytes = 0;
  ASSERT_FALSE(llvm::sys::fs::file_size(file, bytes));
  EXPECT_LE(bytes, 8'000'000u);
}

TEST(ShippedPolicyTest, SaysWhereItIsMissing) {
  ::setenv("MLIRGYM_DATA_DIR", "/nowhere", 1);
  const std::string message = llvm::toString(shippedCheckpoint().takeError());
  ::unsetenv("MLIRGYM_DATA_DIR");
  EXPECT_THAT(message, HasSubstr("/nowhere/agents/cpu.pt: the trained agent is "
                                 "missing"));
}

/// Nothing but what it was trained for.
class PolicyFor : public Policy {
public:
  PolicyFor(unsigned threads, unsigned maxLoops)
      : Policy({.maxLoops = maxLoops}, {}, {.threads = threads}) {}
  llvm::StringRef name() const override { return "for"; }
  bool ranksSchedules() const override { return false; }
  llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program>, unsigned,
       ScheduleLimits) const override {
    return llvm::createStringError("has no network");
  }
};

TEST(WhyUnfitTest, APolicyOfOneThreadDoesNotFitSeveral) {
  const auto program = poolOf({"relu_12_20"})->programs.front();
  const PolicyFor one(1, 8), two(2, 8);
  EXPECT_EQ(whyUnfit(one, *program, 1), "");
  EXPECT_EQ(whyUnfit(one, *program, 2),
            "the policy was trained with one thread, not 2");
  EXPECT_EQ(whyUnfit(two, *program, 1), "");
  EXPECT_EQ(whyUnfit(two, *program, 4), "");
}

TEST(WhyUnfitTest, ALoopNestWithoutPlacesDoesNotFit) {
  const PolicyFor policy(1, /*maxLoops=*/2);
  const auto relu = poolOf({"relu_12_20"})->programs.front(),
             matmul = poolOf({"matmul_9_10_12"})->programs.front();
  EXPECT_EQ(whyUnfit(policy, *relu, 1), "");
  EXPECT_EQ(whyUnfit(policy, *matmul, 1),
            "op0 has 3 loops, and the policy has places for 2");
}
} // namespace
