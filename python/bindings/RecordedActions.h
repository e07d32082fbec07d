//===- python/bindings/RecordedActions.h - Actions of a replay --*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_RECORDEDACTIONS_H
#define MLIRGYM_PYTHON_BINDINGS_RECORDEDACTIONS_H

#include "actions/encoding/Encoding.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::python {

/// Schedules by Program::key() in hexadecimal digits.
using SchedulesByProgram = std::map<std::string, std::vector<std::string>>;

/// FlatActions restricted to given schedules: only actions that lead to one of
/// them are legal. Each legal episode over a replay thus ends in a stored
/// timing, with the same actions and observations as in any other environment.
/// Schedules that the encoding cannot express are left out.
class RecordedActions final
    : public llvm::RTTIExtends<RecordedActions, ActionEncoding> {
public:
  static char ID;

  /// Errors: those of FlatActions::create().
  static llvm::Expected<std::shared_ptr<const RecordedActions>>
  create(SchedulesByProgram schedules, EncodingOptions options,
         StateOptions state);

  const FlatActions &flat() const { return *inner; }

  /// Errors: ActionError for a program without a schedule.
  llvm::Error check(const Program &program) const override;
  DecisionState begin(std::shared_ptr<const Program> program) const override;
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override;
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override;
  /// False: the position of a state in the Tree is in its memory.
  bool followsFromSchedule() const override { return false; }
  std::string describe(llvm::ArrayRef<int64_t> action) const override;
  nlohmann::json identity() const override;
  Observer makeObserver(const MachineFeatures &machine) const override;

private:
  /// The possible next decisions after some decisions, each with the node that
  /// it leads to: an index into a Tree.
  using Node = llvm::SmallVector<std::pair<uint16_t, uint32_t>, 2>;
  /// The first node is the beginning of an episode.
  using Tree = std::vector<Node>;
  /// A program's schedules, and the decisions that lead to them: made when its
  /// first episode begins.
  struct Recorded {
    std::string key;
    std::vector<std::string> schedules;
    mutable std::once_flag once = {};
    mutable Tree tree = {};
  };

  RecordedActions(std::shared_ptr<const FlatActions> flat,
                  SchedulesByProgram schedules);
  uint64_t decisionsPerAction() const override;
  /// Index in `all`; nothing if no schedule is recorded.
  std::optional<size_t> find(const Program &program) const;
  Tree treeOf(const std::shared_ptr<const Program> &program,
              llvm::ArrayRef<std::string> schedules) const;
  /// The memory of a state: an index in `all`, then one in its tree.
  const Node &nodeOf(const DecisionState &state) const;

  std::shared_ptr<const FlatActions> inner;
  std::deque<Recorded> all; // by key; immovable because of the flags
};
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_RECORDEDACTIONS_H
