#include "agents/comparison/Summary.h"
#include "ExampleComparison.h"
#include <cmath>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(SummaryTest, AnswersAreTimedInTurnNotByTheSearch) {
  const Comparison comparison = twoByTwo();
  const ProgramComparison &on = comparison.programs[0];
  const Answer answer = on.answer(on.runs[0][0].after(10));
  EXPECT_DOUBLE_EQ(answer.speedup, 4);
  EXPECT_TRUE(answer.inTurn);
  EXPECT_EQ(answer.incumbent->samples, 5u);
}

TEST(SummaryTest, AnAnswerThatIsWrongNowIsPassedOver) {
  Comparison comparison = twoByTwo();
  ProgramComparison &on = comparison.programs[0];
  on.inTurn["op0: tile(4,0)"].status = Status::WrongResult;
  EXPECT_DOUBLE_EQ(on.answer(on.runs[0][0].after(10)).speedup, 2);
  on.inTurn["op0: tile(2,0)"].status = Status::Crashed;
  const Answer none = on.answer(on.runs[0][0].after(10));
  EXPECT_EQ(none.incumbent, nullptr);
  EXPECT_EQ(none.speedup, 1);
}

TEST(SummaryTest, AnAnswerSlowerThanTheBaselineIsTheUntransformedProgram) {
  Comparison comparison = twoByTwo();
  ProgramComparison &on = comparison.programs[0];
  on.inTurn["op0: tile(4,0)"] = paired(0.5);
  const Answer answer = on.answer(on.runs[0][0].after(10));
  EXPECT_EQ(answer.incumbent, nullptr);
  EXPECT_EQ(answer.speedup, 1);
}

TEST(SummaryTest, WithoutATimingInTurnTheSearchsOwnStandsAndIsCounted) {
  Comparison comparison = twoByTwo();
  comparison.programs[0].inTurn.clear();
  const ProgramComparison &on = comparison.programs[0];
  EXPECT_DOUBLE_EQ(on.answer(on.runs[0][0].after(10)).speedup, 14);
  const Summary summary = llvm::cantFail(summarize(comparison, std::nullopt));
  EXPECT_EQ(summary.answersBySearch, 4u); // two agents, two budgets
  EXPECT_EQ(summary.answersInTurn, 4u);
}

TEST(SummaryTest, GivesMeansSharesAndTheWorstFamily) {
  const Summary summary =
      llvm::cantFail(summarize(twoByTwo(), ReferencePoint{"random", 10}));
  const AgentSummary &learned = summary.agents[1];
  // At one sample 2 on the relu and 4 on the matmul; the reference has 4 and 4.
  EXPECT_NEAR(learned.budgets[0].speedup.mean.value, std::sqrt(8.0), 1e-12);
  EXPECT_NEAR(learned.budgets[0].share->mean.value, std::sqrt(0.5), 1e-12);
  EXPECT_EQ(learned.budgets[0].share->worstFamily(), "relu");
  EXPECT_NEAR(learned.budgets[0].share->families.at("relu").value, 0.5, 1e-12);
  EXPECT_NEAR(learned.budgets[1].share->mean.value, 2, 1e-12);
  // After a second: two samples.
  EXPECT_NEAR(learned.seconds[0].speedup.mean.value, std::sqrt(8.0), 1e-12);
}

TEST(SummaryTest, WithoutAReferenceTheProfileIsOfTheFastestFound) {
  const Summary summary = llvm::cantFail(summarize(twoByTwo(), std::nullopt));
  EXPECT_EQ(summary.thresholds.front(), 0);
  EXPECT_EQ(summary.thresholds.back(), 1);
  EXPECT_EQ(summary.agents[0].profile.back(), 0); // half as fast on both
  EXPECT_EQ(summary.agents[0].profile[25], 1);
  EXPECT_EQ(summary.agents[0].profile[26], 0);
  EXPECT_EQ(summary.agents[1].profile.back(), 1);
}

TEST(SummaryTest, RefusesAReferenceThatIsNotThere) {
  EXPECT_THAT(
      llvm::toString(
          summarize(twoByTwo(), ReferencePoint{"beam", 10}).takeError()),
      HasSubstr("the agents are random, learned"));
  EXPECT_THAT(
      llvm::toString(
          summarize(twoByTwo(), ReferencePoint{"random", 11}).takeError()),
      HasSubstr("no run has more than 10 samples"));
  EXPECT_EQ(llvm::cantFail(ReferencePoint::parse("run@2/x.pt@40")).agent,
            "run@2/x.pt");
  for (const char *text : {"", "beam", "beam@", "@3", "beam@0", "beam@x"})
    EXPECT_THAT(llvm::toString(ReferencePoint::parse(text).takeError()),
                HasSubstr("is not AGENT@SAMPLES"))
        << text;
}

TEST(SummaryTest, JsonHasNoWallTimesWithoutSeconds) {
  Comparison comparison = twoByTwo();
  auto text = [&] {
    return toJson(comparison,
                  llvm::cantFail(summarize(comparison, std::nullopt)))
        .dump();
  };
  EXPECT_THAT(text(), HasSubstr("\"seconds\""));
  comparison.seconds.clear();
  EXPECT_THAT(text(), Not(HasSubstr("\"seconds\"")));
}
