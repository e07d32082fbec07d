#include "env/ActionSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>

namespace mlirgym {
namespace {
using Encodings = std::variant<FlatEncoding, JointEncoding, MlirRlEncoding>;

Encodings make(const EnvOptions &options) {
  switch (options.actions) {
  case ActionEncoding::Flat:
    return FlatEncoding(options.encoding);
  case ActionEncoding::Joint:
    return JointEncoding(options.encoding);
  case ActionEncoding::MlirRl:
    return MlirRlEncoding(options.mlirRl);
  }
  llvm_unreachable("all encodings are listed");
}

llvm::SmallVector<int64_t, 40> dimensionsOf(const FlatEncoding &encoding) {
  return {int64_t(encoding.numActions())};
}
template <typename Encoding>
llvm::SmallVector<int64_t, 40> dimensionsOf(const Encoding &encoding) {
  return {encoding.dimensions().begin(), encoding.dimensions().end()};
}
} // namespace

ActionSpace::ActionSpace(const EnvOptions &options)
    : encoding(make(options)), stateOptions(options.state) {
  dims =
      std::visit([](const auto &each) { return dimensionsOf(each); }, encoding);
  size = unsigned(std::accumulate(dims.begin(), dims.end(), int64_t(0)));
  if (const auto *mlirRl = std::get_if<MlirRlEncoding>(&encoding))
    stateOptions = mlirRl->stateOptions();
}

/// Decisions that one action may take at most.
template <typename Encoding>
static uint64_t decisionsPerAction(const Encoding &encoding) {
  // Kind and parameters. A joint action is one decision, but its mask allows
  // rows that are illegal: one has as many attempts.
  return 1 + uint64_t(encoding.options().maxLoops);
}
static uint64_t decisionsPerAction(const MlirRlEncoding &encoding) {
  return encoding.options().maxLoops; // a pointer for each loop
}

unsigned ActionSpace::mostDecisions(const Program &program) const {
  uint64_t perAction = std::visit(
      [](const auto &each) { return decisionsPerAction(each); }, encoding);
  // An operation of no actions would still be ended by one. The product of the
  // first two is below 2^64, that of all need not be.
  uint64_t perOperation =
      perAction * std::max<uint64_t>(1, stateOptions.maxActionsPerOp);
  return unsigned(
      std::min<uint64_t>(llvm::SaturatingMultiply<uint64_t>(
                             perOperation, program.operations().size()),
                         std::numeric_limits<unsigned>::max()));
}

DecisionState ActionSpace::begin(std::shared_ptr<const Program> program) const {
  DecisionState state(ScheduleState(std::move(program), stateOptions));
  if (const auto *mlirRl = std::get_if<MlirRlEncoding>(&encoding))
    mlirRl->begin(state);
  return state;
}

void ActionSpace::mask(const DecisionState &state,
                       llvm::MutableArrayRef<int8_t> out) const {
  if (const auto *joint = std::get_if<JointEncoding>(&encoding))
    return joint->mask(state.schedule, out);
  if (const auto *mlirRl = std::get_if<MlirRlEncoding>(&encoding))
    return mlirRl->mask(state, out);
  std::get<FlatEncoding>(encoding).mask(state, out);
}

StepResult ActionSpace::step(DecisionState &state,
                             llvm::ArrayRef<int64_t> action) const {
  if (const auto *joint = std::get_if<JointEncoding>(&encoding))
    return joint->step(state.schedule, action);
  if (const auto *mlirRl = std::get_if<MlirRlEncoding>(&encoding))
    return mlirRl->step(state, action);
  int64_t choice = action.front();
  if (choice < 0 || choice >= dims.front())
    return StepResult::Illegal;
  return std::get<FlatEncoding>(encoding).step(state, unsigned(choice));
}

bool ActionSpace::followsFromSchedule() const {
  // MLIR-RL counts actions that a schedule does not tell apart.
  return !std::holds_alternative<MlirRlEncoding>(encoding);
}

Observer ActionSpace::makeObserver(const EnvOptions &options) const {
  if (const auto *mlirRl = std::get_if<MlirRlEncoding>(&encoding))
    return Observer(*mlirRl);
  return Observer(FlatEncoding(options.encoding), options.machine,
                  options.state);
}

} // namespace mlirgym
