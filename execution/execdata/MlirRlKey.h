//===- execution/execdata/MlirRlKey.h - Schedules in MLIR-RL's format -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H
#define MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H

#include "execution/execdata/ExecData.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlirgym {
class Schedule;

/// The key of an entry of MLIR-RL's exec data, whose keys are only texts of
/// program and schedule: the program is a hash of its name, the machine is
/// "mlir-rl", and the schedule is `keyText` with the prefix "mlir-rl:".
ExecDataKey mlirRlKey(llvm::StringRef programName, llvm::StringRef keyText);

/// The key text of a record of mlirRlKey(); nullopt for any other record.
std::optional<llvm::StringRef> mlirRlKeyTextOf(const ExecDataKey &key);

/// `schedule` in MLIR-RL's format, for a program with this many operations:
/// "I(0,2,1)T(4,8,0)V(True)|NT()", in program order, NT() for an operation
/// without actions. nullopt if MLIR-RL's actions cannot express it: sizes that
/// are not powers of two, tile_fuse, promote, tile_reduction, several parallel
/// tilings of an operation, more than five actions, and tile_parallel_fuse
/// unless `program` is given and exactly one producer is fused.
std::optional<std::string> toMlirRlKeyText(const Schedule &schedule,
                                           unsigned operations,
                                           const Program *program = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H
