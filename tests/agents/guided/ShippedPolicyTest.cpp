#include "agents/ShippedPolicy.h"
#include "SyntheticTimings.h"
#include "program/suites/Suite.h"
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

/// A policy without a network, with the machines and the number of loops that
/// it is for.
class PolicyFor : public Policy {
public:
  PolicyFor(std::vector<MachineFeatures> contexts, unsigned maxLoops)
      : Policy({.maxLoops = maxLoops}, {}, contexts.back(), contexts) {}
  llvm::StringRef name() const override { return "for"; }
  bool ranksSchedules() const override { return false; }
  llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program>, const MachineFeatures &,
       const PolicySubspace &) const override {
    return llvm::createStringError("has no network");
  }
};

TEST(WhyUnfitTest, APolicyOfOneThreadFitsAllNumbersOfThreads) {
  const auto program = poolOf({"relu_12_20"})->programs.front();
  const PolicyFor one({{.threads = 1}}, 8), two({{.threads = 2}}, 8),
      both({{.threads = 1, .vectorBits = 256},
            {.threads = 1, .vectorBits = 512},
            {.threads = 2}},
           8);
  EXPECT_EQ(whyUnfit(one, *program, 1), "");
  EXPECT_EQ(whyUnfit(one, *program, 2), "");
  EXPECT_EQ(whyUnfit(two, *program, 2), "");
  EXPECT_EQ(whyUnfit(two, *program, 1),
            "the policy was trained with 2 threads, not 1");
  EXPECT_EQ(whyUnfit(both, *program, 1), "");
  EXPECT_EQ(whyUnfit(both, *program, 2), "");
  EXPECT_EQ(whyUnfit(both, *program, 4), "");
}

TEST(WhyUnfitTest, ALoopNestWithoutPlacesDoesNotFit) {
  const PolicyFor policy({{}}, /*maxLoops=*/2);
  const auto relu = poolOf({"relu_12_20"})->programs.front(),
             matmul = poolOf({"matmul_9_10_12"})->programs.front();
  EXPECT_EQ(whyUnfit(policy, *relu, 1), "");
  EXPECT_EQ(whyUnfit(policy, *matmul, 1),
            "op0 has 3 loops, and the policy has places for 2");
}
} // namespace
