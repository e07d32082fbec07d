#include "workloads/Engine.h"
#include "agents/search/Searchers.h"
#include "bindings/Arrays.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/PythonWorkload.h"
#include "bindings/SearchOptions.h"
#include "execution/Peak.h"
#include "workloads/WorkloadTuning.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

/// An engine and its workload, as a reference that is visible to Python's
/// garbage collector, so that a workload that holds its engine can be
/// collected.
struct EngineOfWorkload {
  py::object workload;
  std::unique_ptr<Engine> engine;
};

/// nullopt: the untransformed payload.
using Parameters = std::optional<py::dict>;

static std::unique_ptr<EngineOfWorkload>
makeEngine(py::object workload, std::shared_ptr<Execution> execution) {
  std::shared_ptr<const Workload> borrowed(workload.cast<const Workload *>(),
                                           [](const Workload *) {});
  std::unique_ptr<Engine> engine = unlocked([&] {
    return Engine::create(std::move(borrowed), std::move(execution));
  });
  return std::make_unique<EngineOfWorkload>(std::move(workload),
                                            std::move(engine));
}

/// Python's parameters are passed to Python's method unchanged.
static ExecutionRequest requestOf(const EngineOfWorkload &self,
                                  const Parameters &parameters,
                                  llvm::StringRef stopAtStage = "") {
  if (!parameters)
    return self.engine->untransformed();
  const std::string code = scheduleOf(self.workload, *parameters, stopAtStage);
  const WorkloadParameters values = toParameters(*parameters);
  py::gil_scoped_release release;
  return unwrap(self.engine->requestFor(code, values));
}

static std::string lower(const EngineOfWorkload &self,
                         const Parameters &parameters,
                         const std::string &stage) {
  const std::vector<std::string> own =
      unlocked([&] { return self.engine->workload().stages(); });
  const bool isOwn = llvm::is_contained(own, stage);
  const ExecutionRequest request =
      requestOf(self, parameters, isOwn ? stage : "");
  py::gil_scoped_release release;
  return unwrap(self.engine->lower(request, isOwn ? "scheduled" : stage));
}

static py::dict parametersOf(const EngineOfWorkload &self) {
  const ParameterChoices choices =
      unlocked([&] { return self.engine->parameters(); });
  py::dict result;
  for (const auto &[name, values] : choices) {
    py::list converted;
    for (const ParameterValue &value : values)
      converted.append(toPython(value));
    result[py::str(name)] = std::move(converted);
  }
  return result;
}

/// Counters of one request; nullopt: those of the execution.
using Counters = std::optional<std::vector<std::string>>;

static Measurement measure(const EngineOfWorkload &self,
                           const Parameters &parameters, Counters counters) {
  ExecutionRequest request = requestOf(self, parameters);
  request.counters = std::move(counters);
  py::gil_scoped_release release;
  return unwrap(self.engine->measure(request));
}

static py::tuple call(const EngineOfWorkload &self,
                      const Parameters &parameters, bool checkCorrectness) {
  const ExecutionRequest request = requestOf(self, parameters);
  const Engine::CallResult result = unlocked([&] {
    return self.engine->call(request, checkCorrectness
                                          ? Engine::Check::Outputs
                                          : Engine::Check::Nothing);
  });
  return py::make_tuple(result.measurement,
                        toArrays(result.outputs,
                                 self.engine->program()->arguments(),
                                 &Argument::isOutput));
}

static py::tuple benchmark(const EngineOfWorkload &self,
                           const Parameters &parameters, bool checkCorrectness,
                           unsigned runs, unsigned warmUpCalls,
                           Counters counters) {
  ExecutionRequest request = requestOf(self, parameters);
  request.counters = std::move(counters);
  const Engine::Benchmark result = unlocked([&] {
    return self.engine->benchmark(
        request, {.check = checkCorrectness ? Engine::Check::Outputs
                                            : Engine::Check::Nothing,
                  .runs = runs,
                  .warmUpCalls = warmUpCalls});
  });
  py::dict rates;
  rates["gflops"] = result.gflops;
  rates["gbytes_per_second"] = result.gbytesPerSecond;
  rates["percent_of_peak_flops"] = result.percentOfPeakFlops;
  rates["percent_of_peak_bandwidth"] = result.percentOfPeakBandwidth;
  return py::make_tuple(result.measurement, rates, result.timesNs);
}

static py::tuple tuneWorkload(const EngineOfWorkload &self,
                              const std::string &agent, unsigned budget,
                              uint64_t seed, const Progress &progress) {
  const SearchOptions options = searchOptions(budget, seed, progress);
  const WorkloadTuning found = [&] {
    py::gil_scoped_release release;
    std::unique_ptr<Agent> searcher = unwrap(makeSearcher(agent));
    WorkloadTuning tuning = unwrap(tune(*self.engine, *searcher, options));
    raisePending();
    return tuning;
  }();
  return py::make_tuple(toPython(found.parameters), found.code, found.search);
}

/// Makes the workload visible to Python's garbage collector.
static void collect(PyHeapTypeObject *heapType) {
  PyTypeObject *type = &heapType->ht_type;
  type->tp_flags |= Py_TPFLAGS_HAVE_GC;
  type->tp_traverse = [](PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    if (py::detail::is_holder_constructed(self))
      Py_VISIT(py::cast<EngineOfWorkload &>(py::handle(self)).workload.ptr());
    return 0;
  };
  type->tp_clear = [](PyObject *self) {
    if (!py::detail::is_holder_constructed(self))
      return 0;
    auto &engine = py::cast<EngineOfWorkload &>(py::handle(self));
    engine.engine.reset();
    engine.workload = py::none();
    return 0;
  };
}

void bindEngine(py::module_ &module) {
  py::class_<EngineOfWorkload>(module, "Engine",
                               "C++'s engine. Use `mlirgym.Engine`.",
                               py::custom_type_setup(&collect))
      .def(py::init(&makeEngine), "workload"_a, "execution"_a)
      .def("lower", &lower, "parameters"_a, "stage"_a,
           "IR after a stage, produced in a worker process.")
      .def("parameters", &parametersOf,
           "Choices of the workload's parameters, or of its knobs.")
      .def("call", &call, "parameters"_a, "check_correctness"_a,
           "Measurement and outputs of one call.")
      .def("benchmark", &benchmark, "parameters"_a, "check_correctness"_a,
           "nruns"_a, "nwarmup"_a, "counters"_a = Counters(),
           "Measurement on the workload's inputs, its rates, and all times.")
      .def("measure", &measure, "parameters"_a, "counters"_a = Counters(),
           "Timing that searchers use.")
      .def("tune", &tuneWorkload, "agent"_a, "budget"_a, "seed"_a,
           "progress"_a = nullptr,
           "Best parameters, their schedule, and the search.");
  module.def(
      "machine_peak",
      [](Execution &execution, const std::string &type) {
        ElementType element =
            type == "f64" ? ElementType::F64 : ElementType::F32;
        MachinePeak peak =
            unlocked([&] { return measurePeak(execution, element); });
        py::dict result;
        result["gflops"] = peak.gflops;
        result["gbytes_per_second"] = peak.gbytesPerSecond;
        return result;
      },
      "execution"_a, "dtype"_a = "f32",
      R"doc(The highest rates of simple kernels with an execution's threads.

Measured once in a worker and kept in the exec data.

Returns
-------
dict
    ``gflops``: multiply-adds in registers, or a small matmul, of ``"f64"`` or else ``"f32"``.
    ``gbytes_per_second``: a sum of arrays larger than the caches, as in STREAM.
)doc");
}

} // namespace mlirgym::python
