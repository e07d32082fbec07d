#include "agents/learn/LearnConfig.h"
#include "agents/learn/Learn.h"
#include "llvm/Support/Error.h"
#include <string>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

Json mlirgym::toJson(const LearnOptions &options) {
  return {{"seed", options.seed},
          {"epochs", options.epochs},
          {"minibatch", options.minibatch},
          {"learning_rate", options.learningRate},
          {"weight_decay", options.weightDecay},
          {"max_grad_norm", options.maxGradNorm},
          {"critic_coefficient", options.criticCoefficient},
          {"patience", options.patience},
          {"save_every", options.saveEvery},
          {"torch_threads", options.torchThreads},
          {"best_per_program", options.data.bestPerProgram},
          {"within_factor", options.data.withinFactor},
          {"temperature", options.data.temperature},
          {"lowest_value", options.data.lowestValue}};
}

Json mlirgym::toJson(const LearnSummary &summary) {
  return {{"train_programs", summary.trainPrograms},
          {"train_programs_asked", summary.trainProgramsAsked},
          {"train_schedules", summary.trainSchedules},
          {"validation_programs", summary.validationPrograms},
          {"validation_schedules", summary.validationSchedules},
          {"decisions", summary.decisions},
          {"critic_states", summary.criticStates},
          {"schedules_that_do_not_fit", summary.unfit}};
}

llvm::Error mlirgym::checkLearnOptions(const LearnOptions &options) {
  auto bad = [](const char *what) {
    return llvm::createStringError(std::string("learn: ") + what);
  };
  if (options.epochs == 0 || options.minibatch == 0)
    return bad("epochs and minibatch must be positive");
  if (!(options.learningRate > 0) || !(options.maxGradNorm > 0))
    return bad("learning_rate and max_grad_norm must be positive");
  if (!(options.weightDecay >= 0) || !(options.criticCoefficient >= 0))
    return bad("weight_decay and critic_coefficient must not be negative");
  if (options.patience == 0 || options.saveEvery == 0)
    return bad("patience and save_every must be positive");
  if (options.data.bestPerProgram == 0 || !(options.data.withinFactor >= 1))
    return bad("best_per_program must be positive, within_factor at least 1");
  if (!(options.data.temperature > 0))
    return bad("temperature must be positive");
  return llvm::Error::success();
}
