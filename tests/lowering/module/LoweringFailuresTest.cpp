//===- lowering/module/LoweringFailuresTest.cpp - Places of failures ------===//
#include "tests/lowering/LoweringFixture.h"

#include "actions/Schedule.h"

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

class LoweringFailures : public LoweringTest {
protected:
  CompileOutput compile(llvm::StringRef text, llvm::StringRef script = "",
                        llvm::StringRef entry = "payload") {
    return compiler().compile(text, entry, script);
  }
  /// The compiler is still good for a right program.
  void expectStillWorks() {
    check(
        "matmul_4_5_6", {"op0: tile(2,0,1) vectorize"},
        [](const auto &in) { return scalar::matmul(in[0], in[1]); }, 5);
  }
  /// A script of these lines.
  static std::string script(llvm::StringRef body) {
    return ("module attributes {transform.with_named_sequence} {\n"
            "transform.named_sequence @__transform_main("
            "%root: !transform.any_op) {\n" +
            body + "\ntransform.yield\n}\n}\n")
        .str();
  }
  std::string scriptOf(const Program &program, llvm::StringRef schedule) {
    return llvm::cantFail(
        toTransformScript(program, llvm::cantFail(Schedule::parse(schedule))));
  }

  Program matmul = generate("matmul_8_12_16");
};

TEST_F(LoweringFailures, ATextThatIsNoProgramSaysWhere) {
  CompileOutput output = compile("func.func @payload( {");
  EXPECT_EQ(output.status, Status::TransformFailed);
  EXPECT_THAT(output.message, StartsWith("program:1: "));
  EXPECT_TRUE(output.object.empty());
  expectStillWorks();
}

TEST_F(LoweringFailures, AnOperationThatIsNotThere) {
  auto unknown = toTransformScript(
      matmul, llvm::cantFail(Schedule::parse("op3: tile(4,8)")));
  ASSERT_FALSE(static_cast<bool>(unknown));
  EXPECT_THAT(llvm::toString(unknown.takeError()), HasSubstr("op3"));
  // A script of another program changes nothing, as in mlir-opt.
  CompileOutput output =
      compile(matmul.text(), scriptOf(generate("matmul_bias_relu_8_12_16"),
                                      "op1: tile(4,8) vectorize"));
  ASSERT_EQ(output.status, Status::Ok) << output.message;
  EXPECT_EQ(output.object, compile(matmul.text()).object);
}

TEST_F(LoweringFailures, AScriptThatIsNoText) {
  CompileOutput output = compile(matmul.text(), "tile everything");
  EXPECT_EQ(output.status, Status::TransformFailed);
  EXPECT_THAT(output.message, HasSubstr("line 1 of the script"));
}

TEST_F(LoweringFailures, AScriptWithoutASequence) {
  CompileOutput output = compile(matmul.text(), "module {}");
  EXPECT_EQ(output.status, Status::TransformFailed);
  EXPECT_THAT(output.message, HasSubstr("@__transform_main"));
}

TEST_F(LoweringFailures, ATileOfTooManyLoops) {
  CompileOutput output = compile(matmul.text(), script(R"(
    %0 = transform.structured.match attributes{mlirgym.op = "op0"} in %root : (!transform.any_op) -> !transform.any_op
    %1:6 = transform.structured.tile_using_for %0 tile_sizes [4, 8, 1, 2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op))"));
  EXPECT_EQ(output.status, Status::TransformFailed);
  EXPECT_THAT(output.message,
              StartsWith("transform.structured.tile_using_for (line "));
  expectStillWorks();
}

TEST_F(LoweringFailures, AScriptThatLeavesInvalidIr) {
  CompileOutput output = compile(matmul.text(), script(R"(
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "transform.with_named_sequence" : !transform.any_op)"));
  EXPECT_EQ(output.status, Status::TransformFailed);
  EXPECT_THAT(output.message, StartsWith("invalid IR after the script: "));
  EXPECT_TRUE(output.object.empty());
  expectStillWorks();
}

TEST_F(LoweringFailures, AnOperationWithoutBuffers) {
  CompileOutput output = compile(R"(
    func.func @payload(%a: memref<4xf32>) attributes {llvm.emit_c_interface} {
      %0 = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
      %1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %1 in restrict writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
      return
    })");
  EXPECT_EQ(output.status, Status::LoweringFailed);
  EXPECT_THAT(output.message, StartsWith("one-shot-bufferize: program:4: "));
  EXPECT_TRUE(output.object.empty());
  EXPECT_GT(output.phases.lowerMs, 0);
  EXPECT_EQ(output.phases.compileMs, 0);
  expectStillWorks();
}

TEST_F(LoweringFailures, AnOperationThatLlvmDoesNotHave) {
  CompileOutput output = compile(R"(
    func.func @payload(%a: memref<4xindex>) attributes {llvm.emit_c_interface} {
      %c0 = arith.constant 0 : index
      %0 = gpu.thread_id x
      memref.store %0, %a[%c0] : memref<4xindex>
      return
    })");
  EXPECT_EQ(output.status, Status::LoweringFailed);
  EXPECT_THAT(output.message, HasSubstr("gpu.thread_id"));
  EXPECT_THAT(output.message, MatchesRegex("[a-zA-Z -]+: .+")); // the step
  expectStillWorks();
}

TEST_F(LoweringFailures, DumpSaysTheSame) {
  llvm::Expected<std::string> text = compiler().dump(
      "func.func @payload( {", "payload", "", LoweringStage::Llvm);
  ASSERT_FALSE(static_cast<bool>(text));
  EXPECT_THAT(llvm::toString(text.takeError()), StartsWith("program:1: "));
}

TEST_F(LoweringFailures, StagesHaveNames) {
  EXPECT_EQ(parseLoweringStage("bufferized"), LoweringStage::Bufferized);
  EXPECT_EQ(parseLoweringStage("asm"), LoweringStage::Assembly);
  EXPECT_EQ(parseLoweringStage("object"), std::nullopt);
}

/// The flags that a softmax dies of are nowhere.
TEST_F(LoweringFailures, NoStageAssumesFiniteNumbers) {
  for (const char *name :
       {"softmax_8_32", "pooling_nchw_max_1_2_9_9_3_4_4", "matmul_8_12_16"}) {
    Program program = generate(name);
    std::string ir = llvm::cantFail(compiler().dump(
        program.text(), program.entry(), "", LoweringStage::Llvm));
    EXPECT_THAT(ir, testing::Not(HasSubstr("ninf"))) << name;
    EXPECT_THAT(ir, testing::Not(HasSubstr("nnan"))) << name;
    EXPECT_THAT(ir, testing::Not(testing::ContainsRegex("f[a-z]+ fast ")))
        << name;
  }
}

TEST_F(LoweringFailures, EqualInputsGiveEqualBytes) {
  std::string text = scriptOf(matmul, "op0: tile(4,8,1) vectorize");
  CompileOutput first = compile(matmul.text(), text);
  ASSERT_EQ(first.status, Status::Ok) << first.message;
  compile(generate("softmax_5_9").text()); // something else in between
  CompileOutput second = compile(matmul.text(), text);
  EXPECT_EQ(first.object, second.object);
  KernelCompiler other;
  EXPECT_EQ(first.object,
            other.compile(matmul.text(), matmul.entry(), text).object);
}

} // namespace
} // namespace mlirgym
