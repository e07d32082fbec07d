#include "execution/estimate/CycleEstimator.h"
#include "execution/estimate/CodeBlock.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <memory>
#include <string>

namespace mlirgym {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::unique_ptr<CycleEstimator> estimatorOf(const char *triple,
                                            const char *cpu) {
  return llvm::cantFail(CycleEstimator::create(
      llvm::cantFail(Target::find({.triple = triple, .cpu = cpu}))));
}

/// Little-endian encodings; two-byte encodings of RISC-V are below 0x10000.
std::string encoded(std::initializer_list<uint32_t> instructions) {
  std::string bytes;
  for (uint32_t each : instructions)
    for (unsigned byte = 0; byte < (each > 0xffff ? 4 : 2); ++byte)
      bytes.push_back(static_cast<char>(each >> 8 * byte));
  return bytes;
}

// AArch64. A product of vectors of four f32 takes 4 cycles on a Cortex-A55, and
// one can begin per cycle.
constexpr uint32_t fmulV0 = 0x6e21dc00; // fmul v0.4s, v0.4s, v1.4s
constexpr uint32_t fmulV2 = 0x6e21dc42; // fmul v2.4s, v2.4s, v1.4s
constexpr uint32_t fmulV3 = 0x6e21dc63; // fmul v3.4s, v3.4s, v1.4s
constexpr uint32_t fmulV4 = 0x6e21dc84; // fmul v4.4s, v4.4s, v1.4s
constexpr uint32_t ret = 0xd65f03c0;
constexpr uint32_t subsX0 = 0xf1000400;  // subs x0, x0, #1
constexpr uint32_t bneBack = 0x54ffffc1; // b.ne .-8
constexpr uint32_t ptrueP0 = 0x2598e3e0; // of SVE, which it has not

TEST(CycleEstimatorTest, AChainOfProductsTakesTheLatencyOfEach) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  const BlockEstimate one =
      llvm::cantFail(core->estimate({.bytes = encoded({fmulV0})}));
  EXPECT_NEAR(one.cycles, 4, 0.01);
  EXPECT_EQ(one.instructions, 1u);
  EXPECT_EQ(one.unmodelled, 0u);
  EXPECT_NEAR(
      llvm::cantFail(core->estimate({.bytes = encoded({fmulV0, fmulV0})}))
          .cycles,
      8, 0.01);
}

TEST(CycleEstimatorTest, IndependentProductsFillThePipeline) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  // In each iteration of the loop they wait for the previous iteration.
  const BlockEstimate four = llvm::cantFail(
      core->estimate({.bytes = encoded({fmulV0, fmulV2, fmulV3, fmulV4})}));
  EXPECT_NEAR(four.cycles, 4, 0.01);
  EXPECT_EQ(four.instructions, 4u);
  // The branch waits 3 cycles for the flags, and the products for the branch.
  const BlockEstimate loop = llvm::cantFail(core->estimate(
      {.bytes = encoded({fmulV0, fmulV2, fmulV3, fmulV4, subsX0, bneBack})}));
  EXPECT_NEAR(loop.cycles, 8, 0.01);
}

/// Two pipes multiply vectors of four, unlike in the Cortex-A55.
TEST(CycleEstimatorTest, ProcessorsDiffer) {
  const std::string eight =
      encoded({0x6e21dc02, 0x6e21dc03, 0x6e21dc04, 0x6e21dc05, 0x6e21dc06,
               0x6e21dc07, 0x6e21dc08, 0x6e21dc09});
  auto narrow = estimatorOf("aarch64", "cortex-a55");
  auto wide = estimatorOf("aarch64", "cortex-a510");
  EXPECT_NEAR(llvm::cantFail(narrow->estimate({.bytes = eight})).cycles, 8,
              0.01);
  EXPECT_NEAR(llvm::cantFail(wide->estimate({.bytes = eight})).cycles, 4, 0.01);
}

TEST(CycleEstimatorTest, AReturnIsACycle) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  const BlockEstimate block =
      llvm::cantFail(core->estimate({.bytes = encoded({fmulV0, ret})}));
  EXPECT_NEAR(block.cycles, 5, 0.01);
  EXPECT_EQ(block.instructions, 2u);
  EXPECT_EQ(block.unmodelled, 0u);
}

TEST(CycleEstimatorTest, WhatTheModelDoesNotKnowIsACycleAndIsCounted) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  const BlockEstimate mixed =
      llvm::cantFail(core->estimate({.bytes = encoded({fmulV0, ptrueP0})}));
  EXPECT_NEAR(mixed.cycles, 5, 0.01);
  EXPECT_EQ(mixed.unmodelled, 1u);
  const BlockEstimate none = llvm::cantFail(
      core->estimate({.bytes = encoded({ptrueP0, ptrueP0, ptrueP0})}));
  EXPECT_EQ(none.cycles, 3);
  EXPECT_EQ(none.instructions, 3u);
  EXPECT_EQ(none.unmodelled, 3u);
}

