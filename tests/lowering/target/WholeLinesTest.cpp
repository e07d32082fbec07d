//===- lowering/target/WholeLinesTest.cpp - Non-temporal stores -----------===//
#include "lowering/target/LlvmRewrites.h"

#include "LlvmText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using testing::ElementsAre;

struct Store {
  int offset, floats, alignment;
  const char *address = "%row";
};

/// Which of the stores, made non-temporal, stay so.
std::vector<bool> staysStreamed(std::vector<Store> stores) {
  std::string text = "define void @f(ptr %out, ptr %other, i64 %i) {\n"
                     "  %row = getelementptr i8, ptr %out, i64 %i\n";
  for (auto [i, store] : llvm::enumerate(stores))
    text += llvm::formatv("  %p{0} = getelementptr i8, ptr {4}, i64 {1}\n"
                          "  store <{2} x float> zeroinitializer, ptr %p{0}, "
                          "align {3}, !nontemporal !0\n",
                          i, store.offset, store.floats, store.alignment,
                          store.address);
  text += "  ret void\n}\n!0 = !{i32 1}\n";
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parseLlvm(text, context);
  std::vector<bool> result;
  if (!module)
    return result;
  llvm::Function &function = *module->begin();
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  lowering::streamWholeLines(
      function, [&](llvm::Function &of) -> llvm::ScalarEvolution & {
        return functions.getResult<llvm::ScalarEvolutionAnalysis>(of);
      });
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (llvm::isa<llvm::StoreInst>(instruction))
      result.push_back(
          instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal));
  return result;
}

TEST(WholeLinesTest, ALineInOneStoreOrInSeveral) {
  EXPECT_THAT(staysStreamed({{0, 16, 64}}), ElementsAre(true));
  EXPECT_THAT(staysStreamed({{0, 8, 64}, {32, 8, 32}}),
              ElementsAre(true, true));
  EXPECT_THAT(staysStreamed({{96, 8, 32}, {64, 8, 64}}),
              ElementsAre(true, true));
  EXPECT_THAT(
      staysStreamed({{0, 4, 64}, {16, 4, 16}, {32, 4, 32}, {48, 4, 16}}),
      ElementsAre(true, true, true, true));
}

/// Of `lines` whole lines and a half, which stay so: all but the half, or none.
std::vector<bool> ofLinesAndAHalf(int lines, Store half) {
  std::vector<Store> stores;
  for (int line = 0; line < lines; ++line)
    stores.push_back({64 * line, 16, 64});
  stores.push_back(half);
  return staysStreamed(stores);
}

TEST(WholeLinesTest, TheHalfLineAtTheEndOfALongRowIsAnOrdinaryStore) {
  std::vector<bool> expected(17, true);
  expected.back() = false;
  EXPECT_EQ(ofLinesAndAHalf(16, {1024, 8, 64}), expected);
}

TEST(WholeLinesTest, TheHalfLineAtTheBeginOfALongRowIsAnOrdinaryStore) {
  std::vector<bool> expected(17, true);
  expected.back() = false;
  EXPECT_EQ(ofLinesAndAHalf(16, {-32, 8, 32}), expected);
}

/// 88 f32 from the begin of a line on: five lines and a half.
TEST(WholeLinesTest, AShortRowThatEndsWithinALineIsOrdinaryStores) {
  EXPECT_EQ(ofLinesAndAHalf(5, {320, 8, 64}), std::vector<bool>(6, false));
  EXPECT_THAT(staysStreamed({{32, 8, 32}, {64, 8, 64}, {96, 8, 32}}),
              ElementsAre(false, false, false));
}

/// Every second row of 88 begins within a line; it is unknown which ones.
TEST(WholeLinesTest, RowsThatMayBeginWithinALineAreOrdinaryStores) {
  EXPECT_THAT(staysStreamed({{0, 16, 32}, {64, 16, 32}, {128, 8, 32}}),
              ElementsAre(false, false, false));
  EXPECT_THAT(staysStreamed({{0, 8, 32}, {32, 8, 32}}),
              ElementsAre(false, false));
}

/// The distance between groups of stores is unknown.
TEST(WholeLinesTest, AnotherBufferFillsNoLineOfThisOne) {
  EXPECT_THAT(staysStreamed({{0, 8, 64}, {32, 8, 32, "%other"}}),
              ElementsAre(false, false));
  EXPECT_THAT(staysStreamed({{0, 8, 64},
                             {0, 8, 64, "%other"},
                             {32, 8, 32},
                             {32, 8, 32, "%other"}}),
              ElementsAre(true, true, true, true));
}

TEST(WholeLinesTest, WhatIsNotAsAlignedAsItIsLargeFillsNoLine) {
  EXPECT_THAT(staysStreamed({{0, 8, 64}, {32, 8, 16}}),
              ElementsAre(false, false));
}

} // namespace
} // namespace mlirgym
