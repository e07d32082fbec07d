//===- program/payload/PayloadAnalysis.h - The plain data of a payload ----===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PAYLOADANALYSIS_H
#define MLIRGYM_PROGRAM_PAYLOAD_PAYLOADANALYSIS_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

/// Structured operations of a payload in normal form, in program order.
std::vector<Operation> analyzeOperations(mlir::func::FuncOp entry);

/// The arguments of a payload in normal form, with their directions.
std::vector<Argument> analyzeArguments(mlir::func::FuncOp entry);

/// Flops: iterations times arithmetic operations of the body, summed over the
/// operations; a multiply-add counts two, a maximum or comparison one, a copy
/// none. Bytes: compulsory traffic, once per argument that is read and once per
/// argument that is written; intermediate results may stay in a cache and do
/// not count.
Complexity complexityOf(llvm::ArrayRef<Operation> operations,
                        llvm::ArrayRef<Argument> arguments);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PAYLOADANALYSIS_H
