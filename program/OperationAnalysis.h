//===- program/OperationAnalysis.h - A payload's plain data -----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_OPERATIONANALYSIS_H
#define MLIRGYM_PROGRAM_OPERATIONANALYSIS_H

#include "program/Program.h"
#include <vector>

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

/// Structured operations of a payload in normal form, in program order.
std::vector<Operation> analyzeOperations(mlir::func::FuncOp entry);

/// Its arguments, and whether it reads and writes them.
std::vector<Argument> analyzeArguments(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_OPERATIONANALYSIS_H
