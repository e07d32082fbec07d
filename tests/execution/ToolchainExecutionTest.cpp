#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/SandboxedLoader.h"
#include "execution/execdata/ExecData.h"
#include "execution/process/WorkerPath.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/suites/Suite.h"
#include "tests/execution/ExecutionFolder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string textOf(const std::filesystem::path &file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Programs on devices of templates: a real cross compiler and an emulator.
class ToolchainExecution : public ExecutionFolder {
protected:
  void SetUp() override {
    ExecutionFolder::SetUp();
    for (const char *tool : {"aarch64-linux-gnu-gcc", "qemu-aarch64"})
      if (!llvm::sys::findProgramByName(tool))
        GTEST_SKIP() << tool << " is not installed";
  }
  void write(const std::filesystem::path &file, const std::string &text) const {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void script(const std::filesystem::path &file,
              const std::string &text) const {
    write(file, "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  std::unique_ptr<Execution> open() const {
    auto execution = Execution::create(options);
    if (!execution) {
      ADD_FAILURE() << llvm::toString(execution.takeError());
      std::abort();
    }
    return std::move(*execution);
  }
  /// A device that counts instructions. `more`: further members.
  void useTemplate(const std::string &kernel, const std::string &compileKernel,
                   const std::string &more = "") {
    const std::string plugin =
        (std::filesystem::path(llvm::cantFail(worker::findWorker("")))
             .parent_path() /
         "mlirgym-count-instructions.so")
            .string();
    const std::string text =
        "{\"target\": {\"triple\": \"aarch64-linux-gnu\"},\n"
        "\"metric\": \"instructions\", \"kernel\": \"" +
        kernel +
        "\",\n\"compile\": {\".c\": \"aarch64-linux-gnu-gcc -O2 -c {in} -o "
        "{out}\"" +
        compileKernel +
        "},\n\"link\": \"aarch64-linux-gnu-gcc -static {in} -o {out} -lm\",\n"
        "\"run\": \"qemu-aarch64 -plugin " +
        plugin +
        ",out=count {in} {calls}\",\n\"parse\": {\"file\": \"count\", "
        "\"pattern\": \"([0-9]+)\"}" +
        more + "}";
    write(folder / "tools.json", text);
    options.device = "template:" + (folder / "tools.json").string();
  }
  Measurement measure(Execution &execution, llvm::StringRef program,
                      llvm::StringRef schedule) const {
    auto measured = execution.measure(load(program), parse(schedule));
    if (measured)
      return *measured;
    Measurement failed;
    failed.status = Status::Crashed;
    failed.message = llvm::toString(measured.takeError());
    return failed;
  }
  /// Folders of images that remain.
  size_t images(const std::filesystem::path &in) const {
    size_t count = 0;
    for (const auto &each : std::filesystem::directory_iterator(in))
      count += each.path().filename().string().starts_with("mlirgym-image");
    return count;
  }
};

TEST_F(ToolchainExecution, CountsWhatTheEmulatorCounts) {
  const char *schedule = "op0: tile(2,16,1) vectorize";
  useTemplate("object", "");
  auto execution = open();
  EXPECT_EQ(execution->device().metric, Metric::Instructions);
  const Measurement ours = measure(*execution, "matmul_26_48_40", schedule);
  ASSERT_TRUE(ours.ok()) << ours.message;
  options.device = "qemu:aarch64";
  auto emulator = open();
  const Measurement theirs = measure(*emulator, "matmul_26_48_40", schedule);
  EXPECT_FALSE(theirs.cacheHit) << "numbers of another device";
  EXPECT_EQ(ours.medianNs, theirs.medianNs);
}

TEST_F(ToolchainExecution, TheForeignCompilerTakesAssembly) {
  useTemplate("assembly",
              ", \".s\": \"aarch64-linux-gnu-gcc -c {in} -o {out}\"");
  auto execution = open();
  const Measurement measured =
      measure(*execution, "softmax_13_40", "op0: tile(1,0)");
  EXPECT_TRUE(measured.ok()) << measured.message;
}

TEST_F(ToolchainExecution, TheForeignCompilerTakesLlvmIr) {
  if (!llvm::sys::findProgramByName("clang-22"))
    GTEST_SKIP() << "clang-22 is not installed";
  useTemplate("llvm", ", \".ll\": \"clang-22 --target=aarch64-linux-gnu -O2 "
                      "-c {in} -o {out}\"");
  auto execution = open();
  const Measurement measured =
      measure(*execution, "matmul_26_48_40", "op0: tile(2,16,1) vectorize");
  EXPECT_TRUE(measured.ok()) << measured.message;
}

TEST_F(ToolchainExecution, FindsAModuleThatComputesSomethingElse) {
  useTemplate("object", "");
  auto execution = open();
  auto program = load("add_6_9");
  std::string text = program->text().str();
  text.replace(text.find("linalg.add"), 10, "linalg.sub");
  auto module =
      llvm::cantFail(SandboxedLoader().loadModule(text, *program, "test"));
  const Measurement measured =
      llvm::cantFail(execution->measureModule(program, std::move(module)));
  EXPECT_EQ(measured.status, Status::WrongResult);
}

TEST_F(ToolchainExecution, TheIdentityIsTheConfigurationAndItsPrograms) {
  script(folder / "bin/run", "exec qemu-aarch64 \"$@\"");
  const std::string runner = (folder / "bin/run").string();
  auto machine = [&](const std::string &more) {
    useTemplate("object", "", more);
    std::string text = textOf(folder / "tools.json");
    text.replace(text.find("qemu-aarch64"), 12, runner);
    write(folder / "tools.json", text);
    return open()->device().machine();
  };
  const std::string one = machine("");
  EXPECT_THAT(one, StartsWith("template:tools-"));
  EXPECT_EQ(machine(""), one);
  EXPECT_NE(machine(", \"environment\": {\"A\": \"1\"}"), one);
  script(folder / "bin/run", "# another version\nexec qemu-aarch64 \"$@\"");
  EXPECT_NE(machine(""), one);
}

TEST_F(ToolchainExecution, FailuresOfTheToolsAreStatusesOrSayWhy) {
  auto baseline = [&](const std::string &more, const std::string &from,
                      const std::string &to) {
    useTemplate("object", "", more);
    std::string text = textOf(folder / "tools.json");
    text.replace(text.find(from), from.size(), to);
    write(folder / "tools.json", text);
    auto execution = Execution::create(options);
    if (!execution)
      return llvm::toString(execution.takeError());
    auto measured = (*execution)->baseline(load("relu_2_3"));
    if (!measured)
      return llvm::toString(measured.takeError());
    return nameOf(measured->status).str() + ": " + measured->message;
  };
  EXPECT_THAT(baseline("", "aarch64-linux-gnu-gcc -O2", "nowhere-gcc"),
              HasSubstr("nowhere-gcc is not installed"));
  EXPECT_THAT(baseline("", "-O2 -c", "-Wno-such -Xx -c"),
              HasSubstr("no image can be made: aarch64-linux-gnu-gcc ends "
                        "with code 1"));
  EXPECT_THAT(baseline("", "-static {in}", "-static -lnothing {in}"),
              StartsWith("compile_failed: aarch64-linux-gnu-gcc ends with"));
  EXPECT_THAT(baseline("", "([0-9]+)", "none ([0-9]+)"),
              HasSubstr("no number in the output of `run` is matched by"));
  script(folder / "bin/hang", "[ \"$1\" = --version ] || sleep 100");
  EXPECT_THAT(baseline(", \"timeouts_ms\": {\"run\": 1500}",
                       "\"run\": \"qemu-aarch64",
                       "\"run\": \"" + (folder / "bin/hang").string()),
              StartsWith("timed_out: "));
  script(folder / "bin/die", "kill -9 $$");
  EXPECT_THAT(baseline("", "\"run\": \"qemu-aarch64",
                       "\"run\": \"" + (folder / "bin/die").string()),
              StartsWith("crashed: "));
}

TEST_F(ToolchainExecution, KeepsTheMostRecentImagesAlone) {
  options.execDataFile.clear();
  options.cacheOnDisk = false;
  // Number of images made for two kernels that run alternately.
  auto linksWith = [&](const std::string &loaded) {
    useTemplate("object", "",
                ", \"build_verbose\": true, \"loaded\": " + loaded);
    auto execution = open();
    testing::internal::CaptureStderr();
    for (int turn = 0; turn < 2; ++turn)
      for (const char *schedule : {"op0: vectorize", "op0: tile(2,4)"}) {
        ExecutionRequest request{load("relu_8_12"), parse(schedule)};
        request.results = Results::Forgotten;
        const Measurement measured =
            llvm::cantFail(execution->measure(request));
        EXPECT_TRUE(measured.ok()) << measured.message;
      }
    const std::string shown = testing::internal::GetCapturedStderr();
    size_t count = 0;
    for (size_t at = shown.find("-static"); at != std::string::npos;
         at = shown.find("-static", at + 1))
      ++count;
    return count;
  };
  // Those of the untransformed program and of the two kernels.
  EXPECT_EQ(linksWith("10"), 3u);
  EXPECT_GT(linksWith("1"), 4u);
}

/// data/devices/mppa.json with recording tools that stand for Kalray's: those
/// compile and run for AArch64.
class MppaExecution : public ToolchainExecution {
protected:
  void SetUp() override {
    ToolchainExecution::SetUp();
    if (IsSkipped())
      return;
    if (!llvm::sys::findProgramByName("clang-22"))
      GTEST_SKIP() << "clang-22 is not installed";
    // Each tool may write in its folder alone.
    const std::string record =
        "echo \"$(basename $0) $* [$MPPA_ENVP]\" >> record\n";
    const auto bin = folder / "kalray/bin";
    script(bin / "kvx-cos-gcc",
           record + "shift\nexec aarch64-linux-gnu-gcc -static \"$@\"");
    script(bin / "clang", record + "shift 2\nexec clang-22 "
                                   "--target=aarch64-linux-gnu \"$@\"");
    script(bin / "kvx-jtag-runner",
           record + "image=${1#--exec-file=}\n" +
               "shift 2\nexec qemu-aarch64 \"$image\" \"$@\"");
    ::setenv("KALRAY_TOOLCHAIN_DIR", (folder / "kalray").c_str(), 1);
    ::setenv("MPPA_ENVP", "MPPA_TRACE_ENABLE_META=1", 1);
    // The record remains in a work folder.
    std::string text = textOf(dataDirectory() + "/devices/mppa.json");
    const std::string last = "\n}";
    text.insert(text.rfind(last),
                ",\n\"work_dir\": \"" + (folder / "work").string() + "\"");
    write(folder / "mppa.json", text);
    options.device = "template:" + (folder / "mppa.json").string();
  }
  void TearDown() override {
    for (const char *name : {"KALRAY_TOOLCHAIN_DIR", "MPPA_ENVP"})
      ::unsetenv(name);
    ToolchainExecution::TearDown();
  }
};

TEST_F(MppaExecution, DrivesTheToolsOfItsToolchain) {
  auto execution = open();
  EXPECT_THAT(execution->device().machine(), StartsWith("template:mppa-"));
  const Measurement measured =
      measure(*execution, "matmul_6_8_4", "op0: tile(2,2,1)");
  ASSERT_TRUE(measured.ok()) << measured.message;
  EXPECT_EQ(measured.metric, Metric::Nanoseconds);
  EXPECT_GT(measured.medianNs, 0);
  execution.reset();
  std::string all;
  for (const auto &each : std::filesystem::directory_iterator(folder / "work"))
    all += textOf(each.path() / "record");
  EXPECT_THAT(all, HasSubstr("kvx-cos-gcc -march=kv3-2 -O2 -DMLIRGYM_TIME -c"));
  EXPECT_THAT(all, HasSubstr("clang --target=kvx-cos -march=kv3-2 -O3 -c"));
  EXPECT_THAT(all, HasSubstr("kvx-jtag-runner --exec-file="));
  EXPECT_THAT(all, HasSubstr("[MPPA_TRACE_ENABLE_META=1]"));
}

TEST_F(MppaExecution, SaysWhichVariableIsMissing) {
  ::unsetenv("KALRAY_TOOLCHAIN_DIR");
  options.device = "template:mppa"; // data/devices/mppa.json
  EXPECT_THAT(
      llvm::toString(Execution::create(options).takeError()),
      HasSubstr(
          "data/devices/mppa.json: 'compile' names the environment variable "
          "KALRAY_TOOLCHAIN_DIR, which is not set; set it"));
}

} // namespace
} // namespace mlirgym
