#include "program/payload/PayloadCheck.h"
#include "Loading.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::AllOf;
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
            "test.mlir:1:1: argument 0: dynamic shape tensor<4x?xf32>; give a "
            "number for each '?', one program per shape: --shape arg0=4xN, in "
            "Python shapes={\"arg0\": (4, N)}");
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %d = tensor.extract_slice %a[0] [%k] [1] : tensor<4xf32> to tensor<?xf32>
  %x = linalg.exp ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %x into %a[0] [%k] [1] : tensor<?xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
})mlir"),
      StartsWith("test.mlir:2:8: 'tensor.extract_slice': dynamic shape "
                 "tensor<?xf32>"));
}

TEST(PayloadCheckTest, RefusesTypesThatItDoesNotKnow) {
  EXPECT_THAT(errorOf(withArgument("tensor<4xi16>")),
              HasSubstr("unsupported element type i16 in tensor<4xi16>; use "
                        "f64, f32, f16, bf16, i64, i32, i8, i1, f8E4M3FN or "
                        "f8E5M2"));
  EXPECT_THAT(errorOf(withArgument("tensor<4xcomplex<f32>>")),
              HasSubstr("unsupported element type complex<f32>"));
  EXPECT_THAT(errorOf(withArgument("tensor<*xf32>")), HasSubstr("unranked"));
  EXPECT_THAT(errorOf(withArgument("vector<4xf32>")),
              HasSubstr("vector<4xf32> is not supported; use tensors"));
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
            "test.mlir:1:1: no structured operation in @f on which a result "
            "depends; write the computation with linalg operations "
            "(linalg.matmul, linalg.generic), and return what they compute");
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
            "test.mlir:4:1: several entries: @f and @g are both public; give "
            "the name of one: FILE@NAME");
}

TEST(PayloadCheckTest, TakesTheEntryThatIsNamed) {
  const std::string text = *generateProgram("relu_3_4") + R"mlir(
func.func @other(%a: tensor<?xf32>) {
  return
}
llvm.func @exp(f32) -> f32
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
module @inner {
})mlir";
  ProgramLoader loader;
  const std::string name = loadNamed("relu_3_4").source().entry;
  auto program = loader.loadText(text, "test", "test.mlir", EntryChoice(name));
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(program->key(), loadNamed("relu_3_4").key());
  auto none = loader.loadText(text, "test", "test.mlir", "g");
  ASSERT_FALSE(bool(none));
  EXPECT_THAT(llvm::toString(none.takeError()),
              HasSubstr("no function @g, but @" + name +
                        ", @other; give the name of one that has a body"));
}

TEST(PayloadCheckTest, IgnoresPrivateFunctionsThatNobodyCalls) {
  EXPECT_EQ(load(*generateProgram("relu_3_4") +
                 "func.func private @f() {\n  return\n}\n"
                 "func.func private @printF64(f64)\n")
                .key(),
            loadNamed("relu_3_4").key());
}

TEST(PayloadCheckTest, RefusesLoopsOnMemrefs) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    memref.dealloc %a : memref<4xf32>
  }
  return
})mlir"),
              StartsWith("test.mlir:5:5: 'memref.dealloc' on memrefs within "
                         "'scf.for'; write it on tensors"));
}

TEST(PayloadCheckTest, ChecksWhatIsWithinLoops) {
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%t = %a) -> (tensor<4xf32>) {
    %u = scf.execute_region -> tensor<4xf32> {
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
})mlir"),
      StartsWith("test.mlir:5:10: 'scf.execute_region' is not supported in a "
                 "payload"));
}

TEST(PayloadCheckTest, RefusesAnAssertionThatNeverHolds) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %no = arith.constant false
  cf.assert %no, "sizes differ"
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir"),
              StartsWith("test.mlir:3:3: an assertion that never holds (sizes "
                         "differ); export the program with inputs that it "
                         "accepts"));
}

