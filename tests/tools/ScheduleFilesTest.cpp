//===- tests/tools/ScheduleFilesTest.cpp ----------------------------------===//
#include "tools/flags/ScheduleFiles.h"

#include "TemporaryFolder.h"
#include "tools/Arguments.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym::tools {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ScheduleFilesTest, WritesTheScriptAndTheProgramBesideIt) {
  TemporaryFolder folder;
  auto program = llvm::cantFail(ProgramSource().load("matmul_64_10_48"));
  SearchResult result;
  result.schedule = llvm::cantFail(Schedule::parse("op0: tile(8,16,0)"));
  auto files = llvm::cantFail(
      writeScheduleFiles(*program, result, folder.path("new/best.mlir")));
  EXPECT_EQ(files.program, folder.path("new/best.program.mlir"));
  EXPECT_THAT(readFile(files.script),
              HasSubstr("transform.structured.tile_using_for"));
  EXPECT_EQ(readFile(files.program), program->text());
  EXPECT_EQ(files.command(),
            "mlir-opt-22 " + files.program +
                " --transform-preload-library=transform-library-paths=" +
                files.script + " --transform-interpreter");
}

TEST(ScheduleFilesTest, AScriptIsWrittenAsItIs) {
  TemporaryFolder folder;
  auto program = llvm::cantFail(ProgramSource().load("matmul_64_10_48"));
  SearchResult result;
  result.script = "module {}";
  auto files = llvm::cantFail(
      writeScheduleFiles(*program, result, folder.path("best.mlir")));
  EXPECT_EQ(readFile(files.script), "module {}");
  EXPECT_THAT(files.command(), StartsWith("mlirgym measure "));
}

TEST(ScheduleFilesTest, TheCommandSurvivesTheShell) {
  ScheduleFiles files{"my runs/best.mlir", "my runs/best.program.mlir"};
  EXPECT_EQ(files.command(),
            "mlir-opt-22 \"my runs/best.program.mlir\" "
            "\"--transform-preload-library=transform-library-paths=my "
            "runs/best.mlir\" --transform-interpreter");
}

TEST(ScheduleFilesTest, DoesNotWriteToStdout) {
  llvm::Error error = writeFile("-", "text");
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr("name a file"));
}

TEST(ScheduleFilesTest, NamesTheFileThatCannotBeWritten) {
  llvm::Error error = writeFile("/proc/nowhere/best.mlir", "text");
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr("/proc/nowhere"));
}
} // namespace
} // namespace mlirgym::tools
