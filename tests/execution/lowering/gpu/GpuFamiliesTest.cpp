//===- lowering/gpu/GpuFamiliesTest.cpp - Programs without a schedule -----===//
// On a GPU such a program is slow, and right: each family becomes kernels.
#include "execution/lowering/KernelCompiler.h"
#include "execution/lowering/gpu/LaunchPlan.h"
#include "execution/lowering/target/Target.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/StringRef.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace mlirgym {
namespace {

/// By family.
const std::map<std::string, std::string> &smallPrograms() {
  static const std::map<std::string, std::string> names = {
      {"matmul", "matmul_5_6_7"},
      {"batch_matmul", "batch_matmul_2_3_4_5"},
      {"conv_2d_nchw_fchw", "conv_2d_nchw_fchw_1_2_5_6_3_3_3_3_4"},
      {"conv_2d_nhwc_hwcf", "conv_2d_nhwc_hwcf_1_5_6_2_3_3_3_3_4"},
      {"depthwise_conv_2d_nhwc_hwc",
       "depthwise_conv_2d_nhwc_hwc_1_5_6_2_3_3_3_4"},
      {"pooling_nchw_max", "pooling_nchw_max_1_2_5_6_3_3_4"},
      {"add", "add_4_6"},
      {"relu", "relu_4_6"},
      {"softmax", "softmax_4_6"},
      {"contraction", "contraction_2_3_4_5_6"},
      {"matmul_bias_relu", "matmul_bias_relu_5_6_7"},
      {"conv_bias_relu_nchw", "conv_bias_relu_nchw_1_2_5_6_3_3_3_3_4"},
      {"mlp", "mlp_4_5_6_7"},
      {"attention", "attention_2_4_6"},
  };
  return names;
}

TEST(GpuFamiliesTest, EachBecomesKernelsWithoutASchedule) {
  KernelCompilerOptions options;
  options.target = llvm::cantFail(
      Target::find({.triple = "nvptx64", .cpu = "sm_90", .features = ""}));
  options.pipeline = KernelCompilerOptions::pipelineFor(options.target);
  options.verifyEach = true;
  KernelCompiler compiler(options);
  ProgramLoader loader;
  for (const ProgramFamily &family : programFamilies()) {
    const auto name = smallPrograms().find(family.name.str());
    ASSERT_NE(name, smallPrograms().end()) << family.name.str();
    for (const char *type : {"", "_f64", "_f16", "_bf16"}) {
      const Program program =
          llvm::cantFail(loader.loadGenerated(name->second + type));
      const CompileOutput made =
          compiler.compile(program.text(), program.entry(), /*script=*/"");
      ASSERT_EQ(made.status, Status::Ok)
          << program.name().str() << ": " << made.message;
      auto plan = LaunchPlan::parse({made.object.data(), made.object.size()});
      ASSERT_TRUE(bool(plan)) << llvm::toString(plan.takeError());
      EXPECT_EQ(plan->numArguments, program.arguments().size());
    }
  }
}
} // namespace
} // namespace mlirgym