TEST(PayloadCheckTest, RefusesASortThatIsMalformed) {
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = tm_tensor.sort dimension(1) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ole, %x, %y : f32
    tm_tensor.yield %c : i1
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir"),
      StartsWith("test.mlir:2:8: 'tm_tensor.sort' cannot be decomposed"));
}

TEST(PayloadCheckTest, RefusesLinalgOperationsWithoutLoops) {
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: tensor<1x3x3x1xf32>, %b: tensor<6x6x1x1xf32>) -> tensor<6x6x1x1xf32> {
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<1x3x3x1xf32>) outs(%b : tensor<6x6x1x1xf32>) -> tensor<6x6x1x1xf32>
  return %r : tensor<6x6x1x1xf32>
})mlir"),
      HasSubstr("test.mlir:2:8: 'linalg.winograd_filter_transform' is not a "
                "structured operation"));
  EXPECT_THAT(
      errorOf(
          R"mlir(func.func @f(%a: memref<8x8xf32>, %b: memref<4x4x2x2xf32>) {
  linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %b : memref<8x8xf32> -> memref<4x4x2x2xf32>
  return
})mlir"),
      HasSubstr("linalg.pack"));
}

/// A function whose body, on a tensor<8xi32>, is given.
static std::string onIntegers(llvm::StringRef body) {
  return (R"mlir(#m = affine_map<(i) -> (i)>
func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %w = arith.constant 32 : i32
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8xi32>
  %r = linalg.generic {indexing_maps = [#m, affine_map<(i) -> ()>, #m], iterator_types = ["parallel"]}
      ins(%a, %w : tensor<8xi32>, i32) outs(%e : tensor<8xi32>) {
  ^bb0(%x: i32, %v: i32, %o: i32):
    )mlir" +
          body +
          R"mlir(
    linalg.yield %y : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
})mlir")
      .str();
}

TEST(PayloadCheckTest, RefusesIntegersThatHaveNoValue) {
  const std::string shift = "test.mlir:9:10: a shift of i32 by 32 bits is "
                            "poison, which is no value; shift by at most 31";
  for (const char *name : {"shli", "shrsi", "shrui"})
    for (const char *amount : {"%w", "%v"})
      EXPECT_EQ(errorOf(onIntegers("%y = arith." + std::string(name) + " %x, " +
                                   amount + " : i32")),
                shift);
  for (const char *name : {"divsi", "divui", "remsi", "remui", "ceildivsi",
                           "ceildivui", "floordivsi"})
    EXPECT_EQ(errorOf(onIntegers("%y = arith." + std::string(name) +
                                 " %x, %z : i32")),
              "test.mlir:9:10: a division by 0 is undefined; divide by another "
              "number");
  // Without it, the program is unchanged.
  EXPECT_EQ(errorOf(onIntegers("%s = arith.shli %x, %w : i32\n"
                               "%c = arith.cmpi slt, %x, %z : i32\n"
                               "%y = arith.select %c, %s, %x : i32")),
            "");
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %c = arith.constant dense<40> : tensor<8xi32>
  %r = arith.shli %a, %c : tensor<8xi32>
  return %r : tensor<8xi32>
})mlir"),
              StartsWith("test.mlir:3:8: a shift of i32 by 40 bits"));
}

TEST(PayloadCheckTest, RefusesValuesWithoutCode) {
  EXPECT_EQ(
      errorOf(onIntegers("%f = arith.sitofp %x : i32 to f32\n"
                         "    %g = arith.truncf %f : f32 to f8E4M3B11FNUZ\n"
                         "    %h = arith.extf %g : f8E4M3B11FNUZ to f32\n"
                         "    %y = arith.fptosi %h : f32 to i32")),
      "test.mlir:10:10: type f8E4M3B11FNUZ has no lowering; use f64, f32, f16 "
      "or "
      "bf16");
  EXPECT_EQ(errorOf(onIntegers("%l = arith.extsi %x : i32 to i64\n"
                               "    %f = arith.sitofp %x : i32 to f32\n"
                               "    %h = math.fpowi %f, %l : f32, i64\n"
                               "    %y = arith.fptosi %h : f32 to i32")),
            "test.mlir:11:10: math.fpowi has a lowering for exponents of i32 "
            "alone; convert the exponent (arith.trunci, arith.extsi)");
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %r = math.ipowi %a, %a : tensor<8xi32>
  return %r : tensor<8xi32>
})mlir"),
              StartsWith("test.mlir:2:8: math.ipowi has no lowering"));
}

