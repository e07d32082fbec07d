//===- python/bindings/Boundary.h - Errors to exceptions --------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
#define MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H

#include "outcome/ExecutionError.h"
#include "workloads/Workload.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <pybind11/pybind11.h>

namespace mlirgym::python {

/// Adds ProgramError, ScheduleError and ExecutionError to the module.
void bindExceptions(pybind11::module_ &module);
/// From now on raises the exception classes of another module.
void takeExceptions(const pybind11::module_ &module);

/// An exception raised by Python code called from C++: the message is "type:
/// text".
class PythonError : public llvm::ErrorInfo<PythonError, WorkloadError> {
public:
  static char ID;
  /// Requires: the GIL is held.
  explicit PythonError(const pybind11::error_already_set &raised);
  const pybind11::error_already_set &exception() const { return caught; }

private:
  pybind11::error_already_set caught;
};

/// Raises the Python exception for `error`: PythonError becomes the original
/// exception, ActionError ScheduleError(ValueError), ProgramError
/// ProgramError(ValueError), RequirementError ValueError, ExecutionError
/// ExecutionError(OSError), any other error RuntimeError. Our only function
/// that throws. Requires: the GIL is held, `error` is a failure.
[[noreturn]] void raise(llvm::Error error);

/// For ExecutionOptions::interrupted: true if the Python handler of a signal,
/// such as Ctrl-C, has raised, or if another exception is pending; it remains
/// pending. Python handles signals on its main thread: on other threads always
/// false, unless an exception is pending there. Takes the GIL.
bool interrupted();
/// Raises the pending exception, if any; called at the end of each call that
/// may succeed although interrupted() was true or a callback raised. Takes the
/// GIL.
void raisePending();

/// Constructor of a class whose objects are created only by C++: raises
/// TypeError with a message of ours. `instead` names the functions that return
/// such objects.
template <typename Value> auto refuseCalls(const char *instead) {
  return pybind11::init([instead](const pybind11::args &,
                                  const pybind11::kwargs &) -> Value * {
    throw pybind11::type_error(std::string("it is not created by its class; ") +
                               instead);
  });
}

/// Calls Python code with the GIL. Errors: PythonError if it raises;
/// InterruptedError, without a call, after Ctrl-C, or if another exception is
/// pending.
template <typename Call>
auto callPython(Call call) -> llvm::Expected<decltype(call())> {
  pybind11::gil_scoped_acquire gil;
  if (interrupted())
    return llvm::make_error<InterruptedError>();
  try {
    return call();
  } catch (const pybind11::error_already_set &raised) {
    return llvm::make_error<PythonError>(raised);
  } catch (const pybind11::builtin_exception &mistake) {
    mistake.set_error();
    return llvm::make_error<PythonError>(pybind11::error_already_set());
  }
}

/// Interprets the return value of a callback: only False (Python's or NumPy's)
/// means stop, so that `progress=print`, which returns None, continues.
/// Requires: the GIL.
bool goesOn(const pybind11::object &answer);
/// True to continue after `report`, which calls a callback: false after Ctrl-C,
/// which prevents the call, and after an exception of the callback, which is
/// then pending. Takes the GIL.
bool goesOnAfter(llvm::function_ref<pybind11::object()> report);

/// The value of an Expected. For an error, raises its exception, or the pending
/// one that caused it. Takes the GIL if necessary.
template <typename T> T unwrap(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  pybind11::gil_scoped_acquire gil;
  raise(value.takeError());
}

inline void unwrap(llvm::Error error) {
  if (!error)
    return raisePending();
  pybind11::gil_scoped_acquire gil;
  raise(std::move(error));
}

/// The value that `call`, which runs without the GIL, returns.
template <typename Call> auto unlocked(Call call) {
  pybind11::gil_scoped_release release;
  return unwrap(call());
}
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
