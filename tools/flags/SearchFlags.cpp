#include "tools/flags/SearchFlags.h"
#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/encoding/Encoding.h"
#include "agents/Agent.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "tools/Checks.h"
#include "tools/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <vector>

namespace mlirgym::tools {

std::string agentList() {
  std::string list = llvm::join(searcherNames(), ", ");
  for (const std::string &name : policyAgentNames())
    list += ", " + name + "[:CHECKPOINT]";
  return list;
}

static std::string whyNoAgent(const std::string &value) {
  const AgentName name = AgentName::parse(value);
  // The shipped checkpoint may be missing, which is not an error of the user.
  if (name.isSearcher() || name.checkpoint.empty())
    return "";
  if (llvm::sys::fs::is_regular_file(name.checkpoint))
    return "";
  return "no agent or checkpoint file is called '" + name.checkpoint +
         "'; agents are " + agentList();
}

void SearchFlags::addTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Search");
  addCount(app, "--budget", budget, {1, 1u << 30},
           "Schedules to try per program, including those already timed");
  addCount(
      app, "--seed", seed, {},
      "Seed of the search; the same seed and timings give the same result");
  addOption(app, "--min-gain", minGain,
            "End the search (of bayesian and guided) before the budget is "
            "spent, once four batches neither gained PERCENT nor were expected "
            "to [default: 0, the whole budget]")
      .check(Number{.most = 100, .orEqual = true})
      .type("PERCENT");
  addSpaceTo(app);
}

static std::string defaultSizes() {
  return llvm::join(
      llvm::map_range(llvm::drop_begin(EncodingOptions().tileSizes),
                      [](int64_t size) { return std::to_string(size); }),
      ",");
}

void SearchFlags::addSpaceTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Search");
  addCount(app, "--batch", batch, {1, 4096},
           "Schedules compiled and timed together; another value changes "
           "the result of a seed");
  addCount(app, "--max-actions", maxActions, {1, 64},
           "Maximum number of actions per operation");
  addOption(app, "--actions", actions,
            "Actions to choose from, separated by commas: " +
                llvm::join(ActionKinds::all().names(), ", ") +
                "; `done` is always allowed [default: all for the device]")
      .delimiter(',')
      .type("NAME,...")
      .check([](const std::string &name) {
        if (actionKindFromName(name))
          return std::string();
        return "'" + name + "' is not an action; the actions are " +
               llvm::join(ActionKinds::all().names(), ", ");
      });
  addOption(app, "--tile-sizes", tileSizes,
            "Tile sizes to choose from, separated by commas; a loop may also "
            "stay as it is [default: " +
                defaultSizes() + "]")
      .delimiter(',')
      .type("N,...")
      .check(WholeNumber{1, 1u << 20});
}

void SearchFlags::checkAgent(Option option) {
  option.type("NAME|CHECKPOINT|NAME:CHECKPOINT").check(whyNoAgent);
}

SearchOptions SearchFlags::toOptions() const {
  SearchOptions options;
  options.budget = budget;
  options.seed = seed;
  options.batch = batch;
  options.minGain = minGain / 100;
  options.state.maxActionsPerOp = maxActions;
  if (!actions.empty()) // the names were checked when they were given
    options.encoding.kinds = llvm::cantFail(ActionKinds::parse(actions));
  if (!tileSizes.empty()) {
    options.encoding.tileSizes = {0};
    llvm::append_range(options.encoding.tileSizes, tileSizes);
    llvm::sort(options.encoding.tileSizes);
    options.encoding.tileSizes.erase(llvm::unique(options.encoding.tileSizes),
                                     options.encoding.tileSizes.end());
  }
  return options;
}
} // namespace mlirgym::tools