TEST(PayloadCheckTest, RefusesToReadElementsThatNobodyWrote) {
  const char *reads =
      "' reads a new tensor, whose elements are undefined; fill "
      "it first (linalg.fill), or make it an argument";
  auto product = [](const char *init) {
    return R"mlir(func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  )mlir" + std::string(init) +
           R"mlir(
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
})mlir";
  };
  for (const char *init :
       {"%e = tensor.empty() : tensor<8x8xf32>",
        "%e = bufferization.alloc_tensor() : tensor<8x8xf32>",
        "%e = ub.poison : tensor<8x8xf32>",
        "%t = tensor.empty() : tensor<64xf32> %e = tensor.expand_shape %t "
        "[[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>"})
    EXPECT_EQ(errorOf(product(init)),
              "test.mlir:3:8: 'linalg.matmul" + std::string(reads));
  EXPECT_EQ(errorOf(
                R"mlir(func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %t = memref.alloc() : memref<8x8xf32>
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  memref.copy %t, %c : memref<8x8xf32> to memref<8x8xf32>
  return
})mlir"),
            "test.mlir:3:3: 'linalg.matmul" + std::string(reads));
  EXPECT_EQ(
      errorOf(
          R"mlir(func.func @f(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = tensor.empty() : tensor<4xf32>
  return %r, %n : tensor<8x8xf32>, tensor<4xf32>
})mlir"),
      "test.mlir:4:8: nothing is written to this tensor, which is a result, so "
      "that its elements are undefined; compute it, or leave it out");
  // A window is only a shape, and an argument has elements.
  EXPECT_EQ(
      errorOf(
          R"mlir(func.func @f(%a: tensor<1x1x4x4xf32>, %c: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nchw_max ins(%a, %w : tensor<1x1x4x4xf32>, tensor<3x3xf32>) outs(%c : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %r : tensor<1x1x2x2xf32>
})mlir"),
      "");
}

TEST(PayloadCheckTest, IgnoresWhatNobodyUses) {
  const std::string relu = *generateProgram("relu_3_4");
  const ProgramKey key = loadNamed("relu_3_4").key();
  for (const char *unused :
       {"ml_program.global private mutable @seed(dense<0> : tensor<i64>) : "
        "tensor<i64>\n",
        "memref.global \"private\" @seed : memref<i64> = dense<0>\n",
        "memref.global constant @w : memref<2xf32, 3> = uninitialized\n"})
    EXPECT_EQ(load(unused + relu).key(), key) << unused;
  // A conversion leaves operations on values that no program may have.
  const std::string left = R"mlir(
  %s = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = arith.constant dense<[4, 6]> : tensor<2xindex>
)mlir";
  const size_t body = relu.find("{\n", relu.find("func.func")) + 2;
  EXPECT_EQ(load(relu.substr(0, body) + left + relu.substr(body)).key(), key);
}

