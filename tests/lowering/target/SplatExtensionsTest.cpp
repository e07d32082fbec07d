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

/// `body` of a function of %x (i8) and %row after the rewrite.
std::string rewritten(const std::string &body) {
  llvm::LLVMContext context;
  auto module = parseLlvm(
      "define <4 x i32> @f(i8 %x, <4 x i8> %row) {\n" + body + "}\n", context);
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

TEST(SplatExtensions, OtherVectorsAreExtendedAsTheyAre) {
  EXPECT_THAT(rewritten(R"(
    %wide = sext <4 x i8> %row to <4 x i32>
    ret <4 x i32> %wide
  )"),
              HasSubstr("sext <4 x i8> %row to <4 x i32>"));
}

} // namespace
} // namespace mlirgym
