#include "agents/ShippedPolicy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "agents/tasks/Task.h"
#include "agents/tasks/TaskAgent.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/SearchOptions.h"
#include "kernels/KernelOutliner.h"
#include "pages/TaskReport.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

static KernelOutliner makeOutliner() {
  return unwrap(KernelOutliner::create({.interrupted = interrupted}));
}

void bindTasks(py::module_ &module) {
  module.attr("MOST_OPERATIONS_AT_ONCE") = mostOperationsAtOnce;
  py::class_<Task>(module, "Task", R"doc(
A part of a program that is optimised alone; equal parts are one task.)doc")
      .def(refuseCalls<Task>("`tasks` returns it"))
      .def_property_readonly(
          "program",
          [](const Task &self) {
            return std::const_pointer_cast<Program>(self.program);
          },
          "The part as a program.")
      .def_readonly("parts", &Task::parts,
                    "The operations of each equal part of the whole program.");
  py::class_<TaskResult>(module, "TaskResult",
                         "The result of the search of one task.")
      .def(refuseCalls<TaskResult>("a search creates it: see `optimize`"))
      .def_readonly("task", &TaskResult::task)
      .def_property_readonly(
          "schedule",
          [](const TaskResult &self) { return self.schedule.text(); },
          "Canonical text of the task alone; empty if nothing was faster.")
      .def_readonly("baseline_ns", &TaskResult::baselineNs,
                    "Nanoseconds per call, untransformed; 0 if unknown.")
      .def_readonly("best_ns", &TaskResult::bestNs,
                    "Nanoseconds per call with the schedule; 0 if unknown.")
      .def_readonly("samples", &TaskResult::samples,
                    "Number of schedules requested.")
      .def_readonly("cache_hits", &TaskResult::cacheHits,
                    "Number of samples with a stored timing.")
      .def_readonly("problem", &TaskResult::problem,
                    "The reason why it was not searched; empty if it was.");
  module.def(
      "tasks",
      [](const std::shared_ptr<Program> &program) {
        py::gil_scoped_release release;
        KernelOutliner outliner = makeOutliner();
        DividedProgram divided = unwrap(divideIntoTasks(program, outliner));
        raisePending();
        return std::move(divided.tasks);
      },
      "program"_a);
  module.def(
      "search_by_task",
      [](const std::shared_ptr<Program> &program,
         const std::shared_ptr<Execution> &execution, const std::string &agent,
         const std::optional<std::shared_ptr<Policy>> &policy, unsigned budget,
         uint64_t seed, const Progress &progress) {
        const SearchOptions options = searchOptions(budget, seed, progress);
        const unsigned threads = execution->options().threads;
        auto makeForTask =
            [&](const Program &task) -> llvm::Expected<std::unique_ptr<Agent>> {
          if (!policy)
            return makeSearcher(agent);
          if (whyUnfit(**policy, task, threads).empty())
            return makePolicyAgent(agent, *policy);
          return makeSearcher("bayesian");
        };
        py::gil_scoped_release release;
        TaskAgent searcher(makeForTask, makeOutliner());
        SearchResult found =
            unwrap(searcher.optimize(program, *execution, options));
        raisePending();
        return std::pair(std::move(found), searcher.tasks().vec());
      },
      "program"_a, "execution"_a, "agent"_a, "policy"_a, "budget"_a, "seed"_a,
      "progress"_a = nullptr);
  module.def(
      "task_report",
      [](const std::shared_ptr<Program> &program, const SearchResult &result,
         const std::vector<TaskResult> &tasks, Execution &execution,
         const std::vector<std::pair<std::string, double>> &runtimes) {
        py::gil_scoped_release release;
        TaskReportFacts facts = factsOf(execution, *program);
        for (const auto &[name, ns] : runtimes)
          facts.runtimes.push_back({name, ns});
        const TaskResult whole = asTask(program, result);
        return taskReport(result,
                          tasks.empty() ? llvm::ArrayRef(whole)
                                        : llvm::ArrayRef(tasks),
                          facts);
      },
      "program"_a, "result"_a, "tasks"_a, "execution"_a, "runtimes"_a);
}

} // namespace mlirgym::python
