#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/Peak.h"
#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/Machine.h"
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace mlirgym::python {

using ProgramPtr = std::shared_ptr<Program>;
using ExecutionPtr = std::shared_ptr<Execution>;

static py::tuple runKernel(const ExecutionPtr &execution,
                           const ProgramPtr &program, const std::string &code,
                           const std::vector<py::array> &arrays, bool timed) {
  ExecutionRequest request = unwrap(ExecutionRequest::parse(program, code));
  std::vector<llvm::ArrayRef<char>> inputs;
  for (const py::array &array : arrays) {
    if (!(array.flags() & py::array::c_style))
      throw py::value_error("an input is not contiguous; pass it through "
                            "numpy.ascontiguousarray");
    inputs.emplace_back(static_cast<const char *>(array.data()),
                        static_cast<size_t>(array.nbytes()));
  }
  KernelResult result = [&] {
    py::gil_scoped_release release;
    std::optional<MeasureProtocol> protocol;
    if (timed)
      protocol = execution->options().protocol;
    return unwrap(execution->run(request, inputs, protocol));
  }();
  py::list outputs;
  for (const std::vector<char> &bytes : result.outputs) {
    py::array_t<uint8_t> array(static_cast<py::ssize_t>(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), array.mutable_data());
    outputs.append(std::move(array));
  }
  return py::make_tuple(std::move(result.measurement), outputs);
}

static std::string lower(const ExecutionPtr &execution,
                         const ProgramPtr &program, const std::string &code,
                         const std::string &stage) {
  std::optional<LoweringStage> where = parseLoweringStage(stage);
  if (!where)
    throw py::value_error("no lowering stage '" + stage +
                          "'; choose scheduled, vectorized, bufferized, llvm "
                          "or assembly");
  ExecutionRequest request = unwrap(ExecutionRequest::parse(program, code));
  py::gil_scoped_release release;
  return unwrap(execution->lower(request, *where));
}

void bindWorkload(py::module_ &module) {
  module.def(
      "run_kernel", &runKernel, py::arg("execution"), py::arg("program"),
      py::arg("code"), py::arg("inputs"), py::arg("timed"),
      "Call a kernel once on contiguous arrays, in a worker: measurement "
      "and the bytes of each output. Use `Engine`.");
  module.def(
      "measure_code",
      [](const ExecutionPtr &execution, const ProgramPtr &program,
         const std::string &code) {
        return unwrap(
            execution->execute(unwrap(ExecutionRequest::parse(program, code))));
      },
      py::arg("execution"), py::arg("program"), py::arg("code"),
      py::call_guard<py::gil_scoped_release>(),
      "Timing of schedule text, or of a transform-dialect module of the "
      "caller's own, kept under a hash of its text. Use `Engine`.");
  module.def("lower", &lower, py::arg("execution"), py::arg("program"),
             py::arg("code"), py::arg("stage"),
             "IR after a stage, made in a worker. Use `Engine`.");
  module.def(
      "machine_peak",
      [](const ExecutionPtr &execution, const std::string &type) {
        ElementType element =
            type == "f64" ? ElementType::F64 : ElementType::F32;
        MachinePeak peak = [&] {
          py::gil_scoped_release release;
          return unwrap(measurePeak(*execution, element));
        }();
        py::dict result;
        result["gflops"] = peak.gflops;
        result["gbytes_per_second"] = peak.gbytesPerSecond;
        return result;
      },
      py::arg("execution"), py::arg("dtype") = "f32",
      R"doc(What the best of simple kernels reaches with an execution's threads.

Measured once in a worker and kept in the exec data.

Returns
-------
dict
    ``gflops``: multiply-adds in registers, or a small matmul, of ``"f64"`` or else ``"f32"``.
    ``gbytes_per_second``: a sum of arrays larger than the caches, as in STREAM.
)doc");
}

} // namespace mlirgym::python
