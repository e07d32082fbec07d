//===- python/bindings/Learning.h - Learned agents --------------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_LEARNING_H
#define MLIRGYM_PYTHON_BINDINGS_LEARNING_H

#include "env/Env.h"
#include <pybind11/functional.h>
#include <pybind11/stl.h>

namespace mlirgym::python {

/// Names and normalised texts: programs as they cross to this module.
using ProgramTexts = std::vector<std::pair<std::string, std::string>>;
std::shared_ptr<const ProgramPool> makePool(const ProgramTexts &programs);

/// Called with metrics as JSON; False stops.
using MetricsProgress = std::function<pybind11::object(const std::string &)>;
/// Whether training goes on after `metrics`: not after Ctrl-C, nor after an
/// exception of the callback's, which waits to be raised. Takes the GIL.
bool goesOnAfter(const MetricsProgress &progress, const std::string &metrics);

/// learn() and Policy.
void bindLearning(pybind11::module_ &module);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_LEARNING_H
