//===- program/files/RegularFile.h - Reads regular files --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_REGULARFILE_H
#define MLIRGYM_PROGRAM_FILES_REGULARFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <system_error>

namespace mlirgym {

/// Size limit of text files of our own: metrics, reference schedules.
inline constexpr uint64_t mostTextBytes = uint64_t(1) << 30;

/// Success if `path` (links are followed) is a regular file, or does not exist.
/// Reading a FIFO or a device might never end. The message names the kind of
/// file.
std::error_code checkRegular(llvm::StringRef path);

/// The same for an open file.
std::error_code checkRegular(int file);

/// For our own files (for those of users: ProgramFile.h), instead of
/// llvm::MemoryBuffer::getFile(). The buffer ends with a null byte. Never
/// blocks; reads only regular files of at most `mostBytes`. Not memory-mapped,
/// since a process that truncates the file meanwhile would cause SIGBUS.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readRegular(llvm::StringRef path, uint64_t mostBytes = mostTextBytes);

/// The text of such a file. Errors: ProgramError naming the file.
llvm::Expected<std::string> readText(llvm::StringRef path);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_REGULARFILE_H
