//===- observation/ActionEncoding.h - Actions and observations --*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_ACTIONENCODING_H
#define MLIRGYM_OBSERVATION_ACTIONENCODING_H

#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace mlirgym {

/// The actions of an environment as rows of integers, with the masks of legal
/// ones and the corresponding observations. A row has one number for each of
/// dimensions(). llvm::dyn_cast identifies the encoding. Immutable and thread
/// safe.
class ActionEncoding
    : public llvm::RTTIExtends<ActionEncoding, llvm::RTTIRoot> {
public:
  static char ID;

  /// Number of choices of each entry of an action; one entry: Discrete,
  /// several: MultiDiscrete.
  llvm::ArrayRef<int64_t> dimensions() const { return dims; }
  /// Sum of dimensions(), of which a last entry without a mask counts as one.
  unsigned maskSize() const { return size; }
  /// False if the last entry has too many choices for a mask: every choice is
  /// legal, and its place in the mask is 1.
  bool masksLastEntry() const { return lastIsMasked; }
  /// True if `action` has one entry per dimension, each in [0, dimension).
  bool contains(llvm::ArrayRef<int64_t> action) const {
    if (action.size() != dims.size())
      return false;
    for (size_t entry = 0; entry < dims.size(); ++entry)
      if (action[entry] < 0 || action[entry] >= dims[entry])
        return false;
    return true;
  }
  /// Options of the states that begin() makes.
  const StateOptions &stateOptions() const { return state; }

  /// Succeeds if episodes over `program` are possible. Errors: ActionError.
  virtual llvm::Error check(const Program &program) const;
  /// The first state of an episode.
  virtual DecisionState begin(std::shared_ptr<const Program> program) const;
  /// Writes the masks of all entries one after the other, 1 for legal, shape
  /// [maskSize()]. All 0 if finished.
  virtual void mask(const DecisionState &state,
                    llvm::MutableArrayRef<int8_t> out) const = 0;
  /// Performs an action; the result is Illegal if contains() rejects it.
  virtual StepResult step(DecisionState &state,
                          llvm::ArrayRef<int64_t> action) const = 0;

  /// Upper bound on the number of decisions in a legal episode, proportional to
  /// the number of operations of the program.
  unsigned mostDecisions(const Program &program) const;
  /// True if a state can be restored from its schedule and the decisions of the
  /// action in progress; false if it takes all decisions of its episode.
  virtual bool followsFromSchedule() const;

  /// An action as text, for logs. Requires: contains(action).
  virtual std::string describe(llvm::ArrayRef<int64_t> action) const = 0;
  /// All options that determine the meaning of an action. A snapshot can be
  /// restored only by an environment whose encoding has an equal identity.
  virtual nlohmann::json identity() const = 0;
  virtual Observer makeObserver(const MachineFeatures &machine) const = 0;

protected:
  ActionEncoding(llvm::ArrayRef<int64_t> dimensions, StateOptions state,
                 bool masksLastEntry = true);

private:
  /// Maximum number of decisions of one action.
  virtual uint64_t decisionsPerAction() const = 0;

  llvm::SmallVector<int64_t, 40> dims;
  bool lastIsMasked;
  unsigned size;
  StateOptions state;
};

/// The encodings that the policies of this library use.
enum class EncodingKind : uint8_t {
  Flat,  ///< FlatActions
  Joint, ///< JointActions
};
/// "flat", "joint".
llvm::StringRef nameOf(EncodingKind kind);
std::optional<EncodingKind> parseEncodingKind(llvm::StringRef name);

/// Makes an encoding. FlatActions and JointActions take these options; other
/// encodings may have options of their own. Errors: ActionError for invalid
/// options.
using MakeEncoding =
    std::function<llvm::Expected<std::shared_ptr<const ActionEncoding>>(
        EncodingOptions, StateOptions)>;

/// create() of the class of that kind.
MakeEncoding makeActions(EncodingKind kind);
/// The kind of an encoding; nullopt for any other encoding.
std::optional<EncodingKind> kindOf(const ActionEncoding &encoding);

/// An encoding whose actions are kinds with parameters, in the default layout
/// of observations.
class KindActions : public llvm::RTTIExtends<KindActions, ActionEncoding> {
public:
  static char ID;

  virtual const EncodingOptions &options() const = 0;
  /// Writes the mask of the entry that follows `chosen`, shape
  /// [dimensions()[chosen.size()]]. It is exact: each choice leads to a legal
  /// action, whereas mask() may allow rows whose entries do not fit together.
  /// Entries that an action ignores have only one choice. Requires: `chosen`
  /// obeys these masks and is incomplete.
  virtual void maskNext(const DecisionState &state,
                        llvm::ArrayRef<int64_t> chosen,
                        llvm::MutableArrayRef<int8_t> out) const = 0;
  /// Writes the masks from which the entries of `action` were chosen one after
  /// the other, shape [maskSize()]. Requires: `action` is legal.
  void maskOf(const DecisionState &state, llvm::ArrayRef<int64_t> action,
              llvm::MutableArrayRef<int8_t> out) const;
  nlohmann::json identity() const override;
  Observer makeObserver(const MachineFeatures &machine) const override;

protected:
  using RTTIExtends::RTTIExtends;

private:
  uint64_t decisionsPerAction() const override;
};

/// FlatEncoding: an action is one number.
class FlatActions final : public llvm::RTTIExtends<FlatActions, KindActions> {
public:
  static char ID;

  /// Errors: ActionError unless maxLoops is at least 1 and tile sizes ascend
  /// from 0.
  static llvm::Expected<std::shared_ptr<const FlatActions>>
  create(EncodingOptions options = {}, StateOptions state = {});

  const FlatEncoding &encoding() const { return flat; }
  const EncodingOptions &options() const override { return flat.options(); }
  void maskNext(const DecisionState &state, llvm::ArrayRef<int64_t> chosen,
                llvm::MutableArrayRef<int8_t> out) const override;
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override;
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override;
  std::string describe(llvm::ArrayRef<int64_t> action) const override;

private:
  FlatActions(FlatEncoding encoding, StateOptions state);

  FlatEncoding flat;
};

/// JointEncoding: an action is a row of a kind, tile sizes and loops.
class JointActions final : public llvm::RTTIExtends<JointActions, KindActions> {
public:
  static char ID;

  /// Errors: those of FlatActions::create().
  static llvm::Expected<std::shared_ptr<const JointActions>>
  create(EncodingOptions options = {}, StateOptions state = {});

  const JointEncoding &encoding() const { return joint; }
  const EncodingOptions &options() const override { return joint.options(); }
  void maskNext(const DecisionState &state, llvm::ArrayRef<int64_t> chosen,
                llvm::MutableArrayRef<int8_t> out) const override;
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override;
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override;
  std::string describe(llvm::ArrayRef<int64_t> action) const override;
  nlohmann::json identity() const override;

private:
  JointActions(JointEncoding encoding, StateOptions state);

  JointEncoding joint;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_ACTIONENCODING_H
