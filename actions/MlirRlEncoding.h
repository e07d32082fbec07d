//===- actions/MlirRlEncoding.h - The action space of MLIR-RL ---*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_MLIRRLENCODING_H
#define MLIRGYM_ACTIONS_MLIRRLENCODING_H

#include "actions/Encoding.h"

namespace mlirgym {

/// MLIR-RL's configuration, as far as actions and observations depend on it.
struct MlirRlOptions {
  /// Operations of more loops, or with an operand of more dimensions, are left
  /// out: they end as they are.
  unsigned maxLoops = 12, maxDims = 12;
  /// Inputs and inits that an observation shows, each.
  unsigned maxAccesses = 7;
  /// Sizes 1, 2, 4, ... so many of them.
  unsigned numTileSizes = 7;
  /// An operation ends after so many actions ("truncate").
  unsigned maxActions = 5;
  /// V is allowed up to so many iterations inside the tiles.
  int64_t vectorSizeLimit = 512;
  /// Entry i: bit s says that MlirRlSymbol s may be the i-th action of an
  /// operation, if its own rule allows it too. Empty: any at any time.
  llvm::SmallVector<uint8_t, 8> order = {0x10, 0x2e, 0x2f, 0x21};

  friend bool operator==(const MlirRlOptions &,
                         const MlirRlOptions &) = default;
};

/// Errors: ActionError if a number is 0 or too large for 64 loops and sizes
/// below 2^30, or if the order is shorter than an operation may be.
llvm::Error check(const MlirRlOptions &options);

/// From the form of MLIR-RL's configuration: a list an action, of the symbols
/// allowed, or of "!" and those forbidden; an empty list allows all. Errors:
/// ActionError naming the entry.
llvm::Expected<llvm::SmallVector<uint8_t, 8>>
parseMlirRlOrder(llvm::ArrayRef<std::vector<std::string>> lists);

/// MLIR-RL's way to act, on our states. An action has 1 + 3 L + 1 entries: the
/// symbol; for T, TP and TPF each, the index of a tile size for each of L
/// loops (0: whole, j: 2^(j-1)); the loop that comes next in an interchange
/// ("pointers"). Entries that the symbol does not use are ignored. An
/// interchange takes as many actions as the operation has loops.
///
/// NT is `done`; T is `tile`; TP is `tile_parallel` of the parallel loops, then
/// `tile` of the reduction loops; TPF is TP with `tile_parallel_fuse`, and TP
/// where no parallel loop is cut or the producers cannot be fused; I is
/// `interchange`; V is `vectorize`, and `done` where that is not legal: what
/// the mask allows never fails. Immutable and thread safe.
class MlirRlEncoding {
public:
  /// Requires: check(options) succeeds.
  explicit MlirRlEncoding(MlirRlOptions options = {});

  const MlirRlOptions &options() const { return opts; }
  /// Number of choices of each entry, shape [2 + 3 * maxLoops].
  llvm::ArrayRef<int64_t> dimensions() const { return dims; }
  /// Sum of dimensions().
  unsigned maskSize() const { return size; }

  /// Whether an operation is acted on; the others are left out.
  bool takes(const Operation &operation) const;
  /// Brings a new state to the first operation that is not left out.
  void begin(DecisionState &state) const;
  /// Concatenated masks of each entry, shape [maskSize()]. Entries are masked
  /// each for itself, and a choice allowed in the entries of an allowed symbol
  /// is legal. All 0 if finished.
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const;
  StepResult step(DecisionState &state, llvm::ArrayRef<int64_t> action) const;
  /// Nothing above ends an operation but this: what StateOptions must allow.
  StateOptions stateOptions() const {
    return {.maxActionsPerOp = 2 * opts.maxActions + 1};
  }

private:
  bool hasProducer(const ScheduleState &state) const;
  uint8_t allowedSymbols(const DecisionState &state) const;
  unsigned numTileChoices(int64_t tripCount) const;
  void apply(DecisionState &state, MlirRlAction action) const;
  void endOperation(DecisionState &state) const;

  MlirRlOptions opts;
  llvm::SmallVector<int64_t, 40> dims;
  unsigned size = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_MLIRRLENCODING_H
