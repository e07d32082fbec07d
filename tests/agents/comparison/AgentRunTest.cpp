#include "agents/comparison/AgentRun.h"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
Schedule parse(llvm::StringRef text) {
  return llvm::cantFail(Schedule::parse(text));
}

AgentRun threeIncumbents() {
  AgentRun run;
  run.agent = "random";
  run.program = "relu_4_8";
  run.seed = 7;
  run.samples = 20;
  run.seconds = 9.5;
  run.incumbents = {{1, 0.25, 2, parse("op0: vectorize")},
                    {4, 1.5, 3, parse("op0: tile(4,0) vectorize")},
                    {12, 6, 5, parse("op0: tile(0,4) vectorize")}};
  return run;
}
} // namespace

TEST(AgentRunTest, KnowsItsBestAfterSomeSamplesAndSomeTime) {
  const AgentRun run = threeIncumbents();
  EXPECT_EQ(run.after(0).size(), 0u);
  EXPECT_EQ(run.after(1).size(), 1u);
  EXPECT_EQ(run.after(3).back().samples, 1u);
  EXPECT_EQ(run.after(4).back().searchedSpeedup, 3);
  EXPECT_EQ(run.after(200).back().samples, 12u);
  EXPECT_TRUE(run.afterSeconds(0.1).empty());
  EXPECT_EQ(run.afterSeconds(1.5).back().samples, 4u);
}

TEST(AgentRunTest, SurvivesBeingWrittenAndRead) {
  const AgentRun run = threeIncumbents();
  const AgentRun read = llvm::cantFail(
      agentRunFromJson(nlohmann::ordered_json::parse(toJson(run).dump())));
  EXPECT_EQ(toJson(read).dump(), toJson(run).dump());
  EXPECT_EQ(read.incumbents[2].schedule, run.incumbents[2].schedule);
}

TEST(AgentRunTest, RefusesWhatIsNoRun) {
  for (const char *text :
       {"null", "[]", "{}", R"({"agent": 3})",
        R"({"agent":"a","program":"p","seed":-1,"samples":1,"cache_hits":0,)"
        R"("seconds":1,"incumbents":[]})",
        R"({"agent":"a","program":"p","seed":1,"samples":1,"cache_hits":0,)"
        R"("seconds":1,"incumbents":[5]})"}) {
    auto run = agentRunFromJson(nlohmann::ordered_json::parse(text));
    EXPECT_THAT(llvm::toString(run.takeError()),
                HasSubstr("not a run of a comparison"))
        << text;
  }
}
