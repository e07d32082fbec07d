#include "observation/ActionEncoding.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>

namespace mlirgym {

char ActionEncoding::ID;

ActionEncoding::ActionEncoding(llvm::ArrayRef<int64_t> dimensions,
                               StateOptions options, bool masksLastEntry)
    : dims(dimensions), lastIsMasked(masksLastEntry),
      size(unsigned(std::accumulate(
          dims.begin(), lastIsMasked ? dims.end() : std::prev(dims.end()),
          int64_t(lastIsMasked ? 0 : 1)))),
      state(options) {}

llvm::Error ActionEncoding::check(const Program &) const {
  return llvm::Error::success();
}

DecisionState
ActionEncoding::begin(std::shared_ptr<const Program> program) const {
  return DecisionState(ScheduleState(std::move(program), state));
}

bool ActionEncoding::followsFromSchedule() const { return true; }

unsigned ActionEncoding::mostDecisions(const Program &program) const {
  // Even an operation without actions takes one action to end. The product of
  // the first two factors is below 2^64, but the product of all may overflow.
  uint64_t perOperation =
      decisionsPerAction() * std::max<uint64_t>(1, state.maxActionsPerOp);
  return unsigned(
      std::min<uint64_t>(llvm::SaturatingMultiply<uint64_t>(
                             perOperation, program.operations().size()),
                         std::numeric_limits<unsigned>::max()));
}

} // namespace mlirgym
