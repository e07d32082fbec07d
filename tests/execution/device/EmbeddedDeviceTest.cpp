#include "execution/device/image/EmbeddedDevice.h"
#include "outcome/Measurement.h"
#include "tests/execution/device/ImageFixture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

using testing::HasSubstr;

std::string errorOf(llvm::StringRef id, llvm::StringRef features = "") {
  auto device = Device::open(id, features);
  return device ? "no error" : llvm::toString(device.takeError());
}

TEST(EmbeddedDeviceTest, SaysWhichDevicesThereAre) {
  EXPECT_THAT(errorOf("qemu:z80"),
              HasSubstr("there is no device 'qemu:z80'; choose host, "));
  EXPECT_EQ(errorOf("qemu:riscv64", "+vv"),
            "qemu:riscv64: 'vv' is no feature of riscv64; "
            "`llc -mtriple=riscv64-unknown-linux-gnu -mcpu=help` lists them");
}

/// Sets PATH to "/" within a scope.
class WithoutPath {
public:
  WithoutPath() : before(llvm::sys::Process::GetEnv("PATH").value_or("")) {
    ::setenv("PATH", "/", 1);
  }
  ~WithoutPath() { ::setenv("PATH", before.c_str(), 1); }

private:
  std::string before;
};

TEST(EmbeddedDeviceTest, AnAbsentDeviceSaysWhy) {
  const WithoutPath none;
  EXPECT_EQ(errorOf("qemu:aarch64"),
            "qemu:aarch64: qemu-aarch64 is not installed; install the package "
            "qemu-user");
}

class DeviceTest : public ImageFixture {};

TEST_P(DeviceTest, TellsHowAnImageEnds) {
  const Opened device = open();
  EXPECT_EQ(device->id(), GetParam());
  auto right = llvm::cantFail(device->flash(imageOf("return 0;")));
  EXPECT_EQ(right.status, Status::Ok) << right.message;
  auto wrong = llvm::cantFail(
      device->flash(imageOf("puts(\"element 3 is 1\"); return 1;")));
  EXPECT_EQ(wrong.status, Status::WrongResult);
  EXPECT_EQ(wrong.message, "element 3 is 1");
  auto crashed = llvm::cantFail(
      device->flash(imageOf("*(volatile int *)8 = argc; return 0;")));
  EXPECT_EQ(crashed.status, Status::Crashed);
  EXPECT_THAT(crashed.message, HasSubstr("SIGSEGV"));
  auto none = llvm::cantFail(device->flash("no program"));
  EXPECT_EQ(none.status, Status::Crashed);
  EXPECT_THAT(none.message, HasSubstr("ended with code 1"));
  // The device is as before.
  EXPECT_EQ(llvm::cantFail(device->flash(imageOf("return 0;"))).status,
            Status::Ok);
}

TEST_P(DeviceTest, EndsAnImageThatHangs) {
  const Opened device = open({.timeoutMs = 1500});
  auto hung = llvm::cantFail(
      device->flash(imageOf("for (volatile int i = 0;; ++i) {}")));
  EXPECT_EQ(hung.status, Status::TimedOut) << hung.message;
  EXPECT_EQ(llvm::cantFail(device->flash(imageOf("return 0;"))).status,
            Status::Ok);
}

TEST_P(DeviceTest, AnImageWritesNothingOnThisMachine) {
  const std::string victim = path("victim");
  auto run = llvm::cantFail(open()->flash(imageOf(
      "FILE *file = fopen(\"" + victim + "\", \"w\"); return file ? 0 : 1;")));
  EXPECT_EQ(run.status, Status::WrongResult) << run.message;
  EXPECT_FALSE(llvm::sys::fs::exists(victim));
}

/// A loop of two instructions per iteration, run as often as the argument says.
TEST_P(DeviceTest, CountsTheInstructionsOfOneCall) {
  const bool isArm = llvm::StringRef(GetParam()).contains("aarch64");
  const std::string loop = isArm ? "1: subs %0, %0, #1\\n b.ne 1b"
                                 : "1: addi %0, %0, -1\\n bnez %0, 1b";
  const std::string image =
      imageOf("for (long calls = 1 + atol(argv[1]); calls > 0; --calls) {\n"
              "  long n = 1000;\n  __asm__ volatile(\"" +
              loop + "\" : \"+r\"(n) : : \"cc\");\n}\nreturn 0;");
  const Opened device = open();
  auto run = llvm::cantFail(device->flash(image));
  ASSERT_EQ(run.status, Status::Ok) << run.message;
  EXPECT_GE(run.amount, 2000);
  EXPECT_LE(run.amount, 2010);
  EXPECT_EQ(llvm::cantFail(device->flash(image)).amount, run.amount);
}

TEST_P(DeviceTest, SeveralDevicesLiveSideBySide) {
  const Opened one = open(), other = open();
  const std::string image = imageOf("return argc == 2 ? 0 : 1;");
  auto first = llvm::cantFail(one->flash(image)),
       second = llvm::cantFail(other->flash(image));
  EXPECT_EQ(first.status, Status::Ok);
  EXPECT_EQ(second.status, Status::Ok);
}

INSTANTIATE_TEST_SUITE_P(
    , DeviceTest,
    testing::Values("qemu:aarch64", "qemu:aarch64-sve", "qemu:riscv64"),
    [](const testing::TestParamInfo<const char *> &info) {
      std::string name = llvm::StringRef(info.param).split(':').second.str();
      llvm::replace(name, '-', '_');
      return name;
    });

} // namespace
} // namespace mlirgym
