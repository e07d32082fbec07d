//===- lowering/target/BackEndFaultsTest.cpp - LLVM's back end ------------===//
#include "LlvmText.h"
#include "lowering/target/LlvmRewrites.h"
#include "tests/lowering/LoweringFixture.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {
namespace {

using scalar::Tensor;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Inputs = std::vector<Tensor>;

std::string rewritten(llvm::StringRef text) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parseLlvm(text, context);
  if (!module)
    return "";
  for (llvm::Function &function : *module)
    lowering::avoidBackEndFaults(function);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  std::string result;
  llvm::raw_string_ostream(result) << *module;
  return result;
}

std::string maskedStore(llvm::StringRef mask) {
  return fillIn(R"(
define void @f(<4 x i64> %wide, ptr %out, <4 x i1> %m) {
  %x = trunc <4 x i64> %wide to <4 x i16>
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %x, ptr align 8 %out, MASK)
  ret void
})",
                {{"MASK", mask}});
}

TEST(BackEndFaultsTest, AMaskedStoreOfOneLaneIsAScalarStore) {
  const std::string first =
      rewritten(maskedStore("<4 x i1> <i1 true, i1 false, i1 false, i1 "
                            "false>"));
  EXPECT_THAT(first, AllOf(HasSubstr("store i16"), HasSubstr("align 8"),
                           Not(HasSubstr("call void"))));
  const std::string third =
      rewritten(maskedStore("<4 x i1> <i1 false, i1 false, i1 true, i1 "
                            "false>"));
  EXPECT_THAT(third, AllOf(HasSubstr("extractelement <4 x i16> %x, i64 2"),
                           HasSubstr("i64 4"), HasSubstr("store i16"),
                           HasSubstr("align 4"), Not(HasSubstr("call void"))));
}

TEST(BackEndFaultsTest, OtherMasksStay) {
  for (const char *mask : {"<4 x i1> %m", "<4 x i1> zeroinitializer",
                           "<4 x i1> <i1 true, i1 true, i1 false, i1 false>",
                           "<4 x i1> <i1 true, i1 poison, i1 false, i1 false>"})
    EXPECT_THAT(rewritten(maskedStore(mask)),
                AllOf(HasSubstr("call void @llvm.masked.store"),
                      Not(HasSubstr("  store"))))
        << mask;
}

TEST(BackEndFaultsTest, VectorsOfHalvesAreScaledInSinglePrecision) {
  EXPECT_THAT(rewritten(R"(
define <4 x half> @f(<4 x half> %x, <4 x i32> %e) {
  %y = call nsz <4 x half> @llvm.ldexp.v4f16.v4i32(<4 x half> %x, <4 x i32> %e)
  ret <4 x half> %y
})"),
              AllOf(HasSubstr("call nsz <4 x float> @llvm.ldexp.v4f32.v4i32"),
                    HasSubstr("fptrunc nsz <4 x float>"),
                    Not(HasSubstr("call nsz <4 x half>"))));
}

std::string maskedLoad(llvm::StringRef type, llvm::StringRef operation) {
  return fillIn(R"(
define <8 x TYPE> @f(<8 x TYPE> %x, ptr %in, <8 x i1> %m, <8 x i1> %other) {
  %l = call <8 x TYPE> @llvm.masked.load.v8TYPE.p0(ptr %in, <8 x i1> %m, <8 x TYPE> poison)
  %y = OPERATION <8 x TYPE> %x, %l
  %r = select <8 x i1> MASK, <8 x TYPE> %y, <8 x TYPE> %x
  ret <8 x TYPE> %r
})",
                {{"TYPE", type}, {"OPERATION", operation}});
}

TEST(BackEndFaultsTest, AMaskedLoadIsFencedFromOperationsOfItsMask) {
  EXPECT_THAT(
      rewritten(fillIn(maskedLoad("float", "fmul"), {{"MASK", "%m"}})),
      AllOf(HasSubstr("%1 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x "
                      "float> %l)"),
            HasSubstr("fmul <8 x float> %x, %1")));
  EXPECT_THAT(rewritten(fillIn(maskedLoad("i64", "add"), {{"MASK", "%m"}})),
              AllOf(HasSubstr("bitcast <8 x i64> %l to <16 x float>"),
                    HasSubstr("call <16 x float> @llvm.arithmetic.fence"),
                    HasSubstr("add <8 x i64> %x, %3")));
}

