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

/// Families that the suite of small programs has no program of, in the type of
/// their own suites.
constexpr const char *published[] = {
    "polybench_gemm_20_25_30_f64",      "polybench_2mm_16_18_22_24_f64",
    "polybench_3mm_16_18_20_22_24_f64", "polybench_atax_38_42_f64",
    "polybench_bicg_38_42_f64",         "polybench_mvt_40_f64",
    "polybench_gesummv_30_f64",         "polybench_gemver_40_f64",
    "polybench_doitgen_8_10_12_f64",    "polybench_syrk_20_30_f64",
    "polybench_syr2k_20_30_f64",        "polybench_trmm_20_30_f64",
    "polybench_symm_20_30_f64",         "baryon_correlator_8_1_f64",
    "dibaryon_correlator_4_1_f64",      "dibaryon_hexaquark_correlator_8_1_f64",
    "hexaquark_correlator_8_1_f64"};

TEST(GpuFamiliesTest, EachBecomesKernelsWithoutASchedule) {
  KernelCompilerOptions options;
  options.target = llvm::cantFail(
      Target::find({.triple = "nvptx64", .cpu = "sm_90", .features = ""}));
  options.pipeline = KernelCompilerOptions::pipelineFor(options.target);
  options.verifyEach = true;
  KernelCompiler compiler(options);
  ProgramLoader loader;
  std::vector<std::string> names(std::begin(published), std::end(published));
  for (const std::string &name :
       llvm::cantFail(Suite::load("quick")).programs())
    for (const char *type : {"", "_f64", "_f16", "_bf16"})
      names.push_back(name + type);
  for (const std::string &name : names) {
    const Program program = llvm::cantFail(loader.loadGenerated(name));
    const CompileOutput made =
        compiler.compile(program.text(), program.entry(), /*script=*/"");
    ASSERT_EQ(made.status, Status::Ok) << name << ": " << made.message;
    auto plan = LaunchPlan::parse({made.object.data(), made.object.size()});
    ASSERT_TRUE(bool(plan)) << llvm::toString(plan.takeError());
    EXPECT_EQ(plan->numArguments, program.arguments().size());
  }
}
} // namespace
} // namespace mlirgym
