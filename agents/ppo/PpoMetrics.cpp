#include "agents/ppo/Ppo.h"
#include <nlohmann/json.hpp>

using namespace mlirgym;

std::string PpoMetrics::toJson() const {
  return nlohmann::ordered_json{
      {"iteration", iteration},
      {"steps", steps},
      {"episodes", episodes},
      {"mean_return", meanReturn},
      {"mean_speedup", meanSpeedup},
      {"best_speedup", bestSpeedup},
      {"policy_loss", policyLoss},
      {"value_loss", valueLoss},
      {"entropy", entropy},
      {"approx_kl", approxKl},
      {"clip_fraction", clipFraction},
      {"explained_variance", explainedVariance},
      {"rollout_seconds", rolloutSeconds},
      {"update_seconds", updateSeconds},
  }
      .dump();
}
