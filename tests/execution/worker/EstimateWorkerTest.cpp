#include "execution/worker/EstimateWorker.h"
#include "execution/estimate/CodeBlock.h"
#include "execution/process/WorkerPath.h"
#include "lowering/target/Target.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <cerrno>
#include <csignal>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <vector>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class EstimateWorkerTest : public testing::Test {
protected:
  void SetUp() override {
    options.path = llvm::cantFail(findWorker(""));
    options.target = llvm::cantFail(
        Target::find({.triple = "aarch64", .cpu = "cortex-a55"}));
    options.timeoutMs = 60000;
  }
  void TearDown() override {
    worker.reset();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }
  EstimateWorker::Result estimate(const std::vector<CodeBlock> &blocks) {
    if (!worker)
      worker.emplace(options);
    return llvm::cantFail(worker->estimate(blocks));
  }

  /// fmul v0.4s, v0.4s, v1.4s; it takes 4 cycles.
  const std::string product = std::string("\x00\xdc\x21\x6e", 4);
  WorkerOptions options;
  std::optional<EstimateWorker> worker;
};

TEST_F(EstimateWorkerTest, EstimatesBlocksInOrder) {
  const auto result =
      estimate({{.bytes = product}, {.bytes = product + product}, {}});
  ASSERT_EQ(result.status, Status::Ok) << result.message;
  ASSERT_EQ(result.estimates.size(), 3u);
  EXPECT_NEAR(result.estimates[0].cycles, 4, 0.01);
  EXPECT_NEAR(result.estimates[1].cycles, 8, 0.01);
  EXPECT_EQ(result.estimates[1].instructions, 2u);
  EXPECT_EQ(result.estimates[2].cycles, 0);
  EXPECT_THAT(estimate({}).estimates, IsEmpty());
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(EstimateWorkerTest, AWorkerThatIsKilledIsReplaced) {
  ASSERT_EQ(estimate({{.bytes = product}}).status, Status::Ok);
  const pid_t victim = worker->pid();
  ::kill(victim, SIGSTOP); // so that it does not answer before
  const std::function<bool()> endsIt = [victim] {
    ::kill(victim, SIGSEGV);
    ::kill(victim, SIGCONT);
    return false;
  };
  StopCheck ending(endsIt, {});
  const auto repeated =
      llvm::cantFail(worker->estimate({{.bytes = product}}, &ending));
  EXPECT_EQ(repeated.status, Status::Ok) << repeated.message;
  EXPECT_EQ(repeated.estimates.size(), 1u);
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(EstimateWorkerTest, ASimulationThatTakesTooLongIsAStatus) {
  options.timeoutMs = 2000;
  std::string endless;
  for (int i = 0; i < 2'000'000; ++i)
    endless += product;
  EXPECT_EQ(estimate({{.bytes = endless}}).status, Status::TimedOut);
  EXPECT_EQ(estimate({{.bytes = product}}).status, Status::Ok);
}

TEST_F(EstimateWorkerTest, AProcessorWithoutAModelIsAnError) {
  options.target =
      llvm::cantFail(Target::find({.triple = "aarch64", .cpu = "neoverse-n1"}));
  EstimateWorker none(options);
  auto result = none.estimate({});
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()), HasSubstr("out of order"));
}

} // namespace
} // namespace mlirgym::worker
