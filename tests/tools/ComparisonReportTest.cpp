//===- tests/tools/ComparisonReportTest.cpp -------------------------------===//
#include "tools/report/ComparisonReport.h"

#include "tests/agents/comparison/ExampleComparison.h"
#include "tests/pages/WellFormed.h"
#include <gmock/gmock.h>

namespace mlirgym::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Summary summaryOf(const Comparison &comparison) {
  return llvm::cantFail(summarize(comparison, ReferencePoint{"random", 10}));
}

std::string report(const Comparison &comparison,
                   const ScheduledIr &irOf = nullptr) {
  return comparisonReport(comparison, summaryOf(comparison), {}, irOf);
}

std::string table(const Comparison &comparison) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTable(os, comparison, summaryOf(comparison));
  return text;
}

TEST(ComparisonReportTest, IsOneWellFormedPageThatRefersToNoOther) {
  const std::string page = report(testing::twoByTwo());
  EXPECT_EQ(complaintAbout(page), "");
  for (const char *reference : {"http", "src=", "href=", "url(", "@import"})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

TEST(ComparisonReportTest, ShowsCurvesFamiliesProfilesAndPrograms) {
  const std::string page = report(testing::twoByTwo());
  for (const char *part :
       {"Speedup against samples, geometric mean",
        "Speedup against wall time, geometric mean",
        "Share of the speed of random@10", "Performance profile",
        "aria-label=\"relu\"", "aria-label=\"matmul\"", "matmul_64_64_64",
        "learned, seed 0, 8.00x: <code>op0: tile(8,0,0)</code>",
        // The loops before and after, and the program untransformed.
        "op0  linalg.matmul  64 x 64 x (64)",
        "op0  linalg.matmul  for 64 by 8, 8 x 64 x (64)", "func.func @payload"})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST(ComparisonReportTest, TitlesOfChartsFitAndAreNotSmallerThanTheirAxes) {
  const std::string page = report(testing::twoByTwo());
  // 576 units of width for letters of 14 units, which take up to 0.55 of it.
  constexpr size_t most = 74;
  llvm::StringRef rest = page;
  unsigned titles = 0;
  while (true) {
    auto [before, after] = rest.split("class=\"title\">");
    if (after.empty())
      break;
    const llvm::StringRef title = after.split('<').first;
    EXPECT_LE(title.size(), most) << title.str();
    ++titles;
    rest = after;
  }
  EXPECT_GE(titles, 3u);
  // A chart of 640 units on more pixels would have larger letters than the
  // page.
  EXPECT_THAT(page, HasSubstr("max-width: 640px"));
}

TEST(ComparisonReportTest, ShowsTheIrAfterEachSchedule) {
  const std::string page = report(
      testing::twoByTwo(),
      [](const std::shared_ptr<const Program> &program,
         const Schedule &schedule) -> llvm::Expected<std::string> {
        if (schedule.text() == "op0: tile(4,0)")
          return llvm::createStringError("no <worker>");
        return "<IR of " + program->name().str() + " " + schedule.text() + ">";
      });
  EXPECT_EQ(complaintAbout(page), "");
  EXPECT_THAT(page,
              HasSubstr("&lt;IR of matmul_64_64_64 op0: tile(8,0,0)&gt;"));
  EXPECT_THAT(page, HasSubstr("not available: no &lt;worker&gt;"));
}

TEST(ComparisonReportTest, CutsLongIrAtALine) {
  const std::string page =
      report(testing::twoByTwo(),
             [](const auto &, const Schedule &) -> llvm::Expected<std::string> {
               std::string text;
               for (int i = 0; i < 100'000; ++i)
                 text += "%0 = a.line\n";
               return text;
             });
  EXPECT_LT(page.size(), 200'000u);
  EXPECT_THAT(page, HasSubstr("\n%0 = a.line\n... "));
  EXPECT_THAT(page, HasSubstr(" of 1.14 MiB are left out\n"));
}

TEST(ComparisonReportTest, SaysWhereAndWhenAndHowMuchIsNoisy) {
  Comparison comparison = testing::twoByTwo();
  for (auto &[schedule, measured] : comparison.programs[0].inTurn)
    measured.noisy = true;
  const Summary summary = summaryOf(comparison);
  EXPECT_EQ(summary.answersNoisy, 4u);
  const std::string page = comparisonReport(
      comparison, summary,
      {.machine = "a <machine>", .lowering = "llvm-1", .date = "2026-11-26"},
      nullptr);
  EXPECT_EQ(complaintAbout(page), "");
  for (const char *row :
       {"<td>machine</td><td>a &lt;machine&gt;</td>",
        "<td>lowering</td><td>llvm-1</td>", "<td>date</td><td>2026-11-26</td>",
        "<td>noisy</td><td>50 % of 8 figures</td>"})
    EXPECT_THAT(page, HasSubstr(row));
  EXPECT_THAT(table(comparison), HasSubstr("4 of 8 figures are noisy"));
}

TEST(ComparisonReportTest, ShortensPathsAsFarAsAgentsRemainDifferent) {
  auto shortened = [](std::vector<std::string> agents) {
    Comparison comparison = testing::twoByTwo();
    Summary summary = summaryOf(comparison);
    summary.reference->agent = agents.front();
    comparison.agents = agents;
    shortenAgents(comparison, summary);
    EXPECT_EQ(summary.reference->agent, comparison.agents.front());
    EXPECT_EQ(summary.agents.back().agent, comparison.agents.back());
    return comparison.agents;
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(shortened({"random", "/home/you/results/demo/agent.pt"}),
              ElementsAre("random", "demo/agent.pt"));
  EXPECT_THAT(shortened({"guided:/a/b/agent.pt", "runs/first/agent.pt"}),
              ElementsAre("guided:b/agent.pt", "runs/first/agent.pt"));
  EXPECT_THAT(shortened({"/a/one/run/agent.pt", "/a/two/run/agent.pt"}),
              ElementsAre("one/run/agent.pt", "two/run/agent.pt"));
  EXPECT_THAT(shortened({"/agent.pt", "/b/agent.pt"}),
              ElementsAre("/agent.pt", "/b/agent.pt"));
}

TEST(ComparisonReportTest, NamesDoNotBreakThePage) {
  Comparison comparison = testing::twoByTwo();
  comparison.agents = {"random", "</td><script>alert(1)</script>&.pt"};
  comparison.programs[0].message = "a < b";
  comparison.programs[0].status = Status::Crashed;
  comparison.programs[0].runs.clear();
  const std::string page = report(comparison);
  EXPECT_EQ(complaintAbout(page), "");
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("its baseline is crashed: a &lt; b."));
}

TEST(ComparisonReportTest, WithoutOneProgramItSaysWhy) {
  Comparison comparison = testing::twoByTwo();
  comparison.programs.clear();
  comparison.complete = false;
  const std::string page = report(comparison);
  EXPECT_EQ(complaintAbout(page), "");
  EXPECT_THAT(page, HasSubstr("Interrupted; the same command continues"));
}

TEST(ComparisonTableTest, HasARowPerFigureAndAColumnPerPoint) {
  const std::string text = table(testing::twoByTwo());
  EXPECT_THAT(text, HasSubstr("geometric means over 2 programs, 1 seed, 1 "
                              "thread\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex(
                        "agent +after samples, seconds +1 +10 +1.00 s\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex(
                        "learned +speedup +2.83x +8.00x +2.83x\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex(
                        " +share of random@10 +0.71 +2.00 +0.71\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex(" +worst family +0.50 +2.00"));
  EXPECT_THAT(text, HasSubstr("worst families of learned: relu 0.50 after 1, "
                              "matmul 2.00 after 10\n"));
  EXPECT_THAT(text, HasSubstr("measured in turn"));
}

TEST(ComparisonTableTest, SaysHowManyFiguresFlatter) {
  Comparison comparison = testing::twoByTwo();
  comparison.seconds.clear();
  comparison.programs[0].inTurn.clear();
  EXPECT_THAT(table(comparison),
              HasSubstr("4 of 8 figures are timings of the searches, which "
                        "flatter"));
  EXPECT_THAT(table(comparison), HasSubstr("No wall times"));
}
TEST(ComparisonTableTest, HasNoFiguresOfNoProgram) {
  Comparison comparison = testing::twoByTwo();
  comparison.programs.clear();
  comparison.complete = false;
  EXPECT_EQ(table(comparison),
            "geometric means over 0 of 2 programs, 1 seed, 1 thread\n"
            "No figures: no program is compared.\n"
            "Interrupted; the same command continues where it stopped.\n");
}
} // namespace
} // namespace mlirgym::tools
