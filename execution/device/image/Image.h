//===- execution/device/image/Image.h - A kernel as a whole program -------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGE_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGE_H

#include "execution/lowering/target/Target.h"
#include "execution/wire/ProgramData.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The program of an ImageFrame in C. Beside it lies the file "inputs.bin", the
/// inputs of `data`, which the assembler finds in its working directory. The
/// macro MLIRGYM_CLOCK, an expression, lets the program print what it adds up
/// to over the further calls, "mlirgym: N in CALLS calls"; MLIRGYM_TIME does so
/// in nanoseconds.
std::string imageSource(const worker::ProgramData &data, llvm::StringRef entry);

/// The program of a device, without the kernel: it holds all sets of inputs,
/// calls the kernel on each, and writes the outputs to the file "outputs", one
/// set after the other and in each the written arguments in order. An argument
/// of the program is the number of further calls on the first set of inputs;
/// the outputs of the last of them follow, or, if an argument is read and
/// written, of one more on fresh inputs.
///
/// Exit code 0: all calls returned. 1: the kernel wrote before or past an
/// argument, or to one that it reads only; the reason is printed.
///
/// Parallel loops have one thread: the image has what such code calls of
/// OpenMP.
class ImageFrame {
public:
  /// Compiled once per program, with the C compiler for the target (Linker.h).
  /// `entry`: as KernelRun::entry. Errors: ExecutionError with its message.
  static llvm::Expected<ImageFrame> make(const worker::ProgramData &data,
                                         llvm::StringRef entry,
                                         const Target &target);

  /// The whole program. `object`: a relocatable object or an archive. Errors:
  /// text, of a function that the object calls and nothing defines.
  llvm::Expected<std::string> link(llvm::ArrayRef<char> object) const;

  /// True if it is that of the same inputs and entry.
  bool isOf(const worker::ProgramData &data, llvm::StringRef entry) const {
    return inputs == data.inputs().identity() && name == entry;
  }

private:
  ImageFrame() = default;
  uint64_t inputs = 0;
  std::string name, frame;
  Target target;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGE_H
