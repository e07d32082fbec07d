#include "agents/comparison/AgentRun.h"
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

llvm::ArrayRef<Incumbent> AgentRun::after(unsigned budget) const {
  return llvm::ArrayRef(incumbents).take_while([&](const Incumbent &each) {
    return each.samples <= budget;
  });
}

llvm::ArrayRef<Incumbent> AgentRun::afterSeconds(double limit) const {
  return llvm::ArrayRef(incumbents).take_while([&](const Incumbent &each) {
    return each.seconds <= limit;
  });
}

llvm::Expected<AgentRun>
mlirgym::runAgent(Agent &agent, llvm::StringRef label,
                  std::shared_ptr<const Program> program, Execution &execution,
                  SearchOptions options) {
  AgentRun run;
  run.agent = label.str();
  run.program = program->name().str();
  run.seed = options.seed;
  options.measureInTurn = false;

  const Stopwatch taken;
  double best = 1;
  auto inner = std::move(options.progress);
  options.progress = [&](const SearchOptions::Progress &now) {
    if (now.bestSpeedup > best) {
      best = now.bestSpeedup;
      run.incumbents.push_back({now.samples, taken.seconds(), best, *now.best});
    }
    return !inner || inner(now);
  };
  MLIRGYM_TRY(SearchResult result,
              agent.optimize(std::move(program), execution, options));
  run.samples = result.samples;
  run.cacheHits = result.cacheHits;
  run.seconds = taken.seconds();
  return run;
}

Json mlirgym::toJson(const AgentRun &run) {
  Json incumbents = Json::array();
  for (const Incumbent &each : run.incumbents)
    incumbents.push_back({{"samples", each.samples},
                          {"seconds", each.seconds},
                          {"searched_speedup", each.searchedSpeedup},
                          {"schedule", each.schedule.text()}});
  return {{"agent", run.agent},
          {"program", run.program},
          {"seed", run.seed},
          {"samples", run.samples},
          {"cache_hits", run.cacheHits},
          {"seconds", run.seconds},
          {"incumbents", incumbents}};
}

/// Fills `value` if the key exists and has the right type.
template <typename T>
static bool read(const Json &json, const char *key, T &value) {
  auto found = json.find(key);
  if (found == json.end())
    return false;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!found->is_string())
      return false;
  } else if constexpr (std::is_integral_v<T>) {
    if (!found->is_number_unsigned())
      return false;
  } else if (!found->is_number()) {
    return false;
  }
  value = found->template get<T>();
  return true;
}

llvm::Expected<AgentRun> mlirgym::agentRunFromJson(const Json &json) {
  auto broken = [] {
    return llvm::createStringError("not a run of a comparison");
  };
  AgentRun run;
  if (!json.is_object() || !read(json, "agent", run.agent) ||
      !read(json, "program", run.program) || !read(json, "seed", run.seed) ||
      !read(json, "samples", run.samples) ||
      !read(json, "cache_hits", run.cacheHits) ||
      !read(json, "seconds", run.seconds) || !json.contains("incumbents") ||
      !json["incumbents"].is_array())
    return broken();
  for (const Json &entry : json["incumbents"]) {
    Incumbent incumbent;
    std::string text;
    if (!entry.is_object() || !read(entry, "samples", incumbent.samples) ||
        !read(entry, "seconds", incumbent.seconds) ||
        !read(entry, "searched_speedup", incumbent.searchedSpeedup) ||
        !read(entry, "schedule", text))
      return broken();
    MLIRGYM_TRY(incumbent.schedule, Schedule::parse(text));
    run.incumbents.push_back(std::move(incumbent));
  }
  return run;
}
