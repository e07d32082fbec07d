#include "agents/policy/PolicySpec.h"
#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/encoding/Encoding.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/NetOptions.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/EnumNames.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
// Reading and writing share one list of names.
template <typename Features, typename Member>
void visitMachine(Features &features, Member member) {
  member("threads", features.threads);
  member("vector_bits", features.vectorBits);
  member("l1_bytes", features.l1Bytes);
  member("l2_bytes", features.l2Bytes);
  member("l3_bytes", features.l3Bytes);
}

template <typename Options, typename Member>
void visitTokens(Options &options, Member member) {
  member("token_width", options.width);
  member("attention", options.attention);
  member("operations", options.operations);
}

const char *useTheOneThatWroteIt =
    ", which this mlirgym does not know; use the mlirgym that wrote it";

/// The names of a layout, if this library has such slices.
llvm::Expected<std::vector<std::string>> slicesOf(const Json &layout,
                                                  const PolicySpec &spec) {
  const Observer whole = spec.observer(spec.machine);
  std::vector<std::string> names;
  for (const auto &[name, shape] : layout.items()) {
    const ObservationSlice *slice = whole.spec().find(name);
    if (!slice)
      return llvm::createStringError("reads the slice '" + name +
                                     "' of observations" +
                                     useTheOneThatWroteIt);
    if (shape != Json(slice->shape))
      return llvm::createStringError(
          "reads the slice '" + name + "' of observations in the shape " +
          shape.dump() + ", which is " + Json(slice->shape).dump() +
          " here; use the mlirgym that wrote it");
    names.push_back(name);
  }
  return names;
}

Json contextsOf(const PolicySpec &spec) {
  Json list = Json::array();
  for (const MachineFeatures &each : spec.contexts)
    list.push_back(toJson(each));
  if (list.empty())
    list.push_back(toJson(spec.machine));
  return list;
}

NetOptions netOptionsFromJson(const Json &json, NetKind kind) {
  NetOptions options;
  options.kind = kind;
  json.at("hidden").get_to(options.hidden);
  options.members = json.value("members", 1U);
  if (kind != NetKind::Tokens)
    return options;
  visitTokens(options.tokens, [&](const char *name, unsigned &value) {
    json.at(name).get_to(value);
  });
  return options;
}
} // namespace

unsigned mlirgym::numLogits(const PolicySpec &spec) {
  switch (spec.actions) {
  case EncodingKind::Flat:
    return FlatEncoding(spec.encoding).numActions();
  case EncodingKind::Joint: {
    const JointEncoding encoding(spec.encoding);
    return static_cast<unsigned>(std::accumulate(encoding.dimensions().begin(),
                                                 encoding.dimensions().end(),
                                                 int64_t{0}));
  }
  }
  llvm_unreachable("all kinds are handled");
}

ObservationOptions PolicySpec::observation() const {
  ObservationOptions options = net.observation();
  options.slices = slices;
  return options;
}

Observer PolicySpec::observer(const MachineFeatures &on) const {
  return {FlatEncoding(encoding), on, state, observation()};
}

static constexpr EnumNames<NetKind::Tokens> netNames = {
    {"mlp", "trunk", "tokens"}};

llvm::StringRef mlirgym::nameOf(NetKind kind) { return netNames.of(kind); }

std::optional<NetKind> mlirgym::parseNetKind(llvm::StringRef name) {
  return netNames.parse(name);
}

llvm::Error mlirgym::checkNetOptions(const NetOptions &options) {
  constexpr unsigned most = 64;
  if (options.members == 0 || options.members > most)
    return llvm::createStringError("there are 1 to %u members", most);
  if (options.kind != NetKind::Tokens)
    return llvm::Error::success();
  const TokenOptions &tokens = options.tokens;
  if (tokens.width == 0 || tokens.width % 4 != 0 || tokens.width > 4096)
    return llvm::createStringError(
        "the width of tokens must be a multiple of 4, at most 4096");
  if (tokens.attention > most || tokens.operations > most)
    return llvm::createStringError(
        "there are at most %u layers of attention and %u operations", most,
        most);
  return llvm::Error::success();
}

Json mlirgym::toJson(const EncodingOptions &options) {
  std::vector<std::string> without;
  for (ActionKind kind : options.without)
    without.push_back(nameOf(kind).str());
  return {{"tile_sizes", std::vector<int64_t>(options.tileSizes.begin(),
                                              options.tileSizes.end())},
          {"max_loops", options.maxLoops},
          {"kinds", options.kinds.names()},
          {"without", without},
          {"without_sizes", std::vector<int64_t>(options.withoutSizes.begin(),
                                                 options.withoutSizes.end())}};
}

