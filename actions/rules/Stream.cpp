#include "actions/rules/Stream.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

llvm::StringRef Stream::obstacle(const ScheduleState &state) const {
  const Operation &op = state.operation();
  if (state.nest().isMarkedBy(ActionKind::Stream))
    return "was applied already; only vectorize or done may follow";
  if (op.hasReduction())
    return "would send partial sums to memory; leave it out of a reduction";
  if (!op.consumers.empty())
    return "is for results that nobody reads again; leave it out of a producer";
  return op.vectorizable ? "" : "is for vectors; leave it out";
}

void Stream::apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const {
  state.nest().markBy(kind);
}

void Stream::emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
                  TransformScript &script) const {
  script.mark(script.match(state.operation().tag), "mlirgym.stream");
}

} // namespace mlirgym
