//===- kernels/CProject.h - Kernels for C -----------------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_CPROJECT_H
#define MLIRGYM_KERNELS_CPROJECT_H

#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace mlirgym {

/// A file to be written; `name` has no folder.
struct DumpedFile {
  std::string name, contents;
  bool isText = true;
};

/// An object of a project, and the objects whose functions it calls.
struct CProjectPart {
  std::string name; ///< of the function; the object is `<name>.o`
  std::vector<std::string> uses;
  bool isCompiled = false; ///< from `<name>.c`, by the Makefile
};

/// A function on bare pointers.
struct CFunction {
  std::string name; ///< an identifier
  llvm::ArrayRef<Argument> arguments;
};

/// Files with which a plain C compiler checks object code of kernels on golden
/// data: C11, POSIX make, and no library except libm, and libomp for kernels
/// with several threads.
namespace cproject {
CFunction functionOf(const OutlinedKernel &kernel);
/// "<name>.h": the function's declaration and contract.
DumpedFile header(const CFunction &kernel);
/// "<name>.c": the function, which calls `_mlir_ciface_<name>` of
/// "<name>_code.o".
DumpedFile wrapper(const CFunction &kernel);
/// The golden arrays: "<name>.input<i>.npy", "<name>.output<i>.npy",
/// "<name>.tolerance<i>.npy" for argument i.
std::vector<DumpedFile> arrays(const CFunction &kernel, const GoldenData &data);
/// "<name>.main.c": calls the kernel once on the golden inputs and compares.
/// Requires: !data.missing.
DumpedFile mainFile(const CFunction &kernel, const GoldenData &data);
/// "kernel_check.h": reads and compares arrays, for all main files.
DumpedFile checkHeader();
/// "embedded.c": the files as data of the program, opened by open_embedded().
/// The main file and the check header use them if KERNEL_CHECK_EMBEDDED is
/// defined.
DumpedFile embedded(llvm::ArrayRef<DumpedFile> files);

enum class Threads : uint8_t { One, Several };
struct Build {
  llvm::ArrayRef<CProjectPart> parts;
  llvm::ArrayRef<std::string> checked;
  Threads threads = Threads::One;
  /// For another architecture, its cross compiler links statically, and RUN is
  /// the command that runs a program for it.
  const Target &target;
};
/// "Makefile": `make check` builds and runs the checks of `checked`; `make`
/// builds them and a shared library per part.
DumpedFile makefile(const Build &build);
} // namespace cproject
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_CPROJECT_H
