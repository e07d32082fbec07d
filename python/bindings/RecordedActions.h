//===- python/bindings/RecordedActions.h - What was recorded ----*- C++ -*-===//
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

/// FlatActions of which only those are legal that lead to one of given
/// schedules: each legal episode over a replay ends in a stored timing, though
/// the actions and observations are those of any other environment. Schedules
/// that the encoding has no decisions for are left out.
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
  /// False: where a state stands among the schedules is in its memory.
  bool followsFromSchedule() const override { return false; }
  std::string describe(llvm::ArrayRef<int64_t> action) const override;
  nlohmann::json identity() const override;
  Observer makeObserver(const MachineFeatures &machine) const override;

private:
  /// The decisions that lead on from some decisions, and what is reached by
  /// each: an index into a Tree.
  using Node = llvm::SmallVector<std::pair<uint16_t, uint32_t>, 2>;
  /// The first is the beginning of an episode.
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
