//===- execution/device/image/Image.h - A kernel as a whole program -------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGE_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGE_H

#include "execution/wire/ProgramData.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The program of an ImageFrame in C. The assembler reads the inputs of `data`
/// from the file "inputs.bin" in its working directory. If the macro
/// MLIRGYM_CLOCK is defined as an expression, the program prints its increase
/// over the further calls, "mlirgym: N in CALLS calls"; MLIRGYM_TIME does the
/// same in nanoseconds.
std::string imageSource(const worker::ProgramData &data, llvm::StringRef entry);

/// The program of a device, without the kernel: it holds all sets of inputs,
/// calls the kernel on each, and writes the outputs to the file "outputs", one
/// set after the other, each with the written arguments in order. The argument
/// of the program is the number of further calls on the first set of inputs.
/// The outputs of the last of them follow, or, if an argument is both read and
/// written, the outputs of one more call on fresh inputs.
///
/// Exit code 0: all calls returned. 1: the kernel wrote before or past an
/// argument, or to one that it reads only; the reason is printed.
///
/// Parallel loops run on one thread: the image defines the OpenMP functions
/// that such code calls.
class ImageFrame {
public:
  /// Compiled once per program, with the C compiler for the target (Linker.h).
  /// `entry`: as KernelRun::entry. Errors: ExecutionError with its message.
  static llvm::Expected<ImageFrame> make(const worker::ProgramData &data,
                                         llvm::StringRef entry,
                                         const Target &target);

  /// The whole program. `object`: a relocatable object or an archive. Errors:
  /// text that names an undefined function that the object calls.
  llvm::Expected<std::string> link(llvm::ArrayRef<char> object) const;

  /// True if the frame was made for the same inputs and entry.
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
