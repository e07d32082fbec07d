#include "Look.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
const unsigned numKinds = EncodingOptions().kinds.size();

TEST(ActionHistoryTest, ListsActionsInOrderWithTheirParameters) {
  Look look(stateAfter(program("matmul_64_48_32"),
                       "op0: tile(8,16,0) interchange(1,0,2)"));
  std::vector<float> tile(numKinds), interchange(numKinds);
  tile[size_t(ActionKind::Tile)] = 1;
  interchange[size_t(ActionKind::Interchange)] = 1;
  EXPECT_THAT(look.row("history.kind", 0), isRow(tile, numKinds));
  EXPECT_THAT(look.row("history.kind", 1), isRow(interchange, numKinds));
  EXPECT_THAT(look.row("history.kind", 2), isRow({}, numKinds));
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
  std::vector<float> tile(numKinds), vectorize(numKinds);
  tile[size_t(ActionKind::Tile)] = 1;
  vectorize[size_t(ActionKind::Vectorize)] = 1;
  EXPECT_THAT(look.row("history.kind", 0), isRow(tile, numKinds));
  EXPECT_THAT(look.row("history.kind", 1), isRow(vectorize, numKinds));
  EXPECT_THAT(look["loops.trip_counts"], isRow({3 / 20.0f, 4 / 20.0f, 0}, 8));
}

TEST(ActionHistoryTest, ShowsEachKindAsItself) {
  auto of = program("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8");
  const auto winograd = unsigned(ActionKind::Winograd);
  std::vector<float> expected(numKinds);
  expected[winograd] = 1;
  EXPECT_THAT(Look(stateAfter(of, "op0: winograd")).row("history.kind", 0),
              isRow(expected, numKinds));
}

/// Those of another list have their places in it, or none.
TEST(ActionHistoryTest, NumbersKindsAsTheEncodingDoes) {
  EncodingOptions options;
  options.kinds = {ActionKind::Vectorize, ActionKind::Tile};
  const Observer observer{FlatEncoding(options), MachineFeatures()};
  const ObservationSlice &kinds = *observer.spec().find("history.kind");
  EXPECT_EQ(kinds.shape, (std::vector<unsigned>{6, 3}));
  auto of = program("matmul_64_48_32");
  std::vector<float> row(observer.spec().size());
  observer.observe(
      stateAfter(of, "op0: interchange(1,0,2) tile(8,16,1) vectorize"),
      *observer.prepare(*of), row);
  EXPECT_THAT(llvm::ArrayRef(row).slice(kinds.offset, 9).vec(),
              ::testing::ElementsAre(0, 0, 0, 0, 1, 0, 1, 0, 0));
}
} // namespace
