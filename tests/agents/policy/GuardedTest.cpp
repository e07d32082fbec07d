#include "agents/policy/nets/Guarded.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
TEST(GuardedTest, MakesAnErrorOfTheFirstLineOfAnException) {
  EXPECT_EQ(
      llvm::toString(guarded(
          "ppo", [] { throw std::runtime_error("bad shape\n#0 frame"); })),
      "ppo: bad shape");
  EXPECT_EQ(llvm::toString(guarded("ppo", [] { throw 1; })),
            "ppo: unknown exception");
  EXPECT_FALSE(llvm::errorToBool(guarded("ppo", [] {})));
}

TEST(GuardedTest, SaysThatThereIsNotEnoughMemory) {
  auto failing = []() -> llvm::Expected<int> { throw std::bad_alloc(); };
  EXPECT_THAT(llvm::toString(guarded("ppo", failing).takeError()),
              HasSubstr("ppo: more memory is needed than there is; ask for "
                        "less"));
  auto tooLong = [] { throw std::length_error("vector::resize"); };
  EXPECT_THAT(llvm::toString(guarded("ppo", tooLong)), HasSubstr("ask for"));
}

TEST(GuardedTest, PassesResultsAndErrorsOn) {
  auto answer = guarded("ppo", []() -> llvm::Expected<int> { return 42; });
  EXPECT_EQ(llvm::cantFail(std::move(answer)), 42);
  EXPECT_EQ(llvm::toString(guarded(
                "ppo", [] { return llvm::createStringError("as it was"); })),
            "as it was");
}
} // namespace
