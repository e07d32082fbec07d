#include "agents/guided/SpeedupModel.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::ElementsAre;

namespace {
ModelPoint at(float place, double value = 0) {
  return {.features = {place, 0}, .value = value, .logProbability = 0};
}

TEST(SpeedupModelTest, WithoutMeasurementsTheNetworkDecides) {
  const SpeedupModel model;
  EXPECT_EQ(model.order({at(0, 1), at(100, 3), at(200, 2)}, 1).front(), 1u);
  const ModelPoint likely{{0, 0}, 0, -1}, unlikely{{0, 0}, 0, -20};
  EXPECT_EQ(model.order({unlikely, likely}, 1).front(), 1u);
}

TEST(SpeedupModelTest, AMeasurementSaysMostOfWhatIsAlike) {
  SpeedupModel slow;
  slow.add(at(0, 1), 0);
  EXPECT_EQ(slow.order({at(1, 1), at(100, 1)}, 1).front(), 1u);
  SpeedupModel both;
  both.add(at(0, 1), 0);
  both.add(at(100, 1), 2);
  EXPECT_EQ(both.order({at(10, 1), at(90, 1)}, 1).front(), 1u);
}

TEST(SpeedupModelTest, ABatchTriesWhatIsUnlike) {
  SpeedupModel model;
  model.add(at(50, 1), 1);
  // The twin of the first tells nothing more than the first.
  const std::vector<size_t> order =
      model.order({at(0, 1.1), at(0, 1.1), at(100, 1.08)}, 2);
  EXPECT_THAT(order, ElementsAre(0, 2, 1));
}

TEST(SpeedupModelTest, OrdersAllWithMoreMeasurementsThanItAsks) {
  SpeedupModel model;
  for (int i = 0; i < 600; ++i)
    model.add(at(static_cast<float>(i)), i < 8 ? 2 : 0);
  // The best are kept, however old they are.
  const std::vector<size_t> order =
      model.order({at(300.5F), at(4.5F), at(450.5F)}, 1);
  EXPECT_EQ(order.front(), 1u);
  EXPECT_EQ(order.size(), 3u);
}

TEST(SpeedupModelTest, OrdersNothing) {
  EXPECT_TRUE(SpeedupModel().order({}, 4).empty());
}
} // namespace
