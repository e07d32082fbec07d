//===- observation/KindActions.cpp - The flat and the joint encoding ------===//
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/encoding/Encoding.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/EnumNames.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ExtensibleRTTI.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mlirgym {

char KindActions::ID;
char FlatActions::ID;
char JointActions::ID;

namespace {
llvm::Error checkOptions(const EncodingOptions &options,
                         const StateOptions &state) {
  if (options.maxLoops == 0)
    return actionError("environment: the number of loops is 0; give the "
                       "maximum of the programs, such as {0}",
                       EncodingOptions().maxLoops);
  llvm::ArrayRef<int64_t> sizes = options.tileSizes;
  if (sizes.empty() || sizes.front() != 0)
    return actionError("environment: the list of tile sizes does not begin "
                       "with 0; put 0 first, it leaves a loop whole");
  for (size_t i = 1; i < sizes.size(); ++i)
    if (sizes[i] <= sizes[i - 1])
      return actionError("environment: tile size {0} follows {1}; list the "
                         "sizes ascending, each once",
                         sizes[i], sizes[i - 1]);
  for (ActionKind kind : options.kinds)
    if (!isFor(kind, state.limits))
      return actionError("environment: {0} is for {1}, which the device is "
                         "not; leave it out of kinds",
                         nameOf(kind), isForGpu(kind) ? "GPUs" : "processors");
  return llvm::Error::success();
}
} // namespace

static constexpr EnumNames<EncodingKind::Joint> encodingNames = {
    {"flat", "joint"}};

llvm::StringRef nameOf(EncodingKind kind) { return encodingNames.of(kind); }

std::optional<EncodingKind> parseEncodingKind(llvm::StringRef name) {
  return encodingNames.parse(name);
}

MakeEncoding makeActions(EncodingKind kind) {
  switch (kind) {
  case EncodingKind::Flat:
    return FlatActions::create;
  case EncodingKind::Joint:
    return JointActions::create;
  }
  llvm_unreachable("all kinds are handled");
}

std::optional<EncodingKind> kindOf(const ActionEncoding &encoding) {
  if (llvm::isa<FlatActions>(encoding))
    return EncodingKind::Flat;
  if (llvm::isa<JointActions>(encoding))
    return EncodingKind::Joint;
  return std::nullopt;
}

void KindActions::maskOf(const DecisionState &state,
                         llvm::ArrayRef<int64_t> action,
                         llvm::MutableArrayRef<int8_t> out) const {
  size_t start = 0;
  for (auto [entry, size] : llvm::enumerate(dimensions())) {
    maskNext(state, action.take_front(entry), out.slice(start, size_t(size)));
    start += size_t(size);
  }
}

nlohmann::json KindActions::identity() const {
  const EncodingOptions &encoding = options();
  std::vector<std::string> without;
  for (ActionKind kind : encoding.without)
    without.push_back(nameOf(kind).str());
  return {{"tileSizes", encoding.tileSizes},
          {"maxLoops", encoding.maxLoops},
          {"kinds", encoding.kinds.names()},
          {"without", without},
          {"withoutSizes", encoding.withoutSizes},
          {"maxActionsPerOp", stateOptions().maxActionsPerOp}};
}

Observer KindActions::makeObserver(const MachineFeatures &machine) const {
  return {FlatEncoding(options()), machine, stateOptions()};
}

uint64_t KindActions::decisionsPerAction() const {
  // Kind and parameters. A joint action is one decision, but its mask allows
  // illegal rows; the same number leaves room for failed attempts.
  return 1 + uint64_t(options().maxLoops);
}

llvm::Expected<std::shared_ptr<const FlatActions>>
FlatActions::create(EncodingOptions options, StateOptions state) {
  MLIRGYM_TRY_TO(checkOptions(options, state));
  return std::shared_ptr<const FlatActions>(
      new FlatActions(FlatEncoding(std::move(options)), state));
}

FlatActions::FlatActions(FlatEncoding encoding, StateOptions state)
    : RTTIExtends(llvm::ArrayRef<int64_t>(int64_t(encoding.numActions())),
                  state),
      flat(std::move(encoding)) {}

void FlatActions::mask(const DecisionState &state,
                       llvm::MutableArrayRef<int8_t> out) const {
  flat.mask(state, out);
}

void FlatActions::maskNext(const DecisionState &state,
                           llvm::ArrayRef<int64_t> /*chosen*/,
                           llvm::MutableArrayRef<int8_t> out) const {
  flat.mask(state, out); // one entry, so that none is before it
}

StepResult FlatActions::step(DecisionState &state,
                             llvm::ArrayRef<int64_t> action) const {
  if (!contains(action))
    return StepResult::Illegal;
  return flat.step(state, unsigned(action.front()));
}

std::string FlatActions::describe(llvm::ArrayRef<int64_t> action) const {
  return flat.describe(unsigned(action.front()));
}

llvm::Expected<std::shared_ptr<const JointActions>>
JointActions::create(EncodingOptions options, StateOptions state) {
  MLIRGYM_TRY_TO(checkOptions(options, state));
  return std::shared_ptr<const JointActions>(
      new JointActions(JointEncoding(std::move(options)), state));
}

JointActions::JointActions(JointEncoding encoding, StateOptions state)
    : RTTIExtends(encoding.dimensions(), state), joint(std::move(encoding)) {}

void JointActions::mask(const DecisionState &state,
                        llvm::MutableArrayRef<int8_t> out) const {
  joint.mask(state.schedule, out);
}

void JointActions::maskNext(const DecisionState &state,
                            llvm::ArrayRef<int64_t> chosen,
                            llvm::MutableArrayRef<int8_t> out) const {
  joint.maskNext(state.schedule, chosen, out);
}

StepResult JointActions::step(DecisionState &state,
                              llvm::ArrayRef<int64_t> action) const {
  return joint.step(state.schedule, action);
}

std::string JointActions::describe(llvm::ArrayRef<int64_t> action) const {
  const ActionKind kind = options().kinds[unsigned(action.front())];
  const EntryRange entries = joint.entriesOf(kind);
  llvm::ArrayRef<int64_t> choices = action.slice(entries.first, entries.count);
  return toText(Action(kind, llvm::map_to_vector(choices, [&](int64_t choice) {
                         return joint.parameterOf(kind, choice);
                       })));
}

nlohmann::json JointActions::identity() const {
  nlohmann::json identity = KindActions::identity();
  identity["actions"] = "joint";
  return identity;
}

} // namespace mlirgym
