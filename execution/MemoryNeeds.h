//===- execution/MemoryNeeds.h - Whether a program fits ---------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_MEMORYNEEDS_H
#define MLIRGYM_EXECUTION_MEMORYNEEDS_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

/// Memory that this process may still take: the least that the system and each
/// control group around it have left.
uint64_t availableMemoryBytes();

/// Succeeds if the arguments of `program` fit: once into `limitBytes`, which a
/// worker that runs it may take, and twice (its inputs and reference outputs,
/// and a worker's copies of them) into `availableBytes`. To be asked before
/// anything is filled: the system overcommits, and would end some process
/// later. Errors: ExecutionError that says how much is needed.
llvm::Error requireMemory(const Program &program, uint64_t limitBytes,
                          uint64_t availableBytes = availableMemoryBytes());

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_MEMORYNEEDS_H
