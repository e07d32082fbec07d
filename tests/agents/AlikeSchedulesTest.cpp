#include "agents/AlikeSchedules.h"
#include "actions/Schedule.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {
std::shared_ptr<const Program> generated(llvm::StringRef name) {
  return std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadGenerated(name)));
}

Precedent precedent(llvm::StringRef program, llvm::StringRef schedule,
                    double machineDistance = 0) {
  return {generated(program), llvm::cantFail(Schedule::parse(schedule)),
          machineDistance};
}

std::vector<std::string> fromAlike(llvm::StringRef program,
                                   llvm::ArrayRef<Precedent> precedents,
                                   size_t most = 9, unsigned threads = 1) {
  std::vector<std::string> texts;
  for (const Schedule &schedule :
       schedulesOfAlike(generated(program), precedents, threads, most))
    texts.push_back(schedule.text());
  return texts;
}

Precedent panels() {
  return precedent("matmul_512_512_512",
                   "op0: tile_fuse(0,16,0) promote(1) tile_fuse(6,0,0) "
                   "tile(0,0,4) vectorize");
}

TEST(AlikeSchedulesTest, OtherSizesKeepTheTiles) {
  EXPECT_THAT(fromAlike("matmul_300_200_100", panels()),
              ElementsAre(panels().schedule.text()));
}

/// `x w^T`, as PyTorch's linear layers have it: schedules of other products of
/// transposed matrices come first, then those of matrices as they are.
TEST(AlikeSchedulesTest, AFactorMayBeTransposed) {
  auto linear = [](int64_t size) {
    const std::string square = llvm::formatv("tensor<{0}x{0}xf32>", size).str();
    return std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadText(llvm::formatv(R"(
        func.func @linear(%x: {0}, %w: {0}, %y: {0}) -> {0} {{
          %d = linalg.generic {{
              indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                               affine_map<(m, n, k) -> (n, k)>,
                               affine_map<(m, n, k) -> (m, n)>],
              iterator_types = ["parallel", "parallel", "reduction"]}
              ins(%x, %w : {0}, {0}) outs(%y : {0}) {{
          ^bb0(%a: f32, %b: f32, %sum: f32):
            %product = arith.mulf %a, %b : f32
            %next = arith.addf %sum, %product : f32
            linalg.yield %next : f32
          } -> {0}
          return %d : {0}
        })",
                                                              square)
                                                    .str(),
                                                "linear")));
  };
  const Precedent own{linear(512), llvm::cantFail(Schedule::parse(
                                       "op0: tile(8,16,1) vectorize"))};
  std::vector<std::string> texts;
  for (const Schedule &schedule :
       schedulesOfAlike(linear(256), {panels(), own}, 1, 9))
    texts.push_back(schedule.text());
  EXPECT_THAT(texts, ElementsAre("op0: tile(8,16,1) vectorize",
                                 "op0: tile(0,16,0) promote(1) tile(6,0,0) "
                                 "tile(0,0,4) vectorize"));
}

TEST(AlikeSchedulesTest, TilesOfAWholeLoopAreLeftOut) {
  EXPECT_THAT(fromAlike("matmul_300_200_16", panels()),
              ElementsAre("op0: tile_fuse(6,0,0) tile(0,0,4) vectorize"))
      << "nothing is cut off that promote could copy";
  EXPECT_THAT(fromAlike("matmul_4_200_100", precedent("matmul_512_512_512",
                                                      "op0: tile_fuse(6,16,0) "
                                                      "tile(0,0,4) vectorize")),
              ElementsAre("op0: tile_fuse(0,16,0) tile(0,0,4) vectorize"));
}

TEST(AlikeSchedulesTest, ParallelLoopsKeepTheNumberOfTiles) {
  EXPECT_THAT(fromAlike("matmul_300_200_100",
                        precedent("matmul_512_512_512",
                                  "op0: tile_parallel_fuse(256,0,0) "
                                  "tile_fuse(6,16,0) tile(0,0,4) vectorize")),
              ElementsAre("op0: tile_parallel_fuse(150,0,0) tile_fuse(6,16,0) "
                          "tile(0,0,4) vectorize"));
}

TEST(AlikeSchedulesTest, MoreThreadsHaveMoreTilesOfTheFirstParallelLoop) {
  Precedent rows = precedent("matmul_512_512_512",
                             "op0: tile_parallel_fuse(256,256,0) "
                             "tile_fuse(6,16,0) tile(0,0,4) vectorize");
  rows.threads = 2;
  auto tilesFor = [&](llvm::StringRef program, unsigned threads) {
    return fromAlike(program, rows, 9, threads);
  };
  const std::string rest = " tile_fuse(6,16,0) tile(0,0,4) vectorize";
  EXPECT_THAT(tilesFor("matmul_512_512_512", 2),
              ElementsAre(rows.schedule.text()));
  EXPECT_THAT(tilesFor("matmul_512_512_512", 8),
              ElementsAre("op0: tile_parallel_fuse(64,256,0)" + rest));
  EXPECT_THAT(tilesFor("matmul_300_200_100", 3),
              ElementsAre("op0: tile_parallel_fuse(100,50,0)" + rest));
  // A row is the smallest tile.
  EXPECT_THAT(tilesFor("matmul_12_200_100", 64),
              ElementsAre("op0: tile_parallel_fuse(1,50,0) tile_fuse(0,16,0) "
                          "tile(0,0,4) vectorize"));
}

