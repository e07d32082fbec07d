//===- mlirrl/MlirRlKey.h - Schedules in MLIR-RL's format -----------------===//
#ifndef MLIRGYM_MLIRRL_MLIRRLKEY_H
#define MLIRGYM_MLIRRL_MLIRRLKEY_H

#include "execution/execdata/ExecData.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace mlirgym {
class Schedule;

/// The key of an entry of MLIR-RL's exec data, whose keys are only texts of
/// program and schedule: the program is a hash of its name, the machine is
/// "mlir-rl", and the schedule is `keyText` with the prefix "mlir-rl:".
ExecDataKey mlirRlKey(llvm::StringRef programName, llvm::StringRef keyText);

/// The key of the same timing under the program and the schedule that it
/// denotes, with which `threads` threads look it up.
ExecDataKey resolvedMlirRlKey(const Program &program, const Schedule &schedule,
                              unsigned threads);

/// The key text of a record of mlirRlKey(); nullopt for any other record.
std::optional<llvm::StringRef> mlirRlKeyTextOf(const ExecDataKey &key);

/// True for a record of resolvedMlirRlKey().
bool isResolvedMlirRlKey(const ExecDataKey &key);

/// `schedule` in MLIR-RL's format, for a program with this many operations:
/// "I(0,2,1)T(4,8,0)V(True)|NT()", in program order, but a fused operation just
/// before its consumer; NT() for an operation without actions. nullopt if
/// MLIR-RL's actions cannot express it: sizes that are not powers of two,
/// tile_fuse, promote, tile_reduction, several parallel tilings of an
/// operation, more than five actions, and tile_parallel_fuse unless `program`
/// is given and one producer, which has no other reader, is fused.
std::optional<std::string> toMlirRlKeyText(const Schedule &schedule,
                                           unsigned operations,
                                           const Program *program = nullptr);

/// The reading of a key that has no exact equivalent among schedules.
enum class MlirRlReading : uint8_t {
  /// It is an error. V(False) is a vectorisation that failed: it is omitted.
  Exact,
  /// A TPF that is illegal, or fuses other producers, is the closest legal
  /// action; a V that is illegal is omitted, and V(False) equals V(True).
  Nearest,
};

/// The schedule of one list of actions per operation, "I(1,0)T(4,8)NT()", in
/// program order. TP is tile_parallel of the parallel loops, then tile of the
/// reduction loops; TPF is tile_parallel_fuse; an interchange of only some
/// loops is omitted, as in MLIR-RL. Errors: ActionError for a text that is not
/// a list of actions, for another number of operations, and for an illegal
/// action.
llvm::Expected<Schedule>
fromMlirRlActions(const std::shared_ptr<const Program> &program,
                  llvm::ArrayRef<llvm::StringRef> lists, MlirRlReading reading);

/// The schedule of a key: of its lists of actions, in which a fused operation
/// precedes its consumer; an empty key has no actions. Errors: as
/// fromMlirRlActions().
llvm::Expected<Schedule>
fromMlirRlKeyText(const std::shared_ptr<const Program> &program,
                  llvm::StringRef key, MlirRlReading reading);
} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLKEY_H
