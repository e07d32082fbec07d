//===- lowering/target/MaskedAccessesTest.cpp - Masks of two pieces -------===//
#include "LlvmText.h"
#include "lowering/target/LlvmRewrites.h"
#include "tests/lowering/LoweringFixture.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string rewritten(const std::string &text) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parseLlvm(text, context);
  if (!module)
    return "";
  for (llvm::Function &function : *module)
    lowering::splitMaskedAccesses(function);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  std::string result;
  llvm::raw_string_ostream(result) << *module;
  return result;
}

/// Of 8 lanes.
std::string maskOf(llvm::ArrayRef<unsigned> selected) {
  std::string mask = "<8 x i1> <";
  for (unsigned lane = 0; lane < 8; ++lane) {
    mask += lane == 0 ? "i1 " : ", i1 ";
    mask += llvm::is_contained(selected, lane) ? "true" : "false";
  }
  return mask + ">";
}

std::string store(const std::string &mask) {
  return fillIn(R"(
define void @f(<8 x float> %x, ptr %out, <8 x i1> %m) {
  call void @llvm.masked.store.v8f32.p0(<8 x float> %x, ptr align 32 %out, MASK)
  ret void
})",
                {{"MASK", mask}});
}

std::string load(const std::string &mask) {
  return fillIn(R"(
define <8 x float> @f(ptr %in, <8 x float> %other, <8 x i1> %m) {
  %x = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %in, MASK, <8 x float> %other)
  ret <8 x float> %x
})",
                {{"MASK", mask}});
}

TEST(MaskedAccessesTest, SixLanesAreFourAndTwo) {
  EXPECT_THAT(rewritten(store(maskOf({0, 1, 2, 3, 4, 5}))),
              AllOf(HasSubstr("store <4 x float> %2, ptr %1, align 32"),
                    HasSubstr("<2 x i32> <i32 4, i32 5>"), HasSubstr("i64 16"),
                    HasSubstr("store <2 x float> %4, ptr %3, align 16"),
                    Not(HasSubstr("call void"))));
  const std::string loaded = rewritten(load(maskOf({0, 1, 2, 3, 4, 5})));
  EXPECT_THAT(loaded, AllOf(HasSubstr("load <4 x float>"),
                            HasSubstr("load <2 x float>"),
                            Not(HasSubstr("call <8 x float>"))));
  // Lanes 6 and 7 come from %other.
  EXPECT_THAT(loaded, HasSubstr("shufflevector <8 x float> %other"));
  EXPECT_THAT(loaded, HasSubstr("i32 8, i32 9, i32 6, i32 7>"));
}

TEST(MaskedAccessesTest, OtherMasksStay) {
  for (const std::string &mask :
       {std::string("<8 x i1> %m"), maskOf({}), maskOf({0}),
        maskOf({0, 1, 2, 3}), maskOf({0, 1, 2, 3, 4, 5, 6}), maskOf({1, 2, 3}),
        maskOf({0, 1, 3}),
        std::string("<8 x i1> <i1 true, i1 true, i1 true, i1 poison, i1 false, "
                    "i1 false, i1 false, i1 false>")}) {
    EXPECT_THAT(rewritten(store(mask)), HasSubstr("call void")) << mask;
    EXPECT_THAT(rewritten(load(mask)), HasSubstr("call <8 x float>")) << mask;
  }
}

class MaskedAccesses : public LoweringTest {};

/// Rows of 3, 5, 6, 12 and 24 elements, which end where the arguments do.
TEST_F(MaskedAccesses, RowsOfTwoPieces) {
  for (const char *columns : {"3", "5", "6", "12", "24"})
    for (const char *type : {"", "_f64", "_f16", "_bf16"}) {
      const std::string name =
          std::string("matmul_9_7_") + columns + std::string(type);
      SCOPED_TRACE(name);
      check(
          name,
          {"op0: tile_fuse(3,0,0) tile(0,0,1) vectorize",
           "op0: tile(3,0,0) vectorize"},
          [](const std::vector<scalar::Tensor> &in) {
            return scalar::matmul(in[0], in[1]);
          },
          7);
    }
}
} // namespace
} // namespace mlirgym
