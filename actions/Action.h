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

/// Index of a line of Actions.def.
enum class ActionKind : uint8_t {
#define MLIRGYM_ACTION(Kind, ...) Kind,
#include "actions/Actions.def"
};
inline constexpr unsigned numActionKinds = 0
#define MLIRGYM_ACTION(...) +1
#include "actions/Actions.def"
    ;
/// Kinds with an index of their own in encodings: the first ones.
inline constexpr unsigned numEncodedKinds = unsigned(ActionKind::GpuBlocks);

/// Meaning of the parameters of an action.
enum class ParameterKind : uint8_t {
  None,
  TileSizes,   ///< one size per loop, in current loop order; 0: whole
  Permutation, ///< one loop per place
  Input,       ///< index of an input
};

/// Properties of every action of one kind, in every state.
struct ActionTraits {
  /// Name in schedule text, and the effect in one line.
  llvm::StringRef name, summary;
  ParameterKind parameters = ParameterKind::None;
  /// The operation ends with it; the next one follows.
  bool isTerminal = false;
  /// Distributes loops over threads: with one thread it is pure overhead.
  bool isParallel = false;
  /// Takes the same sizes and computes the producers inside each tile as well.
  std::optional<ActionKind> fusedTwin = {};
  /// Takes the same sizes and leaves the producers outside; set if this one
  /// fuses.
  std::optional<ActionKind> unfusedTwin = {};
  /// Of a kind without an index of its own in encodings: whose index shows it
  /// in observations. In actions that index means this kind on a GPU, if it is
  /// for GPUs (ScheduleState::meaningOf()); else no index does.
  std::optional<ActionKind> encodedAs = {};
};
const ActionTraits &traitsOf(ActionKind kind);

/// The kind whose index shows it in observations.
inline ActionKind encodedKind(ActionKind kind) {
  return traitsOf(kind).encodedAs.value_or(kind);
}
/// gpu_blocks, gpu_threads, and those that fuse.
inline bool isForGpu(ActionKind kind) {
  return kind >= ActionKind::GpuBlocks && kind <= ActionKind::GpuThreadsFuse;
}
/// True if an encoding offers it, at least on a GPU; schedules may have others.
inline bool isEncodable(ActionKind kind) {
  return !traitsOf(kind).encodedAs || isForGpu(kind);
}
/// gpu_threads and gpu_threads_fuse.
inline bool makesThreads(ActionKind kind) {
  return kind == ActionKind::GpuThreads || kind == ActionKind::GpuThreadsFuse;
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
