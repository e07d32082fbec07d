//===- kernels/ProgramBinary.h - A program as one file --------------------===//
#ifndef MLIRGYM_KERNELS_PROGRAMBINARY_H
#define MLIRGYM_KERNELS_PROGRAMBINARY_H

#include "actions/Schedule.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mlirgym {

/// The file that holds the kernels of a scheduled program and its host function
/// (KernelOutline.h), for the target of the workers.
enum class BinaryForm : uint8_t {
  Object,  ///< one relocatable object
  Archive, ///< an object per function; needs no toolchain
  Library, ///< a shared library
  /// A statically linked program that contains golden inputs and outputs, calls
  /// the host function once and compares. Exit code 0: all outputs are within
  /// their tolerance.
  Executable,
};
/// The form with this name: "object", "archive", "library" or "executable".
std::optional<BinaryForm> parseBinaryForm(llvm::StringRef name);

/// Errors: as KernelOutliner::outline(), compile() and golden(); ExecutionError
/// if no toolchain for the target is found (Linker.h), or, for an executable,
/// if there are no golden outputs or kernels have several threads.
llvm::Expected<std::string> makeBinary(std::shared_ptr<const Program> program,
                                       const Schedule &schedule,
                                       BinaryForm form,
                                       KernelOutlinerOptions workers = {});
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_PROGRAMBINARY_H
