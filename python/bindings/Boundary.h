//===- python/bindings/Boundary.h - Errors to exceptions --------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
#define MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H

#include "llvm/Support/Error.h"
#include <pybind11/pybind11.h>

namespace mlirgym::python {

/// Adds ProgramError, ScheduleError and ExecutionError to the module.
void bindExceptions(pybind11::module_ &module);
/// Raises those of another module from here on.
void takeExceptions(const pybind11::module_ &module);

/// Raises the Python exception that stands for `error`: ActionError becomes
/// ScheduleError(ValueError), ProgramError ProgramError(ValueError),
/// ExecutionError ExecutionError(OSError), anything else RuntimeError. The only
/// place where ours throws. Requires: the GIL is held, `error` is a failure.
[[noreturn]] void raise(llvm::Error error);

/// Value of an Expected, or the exception that stands for its error. The GIL is
/// taken if need be.
template <typename T> T unwrap(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  pybind11::gil_scoped_acquire gil;
  raise(value.takeError());
}

inline void unwrap(llvm::Error error) {
  if (!error)
    return;
  pybind11::gil_scoped_acquire gil;
  raise(std::move(error));
}
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_BOUNDARY_H
