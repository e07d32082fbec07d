#include "observation/Observation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
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
            (std::vector<unsigned>{3, numEncodedKinds}));
  EXPECT_LT(small.size(), specFor().size());
}

TEST(ObservationSpecTest, FindsNoSliceUnderAForeignName) {
  EXPECT_EQ(specFor().find("loops.colour"), nullptr);
}

TEST(ObservationSpecTest, DocsDescribeEveryExtractorAndSlice) {
  auto docs =
      llvm::MemoryBuffer::getFile(MLIRGYM_SOURCE_DIR "/docs/observations.md");
  ASSERT_TRUE(docs) << "docs/observations.md: " << docs.getError().message();
  std::string text = (*docs)->getBuffer().str();
  EXPECT_TRUE(text.find(specFor().table()) != std::string::npos)
      << "paste this table into docs/observations.md:\n"
      << specFor().table();
  for (const ExtractorInfo &extractor : extractors())
    EXPECT_THAT(text, HasSubstr(("| `" + extractor.name + "` | " +
                                 extractor.summary + " |")
                                    .str()));
}
} // namespace
