//===- lowering/ApplyScript.h ---------------------------------------------===//
#ifndef MLIRGYM_LOWERING_APPLYSCRIPT_H
#define MLIRGYM_LOWERING_APPLYSCRIPT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym::lowering {

/// Runs `@__transform_main` of the transform script on the payload, as
/// `mlir-opt --transform-interpreter` does. A text with several modules runs
/// the sequence of each, in order. A module with the attribute `mlirgym.knobs`
/// has no sequence, but selects options of the `transform.tune.knob` operations
/// of the other modules, by name. An empty script changes nothing. On failure a
/// diagnostic is emitted, and the payload must be discarded.
mlir::LogicalResult applyScript(mlir::ModuleOp payload, llvm::StringRef script);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_APPLYSCRIPT_H
