//===- program/Complexity.h - Work of one call ------------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_COMPLEXITY_H
#define MLIRGYM_PROGRAM_COMPLEXITY_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// Flops: iterations times arithmetic operations of the body, summed over the
/// operations; a multiply-add is two, a maximum or a compare one, a copy none.
/// Bytes: compulsory traffic, each argument that is read once, each that is
/// written once; intermediate results may stay in a cache and do not count.
Complexity complexityOf(llvm::ArrayRef<Operation> operations,
                        llvm::ArrayRef<Argument> arguments);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_COMPLEXITY_H
