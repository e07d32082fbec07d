#include "bindings/Shown.h"
#include <algorithm>
#include <cstring>

namespace py = pybind11;

namespace mlirgym::python {

CopiedArray::CopiedArray(py::array source)
    : source(std::move(source)), copies{make(), make()} {}

/// Takes half the time of NumPy's own copy, which is for all arrays, and of a
/// py::array that is made of a shape.
py::array CopiedArray::make() const {
  const auto &numpy = py::detail::npy_api::get();
  auto made = py::reinterpret_steal<py::array>(numpy.PyArray_NewFromDescr_(
      numpy.PyArray_Type_, source.dtype().release().ptr(), int(source.ndim()),
      reinterpret_cast<const Py_intptr_t *>(source.shape()), nullptr, nullptr,
      /*flags=*/0, nullptr));
  if (!made)
    throw py::error_already_set();
  return made;
}

/// True if nobody holds the copy, and nobody has changed its shape, its type or
/// its flags in place.
bool CopiedArray::isFree(const py::array &kept) const {
  const auto *mine = py::detail::array_proxy(kept.ptr());
  const auto *wanted = py::detail::array_proxy(source.ptr());
  constexpr int own = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ |
                      py::detail::npy_api::NPY_ARRAY_OWNDATA_ |
                      py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return kept.ref_count() == 1 && mine->descr == wanted->descr &&
         mine->nd == wanted->nd && (mine->flags & own) == own &&
         std::equal(mine->dimensions, mine->dimensions + mine->nd,
                    wanted->dimensions);
}

py::array CopiedArray::copy() {
  auto *chosen = std::find_if(copies.begin(), copies.end(),
                              [&](const auto &each) { return isFree(each); });
  if (chosen == copies.end()) {
    chosen = &copies[oldest];
    oldest = 1 - oldest;
    *chosen = make();
  }
  std::memcpy(py::detail::array_proxy(chosen->ptr())->data, source.data(),
              size_t(source.nbytes()));
  return *chosen;
}

Shown::Shown(py::array observation, py::dict infos)
    : vector(std::move(observation)), idle(std::move(infos)) {
  for (auto [key, value] : idle)
    if (py::isinstance<py::array>(value))
      arrays.emplace_back(
          py::reinterpret_borrow<py::object>(key),
          CopiedArray(py::reinterpret_borrow<py::array>(value)));
}

py::dict Shown::infos() {
  auto copy = py::reinterpret_steal<py::dict>(PyDict_Copy(idle.ptr()));
  if (!copy)
    throw py::error_already_set();
  for (auto &[key, array] : arrays)
    if (PyDict_SetItem(copy.ptr(), key.ptr(), array.copy().ptr()) != 0)
      throw py::error_already_set();
  return copy;
}

} // namespace mlirgym::python
