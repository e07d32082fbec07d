#include "agents/learn/ImitationConfig.h"
#include "agents/learn/ImitationTrainer.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/nets/NetOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Maximum of options that are whole numbers.
constexpr double mostCounted = 1u << 30;

template <typename T> bool assign(T &option, double value) {
  if constexpr (std::is_integral_v<T>)
    if (!(value >= 0) || value > mostCounted || value != std::floor(value))
      return false;
  option = static_cast<T>(value);
  return true;
}

bool assignHidden(std::vector<unsigned> &hidden,
                  llvm::ArrayRef<double> values) {
  hidden.resize(values.size());
  return !values.empty() &&
         llvm::all_of(llvm::zip_equal(hidden, values), [](auto pair) {
           auto [width, value] = pair;
           return value >= 1 && assign(width, value);
         });
}
} // namespace

Json mlirgym::toJson(const ImitationOptions &options) {
  Json json;
  visitImitationOptions(options, MemberWriter{json});
  if (!options.from.empty())
    json["from"] = options.from;
  return json;
}

llvm::Error mlirgym::setImitationOption(ImitationOptions &options,
                                        llvm::StringRef name,
                                        llvm::ArrayRef<double> values) {
  bool known = name == "hidden", fits = false;
  if (known)
    fits = assignHidden(options.net.hidden, values);
  visitImitationOptions(options, [&](llvm::StringRef candidate, auto &value) {
    if (candidate != name)
      return;
    known = true;
    fits = values.size() == 1 && assign(value, values.front());
  });
  if (!known)
    return llvm::createStringError("learn: there is no option '" + name.str() +
                                   "'");
  if (!fits)
    return llvm::createStringError("learn: " + name.str() +
                                   " has a value that does not fit");
  return llvm::Error::success();
}

Json mlirgym::toJson(const ImitationSummary &summary) {
  return {{"train_programs", summary.trainPrograms},
          {"train_programs_asked", summary.trainProgramsAsked},
          {"train_schedules", summary.trainSchedules},
          {"validation_programs", summary.validationPrograms},
          {"validation_schedules", summary.validationSchedules},
          {"decisions", summary.decisions},
          {"critic_states", summary.criticStates},
          {"schedules_that_do_not_fit", summary.unfit},
          {"machines_of_unknown_features", summary.timings.unknownMachines}};
}

llvm::Error mlirgym::checkImitationOptions(const ImitationOptions &options) {
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
  if (options.net.hidden.empty() || llvm::is_contained(options.net.hidden, 0u))
    return bad("hidden must be positive");
  if (llvm::Error error = checkNetOptions(options.net))
    return bad(llvm::toString(std::move(error)).c_str());
  return llvm::Error::success();
}
