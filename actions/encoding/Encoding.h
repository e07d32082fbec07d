//===- actions/encoding/Encoding.h - Actions as integers, with masks ------===//
#ifndef MLIRGYM_ACTIONS_ENCODING_ENCODING_H
#define MLIRGYM_ACTIONS_ENCODING_ENCODING_H

#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/LegalParameters.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct EncodingOptions {
  /// Tile sizes an agent may choose, ascending, first 0 (the loop stays whole).
  llvm::SmallVector<int64_t, 32> tileSizes = {
      0,  1,  2,  4,  6,  7,  8,   12,  13,  14,  16, 24,
      28, 32, 48, 56, 64, 96, 128, 192, 256, 384, 512};
  /// Number of loops (and inputs, for promote) that the encoding can name.
  unsigned maxLoops = 8;
  /// The kinds of actions, in the order of their indices. The default is for
  /// processors.
  ActionKinds kinds = ActionKinds::of({});
  /// Kinds that masks never offer although they keep their index. `done` is
  /// always offered.
  llvm::SmallVector<ActionKind, 4> without = {};
  /// Tile sizes above 0 that masks never offer although they keep their index.
  llvm::SmallVector<int64_t, 0> withoutSizes = {};

  bool allows(ActionKind kind) const {
    return kinds.contains(kind) &&
           (kind == ActionKind::Done || !llvm::is_contained(without, kind));
  }
  /// Of a size in `tileSizes`.
  bool offers(int64_t size) const {
    return !llvm::is_contained(withoutSizes, size);
  }
  /// These options, with the kinds for a target in place of the default kinds;
  /// options with other kinds are returned unchanged.
  EncodingOptions on(const ScheduleLimits &limits) const;
  /// These options without parallel kinds: for one thread they do what their
  /// serial twins do.
  EncodingOptions withoutParallelKinds() const;
  /// These options, of which masks offer only the kinds and tile sizes that
  /// `subspace` has too. Default kinds and default sizes restrict nothing.
  EncodingOptions within(const EncodingOptions &subspace) const;
  friend bool operator==(const EncodingOptions &,
                         const EncodingOptions &) = default;
};

/// A state with the decision in progress: an action kind whose parameters are
/// being chosen one by one. A value, copied freely.
struct DecisionState {
  explicit DecisionState(ScheduleState schedule)
      : schedule(std::move(schedule)) {}
  ScheduleState schedule;
  /// Kind in progress, -1 if a kind is to be chosen next.
  int kind = -1;
  /// FlatEncoding: those of the kind in progress, which determines them
  /// together with the schedule. They are asked for in each step.
  LegalParameters legal = {};
  /// Parameters chosen so far.
  llvm::SmallVector<int64_t, 8> parameters;
  /// Further data of the encoding, in its own format. Empty for the encodings
  /// of this header.
  llvm::SmallVector<int64_t, 0> memory;

  friend bool operator==(const DecisionState &,
                         const DecisionState &) = default;
};

enum class StepResult : uint8_t {
  Illegal, ///< the state is unchanged
  Partial, ///< a parameter was taken; the action continues
  Applied, ///< an action was performed
};

/// The default encoding, Discrete(kinds + sizes + loops): first the kind, then
/// its parameters: a tile size for each loop, the loops of an interchange one
/// by one, or the input to promote. The mask is exact: each decision that it
/// allows leads to a legal action. Immutable and thread safe.
class FlatEncoding {
public:
  explicit FlatEncoding(EncodingOptions options = {});

  const EncodingOptions &options() const { return opts; }
  unsigned numActions() const;
  /// Writes 1 for legal, 0 for not, shape [numActions()]. All 0 if finished.
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const;
  StepResult step(DecisionState &state, unsigned action) const;
  /// "kind tile", "size 16", "loop 2": for render and logs.
  std::string describe(unsigned action) const;
  /// The decisions that lead to `action` from a state with none in progress.
  /// Errors: ActionError if the options have no place for the kind or a
  /// parameter.
  llvm::Expected<llvm::SmallVector<unsigned, 8>>
  decisions(const ScheduleState &state, const Action &action) const;

private:
  EncodingOptions opts;
};

/// The decisions that lead to a schedule; operations that it leaves out are
/// ended as they are. Errors: ActionError if the encoding has none.
llvm::Expected<std::vector<uint16_t>>
decisionsOf(std::shared_ptr<const Program> program, const Schedule &schedule,
            const FlatEncoding &encoding, StateOptions options);

/// Consecutive entries of a joint action, or choices of a flat one.
struct EntryRange {
  unsigned first = 0, count = 0;
};

/// MultiDiscrete: kind, then for each of maxLoops places a tile size, then for
/// each place the loop of an interchange or the input to promote. Entries that
/// the kind does not use are ignored.
class JointEncoding {
public:
  explicit JointEncoding(EncodingOptions options = {});
  const EncodingOptions &options() const { return opts; }
  /// Number of choices of each entry, shape [1 + 2 * maxLoops]. The first is
  /// an index in EncodingOptions::kinds.
  llvm::ArrayRef<int64_t> dimensions() const { return dims; }
  /// Entries for the parameters of an action of this kind. An action with fewer
  /// parameters uses the first entries. The kind itself is entry 0.
  EntryRange entriesOf(ActionKind kind) const;
  /// The parameter that `choice` in one of these entries denotes.
  int64_t parameterOf(ActionKind kind, int64_t choice) const;

  /// Concatenated masks of each entry, shape [sum of dimensions()]. Necessary,
  /// not sufficient: each entry is masked independently.
  void mask(const ScheduleState &state,
            llvm::MutableArrayRef<int8_t> out) const;
  /// Writes the mask of the entry that follows `chosen`, shape
  /// [dimensions()[chosen.size()]]. It is exact: each choice leads to a legal
  /// action. An entry that the action does not use has only its first choice.
  /// Requires: `chosen` obeys these masks and is incomplete.
  void maskNext(const ScheduleState &state, llvm::ArrayRef<int64_t> chosen,
                llvm::MutableArrayRef<int8_t> out) const;
  StepResult step(ScheduleState &state, llvm::ArrayRef<int64_t> action) const;

private:
  EncodingOptions opts;
  llvm::SmallVector<int64_t, 32> dims;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ENCODING_ENCODING_H
