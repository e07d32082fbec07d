#include "agents/ppo/rollout/ProgramReturns.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
/// Number of episodes after which the weights of older ones decay.
constexpr double horizon = 200;
constexpr double smallestScale = 0.05, largestReward = 5;
} // namespace

// West, Updating mean and variance estimates, CACM 1979, with decaying weights;
// the first `horizon` episodes have equal weight.
void ProgramReturns::add(unsigned program, double episodeReturn) {
  Statistics &of = all[program];
  of.episodes = std::min(of.episodes + 1, horizon);
  const double share = 1 / of.episodes;
  const double difference = episodeReturn - of.mean;
  of.mean += share * difference;
  of.variance = (1 - share) * (of.variance + share * difference * difference);
}

double ProgramReturns::scale(unsigned program) const {
  const Statistics &of = all[program];
  return of.episodes < 2 ? 1 : std::max(std::sqrt(of.variance), smallestScale);
}

double ProgramReturns::scaled(unsigned program, double reward) const {
  return std::clamp(reward / scale(program), -largestReward, largestReward);
}

nlohmann::ordered_json ProgramReturns::state() const {
  nlohmann::ordered_json programs = nlohmann::ordered_json::array();
  for (const Statistics &of : all)
    programs.push_back({of.episodes, of.mean, of.variance});
  return programs;
}

void ProgramReturns::restore(const nlohmann::ordered_json &state) {
  for (size_t i = 0; i < all.size(); ++i) {
    state.at(i).at(0).get_to(all[i].episodes);
    state.at(i).at(1).get_to(all[i].mean);
    state.at(i).at(2).get_to(all[i].variance);
  }
}
