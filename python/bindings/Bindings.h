//===- python/bindings/Bindings.h - One function per room -------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_BINDINGS_H
#define MLIRGYM_PYTHON_BINDINGS_BINDINGS_H

#include <pybind11/pybind11.h>

namespace mlirgym {
class SandboxedLoader;
}

namespace mlirgym::python {
/// Text from users is parsed in a worker process, one per thread, since MLIR's
/// parser may crash on it.
SandboxedLoader &strangersLoader();

void bindProgram(pybind11::module_ &module);
void bindActions(pybind11::module_ &module);
void bindExecution(pybind11::module_ &module);
void bindCluster(pybind11::module_ &module);
void bindEnv(pybind11::module_ &module);
void bindSearch(pybind11::module_ &module);
void bindTabular(pybind11::module_ &module);
void bindTasks(pybind11::module_ &module);
void bindWorkload(pybind11::module_ &module);
void bindEngine(pybind11::module_ &module);
void bindKernels(pybind11::module_ &module);
void bindBenchmarks(pybind11::module_ &module);
void bindKernelCache(pybind11::module_ &module);
void bindMlirRl(pybind11::module_ &module);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_BINDINGS_H
