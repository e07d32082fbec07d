#include "agents/Agent.h"
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "outcome/Metric.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace mlirgym {
namespace {

/// A search whose samples count instructions.
class DeviceSearchTest : public testing::TestWithParam<const char *> {};

TEST_P(DeviceSearchTest, FindsASchedule) {
  if (auto device = Device::open(GetParam()); !device)
    GTEST_SKIP() << llvm::toString(device.takeError());
  ExecutionOptions options;
  options.device = GetParam();
  options.compileTimeoutMs = options.runTimeoutMs = 120000;
  auto execution = llvm::cantFail(Execution::create(options));
  auto program =
      std::make_shared<const Program>(llvm::cantFail(ProgramLoader().loadText(
          llvm::cantFail(generateProgram("matmul_32_32_32")), "matmul")));
  auto agent = llvm::cantFail(makeSearcher("evolutionary"));
  const SearchResult found =
      llvm::cantFail(agent->optimize(program, *execution, {.budget = 16}));
  ASSERT_TRUE(found.baseline.ok()) << found.baseline.message;
  ASSERT_TRUE(found.best.ok()) << found.best.message;
  EXPECT_EQ(found.best.metric, Metric::Instructions);
  EXPECT_EQ(found.speedup, found.baseline.medianNs / found.best.medianNs);
  EXPECT_FALSE(found.noisy);
  // LLVM uses SVE for the untransformed loops, and NEON it does not.
  const bool isSve = options.device == "qemu:aarch64-sve";
  EXPECT_GE(found.speedup, isSve ? 4 : 8)
      << found.schedule.text() << ", " << found.baseline.medianNs << " and "
      << found.best.medianNs << " instructions";
}

INSTANTIATE_TEST_SUITE_P(
    , DeviceSearchTest,
    testing::Values("qemu:aarch64", "qemu:aarch64-sve", "qemu:riscv64"),
    [](const testing::TestParamInfo<const char *> &info) {
      std::string name = llvm::StringRef(info.param).split(':').second.str();
      llvm::replace(name, '-', '_');
      return name;
    });

} // namespace
} // namespace mlirgym
