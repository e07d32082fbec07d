//===- tests/pages/ChartTest.cpp ------------------------------------------===//
#include "pages/Chart.h"

#include "WellFormed.h"
#include "pages/Html.h"
#include <cmath>
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ChartTest, DrawsALineFromCornerToCorner) {
  const std::string svg =
      svgOf({"title", "iteration", {{"one", "#123456", {{1, 2}, {5, 4}}}}});
  EXPECT_EQ(complaintAbout(svg), "");
  EXPECT_THAT(svg, HasSubstr("points=\"64.0,204.0 624.0,36.0 \""));
  EXPECT_THAT(svg, HasSubstr(">iteration</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("polygon"))); // no interval, no band
}

TEST(ChartTest, ALogarithmicAxisHasEqualFactorsEquallyFarApart) {
  Chart chart{
      "title", "samples", {{"one", "red", {{1, 1}, {10, 2}, {100, 3}}}}};
  chart.xScale = Chart::Scale::Logarithmic;
  EXPECT_THAT(svgOf(chart),
              HasSubstr("points=\"64.0,204.0 344.0,120.0 624.0,36.0 \""));
}

TEST(ChartTest, DrawsAnIntervalAsABand) {
  const std::string svg =
      svgOf({"title", "x", {{"one", "red", {{0, 2, 1, 3}, {1, 2, 1, 3}}}}});
  EXPECT_THAT(svg, HasSubstr("<polygon fill=\"red\" points=\"64.0,204.0 "
                             "624.0,204.0 624.0,36.0 64.0,36.0 \"/>"));
}

TEST(ChartTest, LeavesOutWhatHasNoPlace) {
  Chart chart{
      "title", "x", {{"one", "red", {{0, 3}, {2, 3}, {3, NAN}, {4, 5}}}}};
  chart.xScale = Chart::Scale::Logarithmic;
  EXPECT_THAT(svgOf(chart), HasSubstr("points=\"64.0,204.0 624.0,36.0 \""));
}

TEST(ChartTest, DrawsOnePointAndNoneAtAll) {
  for (Chart::Scale scale : {Chart::Scale::Linear, Chart::Scale::Logarithmic})
    for (const std::vector<ChartPoint> &points :
         {std::vector<ChartPoint>{{3, 4}}, std::vector<ChartPoint>{}}) {
      const std::string svg =
          svgOf({"title", "x", {{"one", "red", points}}, scale, scale});
      EXPECT_EQ(complaintAbout(svg), "");
      EXPECT_THAT(svg, Not(HasSubstr("nan")));
      EXPECT_THAT(svg, Not(HasSubstr("inf")));
    }
}

/// As the speedups of a training, whose legend was printed over the title.
TEST(ChartTest, ALegendThatDoesNotFitBesideTheTitleIsBelowIt) {
  const std::vector<ChartPoint> points = {{1, 2}, {5, 4}};
  const std::string crowded =
      svgOf({"Speedup over the untransformed program",
             "iteration",
             {{"mean", "red", points},
              {"mean of the best", "green", points},
              {"validation, best of some samples", "blue", points}}});
  EXPECT_THAT(crowded, HasSubstr("y=\"18.00\" class=\"title\""));
  EXPECT_THAT(crowded, HasSubstr("y=\"36.00\" fill=\"red\""));
  EXPECT_THAT(crowded, Not(HasSubstr("y=\"18.00\" fill")));
  // And the curves are below both.
  EXPECT_THAT(crowded, HasSubstr("points=\"64.0,204.0 624.0,54.0 \""));
  const std::string roomy =
      svgOf({"Speedup", "iteration", {{"mean", "red", points}}});
  EXPECT_THAT(roomy, HasSubstr("y=\"18.00\" fill=\"red\""));
}

TEST(ChartTest, EscapesNames) {
  const std::string svg =
      svgOf({"<a> & \"b\"", "<x>", {{"</svg>", "red", {{1, 2}}}}});
  EXPECT_EQ(complaintAbout(svg), "");
  EXPECT_THAT(svg, HasSubstr("&lt;a&gt; &amp; &quot;b&quot;"));
}

TEST(HtmlTest, EscapesWhatAPageMustNotHave) {
  EXPECT_EQ(escapeHtml("<b a=\"1\">&'\n\x01\xff"),
            "&lt;b a=&quot;1&quot;&gt;&amp;&apos;\n \xef\xbf\xbd");
  EXPECT_EQ(complaintAbout(pageHead("a < b") + pageEnd()), "");
}
} // namespace
} // namespace mlirgym
