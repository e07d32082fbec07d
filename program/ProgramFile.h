//===- program/ProgramFile.h - The bytes of a program's file ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMFILE_H
#define MLIRGYM_PROGRAM_PROGRAMFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace mlirgym {

/// The bytes of a `.mlir` or `.mlirbc` file, unread. Errors: ProgramError if
/// there is none, it is no regular file (a pipe or a device may have no end),
/// or larger than maxProgramBytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readProgramFile(llvm::StringRef path);

/// The same of any file that people write: a suite, a schedule. `advice` is
/// what to do about one of more than `mostBytes`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t mostBytes,
                llvm::StringRef advice);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMFILE_H
