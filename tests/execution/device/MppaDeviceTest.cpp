#include "execution/device/MppaDevice.h"
#include "execution/device/Device.h"
#include "execution/device/TemplateConfiguration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// XTC's environment, which each test sets for itself.
class MppaDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char *name :
         {"PLATFORM", "BENCHMARK", "MPPA_TRACE_ENABLE",
          "MPPA_TRACE_USE_SYSCALL", "CLEAN_WORK_DIR", "KALRAY_TOOLCHAIN_DIR"}) {
      before[name] = llvm::sys::Process::GetEnv(name);
      ::unsetenv(name);
    }
  }
  void TearDown() override {
    for (const auto &[name, value] : before)
      if (value)
        ::setenv(name.c_str(), value->c_str(), 1);
      else
        ::unsetenv(name.c_str());
  }
  static void set(const char *name, const char *value) {
    ::setenv(name, value, 1);
  }
  static TemplateConfiguration templates(llvm::StringRef json = "") {
    auto read = llvm::cantFail(MppaConfiguration::read(json));
    return llvm::cantFail(read.templates("/opt/kalray"));
  }
  static std::string errorOf(llvm::StringRef json) {
    auto read = MppaConfiguration::read(json);
    return read ? "no error" : llvm::toString(read.takeError());
  }

  std::map<std::string, std::optional<std::string>> before;
};

constexpr const char *traced = "MPPA_ENVP=MPPA_TRACE_ENABLE_META=1";
constexpr const char *tracedBySyscall =
    "MPPA_ENVP=MPPA_TRACE_ENABLE_META=1 MPPA_TRACE_USE_SYSCALL=1";

TEST_F(MppaDeviceTest, HasXtcsDefaults) {
  const TemplateConfiguration made = templates();
  EXPECT_EQ(made.name, "hw-kv3-2");
  EXPECT_THAT(made.run, StartsWith("/opt/kalray/bin/kvx-jtag-runner "));
  EXPECT_THAT(made.compile.at(".ll"), HasSubstr("-march=kv3-2"));
  EXPECT_THAT(made.environment,
              testing::ElementsAre("OMP_MPPA_FIRMWARE_NAME=ocl_fw_l1.elf"));
  EXPECT_EQ(made.loaded, 10u);
  EXPECT_EQ(made.workDir, "");
}

TEST_F(MppaDeviceTest, ReadsAFileInXtcsNames) {
  const TemplateConfiguration made = templates(
      R"({"work_dir": "/tmp/w", "platform": "iss", "arch": "kv3-1",
          "firmware": "f.elf", "verbose": true, "build_verbose": true,
          "benchmark": false, "mppa_trace_enable": true,
          "mppa_trace_use_syscall": false,
          "commands": {"link": "{toolchain}/ld {firmware} {in} -o {out}"}})");
  EXPECT_EQ(made.name, "iss-kv3-1");
  EXPECT_EQ(made.workDir, "/tmp/w");
  EXPECT_TRUE(made.showRun && made.showBuild);
  EXPECT_THAT(made.run,
              StartsWith("/opt/kalray/bin/kvx-cluster --march=kv3-1"));
  EXPECT_EQ(made.link, "/opt/kalray/ld f.elf {in} -o {out}");
  EXPECT_THAT(made.environment, testing::ElementsAre(traced));
}

TEST_F(MppaDeviceTest, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf(R"({"platform": "fpga"})"),
            "the platform (PLATFORM) is 'fpga'; choose hw, iss, qemu");
  EXPECT_EQ(errorOf(R"({"arch": "kv4"})"),
            "the arch is 'kv4'; choose kv3-1, kv3-2");
  EXPECT_EQ(errorOf(R"({"verbose": 1})"), "'verbose' is no boolean");
  EXPECT_EQ(errorOf(R"({"work_dir": 1})"), "'work_dir' is no string");
  EXPECT_THAT(errorOf(R"({"workdir": "x"})"),
              HasSubstr("'workdir' is not known; choose work_dir, "));
  EXPECT_THAT(errorOf(R"({"commands": {"compile": "x"}})"),
              HasSubstr("choose compile.c, compile.ll, link, run, pattern"));
}

TEST_F(MppaDeviceTest, PlatformIsAVariable) {
  set("PLATFORM", "qemu");
  EXPECT_EQ(templates(R"({"platform": "iss"})").name, "qemu-kv3-2");
  EXPECT_THAT(templates().run, StartsWith("/opt/kalray/bin/kvx-qemu "));
  set("PLATFORM", "tpu");
  EXPECT_THAT(errorOf(""), HasSubstr("the platform (PLATFORM) is 'tpu'"));
}

TEST_F(MppaDeviceTest, BenchmarkTracesUnlessToldOtherwise) {
  EXPECT_THAT(templates().environment, Not(Contains(StartsWith("MPPA_ENVP"))));
  set("BENCHMARK", "1");
  EXPECT_THAT(templates().environment, Contains(tracedBySyscall));
  set("MPPA_TRACE_ENABLE", "0");
  EXPECT_THAT(templates().environment, Not(Contains(StartsWith("MPPA_ENVP"))));
  set("BENCHMARK", "no");
  EXPECT_FALSE(llvm::cantFail(MppaConfiguration::read("")).benchmark);
}

TEST_F(MppaDeviceTest, TraceEnableIsAVariable) {
  for (const char *yes : {"1", "true", "True"}) {
    set("MPPA_TRACE_ENABLE", yes);
    EXPECT_THAT(templates().environment, Contains(tracedBySyscall)) << yes;
  }
  set("MPPA_TRACE_ENABLE", "false");
  EXPECT_THAT(templates(R"({"mppa_trace_enable": true})").environment,
              Not(Contains(StartsWith("MPPA_ENVP"))));
}

TEST_F(MppaDeviceTest, TraceUseSyscallIsAVariable) {
  set("MPPA_TRACE_ENABLE", "1");
  set("MPPA_TRACE_USE_SYSCALL", "0");
  EXPECT_THAT(templates().environment, Contains(traced));
  set("MPPA_TRACE_USE_SYSCALL", "True");
  EXPECT_THAT(templates().environment, Contains(tracedBySyscall));
}

TEST_F(MppaDeviceTest, SaysWhyItIsAbsent) {
  auto device = Device::open("mppa");
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(llvm::toString(device.takeError()),
            "mppa: KALRAY_TOOLCHAIN_DIR is not set; install Kalray's "
            "AccessCore and source its environment");
  set("KALRAY_TOOLCHAIN_DIR", "/nowhere");
  auto there = Device::open("mppa");
  ASSERT_FALSE(bool(there));
  EXPECT_THAT(llvm::toString(there.takeError()),
              HasSubstr("mppa: /nowhere/bin/kvx-cos-gcc is not installed"));
  EXPECT_TRUE(llvm::any_of(Device::known(), [](const auto &each) {
    return each.id == "mppa" && !each.hasMemory;
  }));
}

} // namespace
} // namespace mlirgym
