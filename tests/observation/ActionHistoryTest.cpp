#include "Look.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(ActionHistoryTest, ListsActionsInOrderWithTheirParameters) {
  Look look(stateAfter(program("matmul_64_48_32"),
                       "op0: tile(8,16,0) interchange(1,0,2)"));
  std::vector<float> tile(numEncodedKinds), interchange(numEncodedKinds);
  tile[size_t(ActionKind::Tile)] = 1;
  interchange[size_t(ActionKind::Interchange)] = 1;
  EXPECT_THAT(look.row("history.kind", 0), isRow(tile, numEncodedKinds));
  EXPECT_THAT(look.row("history.kind", 1), isRow(interchange, numEncodedKinds));
  EXPECT_THAT(look.row("history.kind", 2), isRow({}, numEncodedKinds));
  EXPECT_THAT(look.row("history.parameters", 0),
              isRow({std::log2(9.0f) / 10, std::log2(17.0f) / 10}, 8));
  EXPECT_THAT(look.row("history.parameters", 1),
              isRow({0.1f, 0, std::log2(3.0f) / 10}, 8));
}

TEST(ActionHistoryTest, StartsAfreshWithTheNextOperation) {
  auto of = program("matmul_bias_relu_64_48_32");
  std::string last = of->operations().back().tag;
  Look look(stateAfter(of, last + ": tile(8,0) done"));
  EXPECT_THAT(look["history.kind"], ::testing::Each(0.0f));
}

TEST(ActionHistoryTest, KeepsTheActionsThatEndedTheProgram) {
  Look look(
      stateAfter(program("matmul_64_48_32"), "op0: tile(8,16,1) vectorize"));
  std::vector<float> tile(numEncodedKinds), vectorize(numEncodedKinds);
  tile[size_t(ActionKind::Tile)] = 1;
  vectorize[size_t(ActionKind::Vectorize)] = 1;
  EXPECT_THAT(look.row("history.kind", 0), isRow(tile, numEncodedKinds));
  EXPECT_THAT(look.row("history.kind", 1), isRow(vectorize, numEncodedKinds));
  EXPECT_THAT(look["loops.trip_counts"], isRow({3 / 20.0f, 4 / 20.0f, 0}, 8));
}

TEST(ActionHistoryTest, ShowsWinogradAsVectorize) {
  Look look(stateAfter(program("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8"),
                       "op0: winograd"));
  std::vector<float> vectorize(numEncodedKinds);
  vectorize[size_t(ActionKind::Vectorize)] = 1;
  EXPECT_THAT(look.row("history.kind", 0), isRow(vectorize, numEncodedKinds));
}
} // namespace