TEST(PayloadCheckTest, ReadsGlobalsAsConstants) {
  auto scaled = [](const char *global, const char *read) {
    return std::string(global) +
           R"mlir(
func.func @f(%a: memref<4xf32>, %o: memref<4xf32>) {
  )mlir" + read +
           R"mlir(
  linalg.mul ins(%a, %w : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return
})mlir";
  };
  const char *get = "%w = memref.get_global @w : memref<4xf32>";
  const Program inline_ = load(scaled(
      "",
      "%c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> %w = "
      "bufferization.to_buffer %c read_only : tensor<4xf32> to "
      "memref<4xf32>"));
  for (const char *global :
       {"memref.global \"private\" constant @w : memref<4xf32> = "
        "dense<[1.0, 2.0, 3.0, 4.0]>",
        "memref.global @w : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>"})
    EXPECT_EQ(load(scaled(global, get)).key(), inline_.key()) << global;
  for (const char *load_ :
       {"%t = ml_program.global_load_const @w : tensor<4xf32>",
        "%t = ml_program.global_load @w : tensor<4xf32>"})
    EXPECT_EQ(
        load(scaled("ml_program.global private @w(dense<[1.0, 2.0, 3.0, 4.0]> "
                    ": tensor<4xf32>) : tensor<4xf32>",
                    (std::string(load_) +
                     " %w = bufferization.to_buffer %t read_only : "
                     "tensor<4xf32> to memref<4xf32>")
                        .c_str()))
            .key(),
        inline_.key())
        << load_;
  for (const char *global :
       {"memref.global \"private\" @w : memref<4xf32>",
        "memref.global @w : memref<4xf32> = uninitialized"})
    EXPECT_EQ(errorOf(scaled(global, get)),
              "test.mlir:3:8: global @w has no value of its type in the file; "
              "make it an "
              "argument of the function");
  EXPECT_EQ(errorOf(R"mlir(
memref.global "private" @w : memref<4xf32> = dense<1.0>
func.func @f(%a: memref<4xf32>) {
  %w = memref.get_global @w : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%w : memref<4xf32>)
  return
})mlir"),
            "test.mlir:5:3: global @w is used by 'linalg.exp', which may write "
            "to it; make it an argument of the function");
}

TEST(PayloadCheckTest, PlacesOfResultsAreAsGoodAsResults) {
  auto into = [](const char *place) {
    return R"mlir(func.func @f(%a: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = bufferization.materialize_in_destination %0 in )mlir" +
           std::string(place) +
           R"mlir( : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
})mlir";
  };
  const ProgramKey key = load(R"mlir(
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
})mlir")
                             .key();
  EXPECT_EQ(load(into("%o")).key(), key);
  EXPECT_EQ(load(into("%e")).key(), key);
}

TEST(PayloadCheckTest, NamesWhatScattersAndWhatTosaCannotLower) {
  EXPECT_EQ(
      errorOf(
          R"mlir(func.func @f(%a: tensor<2x1x4xf32>, %d: tensor<4x4xf32>, %k: tensor<2x1xi64>) -> tensor<4x4xf32> {
  %r = tensor.scatter %a into %d[%k] scatter_dims([0]) unique : (tensor<2x1x4xf32>, tensor<4x4xf32>, tensor<2x1xi64>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
})mlir"),
      "test.mlir:2:8: 'tensor.scatter' has no lowering; put each slice into "
      "place with tensor.insert_slice");
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.custom %a {operator_name = "x", domain_name = "y", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir"),
              AllOf(StartsWith("test.mlir:2:8: "), HasSubstr("tosa.custom"),
                    HasSubstr("; write the operation as linalg on tensors")));
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
  linalg.exp ins(%v : memref<16xf32>) outs(%v : memref<16xf32>)
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
    %i = linalg.index 0 : index
    %y = memref.load %s[%i] : memref<4xf32>
    linalg.yield %y : f32
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

TEST(PayloadCheckTest, RefusesResultsThatAreMemrefs) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
})mlir"),
              HasSubstr("result 0: of type memref<4xf32>; results are "
                        "tensors"));
}

TEST(PayloadCheckTest, RefusesAProgramWhoseWorkIsDead) {
  EXPECT_THAT(errorOf(R"mlir(func.func @f(%a: tensor<4xf32>) {
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
})mlir"),
              HasSubstr("test.mlir:1:1: no structured operation in @f on "
                        "which a result depends"));
}
