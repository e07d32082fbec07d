#include "program/MachineProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

using namespace mlirgym;
using testing::HasSubstr;
using testing::Not;

namespace {
MachineProfile avx512(double l1KiB, double f32) {
  return {.machine = "one",
          .vectors = {512, 32},
          .l1Bytes = l1KiB * 1024,
          .l2Bytes = 1 << 20,
          .f32 = f32};
}

std::string errorOf(llvm::StringRef text) {
  auto parsed = MachineProfile::parse(text, "m.json");
  return parsed ? "" : llvm::toString(parsed.takeError());
}

TEST(MachineProfileTest, IsReadAsItWasWritten) {
  MachineProfile profile = avx512(48, 31.5);
  profile.gigahertz = 4.1;
  profile.l3 = 9;
  const std::string text = profile.text();
  EXPECT_EQ(llvm::cantFail(MachineProfile::parse(text, "m.json")), profile);
  EXPECT_THAT(text, HasSubstr("\"class\": \"512x32\""));
  EXPECT_THAT(text, Not(HasSubstr("i8_multiply_adds_per_cycle"))) << "unknown";
}

TEST(MachineProfileTest, DistanceCountsDoublingsOfWhatBothKnow) {
  const MachineProfile two = avx512(32, 32), one = avx512(32, 16);
  EXPECT_EQ(two.vectorsPerCycle(), 2);
  EXPECT_EQ(two.distanceTo(two), 0);
  EXPECT_EQ(two.distanceTo(one), 1);
  EXPECT_EQ(one.distanceTo(two), 1);
  EXPECT_EQ(two.distanceTo(avx512(64, 32)), 1);
  EXPECT_EQ(two.distanceTo(avx512(32, 0)), 0) << "not calibrated";
  // Twice the width and the registers, and as many units.
  const MachineProfile avx2{
      .vectors = {256, 16}, .l1Bytes = 32 << 10, .l2Bytes = 1 << 20, .f32 = 16};
  EXPECT_EQ(two.distanceTo(avx2), 2);
}

TEST(MachineProfileTest, SaysWhatIsWrong) {
  EXPECT_THAT(errorOf("no json"), HasSubstr("m.json: not the profile"));
  EXPECT_THAT(errorOf("[]"), HasSubstr("m.json: not the profile"));
  EXPECT_THAT(errorOf("{}"), HasSubstr("class: missing"));
  EXPECT_THAT(errorOf(R"({"class": "wide"})"), HasSubstr("class: not a class"));
  EXPECT_THAT(errorOf(R"({"class": "256x16", "l1": 3})"),
              HasSubstr("l1: unknown key"));
  for (llvm::StringRef value : {"0", "-1", "\"1\"", "[1]", "null"})
    EXPECT_THAT(
        errorOf((R"({"class": "256x16", "l1_bytes": )" + value + "}").str()),
        HasSubstr("l1_bytes: not a positive number; `mlirgym doctor"))
        << value.str();
}
} // namespace
