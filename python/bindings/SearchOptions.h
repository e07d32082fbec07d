//===- python/bindings/SearchOptions.h - Options of a search ----*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_SEARCHOPTIONS_H
#define MLIRGYM_PYTHON_BINDINGS_SEARCHOPTIONS_H

#include "agents/Agent.h"
#include <pybind11/functional.h>

namespace mlirgym::python {

/// Called with (samples, budget, best speedup).
using Progress = std::function<pybind11::object(unsigned, unsigned, double)>;

/// Ctrl-C ends a search at once with KeyboardInterrupt, and an exception of the
/// callback ends it with that exception; finished timings are stored. Both
/// remain pending until the C++ call has ended, see raisePending(). `progress`
/// must outlive the options.
SearchOptions searchOptions(unsigned budget, uint64_t seed,
                            const Progress &progress);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_SEARCHOPTIONS_H
