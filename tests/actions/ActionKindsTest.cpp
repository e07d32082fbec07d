#include "actions/ActionKinds.h"
#include "actions/ActionError.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ActionKindsTest, AllAreThoseOfTheDefInItsOrder) {
  const std::vector<std::string> names = {
#define MLIRGYM_ACTION(Kind, Rule, Parameters, Name, ...) Name,
#include "actions/Actions.def"
  };
  EXPECT_EQ(ActionKinds::all().names(), names);
  for (auto [index, kind] : llvm::enumerate(ActionKinds::all()))
    EXPECT_EQ(ActionKinds::all().indexOf(kind), index);
}

TEST(ActionKindsTest, AnIndexIsAPlaceInTheList) {
  const ActionKinds kinds = {ActionKind::Winograd, ActionKind::Tile,
                             ActionKind::Winograd};
  EXPECT_THAT(kinds.names(), ElementsAre("winograd", "tile", "done"));
  EXPECT_EQ(kinds.size(), 3u);
  EXPECT_EQ(kinds[1], ActionKind::Tile);
  EXPECT_EQ(kinds.indexOf(ActionKind::Done), 2u);
  EXPECT_FALSE(kinds.contains(ActionKind::Vectorize));
  EXPECT_EQ(kinds, ActionKinds({ActionKind::Winograd, ActionKind::Tile}));
  EXPECT_NE(kinds, ActionKinds({ActionKind::Tile, ActionKind::Winograd}));
}

TEST(ActionKindsTest, ComeBackFromTheirNames) {
  const ActionKinds kinds = {ActionKind::GpuThreads, ActionKind::Done,
                             ActionKind::Tile};
  EXPECT_EQ(llvm::cantFail(ActionKinds::parse(kinds.names())), kinds);
  llvm::Expected<ActionKinds> unknown = ActionKinds::parse({"tile", "warp"});
  ASSERT_TRUE(unknown.errorIsA<ActionError>());
  EXPECT_THAT(
      llvm::toString(unknown.takeError()),
      HasSubstr("unknown action kind 'warp'; the kinds are tile, tile_par"));
}

TEST(ActionKindsTest, ATargetHasThoseThatAreForIt) {
  const ActionKinds processors = ActionKinds::of({}),
                    gpus = ActionKinds::of({.hasBlocks = true});
  for (ActionKind kind : ActionKinds::all()) {
    EXPECT_EQ(processors.contains(kind), !isForGpu(kind));
    EXPECT_EQ(gpus.contains(kind), isFor(kind, {.hasBlocks = true}));
  }
  EXPECT_TRUE(processors.contains(ActionKind::Winograd));
  EXPECT_FALSE(gpus.contains(ActionKind::Winograd));
  EXPECT_TRUE(gpus.contains(ActionKind::GpuThreads));
}
} // namespace
} // namespace mlirgym
