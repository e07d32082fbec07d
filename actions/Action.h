//===- actions/Action.h - Any one action ------------------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTION_H
#define MLIRGYM_ACTIONS_ACTION_H

#include "actions/Done.h"
#include "actions/Flatten.h"
#include "actions/Interchange.h"
#include "actions/Promote.h"
#include "actions/Stream.h"
#include "actions/Tile.h"
#include "actions/TileFuse.h"
#include "actions/TileParallel.h"
#include "actions/TileParallelFuse.h"
#include "actions/TileReduction.h"
#include "actions/Vectorize.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <variant>

namespace mlirgym {

/// Index of a line of Actions.def.
enum class ActionKind : uint8_t {
#define MLIRGYM_ACTION(Class, Name, Summary) Class,
#include "actions/Actions.def"
};
inline constexpr unsigned numActionKinds = 0
#define MLIRGYM_ACTION(Class, Name, Summary) +1
#include "actions/Actions.def"
    ;

/// One action with its parameters. Every alternative is a value with
///   static constexpr ParameterKind parameterKind;  // and what that asks for
///   llvm::Error verify(const ScheduleState &) const;
///   void applyTo(ScheduleState &) const;      // requires verify() to succeed
///   void emit(const ScheduleState &, TransformScript &) const;
///   llvm::ArrayRef<int64_t> parameters() const; // as in schedule text
///   static Class fromParameters(llvm::ArrayRef<int64_t>);
using Action = std::variant<
#define MLIRGYM_ACTION(Class, Name, Summary) Class,
#include "actions/Actions.def"
    std::monostate>;

/// Requires: the action is not std::monostate. (So for all that follow but
/// toText() and isNoOp().)
ActionKind kindOf(const Action &action);
llvm::StringRef nameOf(ActionKind kind);
llvm::StringRef summaryOf(ActionKind kind);
std::optional<ActionKind> actionKindFromName(llvm::StringRef name);
ParameterKind parameterKindOf(ActionKind kind);
/// The action of that kind; parameters are not checked.
Action makeAction(ActionKind kind, llvm::ArrayRef<int64_t> parameters);
/// As in schedule text; valid as long as the action.
llvm::ArrayRef<int64_t> parametersOf(const Action &action);
/// "tile(8,16,0)", "vectorize".
std::string toText(const Action &action);
/// True for `vectorize` and `done`: the next operation follows.
bool isTerminal(ActionKind kind);
/// True if the action changes nothing: tile(0,0), interchange(0,1).
bool isNoOp(const Action &action);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTION_H
