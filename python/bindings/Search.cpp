#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/KnownSchedules.h"
#include "agents/Policy.h"
#include "agents/Recipe.h"
#include "agents/ShippedPolicy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/SearchOptions.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

SearchOptions searchOptions(unsigned budget, uint64_t seed,
                            const Progress &progress) {
  SearchOptions options;
  options.budget = budget;
  options.seed = seed;
  options.progress = [&progress](const SearchOptions::Progress &p) {
    return goesOnAfter([&]() -> py::object {
      if (!progress)
        return py::none();
      return progress(p.samples, p.budget, p.bestSpeedup);
    });
  };
  return options;
}

static std::vector<Schedule> startsFor(const std::shared_ptr<Program> &program,
                                       const Execution &execution,
                                       unsigned budget) {
  KnownSchedules known = unwrap(KnownSchedules::on(execution));
  return unwrap(known.startsFor(program, budget));
}

void bindSearch(py::module_ &module) {
  py::class_<SearchResult>(module, "SearchResult", "The result of a search.")
      .def(refuseCalls<SearchResult>("a search creates it: see `optimize`"))
      .def_readonly("program", &SearchResult::program, "Name of the program.")
      .def_property_readonly(
          "schedule",
          [](const SearchResult &self) { return self.schedule.text(); },
          "Canonical text; empty if nothing was faster than the baseline.")
      .def_readonly("script", &SearchResult::script,
                    "Transform script of a search by tasks, else empty.")
      .def_readonly("choices", &SearchResult::choices,
                    "After `tune`: one per parameter; empty if nothing was "
                    "better.")
      .def_readonly("baseline", &SearchResult::baseline,
                    "Measurement of the untransformed program.")
      .def_readonly("best", &SearchResult::best,
                    "Measurement of the schedule found.")
      .def_readonly("speedup", &SearchResult::speedup, "Baseline / best.")
      .def_readonly("speedup_uncertainty", &SearchResult::speedupUncertainty,
                    "Half the range of the rounds' speedups / their median.")
      .def_readonly(
          "paired_rounds", &SearchResult::pairedRounds,
          "Interleaved rounds of baseline and best; 0 if there were none.")
      .def_readonly("noisy", &SearchResult::noisy,
                    "The machine was too noisy for a reliable speedup.")
      .def_readonly("samples", &SearchResult::samples,
                    "Number of schedules requested.")
      .def_readonly("cache_hits", &SearchResult::cacheHits,
                    "Number of samples with a stored timing.")
      .def_readonly("seconds", &SearchResult::seconds,
                    "Wall time of the search.")
      .def_readonly("curve", &SearchResult::curve,
                    "Best speedup after each sample.")
      .def_readonly("curve_seconds", &SearchResult::curveSeconds,
                    "Seconds from the start of the search to each sample.");
  module.def("recipes", &Recipe::available, "Names for `train_recipe`.");
  module.def(
      "shipped_checkpoint", [] { return unwrap(shippedCheckpoint()); },
      "File of the trained agent included in mlirgym.");
  module.def("searchers", &searcherNames, "Names for ``optimize(agent=...)``.");
  module.def(
      "search",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution, const std::string &agent,
         unsigned budget, uint64_t seed, const Progress &progress,
         bool measureInTurn, bool fromKnown) {
        SearchOptions options = searchOptions(budget, seed, progress);
        options.measureInTurn = measureInTurn;
        if (fromKnown)
          options.starts = startsFor(program, *execution, budget);
        py::gil_scoped_release release;
        std::unique_ptr<Agent> searcher = unwrap(makeSearcher(agent));
        SearchResult found =
            unwrap(searcher->optimize(program, *execution, options));
        raisePending();
        return found;
      },
      "program"_a, "execution"_a, "agent"_a, "budget"_a, "seed"_a,
      "progress"_a = nullptr, "measure_in_turn"_a = true,
      "from_known"_a = false,
      "``from_known``: begin with the reference schedules of the program, or "
      "else of programs alike.");
  py::class_<Policy, std::shared_ptr<Policy>>(
      module, "Policy", "A trained network for ``search_with_policy``.")
      .def(refuseCalls<Policy>("``_ppo.load_policy`` returns it"));
  module.def(
      "why_unfit",
      [](const std::shared_ptr<Policy> &policy,
         const std::shared_ptr<Program> &program,
         unsigned threads) { return whyUnfit(*policy, *program, threads); },
      "policy"_a, "program"_a, "threads"_a);
  module.def("policy_agents", &policyAgentNames,
             "Names for ``load_agent(agent=...)``.");
  module.def(
      "search_with_policy",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution,
         const std::shared_ptr<Policy> &policy,
         const std::optional<std::string> &agent, unsigned budget,
         uint64_t seed, const Progress &progress, bool fromKnown) {
        SearchOptions options = searchOptions(budget, seed, progress);
        if (fromKnown)
          options.starts = startsFor(program, *execution, budget);
        py::gil_scoped_release release;
        std::unique_ptr<Agent> searcher =
            agent ? unwrap(makePolicyAgent(*agent, policy))
                  : makePolicyAgent(policy);
        SearchResult found =
            unwrap(searcher->optimize(program, *execution, options));
        raisePending();
        return found;
      },
      "program"_a, "execution"_a, "policy"_a, "agent"_a, "budget"_a, "seed"_a,
      "progress"_a = nullptr, "from_known"_a = false);
}

} // namespace mlirgym::python
