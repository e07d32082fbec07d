//===- MlirOptTest.cpp - Exported scripts run in stock mlir-opt -----------===//
#include "MaterializedSchedule.h"
#include "RandomSchedule.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

/// A folder that goes away with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-opt", path));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(path); }
  std::string file(llvm::StringRef name) const {
    return (path + "/" + name).str();
  }
  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream os(file(name), error);
    EXPECT_FALSE(error) << error.message();
    os << text;
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<128> path;
};

TEST(MlirOpt, AppliesExportedScriptsToExportedPrograms) {
  const std::string tool = MLIRGYM_MLIR_OPT;
  if (!llvm::sys::fs::can_execute(tool))
    GTEST_SKIP() << "no mlir-opt here";
  ProgramLoader loader;
  MaterializedSchedule library;
  FlatEncoding encoding;
  uint32_t seed = 7;
  for (std::string name :
       {"matmul_31_47_29", "matmul_bias_relu_24_40_56", "softmax_40_72",
        "conv_2d_nchw_fchw_1_3_17_17_5_3_3_15_15", "mlp_16_24_20_12"}) {
    llvm::Expected<std::string> payload = generateProgram(name);
    ASSERT_TRUE(bool(payload)) << llvm::toString(payload.takeError());
    llvm::Expected<Program> loaded = loader.loadText(*payload, name);
    ASSERT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
    auto program = std::make_shared<const Program>(std::move(*loaded));
    std::mt19937 random(seed++);
    ScheduleState state =
        walkAtRandom(encoding, ScheduleState(program), random, 0.2);
    llvm::Expected<std::string> script =
        toTransformScript(*program, state.schedule());
    ASSERT_TRUE(bool(script)) << llvm::toString(script.takeError());
    TemporaryFolder folder; // a redirect does not shorten an old file
    folder.write("payload.mlir", program->text());
    folder.write("script.mlir", *script);
    std::string libraryOption = "--transform-preload-library="
                                "transform-library-paths=" +
                                folder.file("script.mlir");
    std::string out = folder.file("out.mlir"), err = folder.file("err.txt");
    std::optional<llvm::StringRef> redirects[] = {std::nullopt, out, err};
    int status = llvm::sys::ExecuteAndWait(tool,
                                           {tool, libraryOption,
                                            "--transform-interpreter",
                                            folder.file("payload.mlir")},
                                           std::nullopt, redirects);
    SCOPED_TRACE(name + ": " + state.schedule().text());
    EXPECT_EQ(status, 0) << folder.read("err.txt");
    EXPECT_EQ(folder.read("err.txt"), "");
    // The very IR that the library makes.
    ASSERT_EQ(library.apply(*program, *script), "");
    EXPECT_EQ(llvm::StringRef(folder.read("out.mlir")).trim().str(),
              llvm::StringRef(library.text()).trim().str());
  }
}

} // namespace
} // namespace mlirgym
