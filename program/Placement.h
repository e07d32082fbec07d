//===- program/Placement.h - Arguments that stay on a device ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PLACEMENT_H
#define MLIRGYM_PROGRAM_PLACEMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
class Program; // program/Program.h

/// Unit attribute of arguments and results: see Argument::isOnDevice.
inline constexpr llvm::StringLiteral onDeviceAttribute = "memref.on_device";

/// The resident arguments of a program: they are in the memory of a device
/// before the program is called, and stay there. The other arguments are copied
/// to the device before each call, and outputs are copied back. Without a
/// placement no argument is resident. A value.
class Placement {
public:
  Placement() = default;
  /// The arguments that the program itself marks (Argument::isOnDevice) and
  /// those of `names`: "arg1" is argument 1 of the normal form, "out0" the
  /// first argument that the program writes, "all" means all of them. Errors:
  /// text that lists the valid names, for any other name.
  static llvm::Expected<Placement> of(const Program &program,
                                      llvm::ArrayRef<std::string> names);

  bool isResident(size_t argument) const {
    return argument < residents.size() && residents[unsigned(argument)];
  }
  bool any() const { return residents.any(); }
  /// "arg0,arg2"; "" if no argument is resident.
  std::string text() const;

private:
  llvm::SmallBitVector residents; ///< by argument
};

/// The IR of a call on a device: `func.func @ENTRY_on_device`, which copies the
/// arguments that are not resident around the call of the kernel, a function on
/// the memory of the device. Resident arguments are marked
/// `memref.on_device`. Stock mlir-opt reads it.
std::string transfersOf(const Program &program, const Placement &placement);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PLACEMENT_H
