#include "Look.h"

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(EpisodeProgressTest, CountsActionsAndOperations) {
  Look look(
      stateAfter(program("matmul_64_48_32"), "op0: tile(8,16,0) tile(4,0,0)"));
  EXPECT_EQ(look["progress.ops_left"], std::vector<float>{1});
  EXPECT_THAT(look["progress.actions_taken"], isRow({2 / 6.0f}, 1));
  EXPECT_EQ(look["progress.finished"], std::vector<float>{0});
  EXPECT_EQ(look["progress.work_left"], std::vector<float>{1});
}

TEST(EpisodeProgressTest, RemembersWhatBecameOfTheWork) {
  Look look(stateAfter(program("matmul_64_48_32"),
                       "op0: tile_parallel(8,16,0) tile(0,0,1) vectorize"));
  EXPECT_EQ(look["progress.finished"], std::vector<float>{1});
  EXPECT_EQ(look["progress.work_left"], std::vector<float>{0});
  EXPECT_EQ(look["progress.work_done"], (std::vector<float>{1, 1, 0}));
}

TEST(EpisodeProgressTest, TheOpsThatAreLeftCarryMostOfTheWork) {
  auto of = program("matmul_bias_relu_64_48_32");
  std::string last = of->operations().back().tag;
  Look look(stateAfter(of, last + ": done"));
  float count = float(of->operations().size());
  EXPECT_THAT(look["progress.ops_left"], isRow({(count - 1) / count}, 1));
  EXPECT_GT(look["progress.work_left"][0], 0.9f);
  EXPECT_LT(look["progress.work_left"][0], 1.0f);
}
} // namespace
