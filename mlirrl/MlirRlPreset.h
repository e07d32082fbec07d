//===- mlirrl/MlirRlPreset.h - MLIR-RL's environment ------------*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLPRESET_H
#define MLIRGYM_MLIRRL_MLIRRLPRESET_H

namespace mlirgym {

/// Registers the preset "mlir-rl": the actions, order rules, masks,
/// observations and rewards of MLIR-RL. docs/environments.md lists the
/// differences.
void registerMlirRlPreset();

} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLPRESET_H
