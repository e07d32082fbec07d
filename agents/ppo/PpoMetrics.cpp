#include "agents/ppo/Ppo.h"
#include <nlohmann/json.hpp>
#include <string>

using namespace mlirgym;

std::string PpoMetrics::toJson() const {
  nlohmann::ordered_json line = {
      {"iteration", iteration},
      {"steps", steps},
      {"episodes", episodes},
      {"mean_return", meanReturn},
      {"mean_speedup", meanSpeedup},
      {"best_speedup", bestSpeedup},
      {"mean_best_speedup", meanBestSpeedup},
      {"new_measurements", newMeasurements},
      {"measured", measured},
      {"distinct_schedules", distinctSchedules},
      {"policy_loss", policyLoss},
      {"value_loss", valueLoss},
      {"imitation_loss", imitationLoss},
      {"entropy", entropy},
      {"entropy_coefficient", entropyCoefficient},
      {"approx_kl", approxKl},
      {"clip_fraction", clipFraction},
      {"explained_variance", explainedVariance},
      {"epochs", epochs},
      {"rollout_seconds", rolloutSeconds},
      {"update_seconds", updateSeconds},
  };
  if (validationSpeedup) {
    line["validation_speedup"] = *validationSpeedup;
    line["evaluation_seconds"] = evaluationSeconds;
  }
  return line.dump();
}
