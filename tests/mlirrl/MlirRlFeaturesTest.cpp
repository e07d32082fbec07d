#include "mlirrl/MlirRlFeatures.h"
#include "AllocationCounter.h"
#include "TestPrograms.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <map>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::Each;

namespace {
class MlirRlFeaturesTest : public ::testing::Test {
protected:
  DecisionState start(llvm::StringRef name) {
    return encoding->begin(program(name));
  }
  std::vector<float> look(const DecisionState &state) {
    std::vector<float> values(observer.spec().size(), -7);
    observer.observe(state, *observer.prepare(state.schedule.program()),
                     values);
    return values;
  }
  /// Takes an action: sizes for every loop, or one loop of an interchange.
  void act(DecisionState &state, MlirRlSymbol symbol,
           llvm::ArrayRef<int64_t> parameters = {}) {
    std::vector<int64_t> row(encoding->dimensions().size(), 0);
    row[0] = int64_t(symbol);
    if (symbol == MlirRlSymbol::I)
      row.back() = parameters.front();
    else
      for (auto [loop, index] : llvm::enumerate(parameters))
        row[1 + (unsigned(symbol) - 1) * 12 + loop] = index;
    ASSERT_NE(encoding->step(state, row), StepResult::Illegal);
  }
  /// Positions in [begin, end) that are not 0, and their values.
  static std::map<size_t, float> nonZeros(llvm::ArrayRef<float> values,
                                          size_t begin, size_t end) {
    std::map<size_t, float> found;
    for (size_t i = begin; i < end; ++i)
      if (values[i] != 0)
        found[i] = values[i];
    return found;
  }

