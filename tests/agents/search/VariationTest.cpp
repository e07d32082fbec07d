#include "agents/search/strategies/Variation.h"
#include "TestPrograms.h"
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(VariationTest, ChildrenAreLegalOnEveryFamily) {
  RandomStream random(1);
  for (const std::string &name : smallProgramNames()) {
    SearchSpace space(program(name), {}, {}, /*threads=*/2);
    SketchSampler sketches(space);
    Variation variation(space, sketches);
    std::vector<Schedule> generation;
    for (int i = 0; i < 4; ++i)
      generation.push_back(sketches.sample(random));
    for (int i = 0; i < 60; ++i) {
      const Schedule mother = generation[random.below(generation.size())];
      const Schedule father = generation[random.below(generation.size())];
      Schedule child = random.chance(0.5)
                           ? variation.mutate(mother, random)
                           : variation.cross(mother, father, random);
      auto state = ScheduleState::replay(space.programPtr(), child);
      ASSERT_TRUE(bool(state)) << name << ": " << child.text() << ": "
                               << llvm::toString(state.takeError());
      generation[random.below(generation.size())] = std::move(child);
    }
  }
}

TEST(VariationTest, MovesATileSizeToItsNeighbour) {
  SearchSpace space(program("matmul_512_512_512"), {}, {}, 1);
  SketchSampler sketches(space);
  Variation variation(space, sketches);
  const auto parent =
      llvm::cantFail(Schedule::parse("op0: tile(7,16,1) vectorize"));
  RandomStream random(2);
  std::set<std::string> children;
  for (int i = 0; i < 300; ++i)
    children.insert(variation.mutate(parent, random).text());
  EXPECT_THAT(children, ::testing::Contains("op0: tile(6,16,1) vectorize"));
  EXPECT_THAT(children, ::testing::Contains("op0: tile(8,16,1) vectorize"));
  EXPECT_GT(children.size(), 50u);
}

TEST(VariationTest, AddsAndTakesAwayCopiesAndStreams) {
  auto childrenOf = [](const char *name, const char *text) {
    SearchSpace space(program(name), {}, {}, 1);
    SketchSampler sketches(space);
    Variation variation(space, sketches);
    const auto parent = llvm::cantFail(Schedule::parse(text));
    RandomStream random(4);
    std::set<std::string> children;
    for (int i = 0; i < 500; ++i)
      children.insert(variation.mutate(parent, random).text());
    return children;
  };
  const char *plain = "op0: tile(0,16,0) tile(6,0,1) vectorize";
  const char *copied = "op0: tile(0,16,0) promote(1) tile(6,0,1) vectorize";
  EXPECT_THAT(childrenOf("matmul_512_512_512", plain),
              ::testing::Contains(copied));
  EXPECT_THAT(childrenOf("matmul_512_512_512", copied),
              ::testing::Contains(plain));
  EXPECT_THAT(childrenOf("relu_256_512", "op0: tile(1,8) vectorize"),
              ::testing::Contains("op0: tile(1,8) stream vectorize"));
  EXPECT_THAT(childrenOf("relu_256_512", "op0: tile(1,8) stream vectorize"),
              ::testing::Contains("op0: tile(1,8) vectorize"));
}

TEST(VariationTest, VariesSchedulesThatEndWithWinograd) {
  SearchSpace space(program("conv_2d_nchw_fchw_2_16_26_26_32_3_3_24_24"), {},
                    {}, 1);
  SketchSampler sketches(space);
  Variation variation(space, sketches);
  const auto parent =
      llvm::cantFail(Schedule::parse("op0: tile_fuse(1,0,6,0,0,0,0) winograd"));
  RandomStream random(5);
  std::set<std::string> children;
  unsigned byWinograd = 0;
  for (int i = 0; i < 500; ++i) {
    const Schedule child = variation.mutate(parent, random);
    auto state = ScheduleState::replay(space.programPtr(), child);
    ASSERT_TRUE(bool(state)) << child.text();
    byWinograd += state->nest(0).isMarkedBy(ActionKind::Winograd);
    children.insert(child.text());
  }
  EXPECT_GT(byWinograd, 150u);
  EXPECT_LT(byWinograd, 500u);
  EXPECT_THAT(children,
              ::testing::IsSupersetOf(
                  {std::string("op0: tile_fuse(1,0,4,0,0,0,0) winograd"),
                   std::string("op0: tile_fuse(1,0,8,0,0,0,0) winograd"),
                   std::string("op0: tile(1,0,6,0,0,0,0) winograd"),
                   std::string("op0: winograd"),
                   std::string("op0: tile_fuse(1,0,6,0,0,0,0)")}));
}

TEST(VariationTest, CrossesParametersOfEqualKinds) {
  SearchSpace space(program("matmul_512_512_512"), {}, {}, 1);
  SketchSampler sketches(space);
  Variation variation(space, sketches);
  const auto mother =
      llvm::cantFail(Schedule::parse("op0: tile(6,16,1) vectorize"));
  const auto father =
      llvm::cantFail(Schedule::parse("op0: tile(2,32,4) vectorize"));
  RandomStream random(3);
  std::set<std::string> children;
  for (int i = 0; i < 200; ++i)
    children.insert(variation.cross(mother, father, random).text());
  EXPECT_THAT(children, ::testing::Contains("op0: tile(2,16,1) vectorize"));
  EXPECT_THAT(children, ::testing::Contains("op0: tile(6,16,4) vectorize"));
  EXPECT_LE(children.size(), 8u); // 2 x 2 x 2, and nothing else
}

TEST(VariationTest, CrossesOperationByOperation) {
  SearchSpace space(program("mlp_8_16_12_10_4"), {}, {}, 1);
  SketchSampler sketches(space);
  Variation variation(space, sketches);
  const auto mother = llvm::cantFail(Schedule::parse("op1: tile(4,4)"));
  const auto father = llvm::cantFail(Schedule::parse("op0: tile(2,2,2)"));
  RandomStream random(4);
  std::set<std::string> children;
  for (int i = 0; i < 100; ++i)
    children.insert(variation.cross(mother, father, random).text());
  EXPECT_THAT(children, ::testing::UnorderedElementsAre(
                            "", "op1: tile(4,4)", "op0: tile(2,2,2)",
                            "op1: tile(4,4); op0: tile(2,2,2)"));
}
} // namespace
