// Errors of the machine (no worker program, exec data that cannot be read) is
// an error of the step, not a status; the environment goes on.
#include "SyntheticTimings.h"
#include "Walk.h"
#include "env/VectorEnv.h"
#include "execution/execdata/ExecData.h"
#include "lowering/Machine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class ExecutionErrorTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-error", folder));
    worker = at("worker");
    write(worker, "#!/bin/sh\nexit 1\n");
    ASSERT_FALSE(llvm::sys::fs::setPermissions(worker, llvm::sys::fs::all_all));
    // On file: the baseline, and `vectorize` five times as fast.
    timings = at("timings.db");
    auto data = llvm::cantFail(ExecData::open({.file = timings}));
    store(*data, "", 1e5);
    store(*data, "op0: vectorize", 2e4);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string at(llvm::StringRef name) {
    llvm::SmallString<128> path = folder;
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  static void write(llvm::StringRef path, llvm::StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream file(path, code);
    ASSERT_FALSE(code) << code.message();
    file << text;
  }
  void store(ExecData &data, llvm::StringRef schedule, double ns) {
    Measurement timing;
    timing.status = Status::Ok;
    timing.medianNs = timing.minNs = ns;
    ExecDataKey key{pool->programs[0]->key(), schedule.str(),
                    Machine::host().id(),     toolchainId(),
                    MeasureProtocol().id(),   /*threads=*/1};
    llvm::cantFail(data.insert(key, timing, {}));
  }
  std::shared_ptr<Execution> execution(bool ownFile) {
    ExecutionOptions with;
    with.workerPath = worker;
    if (ownFile)
      with.execDataFile = timings;
    else
      with.mainExecData = {timings};
    return llvm::cantFail(Execution::create(with));
  }
  /// Ends an episode with a schedule that is not on file.
  llvm::Error endUnknown(Env &env) {
    act(env, Action(ActionKind::Tile, {8, 0}));
    llvm::Expected<StepOutcome> end = env.step(done);
    EXPECT_FALSE(bool(end));
    return end.takeError();
  }
  void expectUsable(Env &env) {
    EXPECT_FALSE(env.underWay()) << "the decision was taken";
    env.reset();
    StepOutcome end = act(env, ActionKind::Vectorize);
    EXPECT_NEAR(end.reward, std::log(5.0), 1e-9);
  }

  llvm::SmallString<128> folder;
  std::string worker, timings;
  EnvOptions options = tinyOptions();
  std::shared_ptr<const ProgramPool> pool = poolOf({"relu_12_20"});
  unsigned done = options.encoding.kinds.indexOf(ActionKind::Done);
};

TEST_F(ExecutionErrorTest, AMissingWorkerIsAnErrorOfTheStep) {
  std::shared_ptr<Execution> shared = execution(/*ownFile=*/false);
  llvm::sys::fs::remove(worker);
  Env env = llvm::cantFail(Env::create(pool, shared, options));
  env.reset();
  llvm::Error error = endUnknown(env);
  EXPECT_TRUE(error.isA<ExecutionError>());
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr(worker));
  expectUsable(env);
}

TEST_F(ExecutionErrorTest, UnreadableExecDataIsAnErrorOfTheStep) {
  std::shared_ptr<Execution> shared = execution(/*ownFile=*/true);
  for (const char *suffix : {"", "-wal"})
    write(timings + suffix, std::string(100000, 'x'));
  Env env = llvm::cantFail(Env::create(pool, shared, options));
  env.reset();
  llvm::Error error = endUnknown(env);
  EXPECT_TRUE(error.isA<ExecutionError>());
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr(timings));
  EXPECT_FALSE(env.underWay()) << "the decision was taken";
  env.reset();
  EXPECT_TRUE(env.underWay());
}

TEST_F(ExecutionErrorTest, AVectorSaysSoOnceAndAllGoOn) {
  std::shared_ptr<Execution> shared = execution(/*ownFile=*/false);
  llvm::sys::fs::remove(worker);
  VectorEnv envs = llvm::cantFail(VectorEnv::create(
      pool, shared,
      {.env = options, .numEnvs = 3, .autoreset = AutoresetMode::SameStep}));
  envs.reset(0);
  FlatEncoding encoding(options.encoding);
  DecisionState start{ScheduleState(pool->programs[0], options.state)};
  const int64_t vectorize =
      options.encoding.kinds.indexOf(ActionKind::Vectorize);
  auto tile = llvm::cantFail(
      encoding.decisions(start.schedule, Action(ActionKind::Tile, {8, 0})));
  // Two tile first, the last one does nothing that is illegal: it waits.
  for (unsigned decision : tile)
    llvm::cantFail(envs.step({decision, decision, 1000}).takeError());
  llvm::Expected<VectorStep> step = envs.step({done, done, vectorize});
  ASSERT_FALSE(bool(step));
  llvm::Error error = step.takeError();
  EXPECT_TRUE(error.isA<ExecutionError>() || error.isA<llvm::ErrorList>());
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr(worker));

  step = envs.step({vectorize, vectorize, vectorize});
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_THAT(step->rewards,
              ::testing::Each(::testing::DoubleNear(std::log(5.0), 1e-9)));
}

TEST_F(ExecutionErrorTest, AnErrorComesOutOfRecvToo) {
  std::shared_ptr<Execution> shared = execution(/*ownFile=*/false);
  llvm::sys::fs::remove(worker);
  VectorEnv envs = llvm::cantFail(
      VectorEnv::create(pool, shared, {.env = options, .numEnvs = 1}));
  envs.reset(0);
  act(envs.env(0), Action(ActionKind::Tile, {8, 0}));
  ASSERT_FALSE(bool(envs.send({int64_t(done)})));
  llvm::Expected<VectorStep> step = envs.recv();
  ASSERT_FALSE(bool(step));
  llvm::consumeError(step.takeError());
  envs.reset();
  ASSERT_FALSE(bool(envs.send(
      {int64_t(options.encoding.kinds.indexOf(ActionKind::Vectorize))})));
  step = envs.recv();
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_NEAR(step->rewards[0], std::log(5.0), 1e-9);
}
} // namespace
