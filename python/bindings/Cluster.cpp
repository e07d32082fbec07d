#include "bindings/Cluster.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/Cluster.h"
#include "program/Try.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

/// The fields that do not follow from triple, processor and features.
template <typename Of, typename Visit>
static void visitSizes(Of &target, Visit visit) {
  visit("threads", target.threads);
  visit("l1_bytes", target.l1Bytes);
  visit("l2_bytes", target.l2Bytes);
  visit("l3_bytes", target.l3Bytes);
}

py::dict toDict(const Target &target) {
  py::dict fields("triple"_a = target.triple, "cpu"_a = target.cpu,
                  "features"_a = target.features);
  visitSizes(target, [&](const char *name, const auto &field) {
    fields[name] = field;
  });
  return fields;
}

static Target toTarget(const py::dict &fields) {
  auto text = [&](const char *name) {
    return fields[name].cast<std::string>();
  };
  Target target = unwrap(
      Cluster::targetNamed({text("triple"), text("cpu"), text("features")}));
  visitSizes(target, [&](const char *size, auto &field) {
    field = fields[size].cast<std::remove_cvref_t<decltype(field)>>();
  });
  return target;
}

namespace {
/// A cluster that a Python function hands batches to.
class PythonCluster : public Cluster {
public:
  PythonCluster(std::string machine, Target target, py::object submit)
      : Cluster(std::move(machine), std::move(target)),
        function(std::move(submit)) {}
  // Not where the last Execution ends after the interpreter.
  ~PythonCluster() override {
    if (!Py_IsInitialized()) {
      (void)function.release();
      return;
    }
    py::gil_scoped_acquire gil;
    function.release().dec_ref();
  }
  llvm::Error submit(std::shared_ptr<RemoteBatch> batch) override {
    MLIRGYM_TRY(unsigned count, callPython([&] {
                  return function(std::move(batch)).cast<unsigned>();
                }));
    setProcesses(count);
    return llvm::Error::success();
  }

private:
  py::object function;
};
} // namespace

void bindCluster(py::module_ &module) {
  py::class_<RemoteSample>(module, "RemoteSample",
                           "What a machine of a cluster measures.")
      .def(refuseCalls<RemoteSample>("a RemoteSample is of a RemoteBatch"))
      .def_property_readonly(
          "kind",
          [](const RemoteSample &self) { return nameOf(self.kind).str(); },
          "``code``: one schedule or script; ``foreign``: one, measured as "
          "foreign code; ``module``: one module; "
          "``in_turn``: several codes in the same rounds.")
      .def_property_readonly(
          "program",
          [](const RemoteSample &self) { return self.program->name().str(); },
          "Name of the program.")
      .def_property_readonly(
          "key",
          [](const RemoteSample &self) { return self.program->key().hex(); },
          "Key of the program.")
      .def_property_readonly(
          "text",
          [](const RemoteSample &self) { return self.program->text().str(); },
          "Text of the program.")
      .def_readonly("codes", &RemoteSample::codes,
                    "Texts of schedules, scripts, or of a module.")
      .def_property_readonly(
          "keep",
          [](const RemoteSample &self) {
            return self.results == Results::Kept;
          },
          "False: nothing is looked up or stored.")
      .def_readonly("counters", &RemoteSample::counters, "Names of events.");

  py::class_<RemoteBatch, std::shared_ptr<RemoteBatch>>(
      module, "RemoteBatch", "Samples that a cluster measures, in any order.")
      .def(refuseCalls<RemoteBatch>("a Cluster is given a RemoteBatch"))
      .def_property_readonly(
          "samples",
          [](const RemoteBatch &self) { return self.samples().vec(); },
          "The samples, `RemoteSample`s.")
      // A caller that waits may hold the lock while it takes the GIL.
      .def("awaits", &RemoteBatch::awaits, "index"_a,
           py::call_guard<py::gil_scoped_release>(),
           "False once the sample is answered or nobody waits for it.")
      .def(
          "answer",
          [](RemoteBatch &self, size_t index,
             std::vector<Measurement> measurements,
             std::vector<PairedMeasurement> pairs, bool keep,
             std::string host) {
            return self.answer(index, {.measurements = std::move(measurements),
                                       .pairs = std::move(pairs),
                                       .isKept = keep,
                                       .host = std::move(host)});
          },
          "index"_a, "measurements"_a, "pairs"_a, "keep"_a, "host"_a,
          py::call_guard<py::gil_scoped_release>(),
          "Answers a sample. False, and without effect, unless it is awaited.")
      .def(
          "fail",
          [](RemoteBatch &self, size_t index, std::string error) {
            return self.answer(index, {.error = std::move(error)});
          },
          "index"_a, "error"_a, py::call_guard<py::gil_scoped_release>(),
          "Answers a sample with an ExecutionError.")
      .def(
          "give_up",
          [](RemoteBatch &self, size_t index, const std::string &status,
             const std::string &message) {
            return self.giveUp(
                index, parseStatus(status).value_or(Status::Crashed), message);
          },
          "index"_a, "status"_a, "message"_a,
          py::call_guard<py::gil_scoped_release>(),
          "Answers a sample with a failure that is not stored.");

  py::class_<Cluster, std::shared_ptr<Cluster>>(
      module, "Cluster", "Machines that measure for an `Execution`.")
      .def(py::init([](std::string machine, const py::dict &target,
                       py::object submit) -> std::shared_ptr<Cluster> {
             return std::make_shared<PythonCluster>(
                 std::move(machine), toTarget(target), std::move(submit));
           }),
           "machine"_a, "target"_a, "submit"_a,
           "`submit` is called with each RemoteBatch, does not wait, and "
           "returns "
           "the number of processes that measure.");
}

} // namespace mlirgym::python