  std::shared_ptr<const MlirRlEncoding> encoding =
      llvm::cantFail(MlirRlEncoding::create());
  Observer observer = encoding->makeObserver({});
};

TEST_F(MlirRlFeaturesTest, HasThePublishedLayout) {
  const ObservationSpec &spec = observer.spec();
  EXPECT_EQ(spec.size(), 6569u);
  const std::pair<const char *, unsigned> offsets[] = {
      {"operation_type", 0},
      {"operation_bounds", 6},
      {"operation_parallel", 18},
      {"operation_loads", 30},
      {"operation_stores", 1038},
      {"operation_counts", 2046},
      {"producer_type", 2051},
      {"history_T", 4102},
      {"history_TP", 4582},
      {"history_TPF", 5062},
      {"history_I", 5542},
      {"num_loops", 6262},
      {"mask", 6263}};
  for (auto [name, offset] : offsets) {
    const ObservationSlice *slice = spec.find(std::string("mlir_rl.") + name);
    ASSERT_NE(slice, nullptr) << name;
    EXPECT_EQ(slice->offset, offset) << name;
  }
}

TEST_F(MlirRlFeaturesTest, ShowsAMatmulAsMlirRlDoes) {
  // Every number below the mask, written down from a run of MLIR-RL.
  std::vector<float> seen = look(start("matmul_256_256_128"));
  std::map<size_t, float> expected = {
      {1, 1},    {6, 0.0625f}, {7, 0.03125f}, {8, 0.0625f}, {18, 1},
      {19, 1},   {30, 1},      {44, 1},       {176, 1},     {187, 1},
      {1038, 1}, {1051, 1},    {2046, 1},     {2048, 1},    {6262, 3}};
  EXPECT_EQ(nonZeros(seen, 0, 6263), expected);
  // Selection: interchange only. Pointers: the three loops.
  EXPECT_EQ(nonZeros(seen, 6263, 6269), (std::map<size_t, float>{{6267, 1}}));
  EXPECT_EQ(nonZeros(seen, 6557, 6569),
            (std::map<size_t, float>{{6557, 1}, {6558, 1}, {6559, 1}}));
}

TEST_F(MlirRlFeaturesTest, ScalesTripCountsAsConfigured) {
  auto boundsWith = [&](MlirRlBounds bounds) {
    MlirRlOptions options;
    options.bounds = bounds;
    encoding = llvm::cantFail(MlirRlEncoding::create(options));
    observer = encoding->makeObserver({});
    return nonZeros(look(start("matmul_256_256_128")), 6, 18);
  };
  EXPECT_EQ(
      boundsWith(MlirRlBounds::Max),
      (std::map<size_t, float>{{6, 0.0625f}, {7, 0.03125f}, {8, 0.0625f}}));
  EXPECT_EQ(boundsWith(MlirRlBounds::Log),
            (std::map<size_t, float>{{6, 8}, {7, 7}, {8, 8}}));
  EXPECT_EQ(boundsWith(MlirRlBounds::None),
            (std::map<size_t, float>{{6, 256}, {7, 128}, {8, 256}}));
}

TEST_F(MlirRlFeaturesTest, TheMaskHasTheSizeOfTheInterchange) {
  auto sizeWith = [](MlirRlInterchange interchange) {
    MlirRlOptions options;
    options.interchange = interchange;
    return llvm::cantFail(MlirRlEncoding::create(options))
        ->makeObserver({})
        .spec()
        .size();
  };
  EXPECT_EQ(sizeWith(MlirRlInterchange::Pointers), 6569u);
  EXPECT_EQ(sizeWith(MlirRlInterchange::Enumerate), 6587u);
  EXPECT_EQ(sizeWith(MlirRlInterchange::Continuous), 6558u);
}

TEST_F(MlirRlFeaturesTest, ShowsTheHistoryOfTheOperationUnderWay) {
  DecisionState state = start("matmul_256_128_256");
  act(state, MlirRlSymbol::I, {2});
  // Half an interchange: p[0] = 2.
  EXPECT_EQ(nonZeros(look(state), 4102, 6262),
            (std::map<size_t, float>{{5542 + 2, 1}}));
  act(state, MlirRlSymbol::I, {0});
  act(state, MlirRlSymbol::I, {1});
  act(state, MlirRlSymbol::TP, {3, 0, 1}); // second action: sizes 4, 0, 1
  std::vector<float> seen = look(state);
  std::map<size_t, float> expected = {
      {5542 + 2, 1}, {5542 + 12, 1}, {5542 + 24 + 1, 1}};
  for (size_t block : {4102, 4582, 5062}) {
    size_t action = block + 96;
    expected[action + 3] = expected[action + 8] = expected[action + 16 + 1] = 1;
  }
  EXPECT_EQ(nonZeros(seen, 4102, 6262), expected);
  // The operation itself is shown untransformed.
  EXPECT_EQ(seen[8], 0.03125f);
  act(state, MlirRlSymbol::NT);
  EXPECT_THAT(look(state), Each(0.0f));
}

TEST_F(MlirRlFeaturesTest, ShowsTheProducerUntilItIsFused) {
  DecisionState state = start("matmul_bias_relu_64_32_128");
  std::vector<float> seen = look(state);
  EXPECT_EQ(seen[0], 1) << "generic";
  EXPECT_EQ(seen[2051 + 1], 1) << "produced by a matmul";
  EXPECT_EQ(seen[2051 + 6], 64.0f / 4096);
  act(state, MlirRlSymbol::I, {0});
  act(state, MlirRlSymbol::I, {1});
  act(state, MlirRlSymbol::TPF, {4, 4});
  EXPECT_EQ(look(state)[2051 + 1], 1) << "as before, while it is the op's";
  act(state, MlirRlSymbol::NT);
  seen = look(state);
  EXPECT_EQ(seen[1], 1) << "the matmul itself";
  EXPECT_THAT(nonZeros(seen, 2051, 4102), ::testing::IsEmpty());
}

TEST_F(MlirRlFeaturesTest, TheMaskIsTheEncodings) {
  DecisionState state = start("mlp_8_16_24_12");
  std::vector<int8_t> mask(encoding->maskSize());
  std::mt19937_64 random(3);
  while (!state.schedule.finished()) {
    encoding->mask(state, mask);
    std::vector<float> seen = look(state);
    EXPECT_TRUE(std::equal(mask.begin(), mask.end(), seen.begin() + 6263));
    for (const ObservationSlice &slice : observer.spec().slices)
      for (float value : llvm::ArrayRef(seen).slice(slice.offset, slice.size()))
        EXPECT_TRUE(value >= slice.low && value <= slice.high) << slice.name;
    std::vector<int64_t> row;
    size_t at = 0;
    for (int64_t choices : encoding->dimensions()) {
      std::vector<int64_t> legal;
      for (int64_t choice = 0; choice < choices; ++choice)
        if (mask[at + size_t(choice)])
          legal.push_back(choice);
      row.push_back(legal[random() % legal.size()]);
      at += size_t(choices);
    }
    ASSERT_NE(encoding->step(state, row), StepResult::Illegal);
  }
}

TEST_F(MlirRlFeaturesTest, ObservingAllocatesNothing) {
  DecisionState state = start("matmul_256_128_256");
  auto prepared = observer.prepare(state.schedule.program());
  std::vector<float> values(observer.spec().size());
  AllocationCounter allocations;
  observer.observe(state, *prepared, values);
  EXPECT_EQ(allocations.count(), 0u);
}

TEST_F(MlirRlFeaturesTest, DocsDescribeEverySlice) {
  auto docs =
      llvm::MemoryBuffer::getFile(MLIRGYM_SOURCE_DIR "/docs/observations.md");
  ASSERT_TRUE(docs) << "docs/observations.md: " << docs.getError().message();
  const std::string table = observer.spec().table();
  EXPECT_TRUE((*docs)->getBuffer().contains(table))
      << "paste this table into docs/observations.md:\n"
      << table;
}

TEST_F(MlirRlFeaturesTest, SharesNothingWithTheDefaultLayout) {
  for (const ExtractorInfo &extractor : extractors())
    EXPECT_NE(extractor.name, "mlir_rl");
  for (const ObservationSlice &slice : observer.spec().slices)
    EXPECT_TRUE(llvm::StringRef(slice.name).starts_with("mlir_rl."));
}
} // namespace