TEST(AlikeSchedulesTest, NearMachinesComeFirstThenNearSizes) {
  auto rows = [&](llvm::StringRef program, int count, double machine) {
    return precedent(program,
                     "op0: tile(" + std::to_string(count) + ",16,4) vectorize",
                     machine);
  };
  const Precedent all[] = {
      rows("matmul_512_512_512", 1, 2), rows("matmul_64_64_64", 2, 1),
      rows("matmul_256_512_512", 3, 1), rows("matmul_512_512_512", 4, 1)};
  EXPECT_THAT(fromAlike("matmul_512_512_500", all),
              ElementsAre("op0: tile(4,16,4) vectorize",
                          "op0: tile(3,16,4) vectorize",
                          "op0: tile(2,16,4) vectorize",
                          "op0: tile(1,16,4) vectorize"));
  EXPECT_THAT(fromAlike("matmul_512_512_500", all, 1),
              ElementsAre("op0: tile(4,16,4) vectorize"));
}

TEST(AlikeSchedulesTest, OneOfEachFormPrecedesOthers) {
  const Precedent all[] = {
      precedent("matmul_64_64_64", "op0: tile(4,16,4) vectorize"),
      precedent("matmul_64_64_128", "op0: tile(8,16,4) vectorize"),
      precedent("matmul_64_64_256", "op0: tile(0,16,0) tile(4,0,4) vectorize")};
  EXPECT_THAT(fromAlike("matmul_64_64_32", all),
              ElementsAre("op0: tile(4,16,4) vectorize",
                          "op0: tile(0,16,0) tile(4,0,4) vectorize",
                          "op0: tile(8,16,4) vectorize"));
}

TEST(AlikeSchedulesTest, TypesIndexingAndReadersMatter) {
  EXPECT_THAT(fromAlike("matmul_300_200_100_f64", panels()), IsEmpty());
  EXPECT_THAT(fromAlike("batch_matmul_4_300_200_100", panels()), IsEmpty());
  EXPECT_THAT(fromAlike("relu_64_64", panels()), IsEmpty());
  EXPECT_THAT(fromAlike("relu_64_64",
                        precedent("add_64_64", "op0: tile(4,8) vectorize")),
              IsEmpty());
}

TEST(AlikeSchedulesTest, ChainsConsistOfTheLongestRuns) {
  const Precedent known[] = {
      panels(), precedent("matmul_bias_relu_512_512_512",
                          "op1: tile_fuse(0,16) tile(4,0) vectorize; "
                          "op0: promote(1) tile(6,0,4) vectorize")};
  EXPECT_THAT(fromAlike("matmul_bias_relu_128_256_512", known),
              ElementsAre("op1: tile_fuse(0,16) tile(4,0) vectorize; "
                          "op0: promote(1) tile(6,0,4) vectorize"));
  EXPECT_THAT(fromAlike("mlp_128_784_512_512_10", known),
              ElementsAre("op5: tile(4,0) vectorize; "
                          "op4: tile(6,0,4) vectorize; "
                          "op3: tile_fuse(0,16) tile(4,0) vectorize; "
                          "op2: promote(1) tile(6,0,4) vectorize; "
                          "op1: tile_fuse(0,16) tile(4,0) vectorize; "
                          "op0: promote(1) tile(6,0,4) vectorize"));
}

TEST(AlikeSchedulesTest, LongOperationsNeedAPrecedent) {
  EXPECT_THAT(fromAlike("attention_2_16_8",
                        precedent("batch_matmul_12_128_64_128",
                                  "op0: tile_fuse(1,4,0,0) vectorize")),
              IsEmpty())
      << "its first product is with a transposed matrix";
}

TEST(AlikeSchedulesTest, NothingIsFusedFromOneRunIntoAnother) {
  EXPECT_THAT(fromAlike("mlp_128_784_512_512_10", panels()),
              ElementsAre("op4: tile(6,0,0) tile(0,0,4) vectorize; "
                          "op2: tile_fuse(0,16,0) promote(1) tile(6,0,0) "
                          "tile(0,0,4) vectorize; "
                          "op0: tile_fuse(0,16,0) promote(1) tile_fuse(6,0,0) "
                          "tile(0,0,4) vectorize"));
}
} // namespace
