#include "program/normalform/Normalize.h"
#include "Loading.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

static size_t occurrences(llvm::StringRef text, llvm::StringRef what) {
  return text.count(what);
}

TEST(NormalizeTest, WritesTheResultToAnArgumentOfItsOwn) {
  Program program = loadNamed("matmul_3_5_7");
  EXPECT_EQ(program.entry(), "payload");
  EXPECT_THAT(program.text().str(),
              HasSubstr("func.func @payload(%arg0: memref<3x5xf32>, %arg1: "
                        "memref<5x7xf32>, %arg2: memref<3x7xf32>) attributes "
                        "{llvm.emit_c_interface}"));
  EXPECT_THAT(program.text().str(),
              HasSubstr("to_tensor %arg0 restrict : memref<3x5xf32>"));
  EXPECT_THAT(program.text().str(),
              HasSubstr("to_tensor %arg2 restrict writable"));
  EXPECT_THAT(program.text().str(), HasSubstr("in restrict writable %arg2"));
  // Computed in place, without an allocation.
  EXPECT_THAT(program.text().str(), Not(HasSubstr("tensor.empty")));
}

TEST(NormalizeTest, KeepsNamedOperationsNamed) {
  EXPECT_EQ(loadNamed("matmul_3_5_7").operations()[0].kind, "linalg.matmul");
}

TEST(NormalizeTest, TagsOperationsInOrderAndTheirFills) {
  Program program = loadNamed("matmul_bias_relu_3_5_7");
  EXPECT_THAT(program.text().str(),
              HasSubstr(R"(linalg.fill {mlirgym.op = "op0.init"})"));
  EXPECT_THAT(program.text().str(),
              HasSubstr(R"(linalg.matmul {mlirgym.op = "op0"})"));
  EXPECT_THAT(program.text().str(), HasSubstr(R"({mlirgym.op = "op1"})"));
}

TEST(NormalizeTest, DropsForeignAttributesAndNames) {
  Program program = load(R"mlir(
module @net attributes {torch.debug_module_name = "Net"} {
  func.func @forward(%a: tensor<4xf32> {some.arg}) -> (tensor<4xf32> {some.result}) attributes {flops = 3 : i64} {
    %e = tensor.empty() : tensor<4xf32>
    %r = linalg.exp {tag = "operation_0", mlirgym.op = "op7"} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
})mlir");
  for (llvm::StringRef gone : {"net", "torch", "some", "flops", "tag", "op7"})
    EXPECT_THAT(program.text().str(), Not(HasSubstr(gone.str())));
}

TEST(NormalizeTest, DropsWhatAGenericSaysAboutItself) {
  auto negated = [](const std::string &more) {
    return "#m = affine_map<(i) -> (i)>\n"
           "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
           "  %e = tensor.empty() : tensor<4xf32>\n"
           "  %r = linalg.generic {" +
           more +
           "indexing_maps = [#m, #m], iterator_types = [\"parallel\"]}\n"
           "      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {\n"
           "  ^bb0(%x: f32, %o: f32):\n"
           "    %y = arith.negf %x : f32\n"
           "    linalg.yield %y : f32\n"
           "  } -> tensor<4xf32>\n"
           "  return %r : tensor<4xf32>\n"
           "}";
  };
  EXPECT_EQ(load(negated("doc = \"negates\", library_call = \"neg\", ")).text(),
            load(negated("")).text());
}

TEST(NormalizeTest, GivesEachOperationItsOwnFill) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  %x = linalg.exp ins(%b : tensor<8x6xf32>) outs(%b : tensor<8x6xf32>) -> tensor<8x6xf32>
  %s = linalg.matmul ins(%a, %x : tensor<4x8xf32>, tensor<8x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r, %s : tensor<4x6xf32>, tensor<4x6xf32>
})mlir");
  EXPECT_THAT(program.text().str(), HasSubstr("op0.init"));
  EXPECT_THAT(program.text().str(), HasSubstr("op2.init"));
  EXPECT_EQ(occurrences(program.text(), "linalg.fill"), 2u);
}

TEST(NormalizeTest, TakesASplatConstantForAFill) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %z = arith.constant dense<0.0> : tensor<4x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%z : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
})mlir");
  EXPECT_EQ(program.key(), loadNamed("matmul_4_8_6").key());
}

TEST(NormalizeTest, CountsAFillThatIsNoInitAsAnOperation) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant 2.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.add ins(%a, %f : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r, %f : tensor<4xf32>, tensor<4xf32>
})mlir");
  ASSERT_EQ(program.operations().size(), 2u);
  EXPECT_EQ(program.operations()[0].kind, "linalg.fill");
  EXPECT_EQ(program.operations()[1].inputs[1].producer, 0);
  EXPECT_THAT(program.text().str(), Not(HasSubstr(".init")));
}

TEST(NormalizeTest, DropsAnArgumentThatIsOnlyOverwritten) {
  // %c is the author's place for the result; it is not read.
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
})mlir");
  EXPECT_EQ(program.key(), loadNamed("matmul_4_8_6").key());
}

TEST(NormalizeTest, KeepsAnAccumulatedArgumentAsAnInput) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
})mlir");
  ASSERT_EQ(program.arguments().size(), 4u);
  EXPECT_TRUE(program.arguments()[2].isInput);
  EXPECT_FALSE(program.arguments()[2].isOutput);
  EXPECT_TRUE(program.arguments()[3].isOutput);
  EXPECT_FALSE(program.arguments()[3].isInput);
  EXPECT_EQ(program.operations()[0].inits[0].source, Operand::Source::Argument);
}

