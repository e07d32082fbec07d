//===- lowering/target/ExtremaTest.cpp - Maxima and minima of many values -===//
#include "lowering/target/LlvmRewrites.h"

#include "LlvmText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char header[] = R"(
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.minimum.v8f32(<8 x float>, <8 x float>)
declare float @llvm.maximum.f32(float, float)
)";

/// Every second element of the row at `offset`, as the lowering reads them.
std::string everySecond(const std::string &name, unsigned offset) {
  const std::string at = std::to_string(4 * offset),
                    last = std::to_string(4 * (offset + 7));
  return "  %p" + name + " = getelementptr i8, ptr %in, i64 " + at + "\n" +
         "  %a" + name + " = load <8 x float>, ptr %p" + name + ", align 4\n" +
         "  %q" + name + " = getelementptr i8, ptr %in, i64 " + last + "\n" +
         "  %b" + name + " = load <8 x float>, ptr %q" + name + ", align 4\n" +
         "  %" + name + " = shufflevector <8 x float> %a" + name +
         ", <8 x float> %b" + name +
         ", <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 "
         "15>\n";
}

/// The extremum of `count` windows of every second element, from `start` on,
/// the windows that follow one another an element apart.
std::string windows(llvm::StringRef extremum, unsigned count,
                    llvm::StringRef flags = "nsz",
                    llvm::StringRef start = "zeroinitializer") {
  std::string text =
      std::string(header) +
      "define void @windows(ptr noalias %in, ptr noalias %out) {\n";
  std::string last = start.str();
  for (unsigned i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += everySecond("x" + n, i) + "  %m" + n + " = call " + flags.str() +
            " <8 x float> @llvm." + extremum.str() + ".v8f32(<8 x float> " +
            last + ", <8 x float> %x" + n + ")\n";
    last = "%m" + n;
  }
  return text + "  store <8 x float> " + last +
         ", ptr %out, align 4\n  ret void\n}\n";
}

constexpr char minusInfinity[] = "splat (float 0xFFF0000000000000)";
constexpr char infinity[] = "splat (float 0x7FF0000000000000)";

class ExtremaTest : public testing::Test {
protected:
  static void rewrite(llvm::Module &module) {
    for (llvm::Function &function : module) {
      if (function.isDeclaration())
        continue;
      lowering::shareStridedLoads(function);
      lowering::shortenExtrema(function);
      EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
    }
  }

  static std::string rewritten(llvm::StringRef text) {
    llvm::LLVMContext context;
    auto module = parseLlvm(text, context);
    rewrite(*module);
    std::string result;
    llvm::raw_string_ostream(result) << *module;
    return result;
  }

  /// Result of `windows` on a row, before or after the rewrite.
  static std::vector<float> run(llvm::StringRef text, bool isRewritten,
                                const std::vector<float> &row) {
    static const bool initialised = !llvm::InitializeNativeTarget() &&
                                    !llvm::InitializeNativeTargetAsmPrinter();
    EXPECT_TRUE(initialised);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = parseLlvm(text, *context);
    if (isRewritten)
      rewrite(*module);
    auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addIRModule({std::move(module), std::move(context)}));
    auto *kernel = llvm::cantFail(jit->lookup("windows"))
                       .toPtr<void (*)(const float *, float *)>();
    std::vector<float> out(8);
    kernel(row.data(), out.data());
    return out;
  }

  static unsigned count(llvm::StringRef text, llvm::StringRef what) {
    return static_cast<unsigned>(text.count(what));
  }
};

TEST_F(ExtremaTest, NineValuesTakeFourQuestionsAndOnePermutation) {
  const std::string text =
      rewritten(windows("maximum", 9, "nsz", minusInfinity));
  EXPECT_THAT(text, Not(HasSubstr("= call")));
  EXPECT_EQ(count(text, "fcmp ogt"), 8u);
  EXPECT_EQ(count(text, "fcmp uno"), 4u);
  EXPECT_EQ(count(text, "<i32 0, i32 1, i32 4, i32 5, i32 2, i32 3"), 1u);
}

TEST_F(ExtremaTest, AValueThatIsNoShuffleIsComparedLast) {
  const std::string text = rewritten(windows("maximum", 3));
  EXPECT_THAT(text, Not(HasSubstr("= call")));
  EXPECT_EQ(count(text, "fcmp ogt"), 3u);
  EXPECT_EQ(count(text, "fcmp uno"), 2u);
  EXPECT_EQ(count(text, "<i32 0, i32 1, i32 4, i32 5, i32 2, i32 3"), 1u);
}

TEST_F(ExtremaTest, NeighboursShareTheirLoads) {
  EXPECT_EQ(count(rewritten(windows("maximum", 1)), "load"), 2u);
  EXPECT_EQ(count(rewritten(windows("maximum", 2)), "load"), 2u);
  EXPECT_EQ(count(rewritten(windows("maximum", 3)), "load"), 4u);
  EXPECT_EQ(count(rewritten(windows("maximum", 4)), "load"), 4u);
}

TEST_F(ExtremaTest, NoLoadIsMovedPastAStore) {
  std::string text = windows("maximum", 2);
  const std::string second = "  %px1 =";
  text.insert(text.find(second), "  store float 1.0, ptr %in\n");
  EXPECT_EQ(count(rewritten(text), "load"), 4u);
}

