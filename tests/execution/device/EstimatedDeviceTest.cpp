#include "execution/device/image/EmbeddedDevice.h"
#include "outcome/Metric.h"
#include "tests/execution/device/ImageFixture.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string errorOf(llvm::StringRef id, llvm::StringRef features = "") {
  auto device = Device::describe(id, features);
  return device ? "no error" : llvm::toString(device.takeError());
}

TEST(EstimatedDeviceTest, SaysWhichProcessorsThereAre) {
  EXPECT_THAT(errorOf("mca:z80"),
              StartsWith("mca:z80: LLVM knows no processor 'z80'; choose "));
  EXPECT_THAT(errorOf("mca:z80"), HasSubstr(", cortex-a55, "));
  EXPECT_THAT(errorOf("mca:z80"), HasSubstr(", sifive-u74, "));
  EXPECT_THAT(errorOf("mca:"), HasSubstr("no processor ''; choose "));
  EXPECT_THAT(errorOf("mca:neoverse-n1"),
              HasSubstr("'neoverse-n1' executes out of order; choose "));
  EXPECT_THAT(errorOf("mca:sifive-p670"), HasSubstr("out of order"));
  EXPECT_THAT(errorOf("mca:cortex-a55", "+foo"),
              HasSubstr("'foo' is no feature of aarch64"));
  EXPECT_EQ(errorOf("mca:cortex-a53"), "no error"); // is not listed
}

TEST(EstimatedDeviceTest, TheModelIsAPartOfItsIdentity) {
  const DeviceDescription device =
      llvm::cantFail(Device::describe("mca:sifive-u74"));
  EXPECT_EQ(device.metric, Metric::EstimatedCycles);
  EXPECT_EQ(device.target.cpu, "sifive-u74");
  EXPECT_FALSE(device.hasMemory);
  EXPECT_THAT(device.machine(), StartsWith("mca:sifive-u74-llvm22."));
}

/// A loop of five products; each depends on the previous one.
std::string productsIn(bool isArm) {
  const std::string product =
      isArm ? "fmul s0, s0, s1\\n " : "fmul.s fa0, fa0, fa1\\n ";
  std::string loop = "1: ";
  for (int i = 0; i < 5; ++i)
    loop += product;
  loop +=
      isArm ? "subs %0, %0, #1\\n b.ne 1b" : "addi %0, %0, -1\\n bnez %0, 1b";
  return "for (long calls = 1 + atol(argv[1]); calls > 0; --calls) {\n"
         "  long n = 1000;\n  __asm__ volatile(\"" +
         loop + "\" : \"+r\"(n) : : \"cc\", " + (isArm ? "\"v0\"" : "\"fa0\"") +
         ");\n}\nreturn 0;";
}

class EstimatedImages : public ImageFixture {};

TEST_P(EstimatedImages, AChainOfProductsTakesItsLatencies) {
  const bool isArm = llvm::StringRef(GetParam()).starts_with("mca:cortex");
  const std::string image = imageOf(productsIn(isArm));
  const Opened device = open();
  auto run = llvm::cantFail(device->flash(image));
  ASSERT_EQ(run.status, Status::Ok) << run.message;
  // 4 cycles each, or 5 on SiFive's; and the branch waits for the counter.
  const double latency = llvm::StringRef(GetParam()).contains("sifive") ? 5 : 4;
  EXPECT_GE(run.amount, 999 * 5 * latency);
  EXPECT_LE(run.amount, 1000 * (5 * latency + 6));
  ASSERT_EQ(run.counters.size(), 2u);
  EXPECT_EQ(run.counters[0].name, "instructions");
  EXPECT_GE(run.counters[0].perCall.value_or(0), 7000);
  EXPECT_LE(run.counters[0].perCall.value_or(0), 7010);
  EXPECT_EQ(run.counters[1].name, "unmodelled-instructions");
  EXPECT_EQ(run.counters[1].perCall, 0);
  // The same in each run, and from another device.
  EXPECT_EQ(llvm::cantFail(device->flash(image)).amount, run.amount);
  EXPECT_EQ(llvm::cantFail(open()->flash(image)).amount, run.amount);
}

/// The emulators count the same instructions.
TEST_P(EstimatedImages, CountsTheInstructionsOfTheEmulator) {
  const bool isArm = llvm::StringRef(GetParam()).starts_with("mca:cortex");
  const std::string image =
      imageOf("for (int calls = 1 + atoi(argv[1]); calls > 0; --calls) {\n"
              "  char *text = malloc(5000);\n"
              "  for (volatile int i = 0; i < 15; ++i)\n"
              "    snprintf(text, 5000, \"%g %*d\", i * .7, i, i);\n"
              "  free(text);\n}\nreturn 0;");
  auto counting =
      llvm::cantFail(Device::open(isArm ? "qemu:aarch64" : "qemu:riscv64",
                                  isArm ? "" : open()->target().features));
  auto counted =
      llvm::cantFail(static_cast<EmbeddedDevice &>(*counting).flash(image));
  auto estimated = llvm::cantFail(open()->flash(image));
  ASSERT_EQ(estimated.status, Status::Ok) << estimated.message;
  EXPECT_GT(counted.amount, 15 * 100);
  EXPECT_EQ(estimated.counters.front().perCall, counted.amount);
  EXPECT_GT(estimated.amount, 0.4 * counted.amount);
}

TEST_P(EstimatedImages, TellsHowAnImageEnds) {
  const Opened device = open();
  auto crashed = llvm::cantFail(
      device->flash(imageOf("*(volatile int *)8 = argc; return 0;")));
  EXPECT_EQ(crashed.status, Status::Crashed);
  EXPECT_THAT(crashed.message, HasSubstr("SIGSEGV"));
  auto wrong = llvm::cantFail(device->flash(imageOf("return 1;")));
  EXPECT_EQ(wrong.status, Status::WrongResult);
  EXPECT_EQ(llvm::cantFail(device->flash(imageOf("return 0;"))).status,
            Status::Ok);
}

INSTANTIATE_TEST_SUITE_P(
    , EstimatedImages,
    testing::Values("mca:cortex-a55", "mca:cortex-a510", "mca:sifive-u74",
                    "mca:spacemit-x60"),
    [](const testing::TestParamInfo<const char *> &info) {
      return llvm::StringRef(info.param).split('-').second.str();
    });

} // namespace
} // namespace mlirgym
