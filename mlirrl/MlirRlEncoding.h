//===- mlirrl/MlirRlEncoding.h - The action space of MLIR-RL ----*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLENCODING_H
#define MLIRGYM_MLIRRL_MLIRRLENCODING_H

#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The actions of MLIR-RL, in the order of its selection.
enum class MlirRlSymbol : uint8_t { NT, T, TP, TPF, I, V };
inline constexpr unsigned numMlirRlSymbols = 6;
/// "NT", "T", "TP", "TPF", "I", "V".
llvm::StringRef nameOf(MlirRlSymbol symbol);

/// How an action names the permutation of an interchange ("interchange_mode").
enum class MlirRlInterchange : uint8_t {
  /// One loop an action: the one that comes next.
  Pointers,
  /// A swap of loops i and i + 1, i + 2 or i + 3: 3 L - 6 candidates.
  Enumerate,
  /// The rank of the permutation in lexicographic order; ranks from n! on, of n
  /// loops, are the last one.
  Continuous,
};
/// How an observation shows a trip count b ("normalize_bounds").
enum class MlirRlBounds : uint8_t {
  Max, ///< b / 4096
  Log, ///< log2 b
  None ///< b
};
/// By their names in MLIR-RL's configuration: "pointers", "enumerate",
/// "continuous"; "max", "log", "none". Errors: ActionError listing the names.
llvm::Expected<MlirRlInterchange> parseMlirRlInterchange(llvm::StringRef name);
llvm::Expected<MlirRlBounds> parseMlirRlBounds(llvm::StringRef name);

/// The part of MLIR-RL's configuration that determines actions and
/// observations.
struct MlirRlOptions {
  /// Operations with more loops, or with an operand of more dimensions, are
  /// skipped: they end unchanged.
  unsigned maxLoops = 12, maxDims = 12;
  /// Maximum numbers of inputs and of inits in an observation.
  unsigned maxAccesses = 7;
  /// Number of tile sizes: 1, 2, 4, ...
  unsigned numTileSizes = 7;
  /// An operation ends after this many actions ("truncate").
  unsigned maxActions = 5;
  /// V is allowed up to this many iterations inside the tiles.
  int64_t vectorSizeLimit = 512;
  /// Entry i: bit s is set if MlirRlSymbol s may be the i-th action of an
  /// operation, provided that its own rule allows it. Empty: any symbol at any
  /// position.
  llvm::SmallVector<uint8_t, 8> order = {0x10, 0x2e, 0x2f, 0x21};
  MlirRlInterchange interchange = MlirRlInterchange::Pointers;
  MlirRlBounds bounds = MlirRlBounds::Max;
  /// See StateOptions; applies in addition to vectorSizeLimit.
  ScheduleLimits limits = {};

  friend bool operator==(const MlirRlOptions &,
                         const MlirRlOptions &) = default;
};

/// Converts the format of MLIR-RL's configuration: per action a list of the
/// allowed symbols, or of "!" and the forbidden ones; an empty list allows all.
/// Errors: ActionError naming the entry.
llvm::Expected<llvm::SmallVector<uint8_t, 8>>
parseMlirRlOrder(llvm::ArrayRef<std::vector<std::string>> lists);

/// One action of MLIR-RL: a TP may be two actions of this library.
struct MlirRlAction {
  MlirRlSymbol symbol;
  /// One tile size per loop, or the chosen part of a permutation.
  llvm::ArrayRef<int64_t> parameters;
};

/// The action space of MLIR-RL on the states of this library. An action has 1 +
/// 3 L + 1 entries: the symbol; for each of T, TP and TPF the index of a tile
/// size for each of L loops (0: whole, j: 2^(j-1)); the interchange. Entries
/// that the symbol does not use are ignored. With pointers, an interchange
/// takes as many actions as the operation has loops; a rank has no mask.
///
/// NT is `done`; T is `tile`; TP is `tile_parallel` of the parallel loops, then
/// `tile` of the reduction loops; TPF is TP with `tile_parallel_fuse`, and TP
/// if no parallel loop is tiled or the producers cannot be fused; I is
/// `interchange`; V is `vectorize`, and `done` if that is not legal: an action
/// that the mask allows never fails.
class MlirRlEncoding final
    : public llvm::RTTIExtends<MlirRlEncoding, ActionEncoding> {
public:
  static char ID;

  /// Errors: ActionError if a number is 0 or too large for 64 loops and sizes
  /// below 2^30, if L is too small to enumerate swaps or too large to rank
  /// permutations, or if the order is shorter than an operation may be.
  static llvm::Expected<std::shared_ptr<const MlirRlEncoding>>
  create(MlirRlOptions options = {});

  const MlirRlOptions &options() const { return opts; }
  /// True if the operation is visited; others are skipped.
  bool takes(const Operation &operation) const;
  /// The actions taken on the current operation, the last of them an incomplete
  /// interchange if `state.kind` is not -1. Valid until `state` changes.
  static llvm::SmallVector<MlirRlAction, 8>
  actionsTaken(const DecisionState &state);

  /// Errors: ActionError if every operation would be skipped.
  llvm::Error check(const Program &program) const override;
  /// The first state is at the first operation that is not skipped.
  DecisionState begin(std::shared_ptr<const Program> program) const override;
  /// Each entry is masked independently; choices allowed in the entries of an
  /// allowed symbol are legal.
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override;
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override;
  /// False: MLIR-RL counts actions that are not distinguished in a schedule.
  bool followsFromSchedule() const override;
  std::string describe(llvm::ArrayRef<int64_t> action) const override;
  /// What a choice of an interchange means: "loop 2", "swap 0 2", "rank 5".
  std::string describeInterchange(int64_t choice) const;
  nlohmann::json identity() const override;
  /// Slices "mlir_rl.*" only; they do not describe the machine.
  Observer makeObserver(const MachineFeatures &machine) const override;

private:
  explicit MlirRlEncoding(MlirRlOptions options);

  uint64_t decisionsPerAction() const override;
  bool hasProducer(const ScheduleState &state) const;
  uint8_t allowedSymbols(const DecisionState &state) const;
  unsigned numTileChoices(int64_t tripCount) const;
  std::optional<llvm::SmallVector<int64_t, 8>>
  permutationOf(int64_t choice, size_t loops) const;
  StepResult point(DecisionState &state, int64_t loop) const;
  void apply(DecisionState &state, MlirRlAction action) const;
  void skipOperations(DecisionState &state) const;
  void endOperation(DecisionState &state) const;

  MlirRlOptions opts;
};

/// MlirRlEncoding::create(options) for an environment; from the environment's
/// own options it takes only the limits on vectors.
MakeEncoding mlirRlActions(MlirRlOptions options = {});
} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLENCODING_H
