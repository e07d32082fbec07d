#include "outcome/Measurement.h"
#include <gtest/gtest.h>
#include <optional>

namespace mlirgym {
namespace {

TEST(MeasurementTest, NamesOfStatusesAreReadAgain) {
  for (uint8_t number = 0; number < numStatuses; ++number) {
    const auto status = static_cast<Status>(number);
    EXPECT_EQ(parseStatus(nameOf(status)), status);
  }
  EXPECT_EQ(parseStatus("suspicious"), Status::Suspicious);
  EXPECT_EQ(parseStatus("Ok"), std::nullopt);
}

TEST(MeasurementTest, CodeEndsWithEveryStatusButThatOfAReplay) {
  EXPECT_TRUE(isStatusOfCode(static_cast<uint8_t>(Status::Suspicious)));
  EXPECT_FALSE(isStatusOfCode(static_cast<uint8_t>(Status::NotCached)));
  EXPECT_FALSE(isStatusOfCode(numStatuses));
  EXPECT_FALSE(isStatusOfCode(255));
}

TEST(MeasurementTest, WhatIsAboutOneRunIsNotStored) {
  EXPECT_TRUE(isStored(Status::Ok));
  EXPECT_TRUE(isStored(Status::WrongResult));
  EXPECT_FALSE(isStored(Status::NotCached));
  EXPECT_FALSE(isStored(Status::Suspicious));
}

} // namespace
} // namespace mlirgym
