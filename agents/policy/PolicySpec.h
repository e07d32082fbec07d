//===- agents/policy/PolicySpec.h - The description of a policy -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_POLICYSPEC_H
#define MLIRGYM_AGENTS_POLICY_POLICYSPEC_H

#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/NetOptions.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym {

/// The description of a policy, member "policy" of a checkpoint's facts.
struct PolicySpec {
  /// Name of the agent: "ppo", "learned".
  std::string agent;
  /// The encoding of its actions, and the encoding's options.
  EncodingKind actions = EncodingKind::Flat;
  EncodingOptions encoding = {};
  StateOptions state = {};
  MachineFeatures machine = {};
  /// Policy::contexts(); empty: only `machine`.
  std::vector<MachineFeatures> contexts = {};
  NetOptions net = {};
  /// Names of the slices of the observation that its network reads, in order;
  /// empty: all slices of the library.
  std::vector<std::string> slices = {};
  /// Policy::ranksSchedules().
  bool ranksSchedules = false;
  /// Information for users: programs, samples, machines, date, figures. Any
  /// JSON object.
  nlohmann::ordered_json dataSheet = nlohmann::ordered_json::object();

  ObservationOptions observation() const;
  /// The observer of its network; `on` replaces `machine`.
  Observer observer(const MachineFeatures &on) const;
};

/// Number of logits of its network: one per flat action, or per choice of all
/// entries of a joint action.
unsigned numLogits(const PolicySpec &spec);

/// All members, in snake_case; kinds of actions and slices by name.
nlohmann::ordered_json toJson(const PolicySpec &spec);
nlohmann::ordered_json toJson(const EncodingOptions &options);
nlohmann::ordered_json toJson(const MachineFeatures &machine);
/// The shape of each slice by its name, in order.
nlohmann::ordered_json toJson(const ObservationSpec &spec);
nlohmann::ordered_json toJson(const NetOptions &options);

/// The inverse. These functions throw nlohmann::json::exception for a member
/// that is missing or of the wrong type: call them inside guarded(). Errors:
/// text naming a kind of actions that this library does not have.
llvm::Expected<EncodingOptions>
encodingOptionsFromJson(const nlohmann::ordered_json &json);
MachineFeatures machineFeaturesFromJson(const nlohmann::ordered_json &json);
/// Errors: those of encodingOptionsFromJson(); text naming a slice of the
/// observation that this library does not have, or has with another shape, an
/// unknown network or encoding, or a network with options out of range.
llvm::Expected<PolicySpec>
policySpecFromJson(const nlohmann::ordered_json &json);

/// The policy that a checkpoint of any trainer saves, without its network.
struct SavedPolicy {
  PolicySpec spec;
  /// The weights by their names in the network, and the other arrays of the
  /// trainer.
  std::vector<NamedArray> weights;
};
/// Errors: those of readCheckpoint() and policySpecFromJson(), naming the file.
llvm::Expected<SavedPolicy> readSavedPolicy(llvm::StringRef path);

/// The first difference: "learning_rate is 0.001 there, 0.0003 now"; empty if
/// there is none. `ignored` members may differ. Objects inside objects are
/// compared member by member.
std::string firstDifference(const nlohmann::ordered_json &now,
                            const nlohmann::ordered_json &saved,
                            llvm::ArrayRef<llvm::StringRef> ignored = {});
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_POLICYSPEC_H
