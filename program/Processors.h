//===- program/Processors.h - Processors of this process --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROCESSORS_H
#define MLIRGYM_PROGRAM_PROCESSORS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// The numbers of the processors on which this process may run, in ascending
/// order: containers limit them. There may be more than the 1,024 that a
/// cpu_set_t holds. If the system refuses the query, as some sandboxes do, the
/// numbers from 0 up to the number of online processors. Never empty.
std::vector<uint32_t> usableProcessors();

/// Restricts the calling thread, and threads that it starts, to these
/// processors; those that do not exist are ignored.
void useProcessors(llvm::ArrayRef<uint32_t> processors);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROCESSORS_H
