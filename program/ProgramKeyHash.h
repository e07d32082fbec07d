//===- program/ProgramKeyHash.h - A payload's identity ----------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMKEYHASH_H
#define MLIRGYM_PROGRAM_PROGRAMKEYHASH_H

#include "program/Program.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlirgym {

/// Key of a payload in normal form: the generic form is printed with numbered
/// values and without locations, so that neither what the author called things
/// nor the process changes it.
ProgramKey hashPayload(mlir::ModuleOp module);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMKEYHASH_H
