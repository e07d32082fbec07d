//===- agents/ppo/EntropyControl.h - Weight of the entropy bonus -*- C++-*-===//
#ifndef MLIRGYM_AGENTS_PPO_ENTROPYCONTROL_H
#define MLIRGYM_AGENTS_PPO_ENTROPYCONTROL_H

#include <nlohmann/json.hpp>

namespace mlirgym {

/// The weight of the entropy bonus. With a target it is the Lagrange multiplier
/// of the constraint "entropy >= target" and takes one step of gradient descent
/// on its logarithm per iteration, like the temperature of SAC (Haarnoja et
/// al., arXiv:1812.05905, section 5): log a += rate (1 - entropy / target). The
/// step is relative to the target, so that one rate fits every target.
///
/// The target is constant as long as rollouts contain new schedules. If almost
/// no schedule is new although the entropy is at its target, the space is
/// explored, and the target decays towards 0: further exploration would cost
/// samples without a result.
class EntropyControl {
public:
  /// `target` in nats per decision; 0 keeps the coefficient as it is.
  EntropyControl(double coefficient, double target);

  double coefficient() const { return weight; }
  double target() const { return aim; }

  /// `entropy`: mean of the iteration, nats per decision. `newShare`: share of
  /// its episodes whose schedule had never been drawn before, in [0, 1].
  void update(double entropy, double newShare);

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// but a result of state().
  nlohmann::ordered_json state() const;
  void restore(const nlohmann::ordered_json &state);

private:
  double weight, aim;
  /// Running mean of newShare.
  double news = 1;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ENTROPYCONTROL_H