TEST(BackEndFaultsTest, OtherMaskedLoadsStay) {
  EXPECT_THAT(
      rewritten(fillIn(maskedLoad("float", "fmul"), {{"MASK", "%other"}})),
      Not(HasSubstr("fence")));
  // Half a vector register: its mask is widened, so that it is another one.
  EXPECT_THAT(rewritten(fillIn(maskedLoad("i8", "add"), {{"MASK", "%m"}})),
              Not(HasSubstr("fence")));
}

class BackEndFaults : public LoweringTest {};

/// Eight lanes and one: with AVX-512 the last element of a row was stored as
/// 8 bytes of its i64. A buffer ends at a page that may not be touched.
TEST_F(BackEndFaults, OneNarrowElementAfterWholeVectors) {
  constexpr char narrow[] = R"(
    #id = affine_map<(i, j) -> (i, j)>
    func.func @narrow(%a: tensor<4x9xWIDE>) -> tensor<4x9xNARROW> {
      %e = tensor.empty() : tensor<4x9xNARROW>
      %r = linalg.generic {indexing_maps = [#id, #id],
                           iterator_types = ["parallel", "parallel"]}
          ins(%a : tensor<4x9xWIDE>) outs(%e : tensor<4x9xNARROW>) {
      ^bb0(%x: WIDE, %o: NARROW):
        %y = arith.trunci %x : WIDE to NARROW
        linalg.yield %y : NARROW
      } -> tensor<4x9xNARROW>
      return %r : tensor<4x9xNARROW>
    })";
  const std::pair<const char *, ElementType> cases[] = {
      {"i64", ElementType::I8},
      {"i64", ElementType::I32},
      {"i32", ElementType::I8}};
  for (auto [wide, type] : cases) {
    SCOPED_TRACE(wide);
    check(
        loadText(
            fillIn(narrow, {{"WIDE", wide}, {"NARROW", nameOfElement(type)}})),
        {"", "op0: vectorize", "op0: tile(1,0) vectorize",
         "op0: tile_parallel(3,0) promote(0) vectorize"},
        [type](const Inputs &in) { return scalar::wrapped(in[0], type); }, 0);
  }
}

/// Rows of 31: with AVX-512, eight lanes of rows that the mask leaves out were
/// read from the page after the operand.
TEST_F(BackEndFaults, RowsAfterTheEndAreNotRead) {
  check(
      loadText(R"(
    func.func @rows(%a: tensor<3x31xf32>, %b: tensor<97x31xf32>) -> tensor<3x97xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<3x97xf32>
      %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x97xf32>) -> tensor<3x97xf32>
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                           affine_map<(i, j, k) -> (j, k)>,
                           affine_map<(i, j, k) -> (i, j)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<3x31xf32>, tensor<97x31xf32>)
          outs(%init : tensor<3x97xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %o, %p : f32
        linalg.yield %s : f32
      } -> tensor<3x97xf32>
      return %r : tensor<3x97xf32>
    })"),
      {"", "op0: tile(1,48,0) tile(0,4,0) vectorize",
       "op0: tile(0,48,0) tile(1,4,0) vectorize"},
      [](const Inputs &in) {
        Tensor products({3, 97});
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 97; ++j)
            for (int k = 0; k < 31; ++k)
              products.at(i, j) += in[0].at(i, k) * in[1].at(j, k);
        return products;
      },
      /*sumLength=*/31);
}

/// LLVM turns exp2 of an integer into `ldexp`, and vectorises this loop. With
/// AVX-512 without FP16, each power of two was then 1.
TEST_F(BackEndFaults, PowersOfTwoInHalfPrecision) {
  check(
      loadText(R"(
    func.func @powers(%a: tensor<2x3xf16>) -> tensor<2xf16> {
      %zero = arith.constant 0.0 : f16
      %e = tensor.empty() : tensor<2xf16>
      %init = linalg.fill ins(%zero : f16) outs(%e : tensor<2xf16>) -> tensor<2xf16>
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<2x3xf16>) outs(%init : tensor<2xf16>) {
      ^bb0(%x: f16, %o: f16):
        %j = linalg.index 1 : index
        %i = arith.index_cast %j : index to i32
        %f = arith.sitofp %i : i32 to f16
        %p = math.exp2 %f : f16
        %y = arith.addf %o, %p : f16
        linalg.yield %y : f16
      } -> tensor<2xf16>
      return %r : tensor<2xf16>
    })"),
      {"", "op0: tile(1,2)", "op0: tile(0,2)", "op0: vectorize"},
      [](const Inputs &) { return Tensor({2}, 7); }, /*sumLength=*/3);
}

} // namespace
} // namespace mlirgym
