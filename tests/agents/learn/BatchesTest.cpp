#include "agents/learn/Batches.h"
#include "SyntheticTimings.h"
#include <ATen/ATen.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(RankCorrelationTest, IsSpearmans) {
  EXPECT_NEAR(rankCorrelation({1, 2, 3, 4}, {10, 20, 30, 400}), 1, 1e-12);
  EXPECT_NEAR(rankCorrelation({1, 2, 3, 4}, {4, 3, 2, 1}), -1, 1e-12);
  // 1 - 6 sum d^2 / (n (n^2 - 1)) = 1 - 6 * 6 / 60
  EXPECT_NEAR(rankCorrelation({1, 2, 3, 4}, {3, 1, 2, 4}), 0.4, 1e-12);
  // Ranks 1.5, 1.5, 3 and 1, 2, 3.
  EXPECT_NEAR(rankCorrelation({5, 5, 6}, {1, 2, 3}), 1.5 / std::sqrt(1.5 * 2),
              1e-12);
  EXPECT_EQ(rankCorrelation({1, 1, 1}, {1, 2, 3}), 0);
}

class BatchesTest : public ::testing::Test {
protected:
  BatchesTest() {
    DatasetOptions options;
    options.encoding = tiny.encoding;
    options.state = tiny.state;
    const double log4 = std::log(4.0);
    StoredProgram one{pool->programs[0], tiny.machine, {}}, two = one;
    one.schedules = {{"", 0, false}, {"op0: tile(8,4)", log4, false}};
    two.program = pool->programs[1];
    two.machine.threads = 2;
    two.machine.vectorBits = 256;
    two.schedules = {{"", 0, false}};
    data = Dataset::build({one, two}, options);
  }
  EnvOptions tiny = tinyOptions();
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  Dataset data;
};

TEST_F(BatchesTest, ARowIsWhatAnAgentSeesWhereItDecides) {
  Batches batches(data);
  std::vector<uint32_t> rows(data.policyRows.size());
  std::iota(rows.begin(), rows.end(), 0u);
  const PolicyBatch batch = batches.policy(rows);
  for (auto [i, row] : llvm::enumerate(data.policyRows)) {
    const Trajectory &trajectory = data.trajectories[row.state.trajectory];
    const DatasetProgram &of = data.programs[trajectory.program];
    const FlatEncoding encoding = data.encodingOn(of.machine);
    const Observer observer(encoding, of.machine, tiny.state);
    DecisionState state{ScheduleState(of.program, tiny.state)};
    for (size_t step = 0; step < row.state.decisions; ++step)
      encoding.step(state, trajectory.decisions[step]);
    std::vector<float> expected(observer.spec().size());
    observer.observe(state, *observer.prepare(*of.program), expected);
    std::vector<int8_t> mask(encoding.numActions());
    encoding.mask(state, mask);
    const auto at = static_cast<int64_t>(i);
    EXPECT_TRUE(batch.observations[at].equal(at::tensor(expected)));
    for (size_t action = 0; action < mask.size(); ++action)
      ASSERT_EQ(batch.masks[at][static_cast<int64_t>(action)].item<bool>(),
                mask[action] != 0);
    const auto action = batch.actions[at].item<int64_t>();
    EXPECT_EQ(action, trajectory.decisions[row.state.decisions]);
    EXPECT_TRUE(mask[static_cast<size_t>(action)]);
  }
}

TEST_F(BatchesTest, TheCriticDrawsByWeight) {
  Batches batches(data);
  RandomStream random(1), again(1);
  const CriticBatch batch = batches.drawCritic(4000, random);
  // The second program has half of the weight, and only the value 0.
  const double mean = batch.values.mean().item<double>();
  double expected = 0, weights = 0;
  for (const CriticRow &row : data.criticRows) {
    expected += double(row.weight) * row.value;
    weights += row.weight;
  }
  EXPECT_NEAR(mean, expected / weights, 0.05);
  const at::Tensor first = batch.values.clone();
  EXPECT_TRUE(batches.drawCritic(4000, again).values.equal(first));
}
} // namespace
