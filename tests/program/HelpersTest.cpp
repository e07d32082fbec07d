#include "program/normalform/Helpers.h"
#include "tests/program/Loading.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>

using namespace mlirgym;
using namespace mlirgym::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {
/// relu of 3 x 4 numbers, with its parts where `entry` and `helpers` put them.
std::string relu(const std::string &entry, const std::string &helpers) {
  return "func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {\n" + entry +
         "}\n" + helpers;
}

const char *const clamp = R"mlir(
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf32>) outs(%empty : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
)mlir";

std::string helper(const std::string &name, const std::string &body) {
  return "func.func private @" + name +
         "(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {\n" + body + "}\n";
}

std::string calling(const std::string &callee) {
  return "  %y = call @" + callee +
         "(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>\n"
         "  return %y : tensor<3x4xf32>\n";
}

TEST(HelpersTest, AreTheSameProgramAsTheirBodies) {
  const Program inOnePiece = load(relu(clamp, ""));
  EXPECT_EQ(load(relu(calling("f"), helper("f", clamp))).key(),
            inOnePiece.key());
  EXPECT_EQ(
      load(relu(calling("f"), helper("f", calling("g")) + helper("g", clamp)))
          .text(),
      inOnePiece.text());
}

TEST(HelpersTest, AreInlinedAtEachCall) {
  const std::string twice = "  %h = call @f(%x) : (tensor<3x4xf32>) -> "
                            "tensor<3x4xf32>\n"
                            "  %y = call @f(%h) : (tensor<3x4xf32>) -> "
                            "tensor<3x4xf32>\n"
                            "  return %y : tensor<3x4xf32>\n";
  EXPECT_EQ(load(relu(twice, helper("f", clamp))).operations().size(), 2U);
}

TEST(HelpersTest, MayBeScalarFunctionsAndFunctionsOnMemrefs) {
  EXPECT_EQ(load(R"mlir(
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  call @each(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
func.func private @each(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = func.call @square(%a) : (f32) -> f32
    linalg.yield %s : f32
  }
  return
}
func.func private @square(%a: f32) -> f32 {
  %s = arith.mulf %a, %a : f32
  return %s : f32
})mlir")
                .operations()
                .size(),
            1U);
}

TEST(HelpersTest, NeedABody) {
  EXPECT_EQ(errorOf("func.func private @g()\nfunc.func @f() {\n  call @g() : "
                    "() -> ()\n  return\n}"),
            "test.mlir:3:3: call of @g, which has no body; define it in the "
            "file, or remove the call, since a payload has no side effects");
}

TEST(HelpersTest, DoNotCallThemselves) {
  EXPECT_THAT(errorOf(relu(calling("f"), helper("f", calling("g")) +
                                             helper("g", calling("f")))),
              HasSubstr("call of @f, which calls itself"));
  EXPECT_THAT(errorOf(relu(calling("main"), "")),
              HasSubstr("call of @main, which calls itself"));
}

TEST(HelpersTest, HaveOneBlock) {
  EXPECT_THAT(
      errorOf(relu(calling("f"), helper("f", "  cf.br ^end\n^end:\n  return %x "
                                             ": tensor<3x4xf32>\n"))),
      HasSubstr("one block"));
}

TEST(HelpersTest, DoNotGrowWithoutLimit) {
  std::string helpers = helper("f0", clamp);
  for (int i = 1; i <= 40; ++i) {
    const std::string next = std::to_string(i - 1);
    helpers += helper("f" + std::to_string(i),
                      "  %h = call @f" + next +
                          "(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>\n"
                          "  %y = call @f" +
                          next +
                          "(%h) : (tensor<3x4xf32>) -> tensor<3x4xf32>\n"
                          "  return %y : tensor<3x4xf32>\n");
  }
  EXPECT_THAT(
      errorOf(relu(calling("f40"), helpers)),
      AllOf(HasSubstr("stands for more than"), HasSubstr("split the program")));
}

TEST(HelpersTest, AreNamedInErrors) {
  EXPECT_THAT(errorOf(relu(calling("f"),
                           helper("f", "  %y = scf.execute_region -> "
                                       "tensor<3x4xf32> {\n    scf.yield %x : "
                                       "tensor<3x4xf32>\n  }\n  return %y : "
                                       "tensor<3x4xf32>\n"))),
              HasSubstr("'scf.execute_region' is not supported"));
}
} // namespace
