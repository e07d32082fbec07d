//===- python/bindings/Arrays.h - NumPy's arrays as buffers -----*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_ARRAYS_H
#define MLIRGYM_PYTHON_BINDINGS_ARRAYS_H

#include "workloads/Workload.h"
#include <pybind11/numpy.h>

namespace mlirgym::python {

// Nothing is copied. All of these functions require the GIL; buffers are copied
// and destroyed without it.

/// A buffer over the memory of an array, which it keeps alive. Raises TypeError
/// if it is not an array, ValueError if it is not contiguous.
HostBuffer toBuffer(pybind11::handle array);
std::vector<HostBuffer> toBuffers(const pybind11::object &arrays);

/// The array that was passed to toBuffer(), or a new one over C++'s memory.
/// NumPy has no bfloat16: the array then holds the bits as integers.
pybind11::array toArray(const HostBuffer &buffer, const Argument &argument);
/// One array per argument of a role, in order.
pybind11::list toArrays(llvm::ArrayRef<HostBuffer> buffers,
                        llvm::ArrayRef<Argument> arguments,
                        bool Argument::*role);
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_ARRAYS_H
