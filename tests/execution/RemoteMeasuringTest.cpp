#include "execution/batch/RemoteMeasuring.h"
#include "execution/Cluster.h"
#include "execution/Execution.h"
#include "execution/execdata/ExecData.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "tests/execution/ExecutionFolder.h"
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <stop_token>
#include <thread>

namespace mlirgym {
namespace {

using ::testing::HasSubstr;

/// Answers a batch on another thread, the last sample first.
class ReversingCluster : public Cluster {
public:
  using Answering = std::function<RemoteAnswer(const RemoteSample &)>;
  explicit ReversingCluster(Answering answering)
      : Cluster("far-1234", Target::host()), answerOf(std::move(answering)) {}
  ~ReversingCluster() override { join(); }

  llvm::Error submit(std::shared_ptr<RemoteBatch> batch) override {
    if (fails)
      return executionError("nobody is there");
    join();
    setProcesses(processesThere);
    thread = std::thread([this, batch] {
      for (size_t i = batch->samples().size(); i-- > 0;) {
        const RemoteSample &sample = batch->samples()[i];
        asked.push_back(sample);
        if (isSilent)
          continue;
        EXPECT_TRUE(batch->answer(i, answerOf(sample)));
        EXPECT_FALSE(batch->answer(i, {.error = "too late"}));
      }
    });
    return llvm::Error::success();
  }
  void join() {
    if (thread.joinable())
      thread.join();
  }

  bool fails = false, isSilent = false;
  unsigned processesThere = 1;
  std::vector<RemoteSample> asked;

private:
  Answering answerOf;
  std::thread thread;
};

RemoteAnswer timed(double ns) {
  Measurement measurement;
  measurement.status = Status::Ok;
  measurement.medianNs = measurement.minNs = ns;
  measurement.repeats = measurement.number = 5;
  return {.measurements = {measurement}, .host = "far"};
}

class RemoteMeasuringTest : public ExecutionFolder {
protected:
  std::unique_ptr<Execution> executionOn(ReversingCluster::Answering answer) {
    cluster = std::make_shared<ReversingCluster>(std::move(answer));
    options.cluster = cluster;
    return llvm::cantFail(Execution::create(options));
  }
  std::vector<ExecData::Record> stored() {
    auto data = llvm::cantFail(
        ExecData::open({.file = options.execDataFile, .readOnly = true}));
    return llvm::cantFail(data->records());
  }

