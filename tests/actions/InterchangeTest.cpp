#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(InterchangeTest, NewLoopIIsOldLoopPOfI) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: interchange(2,0,1)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(10, 64, 48));
  EXPECT_EQ(state.nest(0).loops[0].iterator, IteratorType::Reduction);
  EXPECT_EQ(state.nest(0).loops[0].source, 2u);
  EXPECT_TRUE(state.nest(0).isGeneric);
}

TEST(InterchangeTest, TwiceComposes) {
  ScheduleState state = stateAfter(
      "matmul_64_10_48", "op0: interchange(2,0,1) interchange(2,0,1)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(48, 10, 64));
}

TEST(InterchangeTest, TheIdentityChangesNothing) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: interchange(0,1,2)");
  EXPECT_FALSE(state.nest(0).isGeneric);
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: interchange(0,1,2)"),
              Not(HasSubstr("interchange")));
}

TEST(InterchangeTest, RejectsWhatIsNoPermutation) {
  ScheduleState state = stateAfter("matmul_64_10_48");
  for (const Action &wrong : {Action(ActionKind::Interchange, {0, 1}),
                              Action(ActionKind::Interchange, {0, 1, 1}),
                              Action(ActionKind::Interchange, {0, 1, 3}),
                              Action(ActionKind::Interchange, {-1, 0, 1}),
                              Action(ActionKind::Interchange, {0, 1, 2, 3})})
    EXPECT_THAT(
        whyIllegal(state, wrong),
        HasSubstr("is not a permutation of 3 loops; name each loop from 0 "
                  "to 2 once"));
}

TEST(InterchangeTest, RejectsPartialResults) {
  EXPECT_THAT(
      whyIllegal(stateAfter("matmul_64_16_48", "op0: tile_reduction(0,0,4)"),
                 Action(ActionKind::Interchange, {1, 0, 2})),
      HasSubstr("interchange after tile_reduction"));
}

TEST(InterchangeTest, GeneralizesANamedOperationOnceAndRestoresItsTag) {
  std::string script =
      scriptOf("matmul_64_10_48", "op0: interchange(2,0,1) interchange(1,0,2)");
  EXPECT_EQ(llvm::StringRef(script).count("transform.structured.generalize"),
            1u);
  EXPECT_THAT(script, HasSubstr("transform.param.constant \"op0\" -> "
                                "!transform.any_param"));
  EXPECT_THAT(script, HasSubstr("iterator_interchange = [2, 0, 1]"));
  EXPECT_THAT(script, HasSubstr("iterator_interchange = [1, 0, 2]"));
}

TEST(InterchangeTest, DoesNotGeneralizeAGeneric) {
  EXPECT_THAT(scriptOf("softmax_40_72", "op3: interchange(1,0)"),
              Not(HasSubstr("generalize")));
}

} // namespace
} // namespace mlirgym
