#include "agents/search/Searchers.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include <pybind11/functional.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace mlirgym::python {

using Progress = std::function<py::object(unsigned, unsigned, double)>;

/// Ctrl-C ends a search at once, by KeyboardInterrupt: what was timed is kept.
/// So does an exception of the callback's; both wait until C++ has ended.
static SearchOptions optionsOf(unsigned budget, uint64_t seed,
                               const Progress &progress) {
  SearchOptions options;
  options.budget = budget;
  options.seed = seed;
  options.progress = [&progress](const SearchOptions::Progress &p) {
    py::gil_scoped_acquire gil;
    if (interrupted())
      return false;
    if (!progress)
      return true;
    try {
      return goesOn(progress(p.samples, p.budget, p.bestSpeedup));
    } catch (py::error_already_set &raised) {
      raised.restore();
      return false;
    }
  };
  return options;
}

void bindSearch(py::module_ &module) {
  py::class_<SearchResult>(module, "SearchResult", "What a search found.")
      .def_readonly("program", &SearchResult::program, "Name of the program.")
      .def_property_readonly(
          "schedule",
          [](const SearchResult &self) { return self.schedule.text(); },
          "Canonical text; empty if nothing beat the baseline.")
      .def_readonly("choices", &SearchResult::choices,
                    "After `tune`: one per parameter; empty if nothing was "
                    "better.")
      .def_readonly("baseline", &SearchResult::baseline,
                    "Measurement of the untransformed program.")
      .def_readonly("best", &SearchResult::best,
                    "Measurement of the schedule that was found.")
      .def_readonly("speedup", &SearchResult::speedup, "Baseline / best.")
      .def_readonly("speedup_uncertainty", &SearchResult::speedupUncertainty,
                    "Half the range of the rounds' speedups / their median.")
      .def_readonly("paired_rounds", &SearchResult::pairedRounds,
                    "Interleaved rounds of baseline and best; 0 for none.")
      .def_readonly("noisy", &SearchResult::noisy,
                    "The machine was too restless for the speedup to be "
                    "believed.")
      .def_readonly("samples", &SearchResult::samples, "Schedules asked for.")
      .def_readonly("cache_hits", &SearchResult::cacheHits,
                    "Samples that were answered from exec data.")
      .def_readonly("seconds", &SearchResult::seconds,
                    "Wall time of the search.")
      .def_readonly("curve", &SearchResult::curve,
                    "Best speedup after each sample.");
  module.def("searchers", &searcherNames, "Names for ``optimize(agent=...)``.");
  module.def(
      "search",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution, const std::string &agent,
         unsigned budget, uint64_t seed, const Progress &progress) {
        const SearchOptions options = optionsOf(budget, seed, progress);
        py::gil_scoped_release release;
        std::unique_ptr<Agent> searcher = unwrap(makeSearcher(agent));
        SearchResult found =
            unwrap(searcher->optimize(program, *execution, options));
        raisePending();
        return found;
      },
      py::arg("program"), py::arg("execution"), py::arg("agent"),
      py::arg("budget"), py::arg("seed"), py::arg("progress") = nullptr);
  module.def(
      "tune",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution, const std::string &agent,
         std::vector<unsigned> sizes,
         const std::function<std::string(std::vector<unsigned>)> &code,
         unsigned budget, uint64_t seed, const Progress &progress) {
        ParameterGrid grid{program, std::move(sizes), {}};
        grid.code = [&code](llvm::ArrayRef<unsigned> choices) -> std::string {
          py::gil_scoped_acquire gil;
          if (interrupted())
            throw py::error_already_set();
          return code(choices.vec());
        };
        const SearchOptions options = optionsOf(budget, seed, progress);
        py::gil_scoped_release release;
        std::unique_ptr<Agent> searcher = unwrap(makeSearcher(agent));
        SearchResult found = unwrap(searcher->tune(grid, *execution, options));
        raisePending();
        return found;
      },
      py::arg("program"), py::arg("execution"), py::arg("agent"),
      py::arg("sizes"), py::arg("code"), py::arg("budget"), py::arg("seed"),
      py::arg("progress") = nullptr,
      "Search one choice for each of ``sizes``; ``code(choices)`` is what "
      "runs. "
      "Use `Engine.tune`.");
}

} // namespace mlirgym::python
