//===- MlirOptTest.cpp - Exported scripts run in stock mlir-opt -----------===//
#include "MaterializedSchedule.h"
#include "RandomSchedule.h"
#include "StockMlirOpt.h"
#include "program/ProgramLoader.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

class MlirOpt : public testing::Test {
protected:
  void SetUp() override {
    if (!hasStockMlirOpt())
      GTEST_SKIP() << "no mlir-opt here";
  }
  std::shared_ptr<const Program> generate(const std::string &name) {
    return std::make_shared<const Program>(llvm::cantFail(
        loader.loadText(llvm::cantFail(generateProgram(name)), name)));
  }
  /// Stock mlir-opt makes the very IR that the library makes.
  void expectSame(const Program &program, const Schedule &schedule) {
    SCOPED_TRACE((program.name() + ": " + schedule.text()).str());
    llvm::Expected<std::string> script = toTransformScript(program, schedule);
    ASSERT_TRUE(bool(script)) << llvm::toString(script.takeError());
    StockResult result = applyInStockMlirOpt(program, *script);
    EXPECT_EQ(result.status, 0) << result.message;
    EXPECT_EQ(result.message, "");
    ASSERT_EQ(library.apply(program, *script), "");
    EXPECT_EQ(llvm::StringRef(result.ir).trim().str(),
              llvm::StringRef(library.text()).trim().str());
  }

  /// One of `step` reference schedules is tested.
  void checkReferences(size_t step) {
    auto references = ReferenceSchedules::load();
    ASSERT_TRUE(bool(references)) << llvm::toString(references.takeError());
    EXPECT_GT(references->all().size(), step);
    for (size_t i = 0; i < references->all().size(); i += step) {
      const ReferenceSchedule &reference = references->all()[i];
      llvm::Expected<Schedule> schedule = Schedule::parse(reference.text);
      ASSERT_TRUE(bool(schedule))
          << reference.program << ": " << llvm::toString(schedule.takeError());
      expectSame(*generate(reference.program), *schedule);
    }
  }

  ProgramLoader loader;
  MaterializedSchedule library;
};

TEST_F(MlirOpt, AppliesExportedScriptsToExportedPrograms) {
  FlatEncoding encoding;
  uint32_t seed = 7;
  for (std::string name :
       {"matmul_31_47_29", "matmul_bias_relu_24_40_56", "softmax_40_72",
        "conv_2d_nchw_fchw_1_3_17_17_5_3_3_15_15", "mlp_16_24_20_12"}) {
    auto program = generate(name);
    std::mt19937 random(seed++);
    auto state = walkAtRandom(encoding, ScheduleState(program), random, 0.2);
    ASSERT_TRUE(bool(state)) << llvm::toString(state.takeError());
    expectSame(*program, state->schedule());
  }
}

TEST_F(MlirOpt, TurnsConvolutionsIntoProducts) {
  for (auto [name, text] :
       {std::pair(
            "conv_2d_nchw_fchw_1_3_17_17_5_3_3_15_15",
            "op0: img2col tile_parallel(0,2,45,0) tile(0,0,8,1) vectorize"),
        std::pair("conv_2d_nhwc_hwcf_1_12_12_4_6_3_3_10_10",
                  "op0: img2col tile(0,7,0,0) promote(0) tile(0,1,0,9) done")})
    expectSame(*generate(name), llvm::cantFail(Schedule::parse(text)));
}

TEST_F(MlirOpt, AppliesTheScriptsOfReferenceSchedules) {
  checkReferences(/*step=*/8);
}
TEST_F(MlirOpt, DISABLED_AppliesTheScriptOfEveryReferenceSchedule) {
  checkReferences(/*step=*/1);
}

} // namespace
} // namespace mlirgym
