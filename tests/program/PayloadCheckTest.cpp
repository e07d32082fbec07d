#include "program/PayloadCheck.h"
#include "Loading.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::HasSubstr;
using testing::StartsWith;

/// A function of one argument of type `type`, passed on.
static std::string withArgument(llvm::StringRef type) {
  return ("func.func @f(%a: " + type + ") {\n  return\n}\n").str();
}

TEST(PayloadCheckTest, RefusesAnEmptyFile) {
  EXPECT_EQ(errorOf(" \n"), "test.mlir:1:1: empty; write the program as one "
                            "func.func on tensors");
  EXPECT_THAT(errorOf("// nothing\n"), HasSubstr("no function with a body"));
}

TEST(PayloadCheckTest, SaysWhereTheSyntaxIsWrong) {
  EXPECT_THAT(errorOf("func.func @f() {\n  %0 = arith.constant : f32\n}"),
              StartsWith("test.mlir:2:22: "));
  EXPECT_THAT(errorOf("func.func @f(%a: tensor<2x"),
              HasSubstr("; fix the MLIR"));
}

TEST(PayloadCheckTest, SaysWhereTheVerifierComplains) {
  EXPECT_THAT(errorOf(R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<9x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<9x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
})mlir"),
              StartsWith("test.mlir:3:8: 'linalg.matmul' op"));
}

TEST(PayloadCheckTest, RefusesAnUnknownDialect) {
  EXPECT_EQ(errorOf("func.func @f() {\n  \"mine.what\"() : () -> ()\n}"),
            "test.mlir:2:14: dialect 'mine' (mine.what) is not supported in a "
            "payload; write the program with func, linalg, tensor, arith, math "
            "and bufferization operations");
  EXPECT_THAT(errorOf("func.func @f() {\n  tosa.what\n}"),
              StartsWith("test.mlir:2:3: dialect 'tosa' (tosa.what) is not "
                         "supported in a payload; lower it to linalg first"));
}

TEST(PayloadCheckTest, RefusesDynamicShapes) {
  EXPECT_EQ(errorOf(withArgument("tensor<4x?xf32>")),
            "test.mlir:1:1: argument 0: dynamic shape tensor<4x?xf32>; replace "
            "each '?' by a number, one program per shape");
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %d = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return %a : tensor<4xf32>
})mlir"),
              StartsWith("test.mlir:2:8: dynamic shape tensor<?xf32>"));
}

TEST(PayloadCheckTest, RefusesTypesThatItDoesNotKnow) {
  EXPECT_THAT(errorOf(withArgument("tensor<4xi16>")),
              HasSubstr("unsupported element type i16 in tensor<4xi16>; use "
                        "f64, f32, f16, bf16, i64, i32 or i8"));
  EXPECT_THAT(errorOf(withArgument("tensor<4xcomplex<f32>>")),
              HasSubstr("unsupported element type complex<f32>"));
  EXPECT_THAT(errorOf(withArgument("tensor<*xf32>")), HasSubstr("unranked"));
  EXPECT_THAT(errorOf(withArgument("vector<4xf32>")),
              HasSubstr("vector<4xf32> is not supported; use tensors"));
  EXPECT_THAT(errorOf(withArgument("f32")),
              HasSubstr("argument 0: of type f32; arguments are tensors or "
                        "memrefs"));
  EXPECT_THAT(errorOf(withArgument("memref<4x4xf32, strided<[8, 1]>>")),
              HasSubstr("use a contiguous memref"));
  EXPECT_THAT(errorOf(withArgument("memref<4xf32, 3>")),
              HasSubstr("memory space on"));
  EXPECT_THAT(errorOf(withArgument("tensor<4x0xf32>")),
              HasSubstr("no elements in tensor<4x0xf32>"));
  EXPECT_THAT(errorOf(withArgument("tensor<9999999x9999999xf32>")),
              HasSubstr("too many elements"));
}

TEST(PayloadCheckTest, RefusesAProgramWithoutStructuredOperations) {
  EXPECT_EQ(errorOf(withArgument("tensor<4xf32>")),
            "test.mlir:1:1: no structured operation in @f; write the "
            "computation with linalg operations (linalg.matmul, "
            "linalg.generic)");
}

