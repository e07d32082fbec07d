//===- program/Processors.h - Processors of this process --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROCESSORS_H
#define MLIRGYM_PROGRAM_PROCESSORS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// The numbers of the processors on which this process may run, in ascending
/// order: containers limit them. There may be more than 1,024, which is what a
/// cpu_set_t holds. If the system does not tell (some sandboxes forbid the
/// question), as many as are online, from 0 on. Never empty.
std::vector<uint32_t> usableProcessors();

/// Lets the calling thread, and threads that it starts, run on these processors
/// only, as far as there are such.
void useProcessors(llvm::ArrayRef<uint32_t> processors);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROCESSORS_H
