#include "bindings/PythonWorkload.h"
#include "bindings/Arrays.h"
#include "bindings/Boundary.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace mlirgym::python {

namespace {
/// A value that is not an int, a float, a str, or a subclass of these.
class PythonValue : public ForeignValue {
public:
  explicit PythonValue(py::handle object)
      : value(py::reinterpret_borrow<py::object>(object)) {}
  ~PythonValue() override {
    py::gil_scoped_acquire gil;
    value.release().dec_ref();
  }
  std::string text() const override {
    py::gil_scoped_acquire gil;
    return py::repr(value).cast<std::string>();
  }
  const py::object &object() const { return value; }

private:
  py::object value;
};

/// `value`, converted by a kind of mlirgym.checks; raises that kind's
/// exceptions.
py::object checked(const char *kind, const py::object &where,
                   const py::object &what, py::handle value) {
  return py::module_::import("mlirgym.checks").attr(kind)(where, what, value);
}

std::string textOf(const py::object &where, py::handle value) {
  return checked("TEXT", where, py::str("what it returned"), value)
      .cast<std::string>();
}

py::str methodOf(const py::object &workload, const char *method) {
  return py::str("{}.{}").format(workload.attr("name"), method);
}
} // namespace

py::object toPython(const ParameterValue &value) {
  if (const auto *foreign =
          std::get_if<std::shared_ptr<const ForeignValue>>(&value))
    if (const auto *ours = dynamic_cast<const PythonValue *>(foreign->get()))
      return ours->object();
  if (const auto *number = std::get_if<int64_t>(&value))
    return py::int_(*number);
  if (const auto *number = std::get_if<double>(&value))
    return py::float_(*number);
  if (const auto *flag = std::get_if<bool>(&value))
    return py::bool_(*flag);
  if (const auto *tuple = std::get_if<ParameterTuple>(&value)) {
    py::tuple values(tuple->values.size());
    for (auto [i, each] : llvm::enumerate(tuple->values))
      values[i] = toPython(each);
    return values;
  }
  return py::str(mlirgym::textOf(value));
}

py::dict toPython(const WorkloadParameters &parameters) {
  py::dict values;
  for (const auto &[name, value] : parameters)
    values[py::str(name)] = toPython(value);
  return values;
}

ParameterValue toParameter(py::handle value) {
  if (PyBool_Check(value.ptr()))
    return value.ptr() == Py_True;
  if (PyFloat_CheckExact(value.ptr()))
    return value.cast<double>();
  if (PyLong_CheckExact(value.ptr())) {
    int overflow = 0;
    const int64_t number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0)
      return number;
  }
  if (PyUnicode_CheckExact(value.ptr())) {
    Py_ssize_t size = 0;
    if (const char *text = PyUnicode_AsUTF8AndSize(value.ptr(), &size))
      return std::string(text, static_cast<size_t>(size));
    PyErr_Clear(); // a lone surrogate, which UTF-8 cannot encode
  }
  return std::make_shared<const PythonValue>(value);
}

WorkloadParameters toParameters(const py::dict &values) {
  WorkloadParameters parameters;
  for (auto [name, value] : values)
    parameters.add(py::str(name), toParameter(value));
  return parameters;
}

std::string scheduleOf(const py::object &workload, const py::dict &parameters,
                       llvm::StringRef stopAtStage) {
  const py::str where = methodOf(workload, "schedule_module");
  py::dict options;
  if (!stopAtStage.empty())
    options["stop_at_stage"] = stopAtStage.str();
  const py::object given =
      workload.attr("schedule_module")(parameters, **options);
  if (!py::isinstance<py::list>(given) && !py::isinstance<py::tuple>(given))
    return textOf(where, given);
  std::string modules;
  for (const py::handle each : given)
    modules += textOf(where, each) + "\n";
  return modules;
}

py::object PythonWorkload::self() const {
  const auto *workload = static_cast<const Workload *>(this);
  return py::reinterpret_borrow<py::object>(py::detail::get_object_handle(
      workload, py::detail::get_type_info(typeid(Workload))));
}

std::string PythonWorkload::name() const {
  auto found = callPython(
      [&] { return py::str(self().attr("name")).cast<std::string>(); });
  if (found)
    return *found;
  // program(), which also calls name(), reports the error.
  llvm::consumeError(found.takeError());
  return "workload";
}

llvm::Expected<std::string> PythonWorkload::payloadModule() const {
  return callPython([&] {
    return textOf(methodOf(self(), "payload_module"),
                  self().attr("payload_module")());
  });
}

llvm::Expected<ParameterChoices> PythonWorkload::parameters() const {
  return callPython([&] {
    ParameterChoices choices;
    const auto where = methodOf(self(), "parameters");
    for (py::handle item : self().attr("parameters")().attr("items")()) {
      auto entry = item.cast<py::tuple>();
      auto &[name, values] = choices.emplace_back();
      name = textOf(where, entry[0]);
      for (py::handle value : entry[1])
        values.push_back(toParameter(value));
    }
    return choices;
  });
}

