//===- env/ActionSpace.h - Whichever encoding was chosen --------*- C++ -*-===//
#ifndef MLIRGYM_ENV_ACTIONSPACE_H
#define MLIRGYM_ENV_ACTIONSPACE_H

#include "env/Env.h"
#include <variant>

namespace mlirgym {

/// The encoding of EnvOptions::actions: an action is a row of
/// dimensions().size() numbers. Immutable and thread safe.
class ActionSpace {
public:
  /// Requires: checkEnvironment() succeeds.
  explicit ActionSpace(const EnvOptions &options);

  /// Choices of each entry; one entry: Discrete.
  llvm::ArrayRef<int64_t> dimensions() const { return dims; }
  size_t width() const { return dims.size(); }
  /// Sum of dimensions().
  unsigned maskSize() const { return size; }

  /// At least as many decisions as any legal episode of a program takes:
  /// proportional to its operations.
  unsigned mostDecisions(const Program &program) const;

  /// The first state of an episode.
  DecisionState begin(std::shared_ptr<const Program> program) const;
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const;
  /// Requires: action.size() == width().
  StepResult step(DecisionState &state, llvm::ArrayRef<int64_t> action) const;

  /// True if a state follows from its schedule and the decisions of the action
  /// in progress; else from all decisions of its episode.
  bool followsFromSchedule() const;
  Observer makeObserver(const EnvOptions &options) const;

private:
  std::variant<FlatEncoding, JointEncoding, MlirRlEncoding> encoding;
  StateOptions stateOptions;
  llvm::SmallVector<int64_t, 40> dims;
  unsigned size = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_ACTIONSPACE_H
