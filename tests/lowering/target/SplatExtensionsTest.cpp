//===- lowering/target/SplatExtensionsTest.cpp - Extended scalars ---------===//
#include "lowering/target/LlvmRewrites.h"

#include "LlvmText.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

/// `body` of a function of %x (i8), %short (bf16), %float and %row after the
/// rewrite.
std::string rewritten(const std::string &body,
                      const std::string &result = "<4 x i32>") {
  llvm::LLVMContext context;
  auto module = parseLlvm(
      "define " + result +
          " @f(i8 %x, bfloat %short, float %float, <4 x i8> %row) {\n" + body +
          "}\n",
      context);
  if (!module)
    return "";
  lowering::extendBeforeSplats(*module->getFunction("f"));
  std::string text;
  llvm::raw_string_ostream out(text);
  EXPECT_FALSE(llvm::verifyModule(*module, &out)) << text;
  module->print(out, nullptr);
  return text;
}

TEST(SplatExtensions, AScalarIsExtendedInPlaceOfAVector) {
  const std::string text = rewritten(R"(
    %one = insertelement <4 x i8> poison, i8 %x, i64 0
    %all = shufflevector <4 x i8> %one, <4 x i8> poison, <4 x i32> zeroinitializer
    %wide = zext <4 x i8> %all to <4 x i32>
    ret <4 x i32> %wide
  )");
  EXPECT_THAT(text, HasSubstr("zext i8 %x to i32"));
  EXPECT_THAT(text, Not(HasSubstr("<4 x i8> poison")));
}

TEST(SplatExtensions, AShortFloatIsExtendedInPlaceOfAVector) {
  const std::string text = rewritten(R"(
    %one = insertelement <8 x bfloat> poison, bfloat %short, i64 0
    %all = shufflevector <8 x bfloat> %one, <8 x bfloat> poison, <8 x i32> zeroinitializer
    %wide = fpext <8 x bfloat> %all to <8 x float>
    ret <8 x float> %wide
  )",
                                     "<8 x float>");
  EXPECT_THAT(text, HasSubstr("fpext bfloat %short to float"));
  EXPECT_THAT(text, Not(HasSubstr("<8 x bfloat> poison")));
}

TEST(SplatExtensions, OtherFloatsAreExtendedAsTheyAre) {
  EXPECT_THAT(rewritten(R"(
    %one = insertelement <4 x float> poison, float %float, i64 0
    %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
    %wide = fpext <4 x float> %all to <4 x double>
    ret <4 x double> %wide
  )",
                        "<4 x double>"),
              HasSubstr("fpext <4 x float> %all to <4 x double>"));
}

TEST(SplatExtensions, OtherVectorsAreExtendedAsTheyAre) {
  EXPECT_THAT(rewritten(R"(
    %wide = sext <4 x i8> %row to <4 x i32>
    ret <4 x i32> %wide
  )"),
              HasSubstr("sext <4 x i8> %row to <4 x i32>"));
}

} // namespace
} // namespace mlirgym
