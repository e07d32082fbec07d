#include "agents/search/sketch/SketchMachine.h"
#include "TestPrograms.h"
#include "actions/VectorCost.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchSampler.h"
#include "execution/batch/TargetLimits.h"
#include "lowering/target/Target.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
Target x86(const char *cpu) {
  return llvm::cantFail(Target::find({.triple = "x86_64", .cpu = cpu}));
}

/// Sketches of one program on AVX-512, or for no machine in particular.
class SketchMachineTest : public ::testing::Test {
protected:
  enum class Basis { AnyMachine, Avx512, Amx };

  std::vector<ScheduleState> draw(llvm::StringRef name, Basis basis,
                                  int count = 1000) {
    const Target target =
        x86(basis == Basis::Amx ? "sapphirerapids" : "x86-64-v4");
    StateOptions options;
    std::optional<SketchMachine> machine;
    if (basis != Basis::AnyMachine) {
      options.limits = scheduleLimitsOf(target);
      machine = SketchMachine::of(target);
    }
    const SearchSpace space(program(name), {}, options, /*threads=*/1, machine);
    const SketchSampler sketches(space);
    RandomStream random(7);
    std::vector<ScheduleState> states;
    for (int i = 0; i < count; ++i) {
      const Schedule schedule = sketches.sample(random);
      // Legal on this machine, and where it is read.
      states.push_back(llvm::cantFail(
          ScheduleState::replay(space.programPtr(), schedule, options)));
      llvm::cantFail(ScheduleState::replay(space.programPtr(), schedule,
                                           StateOptions::asWritten()));
    }
    return states;
  }

  template <typename Predicate>
  int countOf(llvm::StringRef name, Basis basis, Predicate predicate) {
    return static_cast<int>(llvm::count_if(draw(name, basis), predicate));
  }
};
} // namespace

TEST_F(SketchMachineTest, KnowsTheRegisters) {
  const SketchMachine wide = SketchMachine::of(x86("x86-64-v4"));
  EXPECT_EQ(wide.vectorBytes, 64);
  EXPECT_EQ(wide.registers, 32);
  const SketchMachine narrow = SketchMachine::of(x86("x86-64-v3"));
  EXPECT_EQ(narrow.vectorBytes, 32);
  EXPECT_EQ(narrow.registers, 16);
  EXPECT_GT(SketchMachine::of(x86("x86-64-v3")).cacheBytes, 0);
}

TEST_F(SketchMachineTest, IsLegalOnEveryFamily) {
  for (const std::string &name : smallProgramNames())
    EXPECT_EQ(draw(name, Basis::Avx512, 50).size(), 50u);
}

TEST_F(SketchMachineTest, AShortReductionStaysWhole) {
  auto isWhole = [](const ScheduleState &state) {
    const LoopNest &nest = state.nest(0);
    return nest.isVectorized && nest.loops[3].tripCount == 4 &&
           nest.loops[4].tripCount == 3;
  };
  const char *contraction = "contraction_16384_12_4_3_12";
  EXPECT_GT(countOf(contraction, Basis::Avx512, isWhole), 30);
  EXPECT_LT(countOf(contraction, Basis::AnyMachine, isWhole), 10);
}

TEST_F(SketchMachineTest, APanelHasFourVectors) {
  auto isPanel = [](const ScheduleState &state) {
    return llvm::StringRef(state.schedule().text())
        .contains("tile_fuse(0,64,0) promote(1)");
  };
  const char *matmul = "matmul_512_512_512";
  EXPECT_GT(countOf(matmul, Basis::Avx512, isPanel), 20);
  EXPECT_LT(countOf(matmul, Basis::AnyMachine, isPanel), 5);
}

TEST_F(SketchMachineTest, AChainBeginsWithWhatIsFused) {
  auto isOneTile = [](const ScheduleState &state) {
    for (unsigned op = 0; op + 1 < state.program().operations().size(); ++op)
      if (state.nest(op).fusedInto < 0 || !state.nest(op).isVectorized)
        return false;
    return true;
  };
  const char *attention = "attention_12_128_64";
  const int known = countOf(attention, Basis::Avx512, isOneTile);
  EXPECT_GT(known, 100);
  EXPECT_GT(2 * known, 3 * countOf(attention, Basis::AnyMachine, isOneTile));
}

TEST_F(SketchMachineTest, WindowsOfOneElementAreAProduct) {
  auto isProduct = [](const ScheduleState &state) {
    return llvm::StringRef(state.schedule().text()).contains("img2col");
  };
  const char *pointwise = "conv_2d_nchw_fchw_2_16_28_28_32_1_1_28_28";
  const char *windows = "conv_2d_nchw_fchw_2_16_30_30_32_3_3_28_28";
  EXPECT_GT(countOf(pointwise, Basis::Avx512, isProduct), 250);
  EXPECT_LT(countOf(pointwise, Basis::AnyMachine, isProduct), 200);
  EXPECT_LT(countOf(windows, Basis::Avx512, isProduct), 200);
}

/// The columns of a product, of a convolution and of the product that replaces
/// it; without a matrix unit, and in f32, few have this form.
TEST_F(SketchMachineTest, ColumnsForAMatrixUnitAreCopied) {
  auto isForTiles = [](const ScheduleState &state) {
    const LoopNest &nest = state.nest(0);
    const int lane = vectorCost(state.operation(0), nest, {}).laneLoop;
    return nest.isVectorized && nest.buffered == 2 && lane >= 0 &&
           nest.loops[lane].tripCount % 16 == 0 &&
           llvm::any_of(nest.loops, [](const Loop &loop) {
             return loop.iterator == IteratorType::Reduction &&
                    loop.tripCount == 64;
           });
  };
  const char *matmul = "matmul_512_512_512_i8_i32";
  EXPECT_GT(countOf(matmul, Basis::Amx, isForTiles), 300);
  EXPECT_LT(countOf(matmul, Basis::Avx512, isForTiles), 10);
  EXPECT_LT(countOf("matmul_512_512_512", Basis::Amx, isForTiles), 10);
  for (const char *other :
       {"batch_matmul_12_128_64_128_i8_i32",
        "conv_2d_nhwc_hwcf_1_58_58_64_64_3_3_56_56_i8_i32",
        "conv_2d_nchw_fchw_1_256_30_30_256_3_3_28_28_i8_i32"})
    EXPECT_GT(countOf(other, Basis::Amx, isForTiles), 100) << other;
}

TEST_F(SketchMachineTest, ShortProductsOfEveryFormAreLegal) {
  for (const char *name : {"matmul_13_70_45_bf16_f32", "matmul_1_64_64_i8_i32",
                           "batch_matmul_2_7_24_40_bf16_f32",
                           "conv_2d_nchw_fchw_2_8_10_30_16_3_3_8_28_i8_i32"})
    EXPECT_EQ(draw(name, Basis::Amx, 200).size(), 200u);
}
