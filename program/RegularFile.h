//===- program/RegularFile.h - Reads regular files --------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_REGULARFILE_H
#define MLIRGYM_PROGRAM_REGULARFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <system_error>

namespace mlirgym {

/// Most bytes of what we write as text: metrics, reference schedules.
inline constexpr uint64_t mostTextBytes = uint64_t(1) << 30;

/// Success if `path` (links are followed) is a regular file, or nothing at all.
/// A FIFO would be waited for without end, a device be read without end. The
/// message says what it is in place of one.
std::error_code checkRegular(llvm::StringRef path);

/// The same of an open file.
std::error_code checkRegular(int file);

/// For files of our own (those of strangers: ProgramFile.h), in place of
/// llvm::MemoryBuffer::getFile(), with a null byte behind its end:
/// never waits, reads regular files only, and those of at most `mostBytes`.
/// Read, not mapped: who cuts the file short meanwhile cannot raise SIGBUS.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readRegular(llvm::StringRef path, uint64_t mostBytes = mostTextBytes);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_REGULARFILE_H
