#include "agents/learn/Dataset.h"
#include "SyntheticTimings.h"
#include "agents/guided/Drafts.h"
#include <cmath>
#include <gmock/gmock.h>
#include <map>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

namespace {
class DatasetTest : public ::testing::Test {
protected:
  DatasetTest() {
    const EnvOptions tiny = tinyOptions();
    options.encoding = tiny.encoding;
    options.state = tiny.state;
  }
  /// Speedups by schedule; 0 is a failure.
  StoredProgram
  stored(unsigned program,
         const std::vector<std::pair<std::string, double>> &speedups) const {
    StoredProgram made{pool->programs[program], {}, {}};
    for (const auto &[text, speedup] : speedups)
      made.schedules.push_back(
          {text, speedup > 0 ? std::log(speedup) : 0, speedup <= 0});
    return made;
  }
  std::vector<uint16_t> decisions(const std::string &text,
                                  unsigned program = 0) const {
    return llvm::cantFail(decisionsOf(
        pool->programs[program], llvm::cantFail(Schedule::parse(text)),
        FlatEncoding(options.encoding), options.state));
  }
  /// The critic's value by the decisions that lead to the state.
  static std::map<std::vector<uint16_t>, float> valuesOf(const Dataset &data) {
    std::map<std::vector<uint16_t>, float> values;
    for (const CriticRow &row : data.criticRows) {
      const auto &whole = data.trajectories[row.state.trajectory].decisions;
      const bool isNew =
          values
              .emplace(std::vector(whole.begin(),
                                   whole.begin() + row.state.decisions),
                       row.value)
              .second;
      EXPECT_TRUE(isNew) << "each state comes once";
    }
    return values;
  }

  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12", "matmul_bias_relu_6_10_14"});
  DatasetOptions options;
};

TEST_F(DatasetTest, DecisionsLeadToTheSchedule) {
  EnvOptions tiny = tinyOptions();
  for (unsigned program : {0u, 1u}) {
    const FlatEncoding encoding(tiny.encoding);
    for (const Schedule &schedule :
         reachableSchedules(pool->programs[program], tiny)) {
      DecisionState state{ScheduleState(pool->programs[program], tiny.state)};
      for (uint16_t decision : decisions(schedule.text(), program))
        ASSERT_NE(encoding.step(state, decision), StepResult::Illegal);
      EXPECT_TRUE(state.schedule.finished());
      EXPECT_EQ(state.schedule.schedule().canonical(), schedule);
    }
  }
}

TEST_F(DatasetTest, OperationsThatAScheduleLeavesOutAreEndedAsTheyAre) {
  const FlatEncoding encoding(options.encoding);
  DecisionState state{ScheduleState(pool->programs[2], options.state)};
  for (uint16_t decision : decisions("op0: vectorize", 2))
    ASSERT_NE(encoding.step(state, decision), StepResult::Illegal);
  EXPECT_TRUE(state.schedule.finished());
  EXPECT_EQ(state.schedule.schedule().canonical().text(), "op0: vectorize");
}

TEST_F(DatasetTest, TheBestAreImitatedByTheirAdvantage) {
  options.bestPerProgram = 2;
  options.temperature = 0.5;
  const Dataset data = Dataset::build(stored(0, {{"", 1},
                                                 {"op0: tile(4,0)", 3.7},
                                                 {"op0: tile(8,0)", 4},
                                                 {"op0: tile(0,4)", 3.6},
                                                 {"op0: vectorize", 3.9}}),
                                      options);
  std::map<std::string, double> weights;
  for (const Trajectory &each : data.trajectories)
    if (each.weight > 0)
      weights[std::to_string(std::lround(10 * std::exp(each.logSpeedup)))] =
          each.weight;
  ASSERT_THAT(weights, SizeIs(2));
  EXPECT_NEAR(weights["40"] + weights["39"], 1, 1e-12);
  EXPECT_NEAR(weights["39"] / weights["40"], std::pow(3.9 / 4, 2), 1e-12);

  options.bestPerProgram = 12;
  options.withinFactor = 4 / 3.65;
  const Dataset near = Dataset::build(stored(0, {{"op0: tile(4,0)", 3.7},
                                                 {"op0: tile(8,0)", 4},
                                                 {"op0: tile(0,4)", 3.6}}),
                                      options);
  EXPECT_EQ(llvm::count_if(near.trajectories,
                           [](const Trajectory &t) { return t.weight > 0; }),
            2);
}

/// Sums of the weights of the critic's rows, by program.
static std::vector<double> criticWeights(const Dataset &data) {
  std::vector<double> sums(data.programs.size());
  for (const CriticRow &row : data.criticRows)
    sums[data.trajectories[row.state.trajectory].program] += row.weight;
  return sums;
}

TEST_F(DatasetTest, NoisyTimingsCountLess) {
  StoredProgram program =
      stored(0, {{"", 1}, {"op0: tile(4,0)", 4}, {"op0: tile(8,0)", 4}});
  program.schedules[1].uncertainty = 0.01;
  program.schedules[2].uncertainty = 0.392; // two standard deviations of 0.1
  const Dataset data = Dataset::build(program, options);
  std::map<double, double> policy, critic;
  double sum = 0;
  for (const Trajectory &each : data.trajectories) {
    policy[each.uncertainty] = each.weight;
    sum += each.weight;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_NEAR(policy[0.392] / policy[0.01], 1 / 5., 1e-3);
  for (const CriticRow &row : data.criticRows) {
    const Trajectory &each = data.trajectories[row.state.trajectory];
    if (row.state.decisions == each.decisions.size())
      critic[each.uncertainty] = row.weight;
  }
  EXPECT_NEAR(critic[0.392] / critic[0.01], 1 / 5., 1e-3);
  // All timings of a program share its baseline.
  StoredProgram over = program;
  over.baselineUncertainty = 0.392;
  const Dataset noisy = Dataset::build(over, options);
  for (size_t i = 0; i < data.trajectories.size(); ++i)
    EXPECT_EQ(noisy.trajectories[i].weight, data.trajectories[i].weight);
  const Dataset both = Dataset::build({program, over}, options);
  const std::vector<double> weights = criticWeights(both);
  EXPECT_LT(weights[1], weights[0] / 3);
  EXPECT_NEAR(weights[0] + weights[1], 1, 1e-6);
}

TEST_F(DatasetTest, AMachineThatIsNeverQuietCountsAsMuchAsAnother) {
  std::vector<StoredProgram> timed;
  for (unsigned i : {0u, 1u}) {
    timed.push_back(stored(i, {{"", 1}, {"op0: vectorize", 4}}));
    StoredProgram &noisy = timed.emplace_back(timed.back());
    noisy.machine.vectorBits = 256;
    noisy.baselineUncertainty = i;
    for (StoredSchedule &schedule : noisy.schedules)
      schedule.uncertainty = 0.7;
  }
  const std::vector<double> weights =
      criticWeights(Dataset::build(timed, options));
  EXPECT_NEAR(weights[0], 0.5, 1e-6);
  EXPECT_NEAR(weights[2], 0.5, 1e-6);
  EXPECT_NEAR(weights[1] + weights[3], 1, 1e-6);
  EXPECT_LT(weights[3], weights[1]);
}

TEST_F(DatasetTest, APolicyRowPerDecisionWithAMeanWeightOfOne) {
  const Dataset data =
      Dataset::build({stored(0, {{"", 1}, {"op0: tile(8,0)", 4}}),
                      stored(1, {{"", 1}, {"op0: vectorize", 3}})},
                     options);
  EXPECT_EQ(data.policyRows.size(), decisions("op0: tile(8,0)").size() +
                                        decisions("op0: vectorize", 1).size());
  double sum = 0;
  for (const PolicyRow &row : data.policyRows)
    sum += row.weight;
  EXPECT_NEAR(sum / static_cast<double>(data.policyRows.size()), 1, 1e-6);
}

TEST_F(DatasetTest, APartialScheduleIsWorthTheBestThatWasReachedThroughIt) {
  const Dataset data =
      Dataset::build(stored(0, {{"", 1},
                                {"op0: tile(8,0)", 2},
                                {"op0: tile(8,4)", 0},
                                {"op0: tile(8,0) vectorize", 8}}),
                     options);
  const auto values = valuesOf(data);
  auto prefix = [&](const std::string &text, size_t length) {
    auto all = decisions(text);
    return std::vector(all.begin(), all.begin() + length);
  };
  const float log8 = std::log(8.0f), log2 = std::log(2.0f);
  EXPECT_FLOAT_EQ(values.at({}), log8);
  EXPECT_FLOAT_EQ(values.at(decisions("")), 0);
  // kind tile, size 8 ..., then 0 or 4 for the second loop.
  EXPECT_FLOAT_EQ(values.at(prefix("op0: tile(8,0)", 2)), log8);
  EXPECT_FLOAT_EQ(values.at(prefix("op0: tile(8,0)", 3)), log8);
  EXPECT_FLOAT_EQ(values.at(decisions("op0: tile(8,0)")), log2);
  EXPECT_FLOAT_EQ(values.at(decisions("op0: tile(8,0) vectorize")), log8);
  EXPECT_FLOAT_EQ(values.at(prefix("op0: tile(8,4)", 3)), -3) << "failed";
}

TEST_F(DatasetTest, ProgramsWeighEquallyHoweverOftenTheyOccur) {
  StoredProgram again = stored(0, {{"", 1}, {"op0: vectorize", 5}});
  again.machine.threads = 2;
  const Dataset data = Dataset::build(
      {stored(0, {{"", 1}, {"op0: tile(8,0)", 4}, {"op0: tile(4,0)", 3}}),
       again, stored(1, {{"", 1}})},
      options);
  std::map<const Program *, double> policy, critic;
  for (const Trajectory &each : data.trajectories)
    policy[data.programs[each.program].program.get()] += each.weight;
  for (const CriticRow &row : data.criticRows)
    critic[data.programs[data.trajectories[row.state.trajectory].program]
               .program.get()] += row.weight;
  for (unsigned program : {0u, 1u}) {
    EXPECT_NEAR(policy[pool->programs[program].get()], 1, 1e-9);
    EXPECT_NEAR(critic[pool->programs[program].get()], 1, 1e-6);
  }
}

TEST_F(DatasetTest, WhatTheEncodingCannotSayIsCountedAndNamed) {
  const Dataset data = Dataset::build(stored(0, {{"", 1},
                                                 {"op0: tile(5,0)", 2},
                                                 {"R[1]T[2]", 3},
                                                 {"op0: tile(99,0)", 3}}),
                                      options);
  EXPECT_EQ(data.unfit, 3u);
  EXPECT_THAT(data.firstUnfit,
              AllOf(HasSubstr("relu_12_20: "), HasSubstr("tile size 5")));
  EXPECT_THAT(data.trajectories, SizeIs(1));

  const Dataset none =
      Dataset::build(stored(0, {{"op0: tile(5,0)", 2}}), options);
  EXPECT_THAT(none.programs, SizeIs(0));
  EXPECT_THAT(none.policyRows, SizeIs(0));
}

TEST_F(DatasetTest, ParallelLoopsOfOneThreadAreNotLearnedBesideThoseOfMore) {
  StoredProgram one = stored(0, {{"", 1}, {"op0: tile_parallel(8,0)", 0.9}}),
                two = stored(0, {{"", 1}, {"op0: tile_parallel(8,0)", 1.9}});
  two.machine.threads = 2;
  options.encoding.kinds = EncodingOptions().kinds;
  const Dataset data = Dataset::build({one, two}, options);
  EXPECT_EQ(data.unfit, 1u);
  EXPECT_THAT(data.trajectories, SizeIs(3));
  EXPECT_THAT(data.contexts(), ElementsAre(one.machine, two.machine));
  EXPECT_EQ(Dataset::build({one}, options).unfit, 0u);
}

TEST_F(DatasetTest, TheDigestFollowsWhatIsLearned) {
  auto digest = [&](double speedup, unsigned threads,
                    unsigned vectorBits = 256) {
    StoredProgram program = stored(0, {{"", 1}, {"op0: vectorize", speedup}});
    program.machine.threads = threads;
    program.machine.vectorBits = vectorBits;
    return Dataset::build(program, options).digest();
  };
  EXPECT_EQ(digest(3, 1), digest(3, 1));
  EXPECT_NE(digest(3, 1), digest(3.01, 1));
  EXPECT_NE(digest(3, 1), digest(3, 2));
  EXPECT_NE(digest(3, 1), digest(3, 1, 512));
}
} // namespace