  std::shared_ptr<ReversingCluster> cluster;
  std::shared_ptr<const Program> program = load("matmul_8_12_16");
};

TEST_F(RemoteMeasuringTest, AnswersHaveTheirPlacesAndTheNodesKey) {
  auto execution = executionOn([](const RemoteSample &sample) {
    return timed(1 + sample.codes.front().size());
  });
  std::vector<ExecutionRequest> requests;
  for (llvm::StringRef text : {"", "op0: tile(2,0,0)", "op0: tile(2,12,0)"})
    requests.push_back({.program = program, .schedule = parse(text)});
  auto answers = execution->measureBatch(requests);
  for (auto [request, answer] : llvm::zip_equal(requests, answers))
    EXPECT_EQ(llvm::cantFail(std::move(answer)).medianNs,
              1 + request.schedule.text().size());
  EXPECT_EQ(execution->statistics().measured, 3u);
  cluster->join();
  EXPECT_EQ(cluster->asked.size(), 3u);
  EXPECT_EQ(execution->device().machine(), "far-1234");
  for (const ExecData::Record &record : stored()) {
    EXPECT_EQ(record.key.machine, "far-1234");
    EXPECT_EQ(record.provenance.host, "far");
    EXPECT_EQ(record.provenance.programName, "matmul_8_12_16");
  }
  // Stored: not asked again.
  EXPECT_TRUE(llvm::cantFail(execution->measure(requests[1])).cacheHit);
  EXPECT_EQ(cluster->asked.size(), 3u);
}

TEST_F(RemoteMeasuringTest,
       AsManySamplesAreMeasuredAtATimeAsThereAreProcesses) {
  auto execution = executionOn([](const RemoteSample &) { return timed(1); });
  EXPECT_EQ(execution->concurrency(), 1u);
  cluster->processesThere = 3;
  llvm::cantFail(execution->baseline(program));
  EXPECT_EQ(execution->concurrency(), 3u);
  // All have gone, and one is enough to begin with when they come back.
  cluster->processesThere = 0;
  llvm::cantFail(execution->measure(program, parse("op0: tile(2,0,0)")));
  EXPECT_EQ(execution->concurrency(), 1u);
}

TEST_F(RemoteMeasuringTest, AFailureThatMayHaveOtherCausesIsNotStored) {
  auto execution = executionOn([](const RemoteSample &) {
    RemoteAnswer answer = timed(0);
    answer.measurements.front().status = Status::Crashed;
    answer.isKept = false;
    return answer;
  });
  auto answer = llvm::cantFail(execution->baseline(program));
  EXPECT_EQ(answer.status, Status::Crashed);
  EXPECT_TRUE(stored().empty());
}

TEST_F(RemoteMeasuringTest, ErrorsReachTheCaller) {
  auto execution = executionOn(
      [](const RemoteSample &) { return RemoteAnswer{.error = "no node"}; });
  EXPECT_EQ(llvm::toString(execution->baseline(program).takeError()),
            "no node");
  EXPECT_EQ(llvm::toString(
                execution->measurePaired({program, parse("op0: tile(2,0,0)")})
                    .takeError()),
            "no node");
  cluster->fails = true;
  EXPECT_EQ(llvm::toString(execution->baseline(program).takeError()),
            "nobody is there");
  EXPECT_THAT(llvm::toString(execution->compile({program}).takeError()),
              HasSubstr("on a cluster"));
  ExecutionRequest lowered{program};
  lowered.passes = "builtin.module(cse)";
  EXPECT_THAT(llvm::toString(execution->measure(lowered).takeError()),
              HasSubstr("not measured on a cluster"));
}

TEST_F(RemoteMeasuringTest, WhoIsStoppedWaitsNoLonger) {
  auto execution = executionOn([](const RemoteSample &) { return timed(1); });
  cluster->isSilent = true;
  std::stop_source source;
  std::thread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  std::vector<ExecutionRequest> requests = {{.program = program}};
  auto answers = execution->measureBatch(requests, source.get_token());
  EXPECT_TRUE(answers.front().errorIsA<InterruptedError>());
  llvm::consumeError(answers.front().takeError());
  cluster->join();
  RemoteBatch batch({{.program = program, .codes = {""}}});
  EXPECT_TRUE(batch.awaits(0));
  const std::function<bool()> nobody;
  StopCheck stop(nobody, source.get_token());
  EXPECT_FALSE(batch.next(stop));
  EXPECT_FALSE(batch.awaits(0));
  EXPECT_FALSE(batch.answer(0, timed(1)));
  stopping.join();
}

TEST_F(RemoteMeasuringTest, PairsAreMeasuredInTurnAndFailuresReplaceTimes) {
  auto execution = executionOn([](const RemoteSample &sample) {
    RemoteAnswer answer = timed(100);
    if (sample.kind != RemoteSample::Kind::InTurn)
      return answer;
    PairedMeasurement good;
    good.status = Status::Ok;
    good.baselineNs = 200;
    good.scheduleNs = 100;
    good.rounds = 5;
    PairedMeasurement bad;
    bad.status = Status::WrongResult;
    bad.message = "a race";
    Measurement failed;
    failed.status = Status::WrongResult;
    failed.cacheHit = true;
    failed.message = "a race";
    answer.pairs = {good, bad};
    answer.measurements.push_back(failed);
    return answer;
  });
  const std::vector<ExecutionRequest> requests = {
      {program, parse("op0: tile(2,0,0)")},
      {program, parse("op0: tile(4,0,0)")}};
  EXPECT_TRUE(llvm::cantFail(execution->measure(requests[1])).ok());
  auto pairs = llvm::cantFail(execution->measureInTurn(requests));
  EXPECT_EQ(pairs[0].speedup(), 2);
  EXPECT_EQ(pairs[1].status, Status::WrongResult);
  EXPECT_EQ(llvm::cantFail(execution->measure(requests[1])).status,
            Status::WrongResult);
  EXPECT_TRUE(llvm::cantFail(execution->measurePaired(requests[0])).cacheHit);
}

} // namespace
} // namespace mlirgym
