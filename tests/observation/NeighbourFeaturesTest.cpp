#include "Look.h"

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(NeighbourFeaturesTest, ShowsTheProducerOfTheOperationToActOn) {
  // matmul, then bias and relu: the last operation comes first.
  auto of = program("matmul_bias_relu_64_48_32");
  ASSERT_GE(of->operations().size(), 2u);
  Look look{DecisionState(ScheduleState(of))};
  EXPECT_EQ(look.row("neighbours.producers", 0)[0], 1);
  EXPECT_EQ(look.row("neighbours.producers", 1)[0], 0);
  EXPECT_EQ(look["neighbours.consumers"], std::vector<float>{0});
  EXPECT_EQ(look["neighbours.producer_fused"], (std::vector<float>{0, 0}));
  // 64 rows, 32 columns of the producer are whole.
  EXPECT_THAT(look.row("neighbours.producer_trip_counts", 0)[0],
              ::testing::FloatNear(6 / 20.0f, 1e-5));
}

TEST(NeighbourFeaturesTest, AFusedProducerLiesInTheTile) {
  auto of = program("matmul_bias_relu_64_48_32");
  std::string last = of->operations().back().tag;
  Look look(stateAfter(of, last + ": tile_fuse(8,0)"));
  EXPECT_EQ(look["neighbours.producer_fused"][0], 1);
  EXPECT_THAT(look.row("neighbours.producer_trip_counts", 0)[0],
              ::testing::FloatNear(3 / 20.0f, 1e-5));
}

TEST(NeighbourFeaturesTest, AConsumerIsShownToItsFusedProducer) {
  auto of = program("matmul_bias_relu_64_48_32");
  std::string last = of->operations().back().tag;
  Look look(stateAfter(of, last + ": tile_fuse(8,0) done"));
  EXPECT_EQ(look["neighbours.fused_into"], std::vector<float>{1});
  EXPECT_EQ(look["neighbours.consumers"], std::vector<float>{0.25f});
  EXPECT_EQ(look["neighbours.consumer_class"][7], 1); // elementwise
}
} // namespace
