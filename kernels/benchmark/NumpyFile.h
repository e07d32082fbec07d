//===- kernels/benchmark/NumpyFile.h - Arrays as .npy files -----*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BENCHMARK_NUMPYFILE_H
#define MLIRGYM_KERNELS_BENCHMARK_NUMPYFILE_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The contents of an .npy file, format 1.0, little endian, row major. NumPy
/// has no bf16: such elements are the bits as uint16. Requires: `bytes` are
/// elements of `type` and fill `shape`.
std::string toNumpyFile(ElementType type, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<char> bytes);

/// The elements of an .npy file that was expected to have this type and shape,
/// row major. Errors: text: its type, shape or order if it differs, or that it
/// is damaged.
llvm::Expected<std::vector<char>> parseNumpyFile(llvm::StringRef file,
                                                 ElementType type,
                                                 llvm::ArrayRef<int64_t> shape);
/// The same for a file. Errors: ExecutionError naming the file.
llvm::Expected<std::vector<char>> readNumpyFile(llvm::StringRef path,
                                                ElementType type,
                                                llvm::ArrayRef<int64_t> shape);

} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BENCHMARK_NUMPYFILE_H
