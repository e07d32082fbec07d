#include "agents/policy/PolicySpec.h"
#include "actions/Encoding.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/Guarded.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/NetOptions.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
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

/// The layout of observations and actions of this version of the library.
Json layoutOf(const PolicySpec &spec) {
  const FlatEncoding encoding(spec.encoding);
  const Observer observer = spec.observer(spec.machine);
  return {{"version", observer.spec().version},
          {"size", observer.spec().size()},
          {"actions", numLogits(spec)}};
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

Observer PolicySpec::observer(const MachineFeatures &on) const {
  return {FlatEncoding(encoding), on, state, net.observation()};
}

llvm::StringRef mlirgym::nameOf(NetKind kind) {
  switch (kind) {
  case NetKind::Mlp:
    return "mlp";
  case NetKind::Trunk:
    return "trunk";
  case NetKind::Tokens:
    return "tokens";
  }
  llvm_unreachable("all kinds are handled");
}

std::optional<NetKind> mlirgym::parseNetKind(llvm::StringRef name) {
  for (NetKind kind : {NetKind::Mlp, NetKind::Trunk, NetKind::Tokens})
    if (nameOf(kind) == name)
      return kind;
  return std::nullopt;
}

llvm::Error mlirgym::checkNetOptions(const NetOptions &options) {
  constexpr unsigned most = 64;
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
  return {{"tile_sizes", std::vector<int64_t>(options.tileSizes.begin(),
                                              options.tileSizes.end())},
          {"max_loops", options.maxLoops},
          {"kinds", options.kinds}};
}

EncodingOptions mlirgym::encodingOptionsFromJson(const Json &json) {
  EncodingOptions options;
  const auto sizes = json.at("tile_sizes").get<std::vector<int64_t>>();
  options.tileSizes.assign(sizes.begin(), sizes.end());
  json.at("max_loops").get_to(options.maxLoops);
  json.at("kinds").get_to(options.kinds);
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

Json mlirgym::toJson(const NetOptions &options) {
  Json json = {{"kind", nameOf(options.kind).str()},
               {"hidden", options.hidden}};
  if (options.kind == NetKind::Tokens)
    visitTokens(options.tokens, [&json](const char *name, unsigned value) {
      json[name] = value;
    });
  return json;
}

Json mlirgym::toJson(const PolicySpec &spec) {
  Json json = {{"agent", spec.agent},
               {"encoding", toJson(spec.encoding)},
               {"state", {{"max_actions_per_op", spec.state.maxActionsPerOp}}},
               {"machine", toJson(spec.machine)},
               {"contexts", contextsOf(spec)},
               {"observation", layoutOf(spec)},
               {"net", toJson(spec.net)},
               {"ranks_schedules", spec.ranksSchedules},
               {"data_sheet", spec.dataSheet}};
  if (spec.actions != EncodingKind::Flat)
    json["actions"] = nameOf(spec.actions).str();
  return json;
}

llvm::Expected<PolicySpec> mlirgym::policySpecFromJson(const Json &json) {
  PolicySpec spec;
  json.at("agent").get_to(spec.agent);
  spec.encoding = encodingOptionsFromJson(json.at("encoding"));
  json.at("state").at("max_actions_per_op").get_to(spec.state.maxActionsPerOp);
  spec.machine = machineFeaturesFromJson(json.at("machine"));
  for (const Json &each : json.value("contexts", Json::array()))
    spec.contexts.push_back(machineFeaturesFromJson(each));
  if (spec.contexts.empty())
    spec.contexts = {spec.machine};
  json.at("ranks_schedules").get_to(spec.ranksSchedules);
  spec.dataSheet = json.at("data_sheet");
  const std::string actions = json.value("actions", nameOf(spec.actions).str());
  const std::optional<EncodingKind> encoding = parseEncodingKind(actions);
  if (!encoding)
    return llvm::createStringError("chooses actions in the encoding '" +
                                   actions +
                                   "', which this mlirgym does not know; use "
                                   "the mlirgym that wrote it");
  spec.actions = *encoding;
  const std::string net = json.at("net").at("kind").get<std::string>();
  const std::optional<NetKind> kind = parseNetKind(net);
  if (!kind)
    return llvm::createStringError("holds a network of kind '" + net +
                                   "', which this mlirgym does not know; use "
                                   "the mlirgym that wrote it");
  spec.net = netOptionsFromJson(json.at("net"), *kind);
  if (llvm::Error error = checkNetOptions(spec.net))
    return std::move(error);
  const std::string difference =
      firstDifference(layoutOf(spec), json.at("observation"));
  if (!difference.empty())
    return llvm::createStringError(
        "belongs to another observation or encoding: " + difference +
        "; train again, or use the mlirgym that wrote it");
  return spec;
}

llvm::Expected<SavedPolicy> mlirgym::readSavedPolicy(llvm::StringRef path) {
  llvm::Expected<Checkpoint> read = readCheckpoint(path);
  if (!read)
    return read.takeError();
  return guarded(path, [&]() -> llvm::Expected<SavedPolicy> {
    llvm::Expected<PolicySpec> spec =
        policySpecFromJson(read->facts.at("policy"));
    if (!spec)
      return inFile(path, spec.takeError());
    return SavedPolicy{std::move(*spec), std::move(read->arrays)};
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
