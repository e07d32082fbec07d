//===- execution/kernels/NumpyFile.h - Arrays as .npy files -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELS_NUMPYFILE_H
#define MLIRGYM_EXECUTION_KERNELS_NUMPYFILE_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlirgym {

/// The contents of an .npy file, format 1.0, little endian, row major. NumPy
/// has no bf16: such elements are the bits as uint16. Requires: `bytes` are
/// elements of `type` and fill `shape`.
std::string toNumpyFile(ElementType type, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<char> bytes);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELS_NUMPYFILE_H
