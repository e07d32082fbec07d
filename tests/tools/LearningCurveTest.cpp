//===- tests/tools/LearningCurveTest.cpp ----------------------------------===//
#include "tools/report/LearningCurve.h"

#include "TemporaryFolder.h"
#include "tools/flags/ScheduleFiles.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LearningCurveTest, DrawsALineForEachMetric) {
  TemporaryFolder folder;
  std::string metrics = folder.path("metrics.jsonl");
  std::string html = folder.path("curve.html");
  llvm::cantFail(writeFile(
      metrics,
      R"({"iteration":1,"mean_speedup":1.5,"best_speedup":2,"mean_return":0.4})"
      "\n"
      R"({"iteration":2,"mean_speedup":3,"best_speedup":9,"mean_return":1.1})"
      "\n"));
  ASSERT_FALSE(writeLearningCurve(metrics, html));
  std::string page = readFile(html);
  EXPECT_THAT(page, HasSubstr("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr("Speedup over the untransformed program"));
  // The first point of the mean return is at the lower left of its panel, the
  // last at the upper right.
  EXPECT_THAT(page, HasSubstr("points=\"64.0,204.0 624.0,36.0 \""));
}

TEST(LearningCurveTest, TheLegendNamesOnlyLinesThatAreThere) {
  TemporaryFolder folder;
  std::string metrics = folder.path("metrics.jsonl");
  std::string html = folder.path("curve.html");
  llvm::cantFail(writeFile(
      metrics, R"({"iteration":1,"mean_speedup":1.5,"validation_speedup":2})"
               "\n"));
  ASSERT_FALSE(writeLearningCurve(metrics, html));
  EXPECT_THAT(readFile(html), HasSubstr(">validation</text>"));
  EXPECT_THAT(readFile(html), Not(HasSubstr("best of some samples")));
}

TEST(LearningCurveTest, DrawsASingleIterationToo) {
  TemporaryFolder folder;
  std::string metrics = folder.path("metrics.jsonl");
  llvm::cantFail(writeFile(metrics, R"({"iteration":1,"mean_return":0.4})"
                                    "\n"));
  EXPECT_FALSE(writeLearningCurve(metrics, folder.path("curve.html")));
}

TEST(LearningCurveTest, DrawsEpochsAndOnlyWhatIsThere) {
  TemporaryFolder folder;
  std::string metrics = folder.path("metrics.jsonl");
  std::string html = folder.path("curve.html");
  llvm::cantFail(writeFile(
      metrics,
      R"({"epoch":1,"train_cross_entropy":2,"critic_correlation":null})"
      "\n"
      R"({"epoch":2,"train_cross_entropy":1,"critic_correlation":null})"
      "\n"));
  ASSERT_FALSE(writeLearningCurve(metrics, html));
  std::string page = readFile(html);
  EXPECT_THAT(page, HasSubstr(">epoch</text>"));
  EXPECT_THAT(page, HasSubstr("Cross entropy, nats per decision"));
  EXPECT_THAT(page, HasSubstr("points=\"64.0,36.0 624.0,204.0 \""));
  EXPECT_THAT(page, Not(HasSubstr("Critic")));
  EXPECT_THAT(page, Not(HasSubstr("Speedup")));
}

TEST(LearningCurveTest, NamesTheLineThatIsNotMetrics) {
  TemporaryFolder folder;
  std::string metrics = folder.path("metrics.jsonl");
  llvm::cantFail(writeFile(metrics, "{\"iteration\":1}\n{\"iter\n"));
  llvm::Error error = writeLearningCurve(metrics, folder.path("curve.html"));
  EXPECT_THAT(llvm::toString(std::move(error)),
              HasSubstr("metrics.jsonl:2: not a line of metrics; remove it"));
}

TEST(LearningCurveTest, SaysThatThereIsNothingToDraw) {
  TemporaryFolder folder;
  llvm::Error missing =
      writeLearningCurve(folder.path("none.jsonl"), folder.path("curve.html"));
  EXPECT_THAT(llvm::toString(std::move(missing)), HasSubstr("; train first"));
  llvm::cantFail(writeFile(folder.path("empty.jsonl"), ""));
  llvm::Error empty =
      writeLearningCurve(folder.path("empty.jsonl"), folder.path("curve.html"));
  EXPECT_THAT(llvm::toString(std::move(empty)), HasSubstr("; train first"));
}
} // namespace
} // namespace mlirgym::tools
