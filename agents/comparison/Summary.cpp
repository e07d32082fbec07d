#include "agents/comparison/Summary.h"
#include "agents/comparison/AgentRun.h"
#include "agents/comparison/Comparison.h"
#include "agents/comparison/Statistics.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

std::string ReferencePoint::text() const {
  return agent + "@" + std::to_string(samples);
}

llvm::Expected<ReferencePoint> ReferencePoint::parse(llvm::StringRef text) {
  auto [agent, samples] = text.rsplit('@');
  ReferencePoint point{agent.str()};
  if (agent.empty() || samples.getAsInteger(10, point.samples) ||
      point.samples == 0)
    return llvm::createStringError(
        "'%s' is not AGENT@SAMPLES, such as evolutionary@200",
        text.str().c_str());
  return point;
}

llvm::Error ReferencePoint::check(llvm::ArrayRef<std::string> agents,
                                  unsigned largestBudget) const {
  if (!llvm::is_contained(agents, agent))
    return llvm::createStringError(
        "%s: the agent is not compared; the agents are %s", text().c_str(),
        llvm::join(agents, ", ").c_str());
  if (samples > largestBudget)
    return llvm::createStringError(
        "%s: no run has more than %u samples; name at most as many",
        text().c_str(), largestBudget);
  return llvm::Error::success();
}

llvm::StringRef FigureSet::worstFamily() const {
  const auto worst = std::min_element(families.begin(), families.end(),
                                      [](const auto &a, const auto &b) {
                                        return a.second.value < b.second.value;
                                      });
  return worst == families.end() ? llvm::StringRef() : worst->first;
}

namespace {
/// A number of samples or seconds after which runs are compared.
struct Point {
  std::optional<unsigned> samples;
  double seconds = 0;

  llvm::ArrayRef<Incumbent> of(const AgentRun &run) const {
    return samples ? run.after(*samples) : run.afterSeconds(seconds);
  }
};

class Summarizer {
public:
  Summarizer(const Comparison &compared, std::optional<ReferencePoint> point,
             const BootstrapOptions &bootstrapOptions)
      : comparison(compared), options(bootstrapOptions) {
    summary.reference = std::move(point);
  }
  llvm::Expected<Summary> run();

private:
  std::vector<double> speedups(const ProgramComparison &on, size_t agent,
                               const Point &point) const;
  FigureSet figures(size_t agent, const Point &point, bool related) const;
  PointSummary summarize(size_t agent, const Point &point) const;
  std::vector<double> profile(size_t agent) const;
  void countAnswers();

  const Comparison &comparison;
  BootstrapOptions options;
  Summary summary;
  /// Index of the reference's agent.
  size_t reference = 0;
};

std::vector<double> Summarizer::speedups(const ProgramComparison &on,
                                         size_t agent,
                                         const Point &point) const {
  std::vector<double> values;
  for (const AgentRun &run : on.runs[agent])
    values.push_back(on.answer(point.of(run)).speedup);
  return values;
}

FigureSet Summarizer::figures(size_t agent, const Point &point,
                              bool related) const {
  std::vector<ProgramScores> all;
  std::map<std::string, std::vector<ProgramScores>> byFamily;
  for (const ProgramComparison &on : comparison.programs) {
    if (on.runs.empty())
      continue;
    ProgramScores scores{on.family, speedups(on, agent, point)};
    if (related)
      scores.reference =
          speedups(on, reference, {.samples = summary.reference->samples});
    byFamily[on.family].push_back(scores);
    all.push_back(std::move(scores));
  }
  FigureSet set;
  set.mean = bootstrap(all, Mean::Geometric, options);
  set.interquartile = bootstrap(all, Mean::Interquartile, options);
  for (const auto &[family, scores] : byFamily)
    set.families[family] = bootstrap(scores, Mean::Geometric, options);
  return set;
}

PointSummary Summarizer::summarize(size_t agent, const Point &point) const {
  PointSummary at{figures(agent, point, /*related=*/false), std::nullopt};
  if (summary.reference)
    at.share = figures(agent, point, /*related=*/true);
  return at;
}

std::vector<double> Summarizer::profile(size_t agent) const {
  const Point last{.samples = comparison.budgets.back()};
  std::vector<double> shares;
  for (const ProgramComparison &on : comparison.programs) {
    if (on.runs.empty())
      continue;
    double whole = 1;
    if (summary.reference)
      whole = meanOf(
          speedups(on, reference, {.samples = summary.reference->samples}),
          Mean::Geometric);
    else
      for (size_t other = 0; other < on.runs.size(); ++other)
        for (double speedup : speedups(on, other, last))
          whole = std::max(whole, speedup);
    for (double speedup : speedups(on, agent, last))
      shares.push_back(speedup / whole);
  }
  return performanceProfile(shares, summary.thresholds);
}

void Summarizer::countAnswers() {
  for (const ProgramComparison &on : comparison.programs)
    for (const auto &seeds : on.runs)
      for (const AgentRun &run : seeds)
        for (unsigned budget : comparison.budgets) {
          const Answer answer = on.answer(run.after(budget));
          ++(answer.inTurn ? summary.answersInTurn : summary.answersBySearch);
          summary.answersNoisy += answer.noisy;
        }
}

llvm::Expected<Summary> Summarizer::run() {
  if (summary.reference) {
    MLIRGYM_TRY_TO(
        summary.reference->check(comparison.agents, comparison.budgets.back()));
    reference = llvm::find(comparison.agents, summary.reference->agent) -
                comparison.agents.begin();
  }
  // Agents may be faster than the reference.
  const double most = summary.reference ? 1.5 : 1;
  constexpr unsigned steps = 50;
  for (unsigned i = 0; i <= steps; ++i)
    summary.thresholds.push_back(most * i / steps);
  for (auto [index, name] : llvm::enumerate(comparison.agents)) {
    AgentSummary agent{name};
    for (unsigned budget : comparison.budgets)
      agent.budgets.push_back(summarize(index, {.samples = budget}));
    for (double seconds : comparison.seconds)
      agent.seconds.push_back(
          summarize(index, {.samples = std::nullopt, .seconds = seconds}));
    agent.profile = profile(index);
    summary.agents.push_back(std::move(agent));
  }
  countAnswers();
  return std::move(summary);
}
} // namespace