TEST(NormalizeTest, ReadsLinalgOnMemrefs) {
  Program program = load(R"mlir(
func.func @f(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %c: memref<4x6xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<4x6xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
  return
})mlir");
  EXPECT_EQ(program.key(), loadNamed("matmul_4_8_6").key());
}

TEST(NormalizeTest, FollowsTemporaryBuffersAndCopies) {
  Program program = load(R"mlir(
func.func @f(%a: memref<4xf32>, %c: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.negf ins(%t : memref<4xf32>) outs(%t : memref<4xf32>)
  memref.copy %t, %c : memref<4xf32> to memref<4xf32>
  memref.dealloc %t : memref<4xf32>
  return
})mlir");
  EXPECT_THAT(program.text().str(), Not(HasSubstr("memref.")));
  ASSERT_EQ(program.operations().size(), 2u);
  EXPECT_EQ(program.operations()[1].inputs[0].producer, 0);
  EXPECT_TRUE(program.arguments()[1].isOutput);
  EXPECT_FALSE(program.arguments()[1].isInput);
}

TEST(NormalizeTest, KeepsAMemrefThatIsUpdatedInPlace) {
  Program program = load(R"mlir(
func.func @f(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
})mlir");
  ASSERT_EQ(program.arguments().size(), 1u);
  EXPECT_TRUE(program.arguments()[0].isInput);
  EXPECT_TRUE(program.arguments()[0].isOutput);
}

TEST(NormalizeTest, DecomposesSoftmax) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
})mlir");
  EXPECT_EQ(program.operations().size(), 4u);
  // The exponentials lie where the quotients go.
  EXPECT_EQ(occurrences(program.text(), "tensor.empty() : tensor<4x8xf32>"),
            0u);
}

TEST(NormalizeTest, TurnsArithmeticOnTensorsIntoStructuredOperations) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  ASSERT_EQ(program.operations().size(), 1u);
  EXPECT_EQ(program.operations()[0].counts.add, 1);
}

TEST(NormalizeTest, RemovesDeadAndRepeatedWork) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %unused: tensor<9xf32>) -> tensor<4xf32> {
  %dead = linalg.exp ins(%b : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.mul ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_EQ(program.operations().size(), 2u);
  EXPECT_EQ(program.arguments().size(), 2u); // %a and the result
}

TEST(NormalizeTest, TheOrderOfInitsIsThatOfTheOperation) {
  for (const char *inits : {"%v1, %v2", "%v2, %v1"}) {
    Program once = load(std::string(R"mlir(
func.func @f(%v0: tensor<1xi32>, %v1: tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>) {
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1xi32>
  %v2 = linalg.fill ins(%c : i32) outs(%e : tensor<1xi32>) -> tensor<1xi32>
  %v3:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%v0 : tensor<1xi32>) outs()mlir") +
                        inits + R"mlir( : tensor<1xi32>, tensor<1xi32>) {
  ^bb0(%b0: i32, %b1: i32, %b2: i32):
    linalg.yield %b1, %b2 : i32, i32
  } -> (tensor<1xi32>, tensor<1xi32>)
  return %v3#0, %v3#1 : tensor<1xi32>, tensor<1xi32>
})mlir");
    Program twice = load(once.text());
    EXPECT_EQ(once.text(), twice.text());
    EXPECT_EQ(once.key(), twice.key());
  }
}

TEST(NormalizeTest, FoldsWhatCseHasMadeEqual) {
  Program once = load(R"mlir(
func.func @f(%v0: tensor<4xf32>, %v1: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%v0 : tensor<4xf32>) outs(%v1 : tensor<4xf32>) {
  ^bb0(%b0: f32, %b1: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %d = arith.index_cast %j : index to i32
    %m = arith.maxsi %c, %d : i32
    %x = arith.sitofp %m : i32 to f32
    %y = arith.addf %b0, %x : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_EQ(occurrences(once.text(), "maxsi"), 0u);
  Program twice = load(once.text());
  EXPECT_EQ(once.text(), twice.text());
  EXPECT_EQ(once.key(), twice.key());
}

TEST(NormalizeTest, MakesNoScalarTwice) {
  Program once = load(R"mlir(
func.func @f(%v0: tensor<4xf32>) -> tensor<4xf32> {
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%v0 : tensor<4xf32>) outs(%ones : tensor<4xf32>) {
  ^bb0(%b0: f32, %b1: f32):
    %one = arith.constant 1.0 : f32
    %x = arith.divf %one, %b0 : f32
    %y = arith.addf %x, %b1 : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_EQ(occurrences(once.text(), "arith.constant"), 1u);
  Program twice = load(once.text());
  EXPECT_EQ(once.text(), twice.text());
  EXPECT_EQ(once.key(), twice.key());
}

TEST(NormalizeTest, WritesOneValueToTwoResults) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %x, %x : tensor<4xf32>, tensor<4xf32>
})mlir");
  ASSERT_EQ(program.arguments().size(), 3u);
  for (size_t output : {1u, 2u}) {
    EXPECT_TRUE(program.arguments()[output].isOutput);
    EXPECT_FALSE(program.arguments()[output].isInput);
  }
  // Only the value itself is copied.
  EXPECT_EQ(occurrences(program.text(), "materialize_in_destination"), 2u);
  EXPECT_EQ(load(program.text()).text(), program.text());
}
