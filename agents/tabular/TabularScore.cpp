#include "agents/tabular/TabularScore.h"
#include "agents/Agent.h"
#include "agents/comparison/Statistics.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <vector>

using namespace mlirgym;

/// The best speedup after so many samples of a search, which may have ended
/// earlier.
static double speedupAfter(const SearchResult &result, unsigned samples) {
  if (result.curve.empty())
    return 1;
  return std::max(
      1.0, result.curve[std::min<size_t>(samples, result.curve.size()) - 1]);
}

llvm::Expected<TaskScore>
mlirgym::scoreOn(const TabularTask &task, const TimingTable &table,
                 const std::shared_ptr<const Program> &program,
                 Execution &replay, Agent &agent,
                 const TabularScoreOptions &options) {
  const double best = table.baselineNs() / table.best().medianNs;
  std::vector<std::vector<double>> shares(options.budgets.size());
  std::vector<double> last;
  for (unsigned seed = 0; seed < options.seeds; ++seed) {
    SearchOptions search;
    search.budget = options.budgets.back();
    search.seed = seed;
    search.encoding = task.encoding;
    search.state = task.state;
    search.measureInTurn = false;
    MLIRGYM_TRY(SearchResult result, agent.optimize(program, replay, search));
    if (const unsigned outside = result.statusCounts[size_t(Status::NotCached)])
      return llvm::createStringError(
          "%s: the table lacks schedules that %s tried (%u); it was made for "
          "another version of the actions, make it again",
          task.name.c_str(), agent.name().str().c_str(), outside);
    for (auto [budget, of] : llvm::zip_equal(options.budgets, shares))
      of.push_back(speedupAfter(result, budget) / best);
    last.push_back(table.rooflineNs * shares.back().back() /
                   table.best().medianNs);
  }
  TaskScore score{.task = task.name};
  for (const std::vector<double> &of : shares)
    score.shares.push_back(meanOf(of, Mean::Geometric));
  if (table.rooflineNs > 0)
    score.ofRoofline = meanOf(last, Mean::Geometric);
  return score;
}

std::vector<double> TabularScore::shares() const {
  std::vector<double> means;
  if (tasks.empty())
    return means;
  for (size_t budget = 0; budget < tasks.front().shares.size(); ++budget) {
    std::vector<double> all;
    for (const TaskScore &task : tasks)
      all.push_back(task.shares[budget]);
    means.push_back(meanOf(all, Mean::Geometric));
  }
  return means;
}

double TabularScore::value() const {
  const std::vector<double> means = shares();
  return means.empty() ? 0
                       : std::accumulate(means.begin(), means.end(), 0.0) /
                             double(means.size());
}

double TabularScore::ofRoofline() const {
  std::vector<double> known;
  for (const TaskScore &task : tasks)
    if (task.ofRoofline > 0)
      known.push_back(task.ofRoofline);
  return meanOf(known, Mean::Geometric);
}
