//===- lowering/module/Dialects.h - Dialects of the lowering --------------===//
#ifndef MLIRGYM_LOWERING_MODULE_DIALECTS_H
#define MLIRGYM_LOWERING_MODULE_DIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlirgym::lowering {

/// All dialects of MLIR, with their extensions and our SliceComparison.
void registerLoweringDialects(mlir::DialectRegistry &registry);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_DIALECTS_H
