//===- kernels/KernelExport.h - A compiled program for C --------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_KERNELEXPORT_H
#define MLIRGYM_KERNELS_KERNELEXPORT_H

#include "execution/kernelcache/KernelBundle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

struct KernelExport {
  std::string name;               ///< of the function in C
  std::vector<std::string> files; ///< paths
  /// Files that were left out, with the reason.
  std::vector<std::string> notes;
};

/// Writes a C project (CProject.h) of a compiled program to a folder, which is
/// created if it is missing, with the same machine code: `<name>.so` and
/// `<name>.h`, its parts `<name>.c` and `<name>_code.o`, a program that checks
/// it on `inputs` (the bytes of each argument that is read, in order), and
/// `<name>.kernel` for importKernel(). Constants, such as the weights of a
/// network, are in the code. `outputs`: what the kernel writes, with the
/// tolerance of 1e-5 or, for narrow types, of their rounding. The library is
/// left out if there is no C compiler. Errors: ExecutionError for a kernel
/// without a signature, a wrong number or size of arrays, and naming a file
/// that cannot be written.
llvm::Expected<KernelExport>
exportKernel(const KernelBundle &kernel, llvm::StringRef folder,
             llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
             llvm::ArrayRef<llvm::ArrayRef<char>> outputs);

/// The kernel that was exported to a folder; its facts have no payload. Errors:
/// ExecutionError if there is not exactly one, or if a file is missing or
/// damaged.
llvm::Expected<KernelBundle> importKernel(llvm::StringRef folder);
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELEXPORT_H
