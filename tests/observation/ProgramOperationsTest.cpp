#include "AllocationCounter.h"
#include "TestPrograms.h"
#include "observation/Observation.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::ElementsAre;

namespace {
class ProgramOperationsTest : public ::testing::Test {
protected:
  static Observer observerOf(unsigned operations) {
    return {FlatEncoding(), MachineFeatures(), StateOptions(),
            ObservationOptions{.operations = operations}};
  }
  /// Row `place` of the slice program.`field` for a state.
  static std::vector<float> row(const DecisionState &state,
                                llvm::StringRef field, size_t place,
                                unsigned operations = 4) {
    const Observer observer = observerOf(operations);
    std::vector<float> values(observer.spec().size());
    observer.observe(state, *observer.prepare(state.schedule.program()),
                     values);
    const ObservationSlice *slice =
        observer.spec().find(("program." + field).str());
    EXPECT_NE(slice, nullptr);
    const size_t width = slice->shape[1];
    return llvm::ArrayRef(values)
        .slice(slice->offset + place * width, width)
        .vec();
  }
};

TEST_F(ProgramOperationsTest, FollowsTheDefaultLayoutWhichStaysAsItIs) {
  const Observer plain{FlatEncoding(), MachineFeatures()};
  const Observer more = observerOf(4);
  ASSERT_GT(more.spec().slices.size(), plain.spec().slices.size());
  const DecisionState start{ScheduleState(program("mlp_4_8_12_16"))};
  std::vector<float> a(plain.spec().size()), b(more.spec().size());
  plain.observe(start, *plain.prepare(start.schedule.program()), a);
  more.observe(start, *more.prepare(start.schedule.program()), b);
  EXPECT_EQ(llvm::ArrayRef(b).take_front(a.size()), llvm::ArrayRef(a));
  for (const ObservationSlice &slice :
       llvm::ArrayRef(more.spec().slices)
           .drop_front(plain.spec().slices.size()))
    EXPECT_TRUE(llvm::StringRef(slice.name).starts_with("program."));
}

TEST_F(ProgramOperationsTest, RelatesProducersAndConsumers) {
  // A matmul, then bias and relu, which is the first to act on.
  auto of = program("matmul_bias_relu_64_48_32");
  ASSERT_EQ(of->operations().size(), 2u);
  const DecisionState start{ScheduleState(of)};
  auto flags = [&](const DecisionState &state, size_t place) {
    auto facts = row(state, "facts", place);
    facts.resize(4); // present, current, read by it, reads it
    return facts;
  };
  EXPECT_THAT(flags(start, 0), ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(flags(start, 1), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(flags(start, 2), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(row(start, "producers", 0), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(row(start, "producers", 1), ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(row(start, "reduction", 0)[2], 1);
  EXPECT_NEAR(row(start, "trip_counts", 0)[0], 6 / 20.0, 1e-6);

  const std::string last = of->operations().back().tag;
  const DecisionState next = stateAfter(of, last + ": done");
  EXPECT_THAT(flags(next, 0), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(flags(next, 1), ElementsAre(1, 0, 0, 1));
}

TEST_F(ProgramOperationsTest, ShowsTheirSchedules) {
  auto of = program("matmul_bias_relu_64_48_32");
  const std::string last = of->operations().back().tag;
  const DecisionState state = stateAfter(of, last + ": tile_fuse(8,0) done");
  // Ended, vectorised, in a forall, fused, has tile loops.
  EXPECT_THAT(row(state, "state", 1), ElementsAre(1, 0, 0, 0, 1));
  EXPECT_THAT(row(state, "state", 0), ElementsAre(0, 0, 0, 1, 1));
  EXPECT_NEAR(row(state, "steps", 1)[0], std::log2(9) / 10, 1e-6);
  EXPECT_EQ(row(state, "steps", 1)[1], 0);
  EXPECT_EQ(row(state, "steps", 0)[0], 0) << "a loop of its consumer";
}

TEST_F(ProgramOperationsTest, OfALongProgramShowsTheNearestOperations) {
  auto of = program("mlp_4_8_12_16");
  const size_t count = of->operations().size();
  ASSERT_GT(count, 3u);
  DecisionState state{ScheduleState(of)};
  // The last operation is current: the last two are shown.
  EXPECT_EQ(row(state, "facts", 1, 2)[1], 1);
  while (state.schedule.currentOp() > 0)
    state.schedule.applyLegal(Action(ActionKind::Done, {}));
  EXPECT_EQ(row(state, "facts", 0, 2)[1], 1);
  EXPECT_EQ(row(state, "facts", 1, 2)[0], 1);
  // With one place the current one is shown.
  EXPECT_EQ(row(state, "facts", 0, 1)[1], 1);
}

TEST_F(ProgramOperationsTest, StaysInItsRangesAndAllocatesNothing) {
  std::mt19937_64 random{7};
  const Observer observer = observerOf(3);
  std::vector<float> seen(observer.spec().size());
  size_t allocations = 0;
  for (const std::string &name : smallProgramNames()) {
    auto prepared = observer.prepare(*program(name));
    randomWalk(
        FlatEncoding(), program(name), random, [&](const DecisionState &state) {
          AllocationCounter counter;
          observer.observe(state, *prepared, seen);
          allocations += counter.count();
          for (const ObservationSlice &slice : observer.spec().slices)
            for (float value :
                 llvm::ArrayRef(seen).slice(slice.offset, slice.size())) {
              ASSERT_GE(value, slice.low) << slice.name << " " << name;
              ASSERT_LE(value, slice.high) << slice.name << " " << name;
            }
        });
  }
  EXPECT_EQ(allocations, 0u);
}
} // namespace
