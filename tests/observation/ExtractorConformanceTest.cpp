// Properties of every line of Extractors.def, over random walks on every kind
// of program.
#include "AllocationCounter.h"
#include "TestPrograms.h"
#include "observation/Observation.h"
#include <gmock/gmock.h>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class ExtractorConformanceTest : public ::testing::Test {
protected:
  FlatEncoding encoding;
  MachineFeatures machine{.threads = 2, .vectorBits = 256};
  Observer observer{encoding, machine};
  std::mt19937_64 random{7};

  /// `visit(state, observation)` on every state of some walks on each program.
  template <typename Visit> void walkAll(Visit visit, unsigned walks = 20) {
    std::vector<float> seen(observer.spec().size());
    for (const std::string &name : smallProgramNames()) {
      auto prepared = observer.prepare(*program(name));
      for (unsigned walk = 0; walk < walks; ++walk)
        randomWalk(encoding, program(name), random,
                   [&](const DecisionState &state) {
                     observer.observe(state, *prepared, seen);
                     visit(state, llvm::ArrayRef(seen));
                   });
    }
  }
};

TEST_F(ExtractorConformanceTest, ValuesLieWithinLowAndHigh) {
  std::set<std::string> wrong;
  walkAll([&](const DecisionState &state, llvm::ArrayRef<float> seen) {
    for (const ObservationSlice &slice : observer.spec().slices)
      for (float value : seen.slice(slice.offset, slice.size()))
        if (!(value >= slice.low && value <= slice.high))
          wrong.insert(slice.name + " is " + std::to_string(value) + " in " +
                       state.schedule.program().name().str());
  });
  EXPECT_THAT(wrong, ::testing::IsEmpty());
}

TEST_F(ExtractorConformanceTest, EverySliceTellsSomething) {
  std::map<std::string, std::set<std::vector<float>>> values;
  walkAll([&](const DecisionState &, llvm::ArrayRef<float> seen) {
    for (const ObservationSlice &slice : observer.spec().slices)
      if (auto &of = values[slice.name]; of.size() < 2)
        of.insert(seen.slice(slice.offset, slice.size()).vec());
  });
  for (const auto &[name, of] : values) {
    bool isConstant = llvm::StringRef(name).starts_with("machine.");
    EXPECT_EQ(of.size(), isConstant ? 1u : 2u) << name;
  }
}

TEST_F(ExtractorConformanceTest, MachinesDiffer) {
  DecisionState state{ScheduleState(program("relu_256_100"))};
  Observer other(encoding, {.threads = 1,
                            .vectorBits = 512,
                            .l1Bytes = 48 << 10,
                            .l2Bytes = 2 << 20,
                            .l3Bytes = 260 << 20});
  std::vector<float> a(observer.spec().size()), b(a.size());
  observer.observe(state, *observer.prepare(state.schedule.program()), a);
  other.observe(state, *other.prepare(state.schedule.program()), b);
  for (const ObservationSlice &slice : observer.spec().slices) {
    if (!llvm::StringRef(slice.name).starts_with("machine."))
      continue;
    for (unsigned i = 0; i < slice.size(); ++i)
      EXPECT_NE(a[slice.offset + i], b[slice.offset + i]) << slice.name;
  }
}

TEST_F(ExtractorConformanceTest, EveryDecisionChangesTheObservation) {
  std::vector<float> last;
  unsigned unchanged = 0;
  walkAll([&](const DecisionState &, llvm::ArrayRef<float> seen) {
    unchanged += llvm::ArrayRef(last) == seen;
    last = seen.vec();
  });
  EXPECT_EQ(unchanged, 0u);
}

TEST_F(ExtractorConformanceTest, DependsOnTheStateAlone) {
  walkAll(
      [&](const DecisionState &state, llvm::ArrayRef<float> seen) {
        std::vector<float> again(seen.size(),
                                 std::numeric_limits<float>::quiet_NaN());
        observer.observe(state, *observer.prepare(state.schedule.program()),
                         again);
        ASSERT_EQ(llvm::ArrayRef(again), seen);
      },
      /*walks=*/2);
}

TEST_F(ExtractorConformanceTest, ADecisionIsWrittenOverTheObservationBefore) {
  // With every extractor that there is, and with a choice of slices.
  const Observer all(encoding, machine, {}, {.operations = 3});
  const Observer some(encoding, machine, {},
                      {.slices = {"decision.kind", "loops.trip_counts"}});
  for (const Observer *each :
       std::initializer_list<const Observer *>{&observer, &all, &some}) {
    std::vector<float> kept(each->spec().size()), fresh(kept.size());
    unsigned decisions = 0;
    for (const std::string &name : smallProgramNames()) {
      auto prepared = each->prepare(*program(name));
      std::optional<ScheduleState> before;
      randomWalk(encoding, program(name), random,
                 [&](const DecisionState &state) {
                   each->observe(state, *prepared, fresh);
                   if (before == state.schedule) {
                     each->observeDecision(state, *prepared, kept);
                     ASSERT_EQ(kept, fresh) << name;
                     ++decisions;
                   }
                   before = state.schedule;
                   kept = fresh;
                 });
    }
    EXPECT_GT(decisions, 20u);
  }
}

TEST_F(ExtractorConformanceTest, ObservingAllocatesNothing) {
  AllocationCounter preparing; // and the counter does count
  (void)observer.prepare(*program("relu_256_100"));
  EXPECT_GT(preparing.count(), 0u);

  size_t allocations = 0;
  std::vector<float> out(observer.spec().size());
  for (const std::string &name : smallProgramNames()) {
    auto prepared = observer.prepare(*program(name));
    randomWalk(encoding, program(name), random,
               [&](const DecisionState &state) {
                 AllocationCounter counter;
                 observer.observe(state, *prepared, out);
                 allocations += counter.count();
               });
  }
  EXPECT_EQ(allocations, 0u);
}

TEST_F(ExtractorConformanceTest, LoopsWithoutAPlaceAreLeftOut) {
  EncodingOptions few;
  few.maxLoops = 2;
  FlatEncoding narrow(few);
  Observer narrowObserver(narrow, machine);
  std::vector<float> out(narrowObserver.spec().size());
  for (const std::string &name : smallProgramNames())
    randomWalk(narrow, program(name), random, [&](const DecisionState &state) {
      narrowObserver.observe(
          state, *narrowObserver.prepare(state.schedule.program()), out);
      for (const ObservationSlice &slice : narrowObserver.spec().slices)
        for (unsigned i = 0; i < slice.size(); ++i) {
          ASSERT_GE(out[slice.offset + i], slice.low) << slice.name;
          ASSERT_LE(out[slice.offset + i], slice.high) << slice.name;
        }
    });
}
} // namespace
