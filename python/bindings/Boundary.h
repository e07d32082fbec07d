//===- python/bindings/Boundary.h - Errors to exceptions --------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
#define MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H

#include "execution/Workload.h"
#include "execution/outcome/ExecutionError.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <pybind11/pybind11.h>

namespace mlirgym::python {

/// Adds ProgramError, ScheduleError and ExecutionError to the module.
void bindExceptions(pybind11::module_ &module);
/// Raises those of another module from here on.
void takeExceptions(const pybind11::module_ &module);

/// What Python code raised that C++ had called: the message is "type: text".
class PythonError : public llvm::ErrorInfo<PythonError, WorkloadError> {
public:
  static char ID;
  /// Requires: the GIL is held.
  explicit PythonError(const pybind11::error_already_set &raised);
  const pybind11::error_already_set &exception() const { return caught; }

private:
  pybind11::error_already_set caught;
};

/// Raises the Python exception that stands for `error`: PythonError becomes
/// what Python raised, ActionError ScheduleError(ValueError), ProgramError
/// ProgramError(ValueError), RequirementError ValueError, ExecutionError
/// ExecutionError(OSError), anything else RuntimeError. The only place where
/// ours throws. Requires: the GIL is held, `error` is a failure.
[[noreturn]] void raise(llvm::Error error);

/// For ExecutionOptions::interrupted: true if a signal has come whose Python
/// handler raised, as that of Ctrl-C does, or if another exception waits to be
/// raised; it goes on waiting. Python hears signals on its main thread: always
/// false elsewhere, unless something waits there. Takes the GIL.
bool interrupted();
/// Raises what waits; at the end of each call that may succeed although
/// interrupted() was true, or a callback has raised. Takes the GIL.
void raisePending();

/// Constructor of a class whose objects only C++ makes: raises TypeError, in
/// our words. `instead` says where they come from.
template <typename Value> auto refuseCalls(const char *instead) {
  return pybind11::init([instead](const pybind11::args &,
                                  const pybind11::kwargs &) -> Value * {
    throw pybind11::type_error(std::string("it is not created by its class; ") +
                               instead);
  });
}

/// Calls Python code with the GIL. Errors: PythonError if it raises;
/// InterruptedError, without a call, after Ctrl-C, or if another exception
/// waits to be raised.
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

/// What a callback's answer means: only False (of Python or NumPy) stops, so
/// that `progress=print`, which returns None, does not. Requires: the GIL.
bool goesOn(const pybind11::object &answer);
/// Whether work goes on after `report`, which calls a callback: not after
/// Ctrl-C, which prevents the call, nor after an exception of the callback,
/// which then waits to be raised. Takes the GIL.
bool goesOnAfter(llvm::function_ref<pybind11::object()> report);

/// Value of an Expected, or the exception that stands for its error, or the one
/// that waits and made it. The GIL is taken if need be.
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
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
