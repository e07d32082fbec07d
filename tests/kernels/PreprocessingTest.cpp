#include "kernels/Preprocessing.h"
#include "TemporaryFolder.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string complaint(const std::string &command, ToolLimits limits = {}) {
  auto output = runTool(command, "text", limits);
  EXPECT_FALSE(bool(output)) << command;
  return output ? "" : llvm::toString(output.takeError());
}

TEST(PreprocessingTest, APipelineIsNoCommand) {
  EXPECT_TRUE(isPassPipeline(" builtin.module(canonicalize)"));
  EXPECT_FALSE(isPassPipeline("mlir-opt --canonicalize"));
}

TEST(PreprocessingTest, ACommandReadsStdinAndWritesStdout) {
  EXPECT_EQ(llvm::cantFail(runTool("sed 's/t/T/g; s/x/ /'", "text", {})),
            "Te T");
  EXPECT_EQ(llvm::cantFail(runTool("true", "text", {})), "");
}

TEST(PreprocessingTest, AFailureIsToldWithItsMessage) {
  EXPECT_THAT(complaint("sh -c 'echo reason >&2; exit 3'"),
              AllOf(HasSubstr("exit code 3"), HasSubstr("reason")));
  EXPECT_THAT(complaint("no-such-program"), HasSubstr("no-such-program: "));
  EXPECT_THAT(complaint(" "), HasSubstr("without words"));
}

TEST(PreprocessingTest, TimeAndMemoryAreLimited) {
  EXPECT_THAT(complaint("sleep 60", {.timeoutMs = 1000}),
              HasSubstr("sleep 60: "));
  TemporaryFolder folder;
  folder.write("eat.py", "x = bytearray(1 << 30)\n");
  EXPECT_THAT(
      complaint("python3 " + (folder / "eat.py"), {.memoryBytes = 256 << 20}),
      HasSubstr("MemoryError"));
}

} // namespace
} // namespace mlirgym
