#include "agents/learn/RecipeState.h"
#include "agents/learn/RecipeTrainer.h"
#include "agents/policy/JsonMembers.h"
#include "program/EnumNames.h"
#include <string>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
// Reading and writing share one list of names.
template <typename State, typename Member>
void visitState(State &state, Member member) {
  member("round", state.round);
  member("program", state.program);
  member("searched", state.searched);
  member("iteration", state.iteration);
  member("samples", state.samples);
  member("measured", state.measured);
  member("seconds", state.seconds);
  member("search_seconds", state.searchSeconds);
  member("last_learn_seconds", state.lastLearnSeconds);
  member("best_iteration", state.bestIteration);
  member("best", state.best);
  member("best_score", state.bestScore);
}

template <typename Metrics, typename Member>
void visitMetrics(Metrics &metrics, Member member) {
  member("iteration", metrics.iteration);
  member("round", metrics.round);
  member("round_agent", metrics.agent);
  member("whole_round", metrics.wholeRound);
  member("samples", metrics.samples);
  member("measured", metrics.measured);
  member("programs", metrics.programs);
  member("mean_best_speedup", metrics.meanBestSpeedup);
  member("learn_epochs", metrics.learnEpochs);
  member("best_epoch", metrics.bestEpoch);
  member("train_cross_entropy", metrics.trainCrossEntropy);
  member("validation_cross_entropy", metrics.validationCrossEntropy);
  member("critic_correlation", metrics.criticCorrelation);
  member("validation_speedup", metrics.validationSpeedup);
  member("validation_speedup_best", metrics.validationSpeedupBest);
  member("validation_share", metrics.validationShare);
  member("best", metrics.best);
  member("search_seconds", metrics.searchSeconds);
  member("learn_seconds", metrics.learnSeconds);
  member("evaluate_seconds", metrics.evaluateSeconds);
  member("seconds", metrics.seconds);
}
} // namespace

static constexpr EnumNames<RecipePhase::Evaluate> phaseNames = {
    {"search", "learn", "evaluate"}};

llvm::StringRef mlirgym::nameOf(RecipePhase phase) {
  return phaseNames.of(phase);
}

Json mlirgym::toJson(const RecipeMetrics &metrics) {
  Json json;
  visitMetrics(metrics, MemberWriter{json});
  return json;
}

std::string RecipeMetrics::toJson() const {
  return mlirgym::toJson(*this).dump();
}

Json mlirgym::toJson(const RecipeState &state) {
  Json json = {{"phase", nameOf(state.phase).str()}};
  visitState(state, MemberWriter{json});
  json["metrics"] = toJson(state.metrics);
  return json;
}

RecipeState mlirgym::recipeStateFromJson(const Json &json) {
  RecipeState state;
  state.phase = phaseNames.parse(json.at("phase").get<std::string>())
                    .value_or(state.phase);
  visitState(state, MemberReader{json});
  visitMetrics(state.metrics, MemberReader{json.at("metrics")});
  return state;
}
