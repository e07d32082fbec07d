//===- execution/batch/MemoryNeeds.h - Memory needed and available --------===//
#ifndef MLIRGYM_EXECUTION_BATCH_MEMORYNEEDS_H
#define MLIRGYM_EXECUTION_BATCH_MEMORYNEEDS_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

/// Memory that this process may still allocate: the minimum over the system and
/// each enclosing control group.
uint64_t availableMemoryBytes();

/// Succeeds if the arguments of `program` fit: once into `limitBytes`, the
/// limit of a worker that runs it, and twice (its inputs and reference outputs,
/// and a worker's copies of them) into `availableBytes`. Call it before buffers
/// are filled: the system overcommits memory, and would otherwise kill a
/// process later. Errors: ExecutionError with the required amount.
llvm::Error requireMemory(const Program &program, uint64_t limitBytes,
                          uint64_t availableBytes = availableMemoryBytes());

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_MEMORYNEEDS_H
