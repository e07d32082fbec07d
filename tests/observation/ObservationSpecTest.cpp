#include "TestPrograms.h"
#include "observation/Observation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
ObservationSpec specFor(EncodingOptions encoding = {},
                        StateOptions state = {}) {
  return Observer(FlatEncoding(encoding), MachineFeatures(), state).spec();
}

TEST(ObservationSpecTest, SlicesFollowEachOtherWithoutGapsOrOverlaps) {
  unsigned next = 0;
  ObservationSpec spec = specFor();
  for (const ObservationSlice &slice : spec.slices) {
    EXPECT_EQ(slice.offset, next) << slice.name;
    EXPECT_GT(slice.size(), 0u) << slice.name;
    EXPECT_LT(slice.low, slice.high) << slice.name;
    EXPECT_FALSE(slice.summary.empty()) << slice.name;
    next += slice.size();
  }
  EXPECT_EQ(spec.size(), next);
}

TEST(ObservationSpecTest, IsOfModerateSize) {
  EXPECT_GT(specFor().size(), 200u);
  EXPECT_LT(specFor().size(), 1100u);
}

TEST(ObservationSpecTest, EveryExtractorHasSlicesUnderItsNameInOrder) {
  std::vector<std::string> prefixes;
  std::set<std::string> names;
  for (const ObservationSlice &slice : specFor().slices) {
    EXPECT_TRUE(names.insert(slice.name).second) << slice.name << " twice";
    std::string prefix = llvm::StringRef(slice.name).split('.').first.str();
    if (prefixes.empty() || prefixes.back() != prefix)
      prefixes.push_back(prefix);
  }
  std::vector<std::string> expected;
  for (const ExtractorInfo &extractor : extractors())
    expected.push_back(extractor.name.str());
  EXPECT_EQ(prefixes, expected);
}

TEST(ObservationSpecTest, ScalesWithLoopsAndActions) {
  EncodingOptions encoding;
  encoding.maxLoops = 4;
  StateOptions state;
  state.maxActionsPerOp = 3;
  ObservationSpec small = specFor(encoding, state);
  EXPECT_EQ(small.find("loops.source")->shape, (std::vector<unsigned>{4, 4}));
  EXPECT_EQ(small.find("history.kind")->shape,
            (std::vector<unsigned>{3, EncodingOptions().kinds.size()}));
  EXPECT_LT(small.size(), specFor().size());
}

TEST(ObservationSpecTest, FindsNoSliceUnderAForeignName) {
  EXPECT_EQ(specFor().find("loops.colour"), nullptr);
}

/// The table of docs/observations.md: K stands for the number of kinds of
/// actions, so that it stays as it is when there are more.
std::string tableForDocs() {
  EncodingOptions one, two;
  one.kinds = {ActionKind::Done};
  two.kinds = {ActionKind::Tile, ActionKind::Done};
  const ObservationSpec ofOne = specFor(one), ofTwo = specFor(two);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto line = [&](llvm::StringRef shape, llvm::StringRef range,
                  llvm::StringRef name, llvm::StringRef meaning) {
    os << llvm::left_justify(shape, 8) << llvm::left_justify(range, 9)
       << llvm::left_justify(name, 33) << meaning << '\n';
  };
  line("shape", "range", "name", "meaning");
  for (auto [slice, other] : llvm::zip_equal(ofOne.slices, ofTwo.slices)) {
    std::vector<std::string> shape;
    for (auto [extent, more] : llvm::zip_equal(slice.shape, other.shape))
      shape.push_back(extent == more ? std::to_string(extent) : "K");
    line("[" + llvm::join(shape, ",") + "]",
         llvm::formatv("[{0:f0}, {1:f0}]", slice.low, slice.high).str(),
         slice.name, slice.summary);
  }
  return text;
}

TEST(ObservationSpecTest, DocsDescribeEveryExtractorAndSlice) {
  auto docs =
      llvm::MemoryBuffer::getFile(MLIRGYM_SOURCE_DIR "/docs/observations.md");
  ASSERT_TRUE(docs) << "docs/observations.md: " << docs.getError().message();
  std::string text = (*docs)->getBuffer().str();
  EXPECT_TRUE(text.find(tableForDocs()) != std::string::npos)
      << "paste this table into docs/observations.md:\n"
      << tableForDocs();
  for (const ExtractorInfo &extractor : extractors())
    EXPECT_THAT(text, HasSubstr(("| `" + extractor.name + "` | " +
                                 extractor.summary + " |")
                                    .str()));
}

/// Observation of a policy of a library with fewer slices.
TEST(ObservationSpecTest, SlicesCanBeChosenByName) {
  const auto of = program("mlp_4_8_12_16");
  const Observer whole{FlatEncoding(), MachineFeatures()};
  const std::vector<std::string> names = {"progress.work_left",
                                          "operation.trip_counts",
                                          "history.kind", "loops.trip_counts"};
  const Observer chosen{
      FlatEncoding(), MachineFeatures(), {}, {.slices = names}};
  const DecisionState state =
      stateAfter(of, "op3: tile(2,4); op2: tile(2,4,0)");
  std::vector<float> all(whole.spec().size()), some(chosen.spec().size());
  whole.observe(state, *whole.prepare(*of), all);
  chosen.observe(state, *chosen.prepare(*of), some);
  unsigned offset = 0;
  ASSERT_EQ(chosen.spec().slices.size(), names.size());
  for (auto [name, slice] : llvm::zip_equal(names, chosen.spec().slices)) {
    const ObservationSlice &from = *whole.spec().find(name);
    EXPECT_EQ(slice.name, name);
    EXPECT_EQ(slice.offset, offset);
    EXPECT_EQ(llvm::ArrayRef(some).slice(offset, slice.size()),
              llvm::ArrayRef(all).slice(from.offset, from.size()))
        << name;
    offset += slice.size();
  }
  EXPECT_EQ(offset, some.size());
}
} // namespace
