// An environment with few, large actions: custom_encoding [PROGRAM...]
//
// The default encoding builds an action decision by decision: a kind, then a
// tile size for each loop. Here one decision is a whole plan for an
// operation, as an expert would write it.
#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "env/Env.h"
#include "execution/Execution.h"
#include "observation/ActionEncoding.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;

namespace {
class Plans final : public llvm::RTTIExtends<Plans, ActionEncoding> {
public:
  static char ID;
  static constexpr int64_t number = 4;

  static llvm::Expected<std::shared_ptr<const ActionEncoding>>
  create(const EncodingOptions &, StateOptions state) {
    return std::make_shared<const Plans>(state);
  }
  explicit Plans(StateOptions state) : RTTIExtends({number}, state) {}

  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override {
    for (int64_t i = 0; i < number; ++i)
      out[i] = !state.schedule.finished() && follow(i, state.schedule);
  }
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override {
    if (!contains(action) || state.schedule.finished())
      return StepResult::Illegal;
    std::optional<ScheduleState> next = follow(action[0], state.schedule);
    if (!next)
      return StepResult::Illegal;
    state.schedule = std::move(*next);
    return StepResult::Applied;
  }
  std::string describe(llvm::ArrayRef<int64_t> action) const override {
    static constexpr const char *names[] = {"leave", "vectorize",
                                            "tile for registers", "block"};
    return names[action[0]];
  }
  nlohmann::json identity() const override { return {{"encoding", "plans"}}; }
  Observer makeObserver(const MachineFeatures &machine) const override {
    return Observer(FlatEncoding(), machine, stateOptions());
  }

private:
  uint64_t decisionsPerAction() const override { return 1; }

  /// The state after a plan, unless one of its actions is not legal.
  static std::optional<ScheduleState> follow(int64_t plan,
                                             ScheduleState state) {
    std::vector<Action> actions;
    if (plan == 3)
      actions.push_back({ActionKind::Tile, sizes(state, 64, 64, 0)});
    if (plan >= 2)
      actions.push_back({ActionKind::Tile, sizes(state, 4, 32, 1)});
    actions.push_back(plan == 0 ? ActionKind::Done : ActionKind::Vectorize);
    for (const Action &action : actions)
      if (auto error = state.apply(action)) {
        llvm::consumeError(std::move(error));
        return std::nullopt;
      }
    return state;
  }
  /// Tile sizes: `rows` and `columns` for the two innermost parallel loops, 1
  /// for other parallel loops, `reduction` for the rest; 0, which leaves a loop
  /// whole, where it is not longer than that.
  static std::vector<int64_t> sizes(const ScheduleState &state, int64_t rows,
                                    int64_t columns, int64_t reduction) {
    std::vector<int64_t> chosen;
    int64_t parallel[] = {columns, rows};
    unsigned seen = 0;
    for (const Loop &loop : llvm::reverse(state.nest().loops)) {
      int64_t size = reduction;
      if (loop.iterator == IteratorType::Parallel)
        size = seen < 2 ? parallel[seen++] : 1;
      chosen.insert(chosen.begin(), size < loop.tripCount ? size : 0);
    }
    return chosen;
  }
};
char Plans::ID;
} // namespace

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("custom_encoding: ");
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty())
    names = {"matmul_128_128_128", "relu_512_1024",
             "conv_2d_nhwc_hwcf_1_30_30_16_32_3_3_28_28"};
  ProgramLoader loader;
  auto pool = std::make_shared<ProgramPool>();
  for (const std::string &name : names)
    pool->programs.push_back(
        std::make_shared<const Program>(orExit(loader.loadGenerated(name))));

  std::shared_ptr<Execution> execution =
      orExit(Execution::create({.execDataFile = "timings.db"}));
  Env env = orExit(Env::create(pool, execution, {.actions = Plans::create}));
  for (unsigned program = 0; program < env.numPrograms(); ++program) {
    llvm::outs() << names[program] << "\n";
    for (int64_t plan = 0; plan < Plans::number; ++plan) {
      orExit(env.reset(/*seed=*/std::nullopt, program));
      if (!env.actionMask()[plan])
        continue;
      // An episode of one decision per operation; these have one operation.
      StepOutcome outcome = orExit(env.step(unsigned(plan)));
      llvm::outs() << llvm::formatv("  {0,-18} {1,6:f2}x  {2}\n",
                                    env.encoding().describe({plan}),
                                    outcome.speedup, outcome.schedule.text());
    }
  }
}
