//===- mlirrl/MlirRlProgram.h - Programs as MLIR-RL has them ----*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLPROGRAM_H
#define MLIRGYM_MLIRRL_MLIRRLPROGRAM_H

#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// How MLIR-RL's form of a program differs from the normal form.
struct MlirRlForm {
  /// 2-d convolutions are products of matrices, whose windows an operation of
  /// its own gathers ("image to column").
  bool img2col = false;
  /// A fill that initialises an operation is an operation of its own.
  bool fillsApart = false;
};

/// True if MLIR-RL turns the convolutions of a program of this name into
/// products: "conv_2d_nchw_fchw_...".
bool mlirRlTakesColumns(llvm::StringRef programName);

/// Brings programs into that form. Not thread safe: use one per thread.
class MlirRlRewriter {
public:
  MlirRlRewriter();
  ~MlirRlRewriter();

  /// Another program of the same name that computes the same. Convolutions that
  /// MLIR cannot convert remain. Errors: ProgramError.
  llvm::Expected<Program> rewrite(const Program &program, MlirRlForm form);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLPROGRAM_H
