//===- program/payload/PayloadError.h - An error at a place in a payload --===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PAYLOADERROR_H
#define MLIRGYM_PROGRAM_PAYLOAD_PAYLOADERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir {
class Location;
class Operation;
} // namespace mlir

namespace mlirgym {

/// "file:line:col" of the first file location in `location`; "file" if only the
/// file is known; "" if there is no file.
std::string describePlace(mlir::Location location);

/// ProgramError "file:line:col: what; how to fix it"; the place is that of
/// `op`, or of the closest enclosing operation that has one.
llvm::Error payloadError(mlir::Operation *op, const llvm::Twine &message);

/// ProgramError that begins with the file `origin`: locations in bytecode refer
/// to the file from which it was made, or to the text of an attribute.
llvm::Error withFile(llvm::StringRef origin, llvm::Error error);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PAYLOADERROR_H
