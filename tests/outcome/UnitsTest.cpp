#include "outcome/Units.h"

#include <gtest/gtest.h>
#include <limits>

namespace mlirgym {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(UnitsTest, GivesTimesThreeDigitsInTheUnitThatSuits) {
  EXPECT_EQ(formatNs(7.5), "7.50 ns");
  EXPECT_EQ(formatNs(98.76), "98.8 ns");
  EXPECT_EQ(formatNs(1260), "1.26 us");
  EXPECT_EQ(formatNs(1.43e8), "143 ms");
  EXPECT_EQ(formatNs(2.5e13), "25000 s");
}

TEST(UnitsTest, GivesTimesBelowANanosecondThreeDigitsToo) {
  EXPECT_EQ(formatNs(0.5), "0.500 ns");
  EXPECT_EQ(formatNs(0.03125), "0.0313 ns");
}

TEST(UnitsTest, RoundsBeforeItChoosesTheUnitAndTheDigits) {
  EXPECT_EQ(formatNs(9.996), "10.0 ns");
  EXPECT_EQ(formatNs(99.96), "100 ns");
  EXPECT_EQ(formatNs(999.7), "1.00 us");
  EXPECT_EQ(formatNs(999.7e6), "1.00 s");
  EXPECT_EQ(formatBytes(1023.7 * 1024), "1.00 MiB");
}

TEST(UnitsTest, ShowsWhatIsUnknownAsADash) {
  for (double unknown :
       {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(formatNs(unknown), "-");
    EXPECT_EQ(formatSpeedup(unknown), "-");
  }
}

TEST(UnitsTest, FormatsSpeedupsAndBytes) {
  EXPECT_EQ(formatSpeedup(1), "1.00x");
  EXPECT_EQ(formatSpeedup(101.4), "101x");
  EXPECT_EQ(formatSpeedup(0.0042), "0.00420x");
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(512), "512 B");
  EXPECT_EQ(formatBytes(1.5 * 1024 * 1024), "1.50 MiB");
}
} // namespace
} // namespace mlirgym
