#include "agents/ppo/EntropyControl.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
/// Step size and limit of a step of the logarithm: in an iteration the
/// coefficient changes at most by the exponential of `rate`, whatever the
/// entropy is.
constexpr double rate = 0.2;

/// Advantages have a standard deviation of 1: a lower weight has no effect, a
/// higher one dominates the loss.
constexpr double lowest = 3e-3, highest = 1;

/// The space counts as explored if a smaller share of schedules is new. The
/// mean is over about the last 20 iterations; the target halves in 70.
constexpr double knownShare = 0.01, forgetting = 0.05, sinking = 0.99;
} // namespace

EntropyControl::EntropyControl(double coefficient, double target)
    : weight(target > 0 ? std::clamp(coefficient, lowest, highest)
                        : coefficient),
      aim(target) {}

void EntropyControl::update(double entropy, double newShare) {
  if (aim <= 0)
    return;
  news += forgetting * (newShare - news);
  const double step = std::clamp(rate * (1 - entropy / aim), -rate, rate);
  weight = std::clamp(weight * std::exp(step), lowest, highest);
  if (news < knownShare && entropy >= aim)
    aim *= sinking;
}

nlohmann::ordered_json EntropyControl::state() const {
  return {{"coefficient", weight}, {"target", aim}, {"new_share", news}};
}

void EntropyControl::restore(const nlohmann::ordered_json &state) {
  state.at("coefficient").get_to(weight);
  state.at("target").get_to(aim);
  state.at("new_share").get_to(news);
}
