#include "kernels/ProgramBinary.h"
#include "KernelTests.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/device/image/Emulator.h"
#include "execution/device/image/Linker.h"
#include "kernels/KernelOutliner.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// A folder with one program file.
class ProgramFile {
public:
  explicit ProgramFile(llvm::StringRef bytes) {
    EXPECT_FALSE(
        llvm::sys::fs::createUniqueDirectory("mlirgym-binary", folder));
    std::error_code error;
    llvm::raw_fd_ostream(path("check"), error) << bytes;
    EXPECT_FALSE(error) << error.message();
    EXPECT_FALSE(llvm::sys::fs::setPermissions(
        path("check"), llvm::sys::fs::perms::owner_all));
  }
  ~ProgramFile() { llvm::sys::fs::remove_directories(folder); }

  /// Its exit code with `command` before it.
  int run(const std::string &command) const {
    return std::system(
        (command + " " + path("check") + " > " + path("log") + " 2>&1")
            .c_str());
  }
  std::string output() const {
    auto buffer = llvm::MemoryBuffer::getFile(path("log"));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  llvm::SmallString<128> folder;
};

/// The number of the architecture in the header of an ELF file.
int machineOf(const std::string &elf) {
  constexpr size_t machineOffset = 18;
  return elf.size() > machineOffset ? static_cast<uint8_t>(elf[machineOffset])
                                    : 0;
}

struct Case {
  const char *program, *schedule;
};
/// Programs of every kind, with remainders, under schedules with vectors.
constexpr Case cases[] = {
    {"matmul_13_29_21", ""},
    {"matmul_13_29_21", "op0: tile(4,16,1) vectorize"},
    {"matmul_26_48_40", "op0: tile_fuse(0,16,0) promote(1) tile_fuse(6,0,0) "
                        "tile(0,0,4) vectorize"},
    {"matmul_13_29_21_f64", "op0: tile(4,8,1) vectorize"},
    {"matmul_13_29_21_i8", "op0: tile(4,16,1) vectorize"},
    {"softmax_7_37", "op3: tile_fuse(4,0)"},
    {"softmax_8_32", "op0: tile(4,0) vectorize; op1: tile(4,0) vectorize; "
                     "op2: tile(4,0) vectorize; op3: tile(4,0) vectorize"},
    {"pooling_nchw_max_2_3_17_17_3_8_8", "op0: tile(1,1,1,0,1,1) vectorize"},
    {"conv_2d_nhwc_hwcf_2_9_9_3_10_3_3_7_7",
     "op0: tile(1,1,4,8,1,1,1) vectorize"},
    {"add_13_19", "op0: flatten tile(48) stream vectorize"},
    {"relu_2_17", "op0: vectorize"},
};

TEST(ProgramBinaryTest, AnExecutableOfThisMachineChecksItsKernels) {
  for (const Case &each : cases) {
    const ProgramFile file(llvm::cantFail(makeBinary(generate(each.program),
                                                     scheduleOf(each.schedule),
                                                     BinaryForm::Executable)));
    EXPECT_EQ(file.run(""), 0) << each.program << ": " << file.output();
    EXPECT_THAT(file.output(), HasSubstr("_host: correct"));
  }
}

TEST(ProgramBinaryTest, AnExecutableTellsWrongOutputs) {
  auto program = generate("matmul_13_29_21");
  std::string binary =
      llvm::cantFail(makeBinary(program, Schedule(), BinaryForm::Executable));
  // One element of the outputs with which it compares.
  KernelOutliner outliner = llvm::cantFail(KernelOutliner::create());
  const KernelOutline outline =
      llvm::cantFail(outliner.outline(program, Schedule()));
  const GoldenData golden = llvm::cantFail(outliner.golden(outline.host));
  const std::vector<char> &output = golden.outputs.front().bytes;
  const size_t place = llvm::StringRef(binary).find(
      llvm::StringRef(output.data(), output.size()));
  ASSERT_NE(place, llvm::StringRef::npos);
  binary[place + 3] = static_cast<char>(binary[place + 3] ^ 0x40);
  const ProgramFile file(binary);
  EXPECT_NE(file.run(""), 0);
  EXPECT_THAT(file.output(), HasSubstr("element 0 is"));
}

class EmulatedTest : public testing::TestWithParam<TargetName> {};

/// The outputs are those of the evaluator on this machine.
TEST_P(EmulatedTest, CodeForAnotherProcessorComputesTheSame) {
  const Target target = llvm::cantFail(Target::find(GetParam()));
  const std::string emulator = llvm::join(emulatorOf(target), " ");
  const std::string program = llvm::StringRef(emulator).split(' ').first.str();
  for (const std::string &tool : {program, crossCompilerName(target)})
    if (!llvm::sys::findProgramByName(tool))
      GTEST_SKIP() << tool << " is not installed";
  for (const Case &each : cases) {
    KernelOutlinerOptions workers;
    workers.target = target;
    auto binary = makeBinary(generate(each.program), scheduleOf(each.schedule),
                             BinaryForm::Executable, std::move(workers));
    ASSERT_TRUE(bool(binary))
        << each.program << ": " << llvm::toString(binary.takeError());
    const ProgramFile file(*binary);
    EXPECT_EQ(machineOf(*binary),
              target.triple.starts_with("aarch64") ? 183 : 243);
    EXPECT_EQ(file.run(emulator), 0) << each.program << ": " << file.output();
    EXPECT_THAT(file.output(), HasSubstr("_host: correct"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    , EmulatedTest,
    testing::Values(TargetName{.triple = "aarch64"},
                    TargetName{.triple = "riscv64"},
                    TargetName{.triple = "riscv64", .features = "+v"},
                    TargetName{.triple = "riscv64", .features = "+v,+zvl512b"}),
    [](const testing::TestParamInfo<TargetName> &info) {
      std::string name = info.param.triple + info.param.features;
      std::erase_if(name, [](char c) { return !llvm::isAlnum(c); });
      return name;
    });

/// Flashed, it compares its outputs itself. Vectors need fewer instructions.
TEST(ProgramBinaryTest, AnExecutableIsAnImageOfADevice) {
  auto device = Device::open("qemu:aarch64");
  if (!device)
    GTEST_SKIP() << llvm::toString(device.takeError());
  auto &emulator = static_cast<EmbeddedDevice &>(**device);
  KernelOutlinerOptions workers;
  workers.target = emulator.target();
  auto program = generate("matmul_26_48_40");
  auto instructionsOf = [&](llvm::StringRef schedule) {
    auto image = llvm::cantFail(makeBinary(program, scheduleOf(schedule.str()),
                                           BinaryForm::Executable, workers));
    auto run = llvm::cantFail(emulator.flash(image));
    EXPECT_EQ(run.status, Status::Ok) << run.message;
    return run.amount;
  };
  const double vectors = instructionsOf("op0: tile(4,16,1) vectorize");
  EXPECT_GT(instructionsOf("") / vectors, 4);
  // 26 x 48 x 40 multiplications, four in an instruction.
  EXPECT_GT(vectors, 26 * 48 * 40 / 4);
}

} // namespace
} // namespace mlirgym
