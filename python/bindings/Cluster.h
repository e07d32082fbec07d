//===- python/bindings/Cluster.h - Targets as dicts -------------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_CLUSTER_H
#define MLIRGYM_PYTHON_BINDINGS_CLUSTER_H

#include "lowering/target/Target.h"
#include <pybind11/pybind11.h>

namespace mlirgym::python {

/// All of a target, by name; a Cluster reads it. Requires: the GIL.
pybind11::dict toDict(const Target &target);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_CLUSTER_H
