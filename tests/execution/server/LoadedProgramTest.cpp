#include "execution/server/LoadedProgram.h"
#include "execution/wire/ProgramData.h"
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

MemoryFile copyOf(const MemoryFile &file) {
  return llvm::cantFail(MemoryFile::adopt(FileDescriptor(::dup(file.fd()))));
}

/// out[i] = in[i] on 1000 f64.
class LoadedProgramTest : public testing::Test {
protected:
  static constexpr size_t count = 1000, outBytes = count * sizeof(double);

  void SetUp() override {
    Argument in, out;
    in.shape = out.shape = {count};
    in.elementType = out.elementType = ElementType::F64;
    in.isInput = out.isOutput = true;
    in.isOutput = out.isInput = false;
    data.emplace(
        llvm::cantFail(ProgramData::create({in, out}, /*seed=*/7, 1e-12)));
    llvm::cantFail(
        data->setReference({data->inputs().bytes().take_front(outBytes)}));
  }
  std::unique_ptr<LoadedProgram> load() {
    auto program = std::make_unique<LoadedProgram>(
        data->message(), copyOf(data->inputs()), copyOf(data->reference()));
    llvm::cantFail(program->checkSizes());
    program->fill(LoadedProgram::Inputs::ReadOnly);
    program->chooseInterface(/*barePointers=*/true);
    return program;
  }
  static void copy(const LoadedProgram &program) {
    std::memcpy(program.pointersOf(0)[1], program.pointersOf(0)[0], outBytes);
  }

  std::optional<ProgramData> data;
};

TEST_F(LoadedProgramTest, ComparesOutputs) {
  auto program = load();
  program->resetOutputs(0);
  EXPECT_THAT(program->verify(0).value_or(""), HasSubstr("argument 1"));
  copy(*program);
  EXPECT_EQ(program->verify(0), std::nullopt);
  static_cast<double *>(program->pointersOf(0)[1])[count - 1] += 1;
  EXPECT_THAT(program->verify(0).value_or(""), HasSubstr("999"));
}

TEST_F(LoadedProgramTest, PartsThatNoCallWritesAreFound) {
  auto program = load();
  copy(*program);
  EXPECT_EQ(program->verifyParts(3), std::nullopt);
  program->spoilParts(3);
  EXPECT_THAT(program->verifyParts(3).value_or(""), HasSubstr("argument 1"));
}

TEST_F(LoadedProgramTest, FindsWritesBesideAnOutput) {
  auto program = load();
  copy(*program);
  static_cast<char *>(program->pointersOf(0)[1])[-1] = 0;
  EXPECT_THAT(program->verify(0).value_or(""), HasSubstr("overwritten"));
  program->resetOutputs(0); // the next kernel is not blamed
  copy(*program);
  EXPECT_EQ(program->verify(0), std::nullopt);
}

TEST_F(LoadedProgramTest, OutputsCanBecomeTheReference) {
  LoadedProgram program(data->message(), copyOf(data->inputs()), MemoryFile());
  llvm::cantFail(program.checkSizes());
  program.fill(LoadedProgram::Inputs::ReadOnly);
  program.chooseInterface(/*barePointers=*/true);
  program.resetOutputs(0);
  EXPECT_FALSE(program.hasExpectation());
  EXPECT_EQ(program.verify(0), std::nullopt);
  copy(program);
  const MemoryFile outputs = llvm::cantFail(program.copyOutputs());
  program.expect(outputs);
  program.resetOutputs(0);
  EXPECT_NE(program.verify(0), std::nullopt);
  program.expectNothing();
  EXPECT_EQ(program.verify(0), std::nullopt);
}

TEST_F(LoadedProgramTest, RefusesFilesOfOtherSizes) {
  LoadProgramMessage twice = data->message();
  twice.inputSets = 2;
  llvm::Error error =
      LoadedProgram(twice, copyOf(data->inputs()), copyOf(data->reference()))
          .checkSizes();
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr("2 sets"));
}

} // namespace
} // namespace mlirgym::worker
