//===- observation/Observation.h - A state as floats ------------*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_OBSERVATION_H
#define MLIRGYM_OBSERVATION_OBSERVATION_H

#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/MachineFeatures.h" // IWYU pragma: export
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// One field that an extractor writes: a tensor in row-major order.
struct ObservationSlice {
  /// "<extractor>.<field>": "operation.trip_counts", "history.kind".
  std::string name;
  unsigned offset = 0;
  std::vector<unsigned> shape;
  /// Every value lies in [low, high].
  float low = 0, high = 1;
  /// Its meaning and its scale, one line.
  std::string summary;
  unsigned size() const;
};

/// Named slices of one float32 vector, in the order of their extractors and
/// without gaps.
struct ObservationSpec {
  std::vector<ObservationSlice> slices;
  unsigned size() const;
  /// The slice with this name; null if there is none.
  const ObservationSlice *find(llvm::StringRef name) const;
  /// A table of offset, shape, range, name and meaning, one line per slice.
  std::string table() const;
};

/// The slices of an observation, and parts beyond the default layout.
struct ObservationOptions {
  /// Number of operations that the slices "program.*" describe; of longer
  /// programs the operations nearest to the current one. 0: none.
  unsigned operations = 0;
  /// Names of the slices to include, in this order; empty: all slices, in the
  /// order of the layout. A policy that was trained with fewer slices than the
  /// library has thus continues to work.
  std::vector<std::string> slices = {};
  friend bool operator==(const ObservationOptions &,
                         const ObservationOptions &) = default;
};

/// An extractor of the default layout: a line of Extractors.def.
struct ExtractorInfo {
  /// First part of the names of its slices.
  llvm::StringRef name, summary;
};
llvm::ArrayRef<ExtractorInfo> extractors();

class Extractor;

/// Writes observations. Static features are computed once per program.
/// Immutable and thread safe after construction.
class Observer {
public:
  /// The default layout, which EncodingOptions::maxLoops and kinds and
  /// StateOptions::maxActionsPerOp determine, followed by the parts that
  /// `options` asks for. Requires: all slices that `options` names exist.
  Observer(const FlatEncoding &encoding, MachineFeatures machine,
           StateOptions state = {}, ObservationOptions options = {});
  /// Extractors with the layout that their constructors made.
  Observer(ObservationSpec layout,
           std::vector<std::unique_ptr<const Extractor>> extractors);
  ~Observer();
  Observer(Observer &&) noexcept;
  Observer &operator=(Observer &&) noexcept;

  const ObservationSpec &spec() const { return layout; }

  /// Static features of a program: computed once, kept by the caller. A row of
  /// spec().size() for each operation, and one for the finished state, which
  /// shows the operation that ended last, as it ended.
  std::shared_ptr<const std::vector<float>>
  prepare(const Program &program) const;
  /// Index of the row of prepare() that the observation of `state` begins with.
  static size_t preparedRow(const DecisionState &state);
  /// Writes the observation, shape [spec().size()]. `prepared` is the result of
  /// prepare() for the program of `state`. Allocates nothing; takes well under
  /// a microsecond.
  void observe(const DecisionState &state, llvm::ArrayRef<float> prepared,
               llvm::MutableArrayRef<float> out) const;

  /// The same, if `out` holds the observation of a state that differs only in
  /// the decision in progress: writes what depends on it.
  void observeDecision(const DecisionState &state,
                       llvm::ArrayRef<float> prepared,
                       llvm::MutableArrayRef<float> out) const;

private:
  /// Values of the extractors' row that are in the observation.
  struct Piece {
    unsigned from, to, size;
  };
  void select(llvm::ArrayRef<std::string> slices);

  ObservationSpec layout;
  std::vector<std::unique_ptr<const Extractor>> extractors;
  /// The extractors that read the decision in progress, and the places of their
  /// slices; none: not known.
  struct DecisionPart {
    const Extractor *extractor;
    unsigned from, size;
  };
  std::vector<DecisionPart> decisionParts;
  /// Width of the extractors' row, and the pieces of it that the observation
  /// contains; no pieces: the whole row.
  unsigned rowWidth = 0;
  std::vector<Piece> pieces;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_OBSERVATION_H
