//===- program/Limits.h - Limits on programs --------------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_LIMITS_H
#define MLIRGYM_PROGRAM_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace mlirgym {

// The limits for loading, compiling and running, defined in one place: every
// program that loads can be compiled, and every program that compiles can be
// run. Listed in docs/programs.md.

/// A program's file, and the text of its normal form: 256 MiB hold the weights
/// of a ResNet-50 as hexadecimal digits.
inline constexpr uint64_t maxProgramBytes = uint64_t(256) << 20;
/// A transform script that the caller wrote.
inline constexpr uint64_t maxScriptBytes = uint64_t(16) << 20;
/// A suite's file, a schedule's file, exec data as JSON.
inline constexpr uint64_t maxSuiteBytes = uint64_t(16) << 20;
inline constexpr uint64_t maxScheduleBytes = uint64_t(1) << 20;
inline constexpr uint64_t maxImportBytes = uint64_t(1) << 30;
/// Structured operations.
inline constexpr size_t maxOperations = 1 << 16;
/// Arguments of the normal form: inputs and outputs.
inline constexpr size_t maxArguments = 1024;
/// Loops of one operation, because sets of loops have 64 bits; dimensions of
/// one tensor.
inline constexpr size_t maxLoops = 64;
/// Operands of one operation.
inline constexpr size_t maxOperands = 1 << 12;
/// Elements of one tensor: more than any memory holds; sizes in bytes cannot
/// overflow.
inline constexpr int64_t maxElements = int64_t(1) << 40;

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_LIMITS_H
