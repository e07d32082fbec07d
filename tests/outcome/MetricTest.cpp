#include "outcome/Metric.h"
#include <gtest/gtest.h>
#include <limits>
#include <optional>

namespace mlirgym {
namespace {

TEST(MetricTest, NamesAreReadAgain) {
  for (Metric metric : {Metric::Nanoseconds, Metric::Instructions,
                        Metric::Cycles, Metric::EstimatedCycles})
    EXPECT_EQ(parseMetric(nameOf(metric)), metric);
  EXPECT_EQ(parseMetric("ns"), std::nullopt);
}

TEST(MetricTest, AnAmountHasItsUnit) {
  EXPECT_EQ(formatAmount(1260, Metric::Nanoseconds), "1.26 us");
  EXPECT_EQ(formatAmount(6108678, Metric::Instructions),
            "6108678 instructions");
  EXPECT_EQ(formatAmount(1.5e6, Metric::EstimatedCycles),
            "1500000 estimated cycles");
  for (double unknown : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(formatAmount(unknown, Metric::Instructions), "-");
}

} // namespace
} // namespace mlirgym
