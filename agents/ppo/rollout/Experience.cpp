#include "agents/ppo/rollout/Experience.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/rollout/Rollout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

using namespace mlirgym;

/// Number of episodes among which different schedules are counted: fixed, so
/// that the metric does not depend on the rollout length.
static constexpr size_t window = 100;

EpisodeSummary Experience::add(llvm::ArrayRef<EndedEpisode> episodes) {
  EpisodeSummary summary;
  for (const EndedEpisode &episode : episodes) {
    ++summary.episodes;
    summary.sumOfReturns += episode.undiscountedReturn;
    if (episode.terminated)
      recent.push_back(episode.schedule);
    if (episode.answered)
      summary.newSchedules += seen.insert(episode.schedule);
    if (episode.speedup <= 0)
      continue; // failures must not affect the spread of returns
    const double logSpeedup = std::log(episode.speedup);
    ++summary.timed;
    summary.sumOfLogSpeedups += logSpeedup;
    fastest = std::max(fastest, episode.speedup);
    double &bestYet = bestLogSpeedups[episode.program];
    bestYet = std::max(bestYet, logSpeedup);
    returns.add(episode.program, episode.undiscountedReturn);
    best.add(episode.program, episode.schedule, episode.undiscountedReturn,
             episode.decisions);
  }
  if (recent.size() > window)
    recent.erase(recent.begin(), recent.end() - window);
  ended += summary.episodes;
  return summary;
}

void Experience::describe(const EpisodeSummary &summary,
                          PpoMetrics &metrics) const {
  const auto per = [](double sum, uint64_t count) {
    return count == 0 ? 0 : sum / static_cast<double>(count);
  };
  metrics.episodes = ended;
  metrics.meanReturn = per(summary.sumOfReturns, summary.episodes);
  if (summary.timed > 0)
    metrics.meanSpeedup =
        std::exp(per(summary.sumOfLogSpeedups, summary.timed));
  metrics.bestSpeedup = fastest;
  metrics.meanBestSpeedup = meanBestSpeedup();
  metrics.newMeasurements = summary.newSchedules;
  metrics.distinctSchedules = distinctSchedules();
}

double Experience::distinctSchedules() const {
  const llvm::DenseSet<uint64_t> different(recent.begin(), recent.end());
  return recent.empty() ? 0
                        : 100 * static_cast<double>(different.size()) /
                              static_cast<double>(recent.size());
}

double Experience::meanBestSpeedup() const {
  return std::exp(
      std::accumulate(bestLogSpeedups.begin(), bestLogSpeedups.end(), 0.0) /
      static_cast<double>(bestLogSpeedups.size()));
}

nlohmann::ordered_json Experience::state() const {
  return {{"episodes", ended},
          {"best_speedup", fastest},
          {"best_log_speedups", bestLogSpeedups},
          {"returns", returns.state()},
          {"best_episodes", best.state()},
          {"seen_schedules", seen.state()},
          {"recent_schedules", recent}};
}

llvm::Error Experience::restore(const nlohmann::ordered_json &state) {
  state.at("episodes").get_to(ended);
  state.at("best_speedup").get_to(fastest);
  for (size_t i = 0; i < bestLogSpeedups.size(); ++i)
    state.at("best_log_speedups").at(i).get_to(bestLogSpeedups[i]);
  returns.restore(state.at("returns"));
  best.restore(state.at("best_episodes"));
  state.at("recent_schedules").get_to(recent);
  return seen.restore(state.at("seen_schedules").get<std::string>());
}

unsigned mlirgym::epochsFor(const PpoOptions &options, double newShare) {
  if (newShare >= options.fullEpochsShare)
    return options.epochs;
  const double share = newShare / options.fullEpochsShare;
  return std::max(1u,
                  static_cast<unsigned>(std::lround(options.epochs * share)));
}
