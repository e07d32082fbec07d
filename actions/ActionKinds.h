//===- actions/ActionKinds.h - Kinds of actions in an order -----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTIONKINDS_H
#define MLIRGYM_ACTIONS_ACTIONKINDS_H

#include "actions/Action.h"
#include "actions/ScheduleLimits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace mlirgym {

/// An ordered subset of the kinds of actions: the position of a kind is its
/// index in encodings and in the one-hots of observations. Stored by names(),
/// so that a policy keeps its indices when the library gets further kinds.
/// `done` is always a member: without it an operation might have no legal
/// action. A value without allocations; look-ups take constant time.
class ActionKinds {
public:
  /// These kinds in this order, each once; `done` is appended if it is missing.
  explicit ActionKinds(llvm::ArrayRef<ActionKind> kinds);
  ActionKinds(std::initializer_list<ActionKind> kinds)
      : ActionKinds(llvm::ArrayRef(kinds)) {}

  /// All kinds, and all for a target, in the order of Actions.def.
  static ActionKinds all();
  static ActionKinds of(const ScheduleLimits &limits);
  /// Errors: ActionError for a name that no kind has.
  static llvm::Expected<ActionKinds> parse(llvm::ArrayRef<std::string> names);
  std::vector<std::string> names() const;

  unsigned size() const { return count; }
  ActionKind operator[](unsigned index) const {
    assert(index < count && "no such kind");
    return kinds[index];
  }
  const ActionKind *begin() const { return kinds.data(); }
  const ActionKind *end() const { return kinds.data() + count; }
  bool contains(ActionKind kind) const {
    return indices[size_t(kind)] != nowhere;
  }
  /// Requires: contains(kind).
  unsigned indexOf(ActionKind kind) const {
    assert(contains(kind) && "the kind is not in the list");
    return indices[size_t(kind)];
  }

  friend bool operator==(const ActionKinds &, const ActionKinds &) = default;

private:
  static constexpr uint8_t nowhere = 0xff;
  static_assert(numActionKinds < nowhere);

  void add(ActionKind kind);

  std::array<ActionKind, numActionKinds> kinds = {};
  std::array<uint8_t, numActionKinds> indices;
  uint8_t count = 0;
};

/// True if schedules for a target may have such actions.
bool isFor(ActionKind kind, const ScheduleLimits &limits);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTIONKINDS_H
