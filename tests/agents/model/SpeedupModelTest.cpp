#include "agents/model/SpeedupModel.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::ElementsAre;

namespace {
ModelPoint at(float place, double value = 0) {
  return {.features = {place, 0}, .value = value, .logProbability = 0};
}

TEST(SpeedupModelTest, WithoutMeasurementsTheNetworkDecides) {
  const SpeedupModel model;
  EXPECT_EQ(model.rank({at(0, 1), at(100, 3), at(200, 2)}, 1).order.front(),
            1u);
  const ModelPoint likely{{0, 0}, 0, -1}, unlikely{{0, 0}, 0, -20};
  EXPECT_EQ(model.rank({unlikely, likely}, 1).order.front(), 1u);
}

TEST(SpeedupModelTest, AMeasurementSaysMostOfWhatIsAlike) {
  SpeedupModel slow;
  slow.add(at(0, 1), 0);
  EXPECT_EQ(slow.rank({at(1, 1), at(100, 1)}, 1).order.front(), 1u);
  SpeedupModel both;
  both.add(at(0, 1), 0);
  both.add(at(100, 1), 2);
  EXPECT_EQ(both.rank({at(10, 1), at(90, 1)}, 1).order.front(), 1u);
}

TEST(SpeedupModelTest, ABatchTriesWhatIsUnlike) {
  SpeedupModel model;
  model.add(at(50, 1), 1);
  // An equal schedule gives no further information.
  const std::vector<size_t> order =
      model.rank({at(0, 1.1), at(0, 1.1), at(100, 1.08)}, 2).order;
  EXPECT_THAT(order, ElementsAre(0, 2, 1));
}

TEST(SpeedupModelTest, OrdersAllWithMoreMeasurementsThanItAsks) {
  SpeedupModel model;
  for (int i = 0; i < 600; ++i)
    model.add(at(static_cast<float>(i)), i < 8 ? 2 : 0);
  // The best are kept, however old they are.
  const std::vector<size_t> order =
      model.rank({at(300.5F), at(4.5F), at(450.5F)}, 1).order;
  EXPECT_EQ(order.front(), 1u);
  EXPECT_EQ(order.size(), 3u);
}

TEST(SpeedupModelTest, OrdersNothing) {
  EXPECT_TRUE(SpeedupModel().rank({}, 4).order.empty());
  EXPECT_EQ(SpeedupModel().rank({}, 4).expectedGain, 0);
}

TEST(SpeedupModelTest, ExpectsLessTheMoreIsKnown) {
  SpeedupModel model;
  EXPECT_TRUE(std::isinf(model.rank({at(0, 1)}, 1).expectedGain));
  model.add(at(50, 1), 1);
  const double far = model.rank({at(500, 1)}, 1).expectedGain;
  const double near = model.rank({at(50.1F, 1)}, 1).expectedGain;
  EXPECT_GT(far, near);
  EXPECT_GT(near, 0);
  for (int i = 0; i < 20; ++i)
    model.add(at(50.0F + 0.01F * static_cast<float>(i), 1), 1);
  EXPECT_LT(model.rank({at(50.1F, 1)}, 1).expectedGain, near);
}
} // namespace