TEST(CycleEstimatorTest, ReadsAnyBytes) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  EXPECT_EQ(llvm::cantFail(core->estimate({})).cycles, 0);
  // An instruction that is cut off.
  const BlockEstimate cut =
      llvm::cantFail(core->estimate({.bytes = encoded({fmulV0}) + "\x01"}));
  EXPECT_EQ(cut.instructions, 2u);
  EXPECT_EQ(cut.unmodelled, 1u);
  const BlockEstimate noise = llvm::cantFail(
      core->estimate({.bytes = std::string(64, static_cast<char>(0xff))}));
  EXPECT_EQ(noise.instructions, 16u);
  EXPECT_EQ(noise.unmodelled, 16u);
  EXPECT_EQ(noise.cycles, 16);
}

TEST(CycleEstimatorTest, IsTheSameEachTime) {
  auto core = estimatorOf("aarch64", "cortex-a55");
  const CodeBlock block{.bytes = encoded({fmulV0, fmulV2, subsX0, bneBack})};
  const double first = llvm::cantFail(core->estimate(block)).cycles;
  llvm::cantFail(core->estimate({.bytes = encoded({fmulV4, ret})}));
  EXPECT_EQ(llvm::cantFail(core->estimate(block)).cycles, first);
  EXPECT_EQ(
      llvm::cantFail(estimatorOf("aarch64", "cortex-a55")->estimate(block))
          .cycles,
      first);
}

// RISC-V.
constexpr uint32_t vsetM1 = 0x0d0572d7; // vsetvli t0, a0, e32, m1, ta, ma
constexpr uint32_t vsetM4 = 0x0d2572d7; // vsetvli t0, a0, e32, m4, ta, ma
constexpr uint32_t vfmul = 0x930a1657;  // vfmul.vv v12, v16, v20
constexpr uint32_t fmulS = 0x10b57553;  // fmul.s fa0, fa0, fa1
constexpr uint32_t addi = 0x157d;       // c.addi a0, -1
constexpr uint32_t cRet = 0x8082;       // c.jr ra

TEST(CycleEstimatorTest, ReadsShortInstructionsOfRiscv) {
  auto core = estimatorOf("riscv64", "sifive-u74");
  const BlockEstimate block =
      llvm::cantFail(core->estimate({.bytes = encoded({addi, fmulS, cRet})}));
  EXPECT_EQ(block.instructions, 3u);
  EXPECT_EQ(block.unmodelled, 0u);
  EXPECT_NEAR(block.cycles, 6, 0.01); // 5 of the product, 1 of the return
}

TEST(CycleEstimatorTest, VectorsOfRiscvTakeTheTypeThatWasSetBefore) {
  auto core = estimatorOf("riscv64", "spacemit-x60");
  auto cycles = [&](const CodeBlock &block) {
    const BlockEstimate made = llvm::cantFail(core->estimate(block));
    EXPECT_EQ(made.unmodelled, 0u);
    return made.cycles;
  };
  const double one = cycles({.bytes = encoded({vfmul}), .vectorState = vsetM1});
  const double four =
      cycles({.bytes = encoded({vfmul}), .vectorState = vsetM4});
  EXPECT_GT(four, one);
  // In the block itself, with a cycle or so of its own.
  const double set = cycles({.bytes = encoded({vsetM4, vfmul})});
  EXPECT_GE(set, four);
  EXPECT_LE(set, four + 4);
  // The one of the block is stronger.
  EXPECT_EQ(cycles({.bytes = encoded({vsetM4, vfmul}), .vectorState = vsetM1}),
            set);
}

TEST(CycleEstimatorTest, ProcessorsAreThoseInOrderWithAModel) {
  const auto arm = CycleEstimator::processors("aarch64");
  EXPECT_THAT(arm, Contains("cortex-a53"));
  EXPECT_THAT(arm, Contains("cortex-a55"));
  EXPECT_THAT(arm, Contains("cortex-a510"));
  EXPECT_THAT(arm, Not(Contains("neoverse-n1")));
  EXPECT_THAT(arm, Not(Contains("generic")));
  const auto riscv = CycleEstimator::processors("riscv64");
  EXPECT_THAT(riscv, Contains("sifive-u74"));
  EXPECT_THAT(riscv, Contains("sifive-x280"));
  EXPECT_THAT(riscv, Contains("spacemit-x60"));
  EXPECT_THAT(riscv, Not(Contains("sifive-p670")));
  EXPECT_THAT(riscv, Not(Contains("sifive-e31"))); // of 32 bits
  EXPECT_TRUE(CycleEstimator::processors("z80").empty());
}

TEST(CycleEstimatorTest, SaysWhyAProcessorCannotBeEstimated) {
  auto error = [](const char *triple, const char *cpu) {
    return llvm::toString(
        checkEstimable(llvm::cantFail(Target::find({triple, cpu}))));
  };
  EXPECT_EQ(error("aarch64", "cortex-a55"), "");
  EXPECT_THAT(error("aarch64", "neoverse-n1"),
              HasSubstr("'neoverse-n1' executes out of order; choose "));
  EXPECT_THAT(error("aarch64", "neoverse-n1"), HasSubstr(", cortex-a55, "));
  EXPECT_THAT(error("riscv64", "generic-rv64"),
              HasSubstr("LLVM has no scheduling model of 'generic-rv64'; "
                        "choose "));
  auto none = CycleEstimator::create(
      llvm::cantFail(Target::find({"aarch64", "neoverse-n1"})));
  ASSERT_FALSE(bool(none));
  EXPECT_THAT(llvm::toString(none.takeError()), HasSubstr("out of order"));
}

} // namespace
} // namespace mlirgym
