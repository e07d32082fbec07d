//===- actions/Action.h - Actions and their traits --------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTION_H
#define MLIRGYM_ACTIONS_ACTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlirgym {

/// A line of Actions.def. Its number is not the index of the kind in encodings,
/// and nothing stores it: see ActionKinds.
enum class ActionKind : uint8_t {
#define MLIRGYM_ACTION(Kind, ...) Kind,
#include "actions/Actions.def"
};
inline constexpr unsigned numActionKinds = 0
#define MLIRGYM_ACTION(...) +1
#include "actions/Actions.def"
    ;

/// Meaning of the parameters of an action.
enum class ParameterKind : uint8_t {
  None,
  TileSizes,   ///< one size per loop, in current loop order; 0: whole
  Permutation, ///< one loop per place
  Input,       ///< index of an input
};

/// The targets to which an action applies.
enum class ActionTarget : uint8_t { All, Processors, Gpus };

/// Properties of every action of one kind, in every state.
struct ActionTraits {
  /// Name in schedule text, and the effect in one line.
  llvm::StringRef name, summary;
  ParameterKind parameters = ParameterKind::None;
  /// The operation ends with it; the next one follows.
  bool isTerminal = false;
  /// Distributes loops over threads.
  bool isParallel = false;
  /// The action that takes the same sizes and also computes the producers
  /// inside each tile.
  std::optional<ActionKind> fusedTwin = {};
  /// The action that takes the same sizes and leaves the producers outside; set
  /// if this action fuses.
  std::optional<ActionKind> unfusedTwin = {};
  /// The action that makes the same tiles for one thread; set if this action
  /// divides them among the threads of a processor.
  std::optional<ActionKind> serialTwin = {};
  /// Masks offer the action only on these targets (ScheduleLimits::hasBlocks).
  ActionTarget target = ActionTarget::All;
};
const ActionTraits &traitsOf(ActionKind kind);

/// gpu_blocks, gpu_threads, their fusing twins, and gpu_warps.
inline bool isForGpu(ActionKind kind) {
  return traitsOf(kind).target == ActionTarget::Gpus;
}
/// gpu_threads, gpu_threads_fuse and gpu_warps.
inline bool makesThreads(ActionKind kind) {
  return kind == ActionKind::GpuThreads || kind == ActionKind::GpuThreadsFuse ||
         kind == ActionKind::GpuWarps;
}

inline llvm::StringRef nameOf(ActionKind kind) { return traitsOf(kind).name; }
std::optional<ActionKind> actionKindFromName(llvm::StringRef name);

/// One action with its parameters; ActionTraits::parameters states their
/// meaning. A value; whether it is legal depends on a ScheduleState.
struct Action {
  // Not explicit: a kind without parameters is an action.
  Action(ActionKind actionKind = ActionKind::Done,
         llvm::ArrayRef<int64_t> values = {})
      : kind(actionKind), parameters(values) {}

  ActionKind kind;
  /// In the order of the schedule text.
  llvm::SmallVector<int64_t, 8> parameters;

  const ActionTraits &traits() const { return traitsOf(kind); }
  friend bool operator==(const Action &, const Action &) = default;
};

/// "tile(8,16,0)", "vectorize".
std::string toText(const Action &action);
/// True if the action changes nothing: tile(0,0), interchange(0,1).
bool isNoOp(const Action &action);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTION_H