TEST_F(ExtremaTest, WhatIsShortOrNeedsTheSignOfZeroStays) {
  for (const std::string &text :
       {windows("maximum", 2, "nsz", minusInfinity), windows("maximum", 1),
        windows("maximum", 9, "")})
    EXPECT_EQ(count(rewritten(text), "fcmp"), 0u) << text;
  EXPECT_EQ(count(rewritten(std::string(header) + R"(
define float @scalar(float %a, float %b, float %c) {
  %ab = call nsz float @llvm.maximum.f32(float %a, float %b)
  %abc = call nsz float @llvm.maximum.f32(float %ab, float %c)
  ret float %abc
})"),
                  "fcmp"),
            0u)
      << "of a scalar, whether it is NaN is a branch";
}

TEST_F(ExtremaTest, AValueThatIsUsedTwiceIsAnOperand) {
  const std::string text = rewritten(std::string(header) + R"(
define <8 x float> @shared(<8 x float> %a, <8 x float> %b, <8 x float> %c, <8 x float> %d, ptr %out) {
  %ab = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %a, <8 x float> %b)
  store <8 x float> %ab, ptr %out
  %abc = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %ab, <8 x float> %c)
  %abcd = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %abc, <8 x float> %d)
  ret <8 x float> %abcd
})");
  EXPECT_EQ(count(text, "= call"), 1u) << text;
  EXPECT_EQ(count(text, "fcmp ogt"), 2u) << text;
}

/// NaN at each place of the row in turn, infinities beside it.
TEST_F(ExtremaTest, MeansTheSame) {
  struct Case {
    const char *extremum, *start;
  };
  for (const auto &[extremum, start] :
       {Case{"maximum", minusInfinity}, Case{"maximum", "zeroinitializer"},
        Case{"minimum", infinity}, Case{"minimum", "zeroinitializer"},
        Case{"maximum", "splat (float 0x7FF8000000000000)"}})
    for (unsigned length : {2u, 3u, 4u, 7u, 8u, 9u, 16u, 17u, 22u}) {
      const std::string text = windows(extremum, length, "nsz", start);
      for (size_t nan = 0; nan <= 14 + length; nan += 3) {
        std::vector<float> row(15 + length);
        for (auto [i, value] : llvm::enumerate(row))
          value = static_cast<float>(static_cast<int>(i * 7 % 11) - 5);
        row[2] = std::numeric_limits<float>::infinity();
        row[11] = -std::numeric_limits<float>::infinity();
        if (nan < row.size())
          row[nan] = std::numeric_limits<float>::quiet_NaN();
        const std::vector<float> before = run(text, false, row),
                                 after = run(text, true, row);
        for (auto [a, b] : llvm::zip_equal(before, after))
          EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b)))
              << extremum << " of " << length << " from " << start
              << ", NaN at " << nan << ": " << a << " and " << b;
      }
    }
}

TEST_F(ExtremaTest, ManyValuesAreFourChains) {
  const std::string text =
      rewritten(windows("maximum", 20, "nsz", minusInfinity));
  EXPECT_EQ(count(text, "fcmp ogt"), 19u);
  EXPECT_EQ(count(text, "fcmp uno"), 10u);
}

/// The extremum of the first eight elements of a row.
std::string reduction(llvm::StringRef extremum, llvm::StringRef flags = "nsz") {
  return ("declare float @llvm.vector.reduce.f" + extremum +
          ".v8f32(<8 x float>)\n"
          "define void @windows(ptr noalias %in, ptr noalias %out) {\n"
          "  %v = load <8 x float>, ptr %in, align 4\n"
          "  %m = call " +
          flags + " float @llvm.vector.reduce.f" + extremum +
          ".v8f32(<8 x float> %v)\n"
          "  store float %m, ptr %out, align 4\n  ret void\n}\n")
      .str();
}

TEST_F(ExtremaTest, AReductionAsksForNanOnce) {
  const std::string text = rewritten(reduction("maximum"));
  EXPECT_EQ(count(text, "fcmp ogt"), 3u) << text;
  EXPECT_EQ(count(text, "fcmp uno"), 1u) << text;
  EXPECT_EQ(count(rewritten(reduction("maximum", "")), "fcmp"), 0u)
      << "the sign of zero matters";
}

TEST_F(ExtremaTest, AReductionMeansTheSame) {
  const float infinite = std::numeric_limits<float>::infinity();
  for (const char *extremum : {"maximum", "minimum"})
    for (size_t special = 0; special <= 8; ++special)
      for (float value :
           {std::numeric_limits<float>::quiet_NaN(), infinite, -infinite}) {
        std::vector<float> row = {3, -1, 4, 1, -5, 9, 2, -6};
        if (special < row.size())
          row[special] = value;
        const float before = run(reduction(extremum), false, row)[0],
                    after = run(reduction(extremum), true, row)[0];
        EXPECT_TRUE(before == after ||
                    (std::isnan(before) && std::isnan(after)))
            << extremum << " with " << value << " at " << special << ": "
            << before << " and " << after;
      }
}

} // namespace
} // namespace mlirgym
