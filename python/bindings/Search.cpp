#include "agents/Agent.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include <pybind11/functional.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace mlirgym::python {

using Progress = std::function<bool(unsigned, unsigned, double)>;

void bindSearch(py::module_ &module) {
  py::class_<SearchResult>(module, "SearchResult")
      .def_readonly("program", &SearchResult::program)
      .def_property_readonly(
          "schedule",
          [](const SearchResult &self) { return self.schedule.text(); })
      .def_readonly("baseline", &SearchResult::baseline)
      .def_readonly("best", &SearchResult::best)
      .def_readonly("speedup", &SearchResult::speedup)
      .def_readonly("speedup_uncertainty", &SearchResult::speedupUncertainty,
                    "Half the range of the rounds' speedups / their median.")
      .def_readonly("paired_rounds", &SearchResult::pairedRounds,
                    "Rounds of baseline and best in turn; 0 for none.")
      .def_readonly("noisy", &SearchResult::noisy)
      .def_readonly("samples", &SearchResult::samples)
      .def_readonly("cache_hits", &SearchResult::cacheHits)
      .def_readonly("seconds", &SearchResult::seconds)
      .def_readonly("curve", &SearchResult::curve,
                    "Best speedup after each sample.");
  module.def("searchers", &searcherNames, "Names for ``optimize(agent=...)``.");
  module.def(
      "search",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution, const std::string &agent,
         unsigned budget, uint64_t seed, const Progress &progress) {
        SearchOptions options;
        options.budget = budget;
        options.seed = seed;
        if (progress)
          options.progress = [&](const SearchOptions::Progress &p) {
            py::gil_scoped_acquire gil;
            return progress(p.samples, p.budget, p.bestSpeedup) &&
                   PyErr_CheckSignals() == 0;
          };
        py::gil_scoped_release release;
        std::unique_ptr<Agent> searcher = unwrap(makeSearcher(agent));
        return unwrap(searcher->optimize(program, *execution, options));
      },
      py::arg("program"), py::arg("execution"), py::arg("agent"),
      py::arg("budget"), py::arg("seed"), py::arg("progress") = nullptr);
}

} // namespace mlirgym::python