/// Twelve rows of ten written to a result of `shape` through `index`.
static std::string writingThrough(llvm::StringRef index,
                                  llvm::StringRef shape) {
  return llvm::formatv(R"mlir(
func.func @f(%a: tensor<12x10xf32>) -> tensor<{1}xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{1}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<{1}xf32>) -> tensor<{1}xf32>
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ({0})>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<12x10xf32>) outs(%f : tensor<{1}xf32>) {{
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<{1}xf32>
  return %r : tensor<{1}xf32>
})mlir",
                       index, shape);
}

TEST(PayloadCheckTest, RefusesResultsWithGaps) {
  for (auto [index, shape] : {std::pair{"i * 2, j", "23x10"},
                              {"i + 3, j", "15x10"},
                              {"i, i, j", "12x12x10"},
                              {"i * 11 + j", "131"},
                              {"i floordiv 2, j", "6x10"}})
    EXPECT_THAT(errorOf(writingThrough(index, shape)),
                HasSubstr("test.mlir:6:8: a result with elements that no "
                          "iteration writes, and whose previous values the "
                          "body does not read; write each element once"))
        << index;
}

TEST(PayloadCheckTest, TakesResultsThatAreWrittenThroughout) {
  for (auto [index, shape] : {std::pair{"j, i", "10x12"},
                              {"-i + 11, j", "12x10"},
                              {"i * 10 + j", "120"},
                              {"j * -12 - i + 119", "120"},
                              {"i, 0, j", "12x1x10"}})
    EXPECT_EQ(load(writingThrough(index, shape)).operations().size(), 1u)
        << index;
}

TEST(PayloadCheckTest, RefusesMoreLoopsThanASetHolds) {
  auto copyOfRank = [](unsigned rank) {
    std::string dims = "d0", shape = "2", kinds = "\"parallel\"";
    for (unsigned i = 1; i < rank; ++i) {
      dims += ", d" + std::to_string(i);
      shape += "x1";
      kinds += ", \"parallel\"";
    }
    const std::string type = "tensor<" + shape + "xf32>",
                      map = "affine_map<(" + dims + ") -> (" + dims + ")>";
    return "func.func @f(%a: " + type + ") -> " + type +
           " {\n  %e = tensor.empty() : " + type +
           "\n  %r = linalg.generic {indexing_maps = [" + map + ", " + map +
           "], iterator_types = [" + kinds + "]} ins(%a : " + type +
           ") outs(%e : " + type +
           ") {\n  ^bb0(%x: f32, %y: f32):\n    %s = arith.addf %x, %x : f32\n"
           "    linalg.yield %s : f32\n  } -> " +
           type + "\n  return %r : " + type + "\n}";
  };
  EXPECT_EQ(load(copyOfRank(64)).operations().front().tripCounts.size(), 64u);
  EXPECT_THAT(errorOf(copyOfRank(65)),
              HasSubstr("test.mlir:3:8: 65 loops; at most 64 are handled, so "
                        "collapse dimensions of one"));
}

TEST(PayloadCheckTest, RefusesSeveralEntries) {
  EXPECT_EQ(errorOf("func.func @f() {\n  return\n}\nfunc.func @g() {\n  "
                    "return\n}"),
            "test.mlir:4:1: several entries: @f and @g are both public; leave "
            "one and make the others private, or split the file");
}

TEST(PayloadCheckTest, IgnoresPrivateFunctionsThatNobodyCalls) {
  EXPECT_EQ(load(*generateProgram("relu_3_4") +
                 "func.func private @f() {\n  return\n}\n"
                 "func.func private @printF64(f64)\n")
                .key(),
            loadNamed("relu_3_4").key());
}

TEST(PayloadCheckTest, RefusesLoops) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
  }
  return
})mlir"),
              StartsWith("test.mlir:4:3: 'scf.for' is not supported in a "
                         "payload; use structured operations"));
}

