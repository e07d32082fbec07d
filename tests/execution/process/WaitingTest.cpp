#include "execution/process/Waiting.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym::worker {
namespace {

using testing::ElementsAre;

TEST(WaitingTest, SaysSoFromTimeToTime) {
  std::vector<std::string> said;
  Waiting waiting([&](const std::string &text) { said.push_back(text); });
  auto wait = [&](double seconds) {
    waiting.waited(seconds, [] { return "another process measures"; });
  };
  for (int i = 0; i < 49; ++i) // many short waits make a long one
    wait(0.1);
  EXPECT_TRUE(said.empty());
  wait(0.2);
  EXPECT_THAT(said, ElementsAre("waiting for a quiet machine: another process "
                                "measures (5 s so far)"));
  wait(29);
  EXPECT_EQ(said.size(), 1u);
  wait(2);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_THAT(said[1], testing::HasSubstr("(36 s so far)"));
}

TEST(WaitingTest, NobodyNeedsToBeTold) {
  Waiting waiting(nullptr);
  waiting.waited(100, [] { return "x"; });
}

} // namespace
} // namespace mlirgym::worker
