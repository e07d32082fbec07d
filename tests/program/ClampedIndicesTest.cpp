#include "Loading.h"
#include "llvm/ADT/StringRef.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>

using namespace mlirgym;
using namespace mlirgym::test;
using testing::HasSubstr;
using testing::Not;

/// Rows of a table, at indices of type `type`, after `body` has made `%k` of
/// the index `%i`.
static std::string rows(const std::string &type, const std::string &body) {
  return R"mlir(
#at = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%table: tensor<300x8xf32>, %indices: tensor<6x)mlir" +
         type + R"mlir(>) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [#at, #all], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<6x)mlir" +
         type + R"mlir(>) outs(%e : tensor<6x8xf32>) {
  ^bb0(%i: )mlir" +
         type + R"mlir(, %out: f32):
    )mlir" +
         body +
         R"mlir(
    %c = linalg.index 1 : index
    %x = tensor.extract %table[%k, %c] : tensor<300x8xf32>
    linalg.yield %x : f32
  } -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
})mlir";
}

TEST(ClampedIndicesTest, AnIndexFromDataIsClampedInItsOwnType) {
  const Program program =
      load(rows("i32", "%k = arith.index_cast %i : i32 to index"));
  EXPECT_THAT(program.text().str(), HasSubstr("arith.constant 299 : i32"));
  EXPECT_THAT(program.text().str(), HasSubstr("arith.minui"));
  const Program again = load(program.text());
  EXPECT_EQ(again.text(), program.text());
  EXPECT_EQ(again.key(), program.key());
}

TEST(ClampedIndicesTest, ATypeThatDoesNotHoldTheLargestIndexIsExtendedFirst) {
  EXPECT_THAT(
      load(rows("i8", "%k = arith.index_cast %i : i8 to index")).text().str(),
      HasSubstr("arith.constant 299 : index"));
}

TEST(ClampedIndicesTest, AnIndexWithinItsTensorStaysAsItIs) {
  for (const char *body :
       {// JAX's clamp
        "%lo = arith.constant 0 : i32\n%hi = arith.constant 299 : i32\n"
        "%a = arith.maxsi %i, %lo : i32\n%b = arith.minsi %a, %hi : i32\n"
        "%k = arith.index_cast %b : i32 to index",
        // hashes
        "%n = arith.constant 255 : i32\n%a = arith.andi %i, %n : i32\n"
        "%k = arith.index_cast %a : i32 to index",
        // no data
        "%k = linalg.index 0 : index"})
    EXPECT_THAT(load(rows("i32", body)).text().str(), Not(HasSubstr("minui")))
        << body;
}

TEST(ClampedIndicesTest, LoopsReadAndWriteWithinTheirTensors) {
  const std::string text = load(R"mlir(
func.func @f(%a: tensor<9xf32>, %at: tensor<4xi64>) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> (tensor<9xf32>) {
    %n = tensor.extract %at[%i] : tensor<4xi64>
    %k = arith.index_cast %n : i64 to index
    %old = tensor.extract %x[%i] : tensor<9xf32>
    %y = tensor.insert %old into %x[%k] : tensor<9xf32>
    scf.yield %y : tensor<9xf32>
  }
  %n = tensor.extract %at[%c0] : tensor<4xi64>
  %k = arith.index_cast %n : i64 to index
  %s = tensor.extract_slice %r[%k] [3] [1] : tensor<9xf32> to tensor<3xf32>
  %t = tensor.insert_slice %s into %r[0] [3] [1] : tensor<3xf32> into tensor<9xf32>
  return %t : tensor<9xf32>
})mlir")
                               .text()
                               .str();
  EXPECT_THAT(text, HasSubstr("arith.constant 8 : i64")); // the insertion
  EXPECT_THAT(text, HasSubstr("arith.constant 6 : i64")); // the slice of 3
  EXPECT_EQ(llvm::StringRef(text).count("minui"), 2u) << text;
}
