#include "kernels/KernelExport.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/KernelRunner.h"
#include "execution/LoadedKernel.h"
#include "program/ProgramLoader.h"
#include "tests/kernels/TemporaryFolder.h"
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;

class KernelExportTest : public testing::Test {
protected:
  KernelExportTest() {
    ExecutionOptions options;
    options.cacheOnDisk = false;
    options.compileTimeoutMs = 120000;
    auto execution = llvm::cantFail(Execution::create(options));
    // Its entry has the name of C's.
    auto program = std::make_shared<const Program>(llvm::cantFail(
        ProgramLoader().loadText("func.func @main(%a: tensor<6x10xf32>) -> "
                                 "tensor<6x10xf32> {\n"
                                 "  %0 = math.absf %a : tensor<6x10xf32>\n"
                                 "  return %0 : tensor<6x10xf32>\n}",
                                 "my model")));
    kernel = std::make_shared<const KernelBundle>(
        llvm::cantFail(
            execution->compile({program, llvm::cantFail(Schedule::parse(""))}))
            .bundle());
    for (int i = 0; i < 60; ++i) {
      input.push_back(float(i - 30));
      output.push_back(std::abs(float(i - 30)));
    }
  }
  static llvm::ArrayRef<char> bytes(const std::vector<float> &values) {
    return {reinterpret_cast<const char *>(values.data()), 4 * values.size()};
  }
  std::string path(const std::string &name) const {
    return folder / ("out/" + name);
  }
  int make(const std::string &target) const {
    return folder.shell("make -s -C out " + target + " > /dev/null");
  }

  TemporaryFolder folder;
  std::shared_ptr<const KernelBundle> kernel;
  std::vector<float> input, output;
};

TEST_F(KernelExportTest, IsAProjectThatChecksItself) {
  const KernelExport made = llvm::cantFail(
      exportKernel(*kernel, folder / "out", {bytes(input)}, {bytes(output)}));
  EXPECT_EQ(made.name, "my_model");
  EXPECT_THAT(made.notes, testing::IsEmpty());
  EXPECT_THAT(made.files,
              IsSupersetOf({path("my_model.so"), path("my_model.h"),
                            path("my_model.main.c"), path("Makefile")}));
  EXPECT_EQ(make("check"), 0);
  std::remove(path("my_model.so").c_str());
  EXPECT_EQ(make("all"), 0);
  EXPECT_TRUE(std::ifstream(path("my_model.so")).good());

  // It notices outputs of something else.
  output[7] += 1;
  llvm::cantFail(
      exportKernel(*kernel, folder / "out", {bytes(input)}, {bytes(output)}));
  EXPECT_NE(make("check"), 0);
}

TEST_F(KernelExportTest, IsReadBack) {
  llvm::cantFail(
      exportKernel(*kernel, folder / "out", {bytes(input)}, {bytes(output)}));
  KernelBundle read = llvm::cantFail(importKernel(folder / "out"));
  EXPECT_TRUE(read.key == kernel->key);
  EXPECT_EQ(read.facts.program, "my model");
  auto loaded = llvm::cantFail(
      LoadedKernel::load(std::make_shared<const KernelBundle>(read)));
  std::vector<float> result(60);
  llvm::cantFail(loaded->call(
      {bytes(input)}, {llvm::MutableArrayRef<char>(
                          reinterpret_cast<char *>(result.data()), 240)}));
  EXPECT_EQ(result, output);
}

TEST_F(KernelExportTest, RefusesWhatIsIncompleteOrDamaged) {
  auto refused = [&] {
    return llvm::toString(importKernel(folder / "out").takeError());
  };
  EXPECT_THAT(refused(), HasSubstr("No such file"));
  ASSERT_EQ(folder.shell("mkdir out"), 0);
  EXPECT_THAT(refused(), HasSubstr("0 files end in .kernel"));
  auto wrong = exportKernel(*kernel, folder / "out", {}, {bytes(output)});
  EXPECT_THAT(llvm::toString(wrong.takeError()),
              HasSubstr("my model: an array of the size of argument 0 is "
                        "missing"));
  llvm::cantFail(
      exportKernel(*kernel, folder / "out", {bytes(input)}, {bytes(output)}));
  std::ofstream(path("my_model_code.o"), std::ios::app) << "x";
  EXPECT_THAT(refused(), HasSubstr("is damaged, or of another version"));
  std::remove(path("my_model_code.o").c_str());
  EXPECT_THAT(refused(), HasSubstr("my_model_code.o: No such file"));
}

} // namespace
} // namespace mlirgym
