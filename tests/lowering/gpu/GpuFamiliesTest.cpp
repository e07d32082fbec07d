//===- lowering/gpu/GpuFamiliesTest.cpp - Programs without a schedule -----===//
// On a GPU each operation of such a program is a kernel with a grid.
#include "lowering/KernelCompiler.h"
#include "lowering/gpu/LaunchPlan.h"
#include "lowering/target/Target.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

/// Families that the suite of small programs has no program of.
constexpr const char *published[] = {
    "polybench_gemm_20_25_30",      "polybench_2mm_16_18_22_24",
    "polybench_3mm_16_18_20_22_24", "polybench_atax_38_42",
    "polybench_bicg_38_42",         "polybench_mvt_40",
    "polybench_gesummv_30",         "polybench_gemver_40",
    "polybench_doitgen_8_10_12",    "polybench_syrk_20_30",
    "polybench_syr2k_20_30",        "polybench_trmm_20_30",
    "polybench_symm_20_30",         "baryon_correlator_8_1",
    "dibaryon_correlator_4_1",      "dibaryon_hexaquark_correlator_8_1",
    "hexaquark_correlator_8_1"};

TEST(GpuFamiliesTest, EachBecomesKernelsWithoutASchedule) {
  KernelCompilerOptions options;
  options.target = llvm::cantFail(
      Target::find({.triple = "nvptx64", .cpu = "sm_90", .features = ""}));
  options.pipeline = KernelCompilerOptions::pipelineFor(options.target);
  options.verifyEach = true;
  KernelCompiler compiler(options);
  ProgramLoader loader;
  std::vector<std::string> names =
      llvm::cantFail(Suite::load("quick")).programs();
  names.insert(names.end(), std::begin(published), std::end(published));
  for (const std::string &name : names) {
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