TEST(PayloadCheckTest, RefusesLinalgOperationsWithoutLoops) {
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: tensor<8x8xf32>, %b: tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32> {
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %b : tensor<8x8xf32> -> tensor<4x4x2x2xf32>
  return %r : tensor<4x4x2x2xf32>
})mlir"),
      HasSubstr("test.mlir:2:8: 'linalg.pack' is not a structured operation"));
}

TEST(PayloadCheckTest, RefusesOtherOperationsInABody) {
  EXPECT_THAT(errorOf(R"mlir(
#m = affine_map<(i) -> (i)>
func.func @f(%a: memref<4xf32>, %c: memref<4xf32>) {
  linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%c : memref<4xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %y = memref.load %a[%i] : memref<4xf32>
    linalg.yield %y : f32
  }
  return
})mlir"),
              HasSubstr("test.mlir:7:10: 'memref.load' in the body of "
                        "linalg.generic; use arith and math"));
}

TEST(PayloadCheckTest, RefusesAPowerOfIntegers) {
  EXPECT_THAT(errorOf(R"mlir(
func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%x: i32, %o: i32):
    %p = math.ipowi %x, %x : i32
    linalg.yield %p : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
})mlir"),
              HasSubstr("multiply instead"));
}

TEST(PayloadCheckTest, RefusesMemrefViews) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: memref<4x4xf32>) {
  %v = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  return
})mlir"),
              HasSubstr("'memref.collapse_shape' on memrefs is not supported; "
                        "write the program on tensors"));
}

TEST(PayloadCheckTest, RefusesMemrefsThatAreNoArgumentAndNoAllocation) {
  EXPECT_EQ(
      errorOf(
          R"mlir(func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %t = arith.constant true
  %m = arith.select %t, %a, %b : memref<4xf32>
  linalg.copy ins(%m : memref<4xf32>) outs(%c : memref<4xf32>)
  return
})mlir"),
      "test.mlir:3:8: 'arith.select' on memrefs is not supported; write "
      "the program on tensors");
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: memref<4xf32>) {
  %m = ub.poison : memref<4xf32>
  linalg.copy ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
  return
})mlir"),
              HasSubstr("test.mlir:2:8: 'ub.poison' on memrefs"));
  EXPECT_THAT(errorOf(R"mlir(
#m = affine_map<(i) -> (i)>
func.func @f(%a: memref<4xf32>, %c: memref<4xf32>) {
  %t = arith.constant true
  linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%c : memref<4xf32>) {
  ^bb0(%x: f32):
    %s = arith.select %t, %a, %c : memref<4xf32>
    linalg.yield %x : f32
  }
  return
})mlir"),
              HasSubstr("test.mlir:7:10: 'arith.select' in the body of "
                        "linalg.generic; use arith and math operations on "
                        "scalars there"));
}

TEST(PayloadCheckTest, RefusesASoftmaxWithoutExponentials) {
  auto softmax = [](const std::string &from, const std::string &to) {
    return "func.func @f(%a: tensor<4x8x" + from + ">, %c: tensor<4x8x" + to +
           ">) -> tensor<4x8x" + to +
           "> {\n  %r = linalg.softmax dimension(1) ins(%a : tensor<4x8x" +
           from + ">) outs(%c : tensor<4x8x" + to + ">) -> tensor<4x8x" + to +
           ">\n  return %r : tensor<4x8x" + to + ">\n}";
  };
  EXPECT_EQ(errorOf(softmax("i32", "i32")),
            "test.mlir:2:8: an exponential of i32; use f32, f64, f16 or bf16");
  EXPECT_NE(errorOf(softmax("f32", "f64")), "");
  EXPECT_EQ(errorOf(softmax("f32", "f32")), "");
}

TEST(PayloadCheckTest, RefusesResultsThatAreNoTensors) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) -> f32 {
  %c = arith.constant 0.0 : f32
  return %c : f32
})mlir"),
              HasSubstr("result 0: of type f32; results are tensors"));
}

TEST(PayloadCheckTest, RefusesAProgramWhoseWorkIsDead) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) {
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
})mlir"),
              HasSubstr("test.mlir:1:1: nothing is computed"));
}
