//===- program/files/ProgramFile.h - The bytes of a program's file --------===//
#ifndef MLIRGYM_PROGRAM_FILES_PROGRAMFILE_H
#define MLIRGYM_PROGRAM_FILES_PROGRAMFILE_H

#include "program/files/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <utility>

namespace mlirgym {

/// The unparsed bytes of a `.mlir` or `.mlirbc` file. Errors: ProgramError if
/// it does not exist, is not a regular file (a pipe or a device may have no
/// end), or is larger than maxProgramBytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readProgramFile(llvm::StringRef path);

/// The same file, open for reading, whatever its size.
struct OpenProgramFile {
  FileDescriptor file;
  uint64_t bytes = 0;
};
llvm::Expected<OpenProgramFile> openProgramFile(llvm::StringRef path);

/// The same for any file that users write: a suite, a schedule. `advice` tells
/// the user how to deal with a file larger than `mostBytes`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t mostBytes,
                llvm::StringRef advice);

/// The parts of FILE@NAME, where FILE ends in `.mlir`, `.mlirbc` or `.tosa`; of
/// another path, itself and "".
std::pair<llvm::StringRef, llvm::StringRef> splitEntry(llvm::StringRef path);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_PROGRAMFILE_H
