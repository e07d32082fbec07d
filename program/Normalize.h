//===- program/Normalize.h - The normal form of a payload -------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_NORMALIZE_H
#define MLIRGYM_PROGRAM_NORMALIZE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlir {
class MLIRContext;
class ModuleOp;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlirgym {

/// Symbol of the entry function in normal form. Not "main": a dlopened `main`
/// resolves to the host's.
inline constexpr llvm::StringLiteral entryName = "payload";
/// Attribute with an operation's tag, and what a tag's fill has after it.
inline constexpr llvm::StringLiteral tagAttribute = "mlirgym.op";
inline constexpr llvm::StringLiteral initSuffix = ".init";

/// Brings payloads into normal form: `@payload` alone in a module without
/// attributes; memref arguments, read and written as makeBoundary() says; one
/// block in the order constants, to_tensors, operations (each right after its
/// own init), outputs; every structured operation tagged. Applied to its own
/// result it changes nothing, so that equal programs have equal text.
class Normalizer {
public:
  /// Holds the clean-up passes, whose patterns are collected once.
  explicit Normalizer(mlir::MLIRContext &context);
  ~Normalizer();
  Normalizer(Normalizer &&) noexcept;
  Normalizer &operator=(Normalizer &&) noexcept;

  /// Requires: checkPayload(entry) succeeds. Errors: ProgramError if nothing is
  /// left to compute.
  llvm::Error normalize(mlir::ModuleOp module, mlir::func::FuncOp entry);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALIZE_H
