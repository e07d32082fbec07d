#include "bindings/Boundary.h"
#include "actions/ActionError.h"
#include "program/ProgramLoader.h"

namespace py = pybind11;

namespace mlirgym::python {

char PythonError::ID;

static std::string describe(const py::error_already_set &raised) {
  std::string text = Py_TYPE(raised.value().ptr())->tp_name;
  if (auto words = py::str(raised.value()).cast<std::string>(); !words.empty())
    text += ": " + words;
  return text;
}

PythonError::PythonError(const py::error_already_set &raised)
    : ErrorInfo(describe(raised)), caught(raised) {}

// One handle each, owned by the module that created the classes.
static PyObject *programError, *scheduleError, *executionError;

static PyObject *addException(py::module_ &module, const char *name,
                              PyObject *base, const char *doc) {
  std::string qualified = std::string("mlirgym.") + name;
  PyObject *type =
      PyErr_NewExceptionWithDoc(qualified.c_str(), doc, base, nullptr);
  if (!type)
    throw py::error_already_set();
  module.add_object(name, type);
  return type;
}

void bindExceptions(py::module_ &module) {
  programError = addException(
      module, "ProgramError", PyExc_ValueError,
      "A payload that cannot be used: where, what and how to fix it.");
  scheduleError =
      addException(module, "ScheduleError", PyExc_ValueError,
                   "An action that is illegal at its place in a schedule.");
  executionError = addException(
      module, "ExecutionError", PyExc_OSError,
      "An execution that cannot continue: worker process, exec data or disk.");
}

void takeExceptions(const py::module_ &module) {
  // Never released, like the module that holds them.
  programError = py::object(module.attr("ProgramError")).release().ptr();
  scheduleError = py::object(module.attr("ScheduleError")).release().ptr();
  executionError = py::object(module.attr("ExecutionError")).release().ptr();
}

bool interrupted() {
  py::gil_scoped_acquire gil;
  return PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
}

void raisePending() {
  py::gil_scoped_acquire gil;
  if (PyErr_Occurred())
    throw py::error_already_set();
}

bool goesOn(const py::object &answer) {
  if (answer.ptr() == Py_False)
    return false;
  const std::string_view type = Py_TYPE(answer.ptr())->tp_name;
  if (type == "numpy.bool" || type == "numpy.bool_")
    return PyObject_IsTrue(answer.ptr()) == 1;
  return true;
}

bool goesOnAfter(llvm::function_ref<py::object()> report) {
  py::gil_scoped_acquire gil;
  if (interrupted())
    return false;
  try {
    return goesOn(report());
  } catch (py::error_already_set &raised) {
    raised.restore();
    return false;
  }
}

void raise(llvm::Error error) {
  // An exception is pending, such as after Ctrl-C: `error` only says that it
  // ended the call.
  if (PyErr_Occurred()) {
    llvm::consumeError(std::move(error));
    throw py::error_already_set();
  }
  std::optional<py::error_already_set> raised;
  error = llvm::handleErrors(std::move(error), [&](const PythonError &python) {
    raised = python.exception();
  });
  if (raised) {
    llvm::consumeError(std::move(error));
    throw py::error_already_set(*raised);
  }
  PyObject *type = PyExc_RuntimeError;
  if (error.isA<ActionError>())
    type = scheduleError;
  else if (error.isA<RequirementError>())
    type = PyExc_ValueError;
  else if (error.isA<ProgramError>())
    type = programError;
  else if (error.isA<ExecutionError>())
    type = executionError;
  std::string message = llvm::toString(std::move(error));
  PyErr_SetString(type, message.c_str());
  throw py::error_already_set();
}

} // namespace mlirgym::python