llvm::Expected<EncodingOptions>
mlirgym::encodingOptionsFromJson(const Json &json) {
  using Names = std::vector<std::string>;
  EncodingOptions options;
  const auto sizes = json.at("tile_sizes").get<std::vector<int64_t>>();
  options.tileSizes.assign(sizes.begin(), sizes.end());
  json.at("max_loops").get_to(options.maxLoops);
  const auto names = json.at("kinds").get<Names>();
  MLIRGYM_TRY(ActionKinds kinds, ActionKinds::parse(names));
  if (kinds.names() != names)
    return llvm::createStringError(
        "its list of kinds of actions has one twice, or lacks done");
  options.kinds = kinds;
  for (const std::string &name : json.at("without").get<Names>()) {
    const std::optional<ActionKind> kind = actionKindFromName(name);
    if (!kind || !options.kinds.contains(*kind))
      return llvm::createStringError("the kind of actions '" + name +
                                     "' is left out of a list without it");
    options.without.push_back(*kind);
  }
  const auto withoutSizes = json.value("without_sizes", std::vector<int64_t>());
  options.withoutSizes.assign(withoutSizes.begin(), withoutSizes.end());
  return options;
}

Json mlirgym::toJson(const MachineFeatures &machine) {
  Json json;
  visitMachine(machine, MemberWriter{json});
  return json;
}

MachineFeatures mlirgym::machineFeaturesFromJson(const Json &json) {
  MachineFeatures machine;
  visitMachine(machine, MemberReader{json});
  return machine;
}

Json mlirgym::toJson(const ObservationSpec &spec) {
  Json layout = Json::object();
  for (const ObservationSlice &slice : spec.slices)
    layout[slice.name] = slice.shape;
  return layout;
}

Json mlirgym::toJson(const NetOptions &options) {
  Json json = {{"kind", nameOf(options.kind).str()},
               {"hidden", options.hidden}};
  if (options.members > 1)
    json["members"] = options.members;
  if (options.kind == NetKind::Tokens)
    visitTokens(options.tokens, [&json](const char *name, unsigned value) {
      json[name] = value;
    });
  return json;
}

Json mlirgym::toJson(const PolicySpec &spec) {
  return {{"agent", spec.agent},
          {"actions", nameOf(spec.actions).str()},
          {"encoding", toJson(spec.encoding)},
          {"state", {{"max_actions_per_op", spec.state.maxActionsPerOp}}},
          {"machine", toJson(spec.machine)},
          {"contexts", contextsOf(spec)},
          {"observation", toJson(spec.observer(spec.machine).spec())},
          {"net", toJson(spec.net)},
          {"ranks_schedules", spec.ranksSchedules},
          {"data_sheet", spec.dataSheet}};
}

llvm::Expected<PolicySpec> mlirgym::policySpecFromJson(const Json &json) {
  PolicySpec spec;
  json.at("agent").get_to(spec.agent);
  MLIRGYM_TRY(spec.encoding, encodingOptionsFromJson(json.at("encoding")));
  json.at("state").at("max_actions_per_op").get_to(spec.state.maxActionsPerOp);
  spec.machine = machineFeaturesFromJson(json.at("machine"));
  for (const Json &each : json.at("contexts"))
    spec.contexts.push_back(machineFeaturesFromJson(each));
  json.at("ranks_schedules").get_to(spec.ranksSchedules);
  spec.dataSheet = json.at("data_sheet");
  const auto actions = json.at("actions").get<std::string>();
  const std::optional<EncodingKind> encoding = parseEncodingKind(actions);
  if (!encoding)
    return llvm::createStringError("chooses actions in the encoding '" +
                                   actions + "'" + useTheOneThatWroteIt);
  spec.actions = *encoding;
  const std::string net = json.at("net").at("kind").get<std::string>();
  const std::optional<NetKind> kind = parseNetKind(net);
  if (!kind)
    return llvm::createStringError("holds a network of kind '" + net + "'" +
                                   useTheOneThatWroteIt);
  spec.net = netOptionsFromJson(json.at("net"), *kind);
  MLIRGYM_TRY_TO(checkNetOptions(spec.net));
  MLIRGYM_TRY(spec.slices, slicesOf(json.at("observation"), spec));
  return spec;
}

llvm::Expected<SavedPolicy> mlirgym::readSavedPolicy(llvm::StringRef path) {
  MLIRGYM_TRY(Checkpoint read, readCheckpoint(path));
  return guarded(path, [&]() -> llvm::Expected<SavedPolicy> {
    llvm::Expected<PolicySpec> spec =
        policySpecFromJson(read.facts.at("policy"));
    if (!spec)
      return inFile(path, spec.takeError());
    return SavedPolicy{std::move(*spec), std::move(read.arrays)};
  });
}

std::string mlirgym::firstDifference(const Json &now, const Json &saved,
                                     llvm::ArrayRef<llvm::StringRef> ignored) {
  for (const auto &[name, value] : now.items()) {
    if (llvm::is_contained(ignored, llvm::StringRef(name)))
      continue;
    const auto found = saved.find(name);
    if (found == saved.end())
      return name + " is not in it";
    if (value.is_object() && found->is_object()) {
      if (std::string inner = firstDifference(value, *found); !inner.empty())
        return name + "." + inner;
    } else if (*found != value) {
      return name + " is " + found->dump() + " there, " + value.dump() + " now";
    }
  }
  return "";
}