llvm::Expected<Summary>
mlirgym::summarize(const Comparison &comparison,
                   std::optional<ReferencePoint> reference,
                   const BootstrapOptions &options) {
  return Summarizer(comparison, std::move(reference), options).run();
}

static Json jsonOf(const Figure &figure) {
  return {{"value", figure.value}, {"low", figure.low}, {"high", figure.high}};
}

static Json jsonOf(const FigureSet &set) {
  Json families = Json::object();
  for (const auto &[name, figure] : set.families)
    families[name] = jsonOf(figure);
  return {{"geometric_mean", jsonOf(set.mean)},
          {"interquartile_mean", jsonOf(set.interquartile)},
          {"worst_family", set.worstFamily().str()},
          {"families", families}};
}

static Json jsonOf(const PointSummary &point) {
  Json json = {{"speedup", jsonOf(point.speedup)}};
  if (point.share)
    json["share"] = jsonOf(*point.share);
  return json;
}

static Json jsonOf(const Comparison &comparison, const ProgramComparison &on,
                   const AgentRun &run) {
  Json points = Json::array();
  auto add = [&](Json point, llvm::ArrayRef<Incumbent> incumbents) {
    const Answer answer = on.answer(incumbents);
    point["speedup"] = answer.speedup;
    point["timed"] = answer.inTurn ? "in_turn" : "by_search";
    point["schedule"] =
        answer.incumbent ? answer.incumbent->schedule.text() : "";
    points.push_back(std::move(point));
  };
  for (unsigned budget : comparison.budgets)
    add({{"samples", budget}}, run.after(budget));
  for (double seconds : comparison.seconds)
    add({{"seconds", seconds}}, run.afterSeconds(seconds));
  Json json = {
      {"agent", run.agent}, {"seed", run.seed}, {"samples", run.samples}};
  if (!comparison.seconds.empty())
    json["seconds"] = run.seconds;
  json["after"] = points;
  return json;
}

static Json jsonOf(const Comparison &comparison, const ProgramComparison &on) {
  Json runs = Json::array();
  for (const auto &seeds : on.runs)
    for (const AgentRun &run : seeds)
      runs.push_back(jsonOf(comparison, on, run));
  Json json = {{"program", on.program->name().str()},
               {"family", on.family},
               {"status", nameOf(on.status).str()}};
  if (!on.message.empty())
    json["message"] = on.message;
  json["runs"] = runs;
  return json;
}

static Json jsonOf(const Comparison &comparison, const AgentSummary &agent) {
  Json samples = Json::array(), seconds = Json::array();
  for (auto [budget, point] :
       llvm::zip_equal(comparison.budgets, agent.budgets)) {
    samples.push_back({{"samples", budget}});
    samples.back().update(jsonOf(point));
  }
  for (auto [limit, point] :
       llvm::zip_equal(comparison.seconds, agent.seconds)) {
    seconds.push_back({{"seconds", limit}});
    seconds.back().update(jsonOf(point));
  }
  Json json = {{"agent", agent.agent}, {"after_samples", samples}};
  if (!comparison.seconds.empty())
    json["after_seconds"] = seconds;
  json["profile"] = agent.profile;
  return json;
}

Json mlirgym::toJson(const Comparison &comparison, const Summary &summary) {
  Json agents = Json::array(), programs = Json::array();
  for (const AgentSummary &agent : summary.agents)
    agents.push_back(jsonOf(comparison, agent));
  for (const ProgramComparison &on : comparison.programs)
    programs.push_back(jsonOf(comparison, on));
  const auto compared =
      llvm::count_if(comparison.programs, [](const ProgramComparison &on) {
        return on.status == Status::Ok;
      });
  const bool whole = comparison.complete &&
                     static_cast<size_t>(compared) == comparison.numPrograms;
  return {{"status", whole ? "ok" : "incomplete"},
          {"interrupted", !comparison.complete},
          {"programs_asked", comparison.numPrograms},
          {"programs_compared", compared},
          {"seeds", comparison.seeds},
          {"budgets", comparison.budgets},
          {"threads", comparison.threads},
          {"relative_to",
           summary.reference ? Json(summary.reference->text()) : Json()},
          {"answers_timed_in_turn", summary.answersInTurn},
          {"answers_timed_by_search", summary.answersBySearch},
          {"answers_noisy", summary.answersNoisy},
          {"profile_thresholds", summary.thresholds},
          {"agents", agents},
          {"programs", programs}};
}
