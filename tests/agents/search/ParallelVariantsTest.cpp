#include "agents/search/ParallelVariants.h"
#include "actions/encoding/Encoding.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> variants(llvm::StringRef name, llvm::StringRef text,
                                  unsigned threads = 2) {
  auto program = std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadGenerated(name)));
  std::vector<std::string> texts;
  for (const Schedule &each :
       parallelVariants(program, llvm::cantFail(Schedule::parse(text)), threads,
                        EncodingOptions().tileSizes))
    texts.push_back(each.text());
  return texts;
}

TEST(ParallelVariantsTest, ShareEachLoopWithATilePerThread) {
  EXPECT_THAT(
      variants("matmul_64_10_48", "op0: tile(8,16,1) vectorize"),
      ElementsAre("op0: tile_parallel_fuse(32,0,0) tile(8,16,1) vectorize",
                  "op0: tile_parallel_fuse(0,24,0) tile(8,16,1) vectorize",
                  "op0: tile_parallel(32,0,0) tile(8,16,1) vectorize",
                  "op0: tile_parallel(0,24,0) tile(8,16,1) vectorize"));
}

TEST(ParallelVariantsTest, ShareALoopThatIsNotEvenInSmallTiles) {
  // 11 is not in the list, and one row has no tile for each thread.
  EXPECT_THAT(
      variants("matmul_1_10_91", "op0: tile(0,32,1) vectorize"),
      ElementsAre("op0: tile_parallel_fuse(0,8,0) tile(0,0,1) vectorize",
                  "op0: tile_parallel(0,8,0) tile(0,0,1) vectorize"));
  EXPECT_THAT(
      variants("matmul_3_10_1", "op0: tile(0,0,1) vectorize"),
      testing::Contains("op0: tile_parallel(1,0,0) tile(0,0,1) vectorize"));
}

TEST(ParallelVariantsTest, SizesThatNoLongerCutAnythingAreLeftOut) {
  EXPECT_THAT(
      variants("matmul_64_10_48", "op0: tile(32,16,0) tile(8,0,1) vectorize"),
      testing::Contains(
          "op0: tile_parallel(32,0,0) tile(0,16,0) tile(8,0,1) vectorize"));
}

TEST(ParallelVariantsTest, ComesAfterWhatReplacesTheOperation) {
  EXPECT_THAT(
      variants("conv_2d_nchw_fchw_4_16_8_8_32_1_1_8_8",
               "op0: img2col tile(1,0,32,0) tile(0,8,0,2) vectorize"),
      testing::Contains("op0: img2col tile_parallel(2,0,0,0) tile(1,0,32,0) "
                        "tile(0,8,0,2) vectorize"));
}

TEST(ParallelVariantsTest, SharesAllOperationsOrTheLastOne) {
  const auto found = variants("matmul_bias_relu_24_40_64",
                              "op1: vectorize; op0: tile(4,16,1) vectorize");
  EXPECT_THAT(found, testing::IsSupersetOf(
                         {"op1: tile_parallel(12,0) vectorize; "
                          "op0: tile_parallel(12,0,0) tile(4,16,1) vectorize",
                          "op1: tile_parallel_fuse(12,0) vectorize; "
                          "op0: tile(4,16,1) vectorize"}));
}

TEST(ParallelVariantsTest, ThereIsNoneWithoutAFreeLoop) {
  EXPECT_THAT(variants("matmul_64_10_48", "op0: tile_parallel(8,0,0)"),
              IsEmpty());
  EXPECT_THAT(variants("matmul_1_10_1", "op0: tile(0,0,2)"), IsEmpty());
}

} // namespace
} // namespace mlirgym
