//===- python/bindings/Shown.h - What a step shows, as copies ---*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_SHOWN_H
#define MLIRGYM_PYTHON_BINDINGS_SHOWN_H

#include <array>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace mlirgym::python {

/// Makes copies of an array without gaps, whose values change. Making an array
/// takes longer than filling it: a copy that nobody holds any more is filled
/// and handed out again. Two are kept, since in `obs, ... = env.step(action)`
/// the last one is held until the next one is there.
class CopiedArray {
public:
  explicit CopiedArray(pybind11::array source);
  pybind11::array copy();

private:
  bool isFree(const pybind11::array &kept) const;
  pybind11::array make() const;

  pybind11::array source;
  std::array<pybind11::array, 2> copies;
  size_t oldest = 0;
};

/// The observation of an environment and its infos before any outcome: a view
/// of the environment's memory, and a dictionary with another one.
class Shown {
public:
  Shown(pybind11::array observation, pybind11::dict infos);

  pybind11::array observation() { return vector.copy(); }
  /// A copy with copies of the arrays in it.
  pybind11::dict infos();

private:
  CopiedArray vector;
  pybind11::dict idle;
  std::vector<std::pair<pybind11::object, CopiedArray>> arrays; // of `idle`
};
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_SHOWN_H
