//===- python/bindings/Module.cpp - mlirgym._core -------------------------===//
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "Binding module of mlirgym; import mlirgym instead.";
  module.attr("__version__") = MLIRGYM_VERSION;
  module.attr("libtorch_version") = MLIRGYM_LIBTORCH_VERSION;
  mlirgym::python::bindExceptions(module);
  mlirgym::python::bindProgram(module);
  mlirgym::python::bindActions(module);
  mlirgym::python::bindKernels(module); // arguments of Execution
  mlirgym::python::bindExecution(module);
  mlirgym::python::bindCluster(module);
  mlirgym::python::bindEnv(module);
  mlirgym::python::bindSearch(module);
  mlirgym::python::bindTabular(module);
  mlirgym::python::bindTasks(module);
  mlirgym::python::bindWorkload(module);
  mlirgym::python::bindEngine(module);
  mlirgym::python::bindBenchmarks(module);
  mlirgym::python::bindKernelCache(module);
  mlirgym::python::bindMlirRl(module);
}
