#include "program/Placement.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
using testing::HasSubstr;
using testing::Not;

Program load(llvm::StringRef text) {
  return llvm::cantFail(ProgramLoader().loadText(text, "two"));
}

/// Reads the weights, which are on the device, and has two results.
constexpr llvm::StringLiteral marked = R"mlir(
func.func @two(%unused: tensor<4xf32>, %x: tensor<8x12xf32>, %w: tensor<8x12xf32> {memref.on_device})
    -> (tensor<8x12xf32>, tensor<8x12xf32> {memref.on_device}) {
  %e = tensor.empty() : tensor<8x12xf32>
  %0 = linalg.add ins(%x, %w : tensor<8x12xf32>, tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %1 = linalg.exp ins(%0 : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %0, %1 : tensor<8x12xf32>, tensor<8x12xf32>
}
)mlir";

std::string errorOf(const Program &program, std::vector<std::string> names) {
  auto placement = Placement::of(program, names);
  return placement ? "no error" : llvm::toString(placement.takeError());
}

TEST(PlacementTest, NamesArgumentsAndThoseThatAreWritten) {
  const Program program =
      llvm::cantFail(ProgramLoader().loadGenerated("matmul_4_5_6"));
  auto textOf = [&](std::vector<std::string> names) {
    return llvm::cantFail(Placement::of(program, names)).text();
  };
  EXPECT_EQ(textOf({}), "");
  EXPECT_EQ(textOf({"arg1", "out0"}), "arg1,arg2");
  EXPECT_EQ(textOf({"arg2", "out0"}), "arg2");
  EXPECT_EQ(textOf({"all"}), "arg0,arg1,arg2");
  EXPECT_FALSE(Placement().any());
  EXPECT_FALSE(Placement().isResident(0));
  EXPECT_EQ(errorOf(program, {"arg0", "arg3"}),
            "'arg3' is no argument of matmul_4_5_6, which could stay on a "
            "device; choose arg0, arg1, arg2, out0 or all");
}

TEST(PlacementTest, AProgramMarksArgumentsAndResults) {
  const Program program = load(marked);
  ASSERT_EQ(program.arguments().size(), 4u);
  EXPECT_EQ(llvm::cantFail(Placement::of(program, {})).text(), "arg1,arg3");
  EXPECT_EQ(llvm::cantFail(Placement::of(program, {"out0"})).text(),
            "arg1,arg2,arg3");
}

TEST(PlacementTest, TheMarkIsAPartOfTheNormalForm) {
  const Program program = load(marked);
  EXPECT_THAT(program.text().str(), HasSubstr("{memref.on_device}"));
  const Program again = load(program.text());
  EXPECT_EQ(again.text(), program.text());
  EXPECT_EQ(again.key(), program.key());
  std::string bare = marked.str();
  for (size_t at; (at = bare.find(" {memref.on_device}")) != std::string::npos;)
    bare.erase(at, std::string(" {memref.on_device}").size());
  EXPECT_NE(load(bare).key(), program.key());
  EXPECT_THAT(load(bare).text().str(), Not(HasSubstr("on_device")));
}

TEST(PlacementTest, TheIrSaysWhoCopies) {
  const Program program =
      llvm::cantFail(ProgramLoader().loadGenerated("add_8_12"));
  const std::string ir =
      transfersOf(program, llvm::cantFail(Placement::of(program, {"arg1"})));
  EXPECT_THAT(ir, HasSubstr("%arg1: memref<8x12xf32> {memref.on_device}"));
  EXPECT_THAT(ir, HasSubstr("gpu.memcpy %copy0, %arg0"));
  EXPECT_THAT(ir, HasSubstr("gpu.memcpy %arg2, %copy2"));
  EXPECT_THAT(ir, Not(HasSubstr("copy1")));
  EXPECT_THAT(ir, Not(HasSubstr("gpu.memcpy %copy2")));
}

} // namespace
} // namespace mlirgym