llvm::Expected<std::string>
PythonWorkload::scheduleModule(const WorkloadParameters &parameters) const {
  return callPython([&] { return scheduleOf(self(), toPython(parameters)); });
}

llvm::Expected<std::vector<std::string>> PythonWorkload::stages() const {
  return callPython([&] {
    return checked("NAMES", methodOf(self(), "stages"),
                   py::str("what it returned"), self().attr("stages")())
        .cast<std::vector<std::string>>();
  });
}

llvm::Expected<std::string>
PythonWorkload::scheduleUpTo(const WorkloadParameters &parameters,
                             llvm::StringRef stage) const {
  return callPython(
      [&] { return scheduleOf(self(), toPython(parameters), stage); });
}

llvm::Expected<std::string> PythonWorkload::lowering() const {
  return callPython([&] {
    return textOf(methodOf(self(), "lowering"), self().attr("lowering")());
  });
}

llvm::Expected<std::optional<std::string>> PythonWorkload::cacheKey() const {
  return callPython([&]() -> std::optional<std::string> {
    py::object key = self().attr("cache_key")();
    if (key.is_none())
      return std::nullopt;
    return textOf(methodOf(self(), "cache_key"), key);
  });
}

llvm::Error PythonWorkload::verify(llvm::ArrayRef<Argument> arguments,
                                   llvm::ArrayRef<HostBuffer>,
                                   llvm::ArrayRef<HostBuffer> outputs) const {
  auto wrong = callPython([&]() -> std::optional<std::string> {
    try {
      py::object right = self().attr("verify")(
          toArrays(outputs, arguments, &Argument::isOutput));
      if (goesOn(right))
        return std::nullopt;
      return name() + ": verify() returned False";
    } catch (const py::error_already_set &raised) {
      if (!raised.matches(PyExc_AssertionError))
        throw;
      return py::str(py::str(raised.value()).attr("strip")());
    }
  });
  if (!wrong)
    return wrong.takeError();
  if (!*wrong)
    return llvm::Error::success();
  return llvm::createStringError(**wrong);
}

llvm::Expected<WorkloadRequirements> PythonWorkload::requirements() const {
  return callPython([&] {
    WorkloadRequirements needs;
    const auto where = methodOf(self(), "requirements");
    for (py::handle item : self().attr("requirements")().attr("items")()) {
      auto entry = item.cast<py::tuple>();
      const py::str what(entry[0]);
      // Amounts beyond `most` are rejected anyway, so they are clamped.
      auto amount = [&](double most) {
        const auto number =
            checked("NUMBER", where, what, entry[1]).cast<double>();
        return static_cast<int64_t>(number > 0 ? std::min(number, most) : 0);
      };
      const std::string name = what;
      if (name == "features")
        needs.features = checked("NAMES", where, what, entry[1])
                             .cast<std::vector<std::string>>();
      else if (name == "libraries")
        needs.libraries = checked("PATHS", where, what, entry[1])
                              .cast<std::vector<std::string>>();
      else if (name == "threads")
        needs.threads = static_cast<unsigned>(amount(INT32_MAX));
      else if (name == "vector_bits")
        needs.vectorBits = static_cast<unsigned>(amount(INT32_MAX));
      else if (name == "memory_bytes")
        needs.memoryBytes = amount(0x1p62);
      else
        throw py::value_error(this->name() + ": unknown requirement '" + name +
                              "'; give threads, vector_bits, memory_bytes, "
                              "features or libraries");
    }
    return needs;
  });
}

llvm::Expected<Complexity> PythonWorkload::complexity(const Program &) const {
  return callPython([&] {
    const auto where = methodOf(self(), "get_complexity");
    py::object counts = self().attr("get_complexity")();
    auto count = [&](const char *what) {
      py::object number = counts[what];
      return checked("NUMBER", where, py::str(what), number).cast<double>();
    };
    return Complexity{count("flops"), count("bytes_read"),
                      count("bytes_written")};
  });
}

llvm::Expected<std::shared_ptr<const Program>> PythonWorkload::program() const {
  return callPython([&]() -> std::shared_ptr<const Program> {
    py::object payload = self().attr("program");
    if (!py::isinstance<Program>(payload))
      throw py::type_error(py::str("{}.program is {!r}; give a Program")
                               .format(self().attr("name"), payload)
                               .cast<std::string>());
    return payload.cast<std::shared_ptr<Program>>();
  });
}

llvm::Expected<std::vector<HostBuffer>> PythonWorkload::inputs() const {
  return callPython([&] { return toBuffers(self().attr("inputs")); });
}

llvm::Expected<std::optional<std::vector<HostBuffer>>>
PythonWorkload::reference() const {
  return callPython([&]() -> std::optional<std::vector<HostBuffer>> {
    py::object expected = self().attr("_typed_reference")();
    if (expected.is_none())
      return std::nullopt;
    return toBuffers(expected);
  });
}

llvm::Expected<std::vector<HostBuffer>> PythonWorkload::newOutputs() const {
  return callPython(
      [&] { return toBuffers(self().attr("_checked_outputs")()); });
}

} // namespace mlirgym::python
