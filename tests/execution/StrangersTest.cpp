// Input of an execution from other authors: programs with many weights,
// transform scripts that reach for files.
#include "execution/Execution.h"
#include "execution/SandboxedLoader.h"
#include "lowering/LoweringStage.h"
#include "program/ProgramLoader.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

class StrangersTest : public testing::Test {
protected:
  std::shared_ptr<const Program> load(llvm::StringRef text) {
    SandboxedLoader loader;
    auto program = loader.loadText(text, "strangers");
    if (!program) {
      ADD_FAILURE() << llvm::toString(program.takeError());
      return nullptr;
    }
    return std::make_shared<const Program>(std::move(*program));
  }
  static ExecutionOptions options() {
    ExecutionOptions quick;
    quick.protocol = quickProtocol();
    quick.compileTimeoutMs = quick.runTimeoutMs = 120000;
    return quick;
  }
  std::unique_ptr<Execution> execution =
      llvm::cantFail(Execution::create(options()));
};

TEST_F(StrangersTest, RunsAProgramWithItsWeightsAsArguments) {
  // As ResNet-18's 102 weights beside its input and output.
  constexpr unsigned numInputs = 103;
  std::string arguments, maps, values, types, block, sum;
  for (unsigned i = 0; i < numInputs; ++i) {
    const std::string n = std::to_string(i);
    arguments += (i == 0 ? "%a" : ", %a") + n + ": tensor<4xf32>";
    maps += "affine_map<(i) -> (i)>, ";
    values += (i == 0 ? "%a" : ", %a") + n;
    types += i == 0 ? "tensor<4xf32>" : ", tensor<4xf32>";
    block += "%x" + n + ": f32, ";
    if (i > 0)
      sum += "    %s" + n + " = arith.addf " +
             (i == 1 ? "%x0" : "%s" + std::to_string(i - 1)) + ", %x" + n +
             " : f32\n";
  }
  auto program = load(
      "func.func @f(" + arguments +
      ") -> tensor<4xf32> {\n  %e = tensor.empty() : tensor<4xf32>\n"
      "  %r = linalg.generic {indexing_maps = [" +
      maps + "affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} ins(" +
      values + " : " + types + ") outs(%e : tensor<4xf32>) {\n  ^bb0(" + block +
      "%o: f32):\n" + sum + "    linalg.yield %s" +
      std::to_string(numInputs - 1) +
      " : f32\n  } -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n");
  ASSERT_TRUE(program);
  ASSERT_EQ(program->arguments().size(), numInputs + 1);
  // The i-th is i, i, i, i: an argument lost or exchanged for none shows.
  std::vector<std::vector<float>> inputs;
  std::vector<llvm::ArrayRef<char>> bytes;
  for (unsigned i = 0; i < numInputs; ++i)
    inputs.emplace_back(4, static_cast<float>(i));
  for (const std::vector<float> &input : inputs)
    bytes.emplace_back(reinterpret_cast<const char *>(input.data()),
                       input.size() * sizeof(float));
  auto result = execution->call({program}, bytes);
  ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
  ASSERT_TRUE(result->measurement.ok()) << result->measurement.message;
  ASSERT_EQ(result->outputs.size(), 1u);
  float first;
  std::memcpy(&first, result->outputs[0].data(), sizeof(first));
  EXPECT_EQ(first, numInputs * (numInputs - 1) / 2);
}

TEST_F(StrangersTest, CompilesAProgramWithItsWeightsInside) {
  // 9.1 million weights, 70 MiB as text.
  const std::string hex = "0000803F";
  std::string weights = "0x04000000";
  constexpr size_t count = 3020 * 3020;
  weights.reserve(weights.size() + hex.size() * count);
  for (size_t i = 0; i < count; ++i)
    weights += i == 0 ? "00000040" : hex; // no splat
  auto program = load("func.func @f(%a: tensor<1x3020xf32>) -> "
                      "tensor<1x3020xf32> {\n"
                      "  %w = arith.constant dense_resource<w> : "
                      "tensor<3020x3020xf32>\n"
                      "  %z = arith.constant dense<0.0> : tensor<1x3020xf32>\n"
                      "  %r = linalg.matmul ins(%a, %w : tensor<1x3020xf32>, "
                      "tensor<3020x3020xf32>) outs(%z : tensor<1x3020xf32>) -> "
                      "tensor<1x3020xf32>\n"
                      "  return %r : tensor<1x3020xf32>\n}\n"
                      "{-# dialect_resources: { builtin: { w: \"" +
                      weights + "\" } } #-}\n");
  ASSERT_TRUE(program);
  EXPECT_GT(program->text().size(), size_t(64) << 20);
  auto text = execution->lower({program}, LoweringStage::Bufferized);
  EXPECT_TRUE(bool(text)) << llvm::toString(text.takeError());
}

TEST_F(StrangersTest, NoScriptRepeatsWhatIsInAFile) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("secret", "txt", path));
  llvm::FileRemover remover(path);
  {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << "topsecretword another\n";
  }
  auto program = std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadGenerated("matmul_8_12_16")));
  const std::pair<const char *, std::string> passes[] = {
      {"transform-preload-library",
       "\"transform-library-paths\" = [\"" + path.str().str() + "\"]"},
      {"transform-preload-library",
       "\"transform-library-paths\" = \"" + path.str().str() + "\""}};
  for (const auto &[pass, passOptions] : passes) {
    const std::string script =
        "module attributes {transform.with_named_sequence} {\n"
        "  transform.named_sequence @__transform_main(%m: !transform.any_op "
        "{transform.consumed}) {\n"
        "    %0 = transform.apply_registered_pass \"" +
        std::string(pass) + "\" with options = {" + passOptions +
        "} to %m : (!transform.any_op) -> !transform.any_op\n"
        "    transform.yield\n  }\n}\n";
    auto request = llvm::cantFail(ExecutionRequest::parse(program, script));
    auto measured = execution->measure(request);
    ASSERT_TRUE(bool(measured)) << llvm::toString(measured.takeError());
    EXPECT_EQ(measured->status, Status::TransformFailed);
    EXPECT_THAT(measured->message, Not(HasSubstr("topsecretword")));
    // That the option was taken, and the file asked for.
    EXPECT_THAT(measured->message, HasSubstr("cannot open input file"));
    auto lowered = execution->lower(request, LoweringStage::Scheduled);
    ASSERT_FALSE(bool(lowered));
    EXPECT_THAT(llvm::toString(lowered.takeError()),
                Not(HasSubstr("topsecretword")));
  }
}

} // namespace
} // namespace mlirgym
