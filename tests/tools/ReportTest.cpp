//===- tests/tools/ReportTest.cpp -----------------------------------------===//
#include "tools/report/Report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mlirgym::tools {
namespace {

using testing::HasSubstr;

Measurement timed(double medianNs) {
  Measurement measurement;
  measurement.status = Status::Ok;
  measurement.medianNs = medianNs;
  measurement.spread = 0.01;
  return measurement;
}

SearchResult resultWithSpeedup(const char *program, double speedup) {
  SearchResult result;
  result.program = program;
  result.baseline = timed(8e6);
  result.best = timed(8e6 / speedup);
  result.speedup = speedup;
  result.samples = 3;
  result.cacheHits = 1;
  result.statusCounts = {2, 0, 0, 0, 1};
  result.curve = {1, 2, speedup};
  return result;
}

TEST(ReportTest, PutsEveryPromisedKeyIntoJson) {
  nlohmann::ordered_json object = toJson(resultWithSpeedup("relu_8_9", 4));
  for (const char *key :
       {"program", "schedule", "status", "baseline_ns", "best_ns", "speedup",
        "spread", "uncertainty", "noisy", "paired_rounds", "samples",
        "cache_hits", "seconds", "statuses", "curve"})
    EXPECT_TRUE(object.contains(key)) << key;
  EXPECT_EQ(object["status"], "ok");
  EXPECT_EQ(object["best_ns"], 2e6);
}

/// No number of another metric is called a time.
TEST(ReportTest, NamesTheMetricOfADevice) {
  SearchResult result = resultWithSpeedup("relu_8_9", 4);
  result.baseline.metric = result.best.metric = Metric::Instructions;
  result.pairedRounds = 1;
  nlohmann::ordered_json object = toJson(result);
  EXPECT_EQ(object["metric"], "instructions");
  EXPECT_EQ(object["baseline"], 8e6);
  EXPECT_EQ(object["best"], 2e6);
  EXPECT_FALSE(object.contains("baseline_ns"));
  EXPECT_FALSE(object.contains("best_ns"));
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, result);
  printTable(os, {result});
  EXPECT_THAT(text, HasSubstr("8000000 instructions"));
  EXPECT_THAT(text, HasSubstr("4.00x in instructions\n"));
  for (const char *unit : {" ns", " us", " ms", "interleaved"})
    EXPECT_THAT(llvm::StringRef(text).split("samples").first.str(),
                testing::Not(HasSubstr(unit)));
}

TEST(ReportTest, SaysHowSureASpeedupIs) {
  SearchResult result = resultWithSpeedup("relu_8_9", 4);
  result.pairedRounds = 5;
  result.speedupUncertainty = 0.0125;
  result.noisy = true;
  EXPECT_EQ(toJson(result)["uncertainty"], 0.0125);
  EXPECT_EQ(toJson(result)["noisy"], true);
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, result);
  EXPECT_THAT(text,
              HasSubstr("4.00x (+/- 1.2 %, 5 interleaved rounds); noisy: the "
                        "machine was not quiet"));
}

TEST(ReportTest, CountsOnlyStatusesThatOccurred) {
  nlohmann::ordered_json statuses =
      toJson(resultWithSpeedup("relu_8_9", 4))["statuses"];
  EXPECT_EQ(statuses.dump(), R"({"ok":2,"wrong_result":1})");
}

TEST(ReportTest, AFailedBaselineIsTheStatusOfTheWhole) {
  SearchResult result = resultWithSpeedup("relu_8_9", 4);
  result.baseline = {};
  result.baseline.status = Status::Crashed;
  result.baseline.message = "signal 11";
  EXPECT_EQ(statusOf(result), Status::Crashed);
  EXPECT_EQ(toJson(result)["message"], "signal 11");
}

TEST(ReportTest, TakesTheGeometricMeanOfWhatIsOk) {
  SearchResult failed = resultWithSpeedup("relu_8_9", 100);
  failed.best.status = Status::TimedOut;
  EXPECT_DOUBLE_EQ(geometricMeanSpeedup({resultWithSpeedup("a", 2),
                                         resultWithSpeedup("b", 8), failed}),
                   4);
  EXPECT_EQ(geometricMeanSpeedup({failed}), 0);
}

/// The progress showed 27.1x, the table 18.8x.
TEST(ReportTest, TheTableSaysThatItWasMeasuredAgain) {
  auto tableOf = [](SearchResult result) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printTable(os, {result});
    return text;
  };
  SearchResult result = resultWithSpeedup("relu_8_9", 4);
  EXPECT_THAT(tableOf(result), Not(HasSubstr("second measurement")));
  result.pairedRounds = 5;
  EXPECT_THAT(tableOf(result), HasSubstr("each is a second measurement"));
}

TEST(ReportTest, TheTableShowsAFailureWithoutASpeedup) {
  SearchResult failed = resultWithSpeedup("relu_8_9", 100);
  failed.best.status = Status::TimedOut;
  std::string text;
  llvm::raw_string_ostream os(text);
  printTable(os, {resultWithSpeedup("add_4_5", 2), failed});
  EXPECT_THAT(text, HasSubstr("timed_out"));
  EXPECT_THAT(text, Not(HasSubstr("100x")));
  EXPECT_THAT(text, HasSubstr("geometric mean of 1 of 2 programs: 2.00x"));
}

TEST(ReportTest, SaysHowManyTimingsAreNoisy) {
  EXPECT_EQ(noiseLine(3, 40),
            "noisy: 3 of 40 timings (uncertain by more than 5 %)\n");
}
} // namespace
} // namespace mlirgym::tools
