//===- conformance/StockMlirOpt.h - The tool as it is installed -*- C++ -*-===//
#ifndef MLIRGYM_TESTS_CONFORMANCE_STOCKMLIROPT_H
#define MLIRGYM_TESTS_CONFORMANCE_STOCKMLIROPT_H

#include "program/Program.h"
#include <string>

namespace mlirgym {

/// False if mlir-opt is not installed.
bool hasStockMlirOpt();

/// The result of mlir-opt on a program.
struct StockResult {
  int status = -1;     ///< exit status of mlir-opt
  std::string ir;      ///< its output
  std::string message; ///< what it printed besides
};
/// `mlir-opt --transform-interpreter` with `script` as a library on the
/// exported text of `program`. Requires: hasStockMlirOpt().
StockResult applyInStockMlirOpt(const Program &program, llvm::StringRef script);
} // namespace mlirgym
#endif // MLIRGYM_TESTS_CONFORMANCE_STOCKMLIROPT_H
