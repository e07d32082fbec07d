#include "actions/ActionRule.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {
namespace {
/// `stream`: the operation's results are stored past the caches (non-temporal
/// stores), which saves reading the lines that are about to be overwritten: a
/// third to a half of the traffic of a large elementwise operation. It is
/// slower if the result fits into a cache. Only whole cache lines are streamed:
/// rows that end within a line are collected until they fill some, if a loop
/// writes them one after another. Without `vectorize` it has no effect. Legal
/// for an operation without reduction whose result no other operation reads;
/// `vectorize` or `done` follows. (A reader behind a reshape or a pad is not
/// noticed, and reads from memory.)
class Stream final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override {
    const Operation &op = state.operation();
    if (state.nest().isMarkedBy(ActionKind::Stream))
      return "was applied already; only vectorize or done may follow";
    if (op.hasReduction())
      return "would send partial sums to memory; leave it out of a reduction";
    if (!op.consumers.empty())
      return "is for results that nobody reads again; leave it out of a "
             "producer";
    return op.vectorizable ? "" : "is for vectors; leave it out";
  }
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override {
    state.nest().markBy(kind);
  }
  /// The unit attribute `mlirgym.stream`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override {
    script.mark(script.match(state.operation().tag), "mlirgym.stream");
  }
};
} // namespace

MLIRGYM_RULE(Stream)
} // namespace mlirgym
