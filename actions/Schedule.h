//===- actions/Schedule.h - Actions per operation, and their text ---------===//
#ifndef MLIRGYM_ACTIONS_SCHEDULE_H
#define MLIRGYM_ACTIONS_SCHEDULE_H

#include "actions/Action.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Per operation an ordered list of actions. Its text form is used in files,
/// keys, messages and on the command line: operations from the last to the
/// first, on lines of their own or after semicolons; '#' starts a comment:
///
///     op1: tile_parallel_fuse(256,512) tile_fuse(14,32) vectorize
///     op0: tile(0,0,1) vectorize
///
/// Operations without actions may be left out. The empty schedule is the
/// untransformed program. A value.
class Schedule {
public:
  struct Entry {
    unsigned op = 0;
    std::vector<Action> actions;
    friend bool operator==(const Entry &, const Entry &) = default;
  };

  /// Parses text. Checks the grammar only; legality depends on a program: see
  /// ScheduleState::replay(). Errors: ActionError with the position and what
  /// was expected.
  static llvm::Expected<Schedule> parse(llvm::StringRef text);

  /// "op1: tile(4,0) vectorize; op0: vectorize": one line, "; " between
  /// operations.
  std::string text() const;

  /// The cache key: schedules that obviously produce equal code have equal
  /// canonical text. No-op actions, `done` and operations without actions are
  /// dropped, adjacent interchanges are composed, and the last operation comes
  /// first.
  Schedule canonical() const;

  /// The same tiles for one thread: `tile_parallel` becomes `tile`, and
  /// `tile_parallel_fuse` becomes `tile_fuse`. Legal where this schedule is.
  Schedule serial() const;

  /// Appends to the entry of `op`, which is created if missing.
  void append(unsigned op, Action action);

  llvm::ArrayRef<Entry> entries() const { return list; }
  /// The actions of one operation, `done` included; none if it is left out.
  llvm::ArrayRef<Action> actionsOf(unsigned op) const;
  bool empty() const { return list.empty(); }

  friend bool operator==(const Schedule &, const Schedule &) = default;

private:
  std::vector<Entry> list; // last operation first
};

/// A stand-alone module with `transform.named_sequence @__transform_main`:
/// stock `mlir-opt --transform-interpreter` applied to Program::text() (script
/// and payload in one module, or by preload) gives the IR that the library
/// measures. Errors: ActionError for an illegal action.
llvm::Expected<std::string> toTransformScript(const Program &program,
                                              const Schedule &schedule);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULE_H
