//===- execution/execdata/MlirRlKey.h - Schedules in MLIR-RL's words ------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H
#define MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H

#include "execution/execdata/ExecData.h"
#include <optional>
#include <string>

namespace mlirgym {
class Schedule;

/// Where an entry of MLIR-RL's exec data is kept. Its keys name programs and
/// schedules in text and nothing else, so the program is a hash of its name,
/// the machine is "mlir-rl", and the schedule is `keyText` behind "mlir-rl:".
ExecDataKey mlirRlKey(llvm::StringRef programName, llvm::StringRef keyText);

/// The key text of a record of mlirRlKey(), nothing for any other.
std::optional<llvm::StringRef> mlirRlKeyTextOf(const ExecDataKey &key);

/// `schedule` as MLIR-RL would write it, for a program of so many operations:
/// "I(0,2,1)T(4,8,0)V(True)|NT()", program order, an operation without actions
/// as NT(). Nothing if MLIR-RL's actions cannot express it: sizes that are no
/// power of two, tile_fuse, promote, tile_reduction, several parallel tilings
/// of an operation, more than five actions, and tile_parallel_fuse unless
/// `program` is given and fuses exactly one producer.
std::optional<std::string> toMlirRlKeyText(const Schedule &schedule,
                                           unsigned operations,
                                           const Program *program = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_MLIRRLKEY_H
