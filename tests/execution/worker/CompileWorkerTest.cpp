#include "execution/worker/CompileWorker.h"
#include "actions/Schedule.h"
#include "execution/process/WorkerPath.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

Program load(llvm::StringRef name) {
  return llvm::cantFail(
      ProgramLoader().loadText(llvm::cantFail(generateProgram(name)), name));
}

class CompileWorkerTest : public testing::Test {
protected:
  void SetUp() override {
    options.path = llvm::cantFail(findWorker(""));
    options.timeoutMs = 120000;
    options.memoryLimitBytes = uint64_t(4) << 30;
  }
  void TearDown() override {
    worker.reset();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }
  CompiledKernel compile(llvm::StringRef text, llvm::StringRef script = "") {
    if (!worker)
      worker = std::make_unique<CompileWorker>(options);
    return llvm::cantFail(worker->compile(text, program.entry(), script));
  }
  CompiledKernel compile() { return compile(program.text()); }

  WorkerOptions options;
  Program program = load("matmul_8_12_16");
  std::unique_ptr<CompileWorker> worker;
};

TEST_F(CompileWorkerTest, CompilesTheUntransformedProgramTheSameEachTime) {
  CompiledKernel first = compile(), second = compile();
  ASSERT_EQ(first.status, Status::Ok) << first.message;
  EXPECT_EQ(first.object.bytes().take_front(4),
            llvm::ArrayRef<char>({'\x7f', 'E', 'L', 'F'}));
  EXPECT_EQ(first.object.bytes(), second.object.bytes());
  EXPECT_GT(first.phases.compileMs, 0);
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(CompileWorkerTest, StopsAtAStage) {
  CompiledKernel first = compile();
  auto textAt = [&](LoweringStage stage) {
    CompiledKernel lowered = llvm::cantFail(
        worker->compile(program.text(), program.entry(), "", stage));
    EXPECT_EQ(lowered.status, Status::Ok) << lowered.message;
    llvm::ArrayRef<char> bytes = lowered.object.bytes();
    return std::string(bytes.begin(), bytes.end());
  };
  EXPECT_THAT(textAt(LoweringStage::Scheduled), HasSubstr("linalg.matmul"));
  EXPECT_THAT(textAt(LoweringStage::Bufferized), HasSubstr("memref"));
  EXPECT_THAT(textAt(LoweringStage::Assembly), HasSubstr(".text"));
  CompiledKernel failed = llvm::cantFail(
      worker->compile("no module", program.entry(), "", LoweringStage::Llvm));
  EXPECT_EQ(failed.status, Status::LoweringFailed);
  EXPECT_NE(failed.message, "");
  CompiledKernel again = compile(); // code, as before the texts
  ASSERT_EQ(again.status, Status::Ok);
  EXPECT_EQ(again.object.bytes(), first.object.bytes());
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(CompileWorkerTest, AppliesAScript) {
  auto schedule = llvm::cantFail(Schedule::parse("op0: tile(4,8,1) vectorize"));
  CompiledKernel kernel = compile(
      program.text(), llvm::cantFail(toTransformScript(program, schedule)));
  ASSERT_EQ(kernel.status, Status::Ok) << kernel.message;
  EXPECT_NE(kernel.object.bytes(), compile().object.bytes());
}

TEST_F(CompileWorkerTest, AScriptThatDoesNotApplyIsAStatus) {
  CompiledKernel kernel = compile(program.text(), "no transform script");
  EXPECT_EQ(kernel.status, Status::TransformFailed);
  EXPECT_FALSE(kernel.message.empty());
  EXPECT_EQ(compile().status, Status::Ok);
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(CompileWorkerTest, EndsACompilationThatTakesTooLong) {
  options.timeoutMs = 0.01;
  CompiledKernel kernel = compile();
  EXPECT_EQ(kernel.status, Status::TimedOut);
  EXPECT_THAT(kernel.message, HasSubstr("compiling took more than"));
  EXPECT_EQ(worker->pid(), 0);
}

TEST_F(CompileWorkerTest, AWorkerThatAnotherProcessEndsIsReplaced) {
  uint64_t restarts = 0;
  for (int signal : {SIGKILL, SIGSEGV, SIGABRT, SIGTERM}) {
    ASSERT_EQ(compile().status, Status::Ok);
    ::kill(worker->pid(), signal);
    EXPECT_EQ(compile().status, Status::Ok) << signal;
    EXPECT_EQ(worker->restarts(), ++restarts) << signal;
  }
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
TEST_F(CompileWorkerTest, AnAllocationThatFailsIsOutOfMemory) {
  options.memoryLimitBytes = 256 << 10;
  CompiledKernel kernel = compile();
  EXPECT_EQ(kernel.status, Status::OutOfMemory) << kernel.message;
}
#endif

TEST_F(CompileWorkerTest, AWorkerThatHasGrownIsReplacedWithoutAWord) {
  options.memoryLimitBytes = 16 << 20; // its context alone is more than half
  CompiledKernel kernel = compile();
  ASSERT_EQ(kernel.status, Status::Ok) << kernel.message;
  EXPECT_EQ(worker->pid(), 0);
  EXPECT_EQ(compile().status, Status::Ok);
}

TEST_F(CompileWorkerTest, RefusesAProgramTooLongToSend) {
  CompiledKernel kernel =
      compile(std::string(size_t(maxProgramBytes) + 1, ' '));
  EXPECT_EQ(kernel.status, Status::TransformFailed);
  EXPECT_THAT(kernel.message,
              HasSubstr("at most 256 MiB and 16 MiB can be compiled"));
  kernel = compile(program.text(), std::string(maxScriptBytes + 1, ' '));
  EXPECT_EQ(kernel.status, Status::TransformFailed);
}

TEST_F(CompileWorkerTest, AGarbageMessageEndsTheWorkerAndNothingElse) {
  auto process = llvm::cantFail(WorkerProcess::start(options));
  Frame frame;
  EXPECT_TRUE(process->send(MessageType::Compile, "garbage", {}));
  EXPECT_FALSE(process->receive(MessageType::Compiled, frame));
  WorkerDeath death = process->bury();
  EXPECT_EQ(death.status, Status::Crashed);
  EXPECT_EQ(death.message, "the worker did not understand the request");
  EXPECT_EQ(death.blame, Blame::Request);
}

TEST_F(CompileWorkerTest, AMessageOfTheOtherRoleEndsTheWorker) {
  auto process = llvm::cantFail(WorkerProcess::start(options));
  Frame frame;
  EXPECT_TRUE(process->send(MessageType::RunKernel, "", {}));
  EXPECT_FALSE(process->receive(MessageType::KernelRan, frame));
  EXPECT_EQ(process->bury().status, Status::Crashed);
}

} // namespace
} // namespace mlirgym::worker
