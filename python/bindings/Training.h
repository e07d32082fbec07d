//===- python/bindings/Training.h - Trained agents --------------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_TRAINING_H
#define MLIRGYM_PYTHON_BINDINGS_TRAINING_H

#include "env/Env.h"
#include <pybind11/functional.h>
#include <pybind11/stl.h>

namespace mlirgym::python {

/// Names and normalised texts: the form in which programs are passed to this
/// module.
using ProgramTexts = std::vector<std::pair<std::string, std::string>>;
std::shared_ptr<const ProgramPool> makePool(const ProgramTexts &programs);

/// Called with metrics as JSON; False stops.
using MetricsProgress = std::function<pybind11::object(const std::string &)>;
/// True if training continues after `metrics`; see goesOnAfter() in Boundary.h.
bool report(const MetricsProgress &progress, const std::string &metrics);

/// learn(), train_recipe() and trained policies.
void bindTraining(pybind11::module_ &module);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_TRAINING_H
