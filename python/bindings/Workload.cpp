#include "workloads/Workload.h"
#include "bindings/Arrays.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/PythonWorkload.h"
#include "execution/Peak.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include <pybind11/stl.h>
#include <pybind11/typing.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

static py::typing::List<py::array> randomInputs(const Workload &self) {
  auto buffers = unlocked([&] { return self.randomInputs(); });
  return toArrays(buffers, unwrap(self.program())->arguments(),
                  &Argument::isInput);
}

static py::typing::List<py::array> newOutputs(const Workload &self) {
  auto buffers = unlocked([&] { return self.Workload::newOutputs(); });
  return toArrays(buffers, unwrap(self.program())->arguments(),
                  &Argument::isOutput);
}

static std::optional<std::string>
compare(const Workload &self, const py::typing::List<py::array> &outputs) {
  const std::vector<HostBuffer> buffers = toBuffers(outputs);
  llvm::Error wrong = [&] {
    py::gil_scoped_release release;
    return self.compareWithReference(buffers);
  }();
  if (!wrong)
    return std::nullopt;
  if (wrong.isA<WorkloadError>() || wrong.isA<ExecutionError>())
    raise(std::move(wrong));
  return llvm::toString(std::move(wrong));
}

void bindWorkload(py::module_ &module) {
  py::class_<Workload, PythonWorkload, py::smart_holder>(
      module, "Workload",
      "The interface of workloads in C++, with its defaults. Use "
      "`mlirgym.Workload`.")
      .def(py::init_alias<>())
      .def("_random_inputs", &randomInputs,
           "Seeded random array for each argument that is read.")
      .def("_new_outputs", &newOutputs,
           "Array for each argument that is written, aligned to 64 bytes.")
      .def(
          "_default_schedule",
          [](const Workload &self, const py::dict &parameters) {
            return unwrap(
                self.Workload::scheduleModule(toParameters(parameters)));
          },
          "parameters"_a, "The empty schedule, for no parameters.")
      .def(
          "_compare", &compare, "outputs"_a,
          "Differences between outputs and reference; None if there are none.");
}

} // namespace mlirgym::python
