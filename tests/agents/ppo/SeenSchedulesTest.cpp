#include "agents/ppo/rollout/SeenSchedules.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
Schedule schedule(llvm::StringRef text) {
  return llvm::cantFail(Schedule::parse(text));
}

TEST(SeenSchedulesTest, AScheduleIsNewOnce) {
  SeenSchedules seen;
  EXPECT_TRUE(seen.insert(fingerprint(0, schedule("op0: tile(4,0)"))));
  EXPECT_FALSE(seen.insert(fingerprint(0, schedule("op0: tile(4,0)"))));
  EXPECT_TRUE(seen.insert(fingerprint(1, schedule("op0: tile(4,0)"))));
  EXPECT_TRUE(seen.insert(fingerprint(0, schedule("op0: tile(8,0)"))));
  EXPECT_EQ(seen.size(), 3u);
}

TEST(SeenSchedulesTest, WhatHasTheSameTimingHasTheSameFingerprint) {
  EXPECT_EQ(fingerprint(0, schedule("op0: vectorize")),
            fingerprint(0, schedule("op0: vectorize done")));
}

TEST(SeenSchedulesTest, ContinuesFromItsState) {
  SeenSchedules seen, restored;
  for (uint64_t i = 0; i < 300; ++i)
    seen.insert(i * i * 0x123456789abull);
  ASSERT_FALSE(llvm::errorToBool(restored.restore(seen.state())));
  EXPECT_EQ(restored.size(), 300u);
  EXPECT_EQ(restored.state(), seen.state());
  EXPECT_FALSE(restored.insert(299 * 299 * 0x123456789abull));
}

TEST(SeenSchedulesTest, RefusesAnotherText) {
  SeenSchedules seen;
  EXPECT_THAT(llvm::toString(seen.restore("not hexadecimal")),
              HasSubstr("damaged"));
  EXPECT_THAT(llvm::toString(seen.restore("00")), HasSubstr("damaged"));
}
} // namespace
