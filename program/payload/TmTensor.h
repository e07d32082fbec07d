//===- program/payload/TmTensor.h - torch-mlir's own operations -*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_TMTENSOR_H
#define MLIRGYM_PROGRAM_PAYLOAD_TMTENSOR_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// The operations of the dialect that torch-mlir leaves in linalg on tensors,
/// as far as a payload may contain them. They are only read; the normal form
/// has other operations in their place (normalform/Sorting.cpp).
class TmTensorDialect : public mlir::Dialect {
public:
  explicit TmTensorDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "tm_tensor";
  }
};

/// What all have in common: clauses in brackets, inputs and outputs, a region
/// on scalars. Nothing but the syntax is checked.
mlir::ParseResult parseTmTensor(mlir::OpAsmParser &parser,
                                mlir::OperationState &state);

template <typename Concrete>
class TmTensorOp : public mlir::Op<Concrete, mlir::OpTrait::VariadicOperands,
                                   mlir::OpTrait::VariadicResults,
                                   mlir::OpTrait::OneRegion> {
public:
  using mlir::Op<Concrete, mlir::OpTrait::VariadicOperands,
                 mlir::OpTrait::VariadicResults, mlir::OpTrait::OneRegion>::Op;
  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &state) {
    return parseTmTensor(parser, state);
  }
  void print(mlir::OpAsmPrinter &printer) {
    printer.printGenericOp(this->getOperation(), /*printOpName=*/false);
  }

private:
  TmTensorOp() = default;
  friend Concrete;
};

/// `outs` sorted along `dimension`, all in the order of the first. Two elements
/// of each output, side by side in the arguments of the region, are in order if
/// it yields true.
class TmSortOp : public TmTensorOp<TmSortOp> {
public:
  using TmTensorOp::TmTensorOp;
  static constexpr llvm::StringLiteral getOperationName() {
    return "tm_tensor.sort";
  }
};

/// Combines the elements of the input along `dimension` with those before it.
/// Outputs: all intermediate results (inclusive or not), and the last.
class TmScanOp : public TmTensorOp<TmScanOp> {
public:
  using TmTensorOp::TmTensorOp;
  static constexpr llvm::StringLiteral getOperationName() {
    return "tm_tensor.scan";
  }
};

/// Combines each update with the element of the output at its indices.
class TmScatterOp : public TmTensorOp<TmScatterOp> {
public:
  using TmTensorOp::TmTensorOp;
  static constexpr llvm::StringLiteral getOperationName() {
    return "tm_tensor.scatter";
  }
};

class TmYieldOp
    : public mlir::Op<TmYieldOp, mlir::OpTrait::VariadicOperands,
                      mlir::OpTrait::ZeroResults, mlir::OpTrait::ZeroRegions,
                      mlir::OpTrait::IsTerminator> {
public:
  using Op::Op;
  static constexpr llvm::StringLiteral getOperationName() {
    return "tm_tensor.yield";
  }
  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &state);
  void print(mlir::OpAsmPrinter &printer) {
    printer.printGenericOp(getOperation(), /*printOpName=*/false);
  }
};

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_TMTENSOR_H
