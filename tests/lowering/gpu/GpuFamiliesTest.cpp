//===- lowering/gpu/GpuFamiliesTest.cpp - Programs without a schedule -----===//
// On a GPU such a program is slow, and right: each family becomes kernels.
#include "lowering/KernelCompiler.h"
#include "lowering/gpu/LaunchPlan.h"
#include "lowering/target/Target.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

TEST(GpuFamiliesTest, EachBecomesKernelsWithoutASchedule) {
  KernelCompilerOptions options;
  options.target = llvm::cantFail(
      Target::find({.triple = "nvptx64", .cpu = "sm_90", .features = ""}));
  options.pipeline = KernelCompilerOptions::pipelineFor(options.target);
  options.verifyEach = true;
  KernelCompiler compiler(options);
  ProgramLoader loader;
  // The suite has a program of every family (SuiteConformanceTest).
  for (const std::string &name :
       llvm::cantFail(Suite::load("quick")).programs()) {
    for (const char *type : {"", "_f64", "_f16", "_bf16"}) {
      const Program program = llvm::cantFail(loader.loadGenerated(name + type));
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
