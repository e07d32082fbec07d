#include "agents/policy/NetPolicy.h"
#include "actions/Action.h"
#include "actions/ScheduleLimits.h"
#include "actions/encoding/Encoding.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/PolicyNet.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/xxhash.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <torch/headeronly/version.h>
#include <utility>
#include <vector>

using namespace mlirgym;

namespace {
/// The state before the action in progress, in which a policy of the joint
/// encoding chose the whole action.
DecisionState beforeAction(const DecisionState &state) {
  DecisionState before(state.schedule);
  before.memory = state.memory;
  return before;
}

/// The logits of the flat decision that is due in `state`, shape [numActions()
/// of the FlatEncoding], from those of a joint action chosen in
/// beforeAction(state), shape [sum of dimensions()]: the entry of that
/// decision, 0 elsewhere. With the flat mask the decisions have the
/// probabilities of the entries, since both encodings allow the same choices
/// after the same choices.
void flatLogits(const JointEncoding &encoding, const DecisionState &state,
                llvm::ArrayRef<float> joint,
                llvm::MutableArrayRef<float> flat) {
  llvm::fill(flat, 0.0f);
  unsigned entry = 0; // the kind
  size_t to = 0;
  if (state.kind >= 0) {
    const auto kind = ActionKind(state.kind);
    entry = encoding.entriesOf(kind).first + unsigned(state.parameters.size());
    // FlatEncoding: kinds, sizes, loops.
    to = encoding.options().kinds.size();
    if (traitsOf(kind).parameters != ParameterKind::TileSizes)
      to += encoding.options().tileSizes.size();
  }
  llvm::ArrayRef<int64_t> sizes = encoding.dimensions();
  assert(entry < sizes.size() && "a decision of the encoding is due");
  const auto from =
      size_t(std::accumulate(sizes.begin(), sizes.begin() + entry, int64_t(0)));
  llvm::copy(joint.slice(from, size_t(sizes[entry])), flat.begin() + to);
}

class NetPolicy : public Policy,
                  public std::enable_shared_from_this<NetPolicy> {
public:
  NetPolicy(PolicySpec spec, std::shared_ptr<const PolicyNet> weights)
      : Policy(spec.encoding, spec.state, spec.machine,
               std::move(spec.contexts)),
        agent(std::move(spec.agent)), ranks(spec.ranksSchedules),
        observation(spec.observation()), network(std::move(weights)) {
    if (spec.actions == EncodingKind::Joint)
      jointEncoding.emplace(encoding().options());
  }

  llvm::StringRef name() const override { return agent; }
  bool ranksSchedules() const override { return ranks; }
  llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program> program, const MachineFeatures &on,
       const PolicySubspace &subspace) const override;

  const PolicyNet &net() const { return *network; }
  /// The encoding of the network's logits; null: encoding().
  const JointEncoding *joint() const {
    return jointEncoding ? &*jointEncoding : nullptr;
  }
  Observer observer(const MachineFeatures &on) const {
    return {encoding(), on, stateOptions(), observation};
  }

private:
  std::string agent;
  bool ranks;
  ObservationOptions observation;
  std::shared_ptr<const PolicyNet> network;
  std::optional<JointEncoding> jointEncoding;
};

class BoundNet : public BoundPolicy {
public:
  BoundNet(std::shared_ptr<const NetPolicy> unbound,
           std::shared_ptr<const Program> payload,
           const MachineFeatures &machine, const PolicySubspace &subspace)
      : policy(std::move(unbound)), program(std::move(payload)),
        allowed(policy->encodingOn(machine.threads, subspace.state.limits,
                                   subspace.encoding)),
        stateOptions(policy->stateOptions()),
        observer(policy->observer(machine)),
        prepared(observer.prepare(*program)) {
    stateOptions.limits = subspace.state.limits;
    if (subspace.state.maxActionsPerOp < StateOptions().maxActionsPerOp)
      stateOptions.maxActionsPerOp = std::min(stateOptions.maxActionsPerOp,
                                              subspace.state.maxActionsPerOp);
    c10::InferenceMode inference;
    const auto width = static_cast<int64_t>(observer.spec().size());
    network = policy->net().bind(
        at::from_blob(const_cast<float *>(prepared->data()),
                      {static_cast<int64_t>(prepared->size()) / width, width},
                      at::TensorOptions(at::kFloat)));
  }

  DecisionState start() const override {
    return DecisionState(ScheduleState(program, stateOptions));
  }
  llvm::Expected<PolicyOutput>
  evaluate(llvm::ArrayRef<const DecisionState *> states) override;
  llvm::Expected<llvm::ArrayRef<float>>
  values(llvm::ArrayRef<const DecisionState *> states) override;

private:
  /// The observations of `states`, valid until the next call.
  BasedRows observe(llvm::ArrayRef<const DecisionState *> states);
  /// The first `count` observations.
  BasedRows rows(size_t count);
  /// The outputs for the observations of `states`, by their places in
  /// `outputs`. Drawn schedules begin alike, so that many are known.
  std::vector<size_t> lookUp(llvm::ArrayRef<const DecisionState *> states);
  /// Takes the logits of the flat decisions.
  llvm::Error takeLogits(llvm::ArrayRef<const DecisionState *> states,
                         llvm::ArrayRef<size_t> places);
  llvm::Error checkValues() const;

  std::shared_ptr<const NetPolicy> policy;
  std::shared_ptr<const Program> program;
  /// The encoding of the policy, with the decisions that are offered here.
  FlatEncoding allowed;
  StateOptions stateOptions;
  Observer observer;
  std::shared_ptr<const std::vector<float>> prepared;
  std::unique_ptr<BoundInference> network;
  // They keep the capacity of the largest call so far.
  std::vector<float> observations, logits, valueOf;
  std::vector<uint32_t> bases;
  std::vector<int8_t> mask;
  /// Outputs of the network, each the logits and then the value, and the place
  /// of each by the hash of its observation.
  std::vector<float> outputs;
  std::map<std::pair<uint64_t, uint64_t>, size_t> known;
};

llvm::Error notFinite() {
  return llvm::createStringError(
      "policy: the network gives numbers that are not finite; training "
      "diverged: lower the learning rate");
}
} // namespace

llvm::Expected<std::unique_ptr<BoundPolicy>>
NetPolicy::bind(std::shared_ptr<const Program> program,
                const MachineFeatures &on,
                const PolicySubspace &subspace) const {
  return guarded(
      "policy", [&]() -> llvm::Expected<std::unique_ptr<BoundPolicy>> {
        return std::make_unique<BoundNet>(
            shared_from_this(), std::move(program), observed(on), subspace);
      });
}

BasedRows BoundNet::observe(llvm::ArrayRef<const DecisionState *> states) {
  const size_t width = observer.spec().size();
  observations.resize(states.size() * width);
  bases.resize(states.size());
  for (auto [i, state] : llvm::enumerate(states)) {
    const auto row =
        llvm::MutableArrayRef(observations).slice(i * width, width);
    if (policy->joint() && state->kind >= 0)
      observer.observe(beforeAction(*state), *prepared, row);
    else
      observer.observe(*state, *prepared, row);
    bases[i] = static_cast<uint32_t>(Observer::preparedRow(*state));
  }
  return rows(states.size());
}

BasedRows BoundNet::rows(size_t count) {
  return {at::from_blob(observations.data(),
                        {static_cast<int64_t>(count),
                         static_cast<int64_t>(observer.spec().size())},
                        at::TensorOptions(at::kFloat)),
          llvm::ArrayRef(bases).take_front(count)};
}

std::vector<size_t>
BoundNet::lookUp(llvm::ArrayRef<const DecisionState *> states) {
  constexpr size_t mostKnown = size_t(1) << 16;
  if (known.size() > mostKnown) {
    known.clear();
    outputs.clear();
  }
  observe(states);
  const size_t width = observer.spec().size();
  std::vector<size_t> places;
  size_t numNew = 0;
  for (size_t i = 0; i < states.size(); ++i) {
    const llvm::ArrayRef<float> row(observations.data() + i * width, width);
    const llvm::XXH128_hash_t hash =
        llvm::xxh3_128bits({reinterpret_cast<const uint8_t *>(row.data()),
                            row.size() * sizeof(float)});
    const auto [found, isNew] =
        known.try_emplace({hash.high64, hash.low64}, known.size());
    places.push_back(found->second);
    if (!isNew)
      continue;
    if (numNew < i) { // closes the gaps
      llvm::copy(row, observations.begin() + numNew * width);
      bases[numNew] = bases[i];
    }
    ++numNew;
  }
  if (numNew == 0)
    return places;
  llvm::scope_exit forget([&] { // if the network throws
    known.clear();
    outputs.clear();
  });
  const NetOutput output = network->forward(rows(numNew));
  const at::Tensor both =
      at::cat({output.logits, output.values.unsqueeze(1)}, 1).contiguous();
  const float *data = both.const_data_ptr<float>();
  outputs.insert(outputs.end(), data, data + both.numel());
  forget.release();
  return places;
}

llvm::Error BoundNet::takeLogits(llvm::ArrayRef<const DecisionState *> states,
                                 llvm::ArrayRef<size_t> places) {
  const size_t numActions = allowed.numActions();
  const size_t outputSize = outputs.size() / std::max<size_t>(1, known.size());
  logits.resize(states.size() * numActions);
  valueOf.resize(states.size());
  mask.resize(numActions);
  for (auto [i, state] : llvm::enumerate(states)) {
    allowed.mask(*state, mask);
    const auto output =
        llvm::ArrayRef(outputs).slice(places[i] * outputSize, outputSize);
    valueOf[i] = output.back();
    const auto row =
        llvm::MutableArrayRef(logits).slice(i * numActions, numActions);
    if (policy->joint())
      flatLogits(*policy->joint(), *state, output, row);
    else
      llvm::copy(output.drop_back(), row.begin());
    for (size_t action = 0; action < numActions; ++action) {
      if (!mask[action])
        row[action] = -std::numeric_limits<float>::infinity();
      else if (!std::isfinite(row[action]))
        return notFinite();
    }
  }
  return llvm::Error::success();
}

llvm::Error BoundNet::checkValues() const {
  if (!llvm::all_of(valueOf, [](float value) { return std::isfinite(value); }))
    return notFinite();
  return llvm::Error::success();
}

llvm::Expected<PolicyOutput>
BoundNet::evaluate(llvm::ArrayRef<const DecisionState *> states) {
  return guarded("policy", [&]() -> llvm::Expected<PolicyOutput> {
    c10::InferenceMode inference;
    MLIRGYM_TRY_TO(takeLogits(states, lookUp(states)));
    MLIRGYM_TRY_TO(checkValues());
    return PolicyOutput{logits, valueOf};
  });
}

llvm::Expected<llvm::ArrayRef<float>>
BoundNet::values(llvm::ArrayRef<const DecisionState *> states) {
  return guarded("policy", [&]() -> llvm::Expected<llvm::ArrayRef<float>> {
    c10::InferenceMode inference;
    const at::Tensor values = network->values(observe(states)).contiguous();
    const float *data = values.const_data_ptr<float>();
    valueOf.assign(data, data + values.numel());
    MLIRGYM_TRY_TO(checkValues());
    return llvm::ArrayRef<float>(valueOf);
  });
}

std::shared_ptr<const Policy>
mlirgym::makePolicy(PolicySpec spec, std::shared_ptr<const PolicyNet> net) {
  return std::make_shared<NetPolicy>(std::move(spec), std::move(net));
}

/// A network for the layout of `spec`. Throws LibTorch's exceptions.
static std::shared_ptr<PolicyNet> netFor(const PolicySpec &spec,
                                         uint64_t seed) {
  return makeNet(spec.net,
                 {spec.observer(spec.machine).spec(), numLogits(spec),
                  spec.encoding.kinds},
                 seed);
}

llvm::Expected<std::shared_ptr<const Policy>>
mlirgym::makeUntrainedPolicy(const PolicySpec &spec, uint64_t seed) {
  return guarded("policy net",
                 [&]() -> llvm::Expected<std::shared_ptr<const Policy>> {
                   return makePolicy(spec, netFor(spec, seed));
                 });
}

llvm::Expected<SpecAndNet> mlirgym::loadNet(llvm::StringRef path) {
  MLIRGYM_TRY(SavedPolicy saved, readSavedPolicy(path));
  return guarded(path, [&]() -> llvm::Expected<SpecAndNet> {
    at::set_num_threads(1);
    std::shared_ptr<PolicyNet> net = netFor(saved.spec, /*seed=*/0);
    if (llvm::Error error = readWeights(saved.weights, *net))
      return inFile(path, std::move(error));
    return SpecAndNet{std::move(saved.spec), std::move(net)};
  });
}

llvm::Expected<std::shared_ptr<const Policy>>
mlirgym::loadPolicy(llvm::StringRef path) {
  MLIRGYM_TRY(SpecAndNet read, loadNet(path));
  return makePolicy(std::move(read.spec), std::move(read.net));
}

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::loadAgent(llvm::StringRef text) {
  const AgentName name = AgentName::parse(text);
  MLIRGYM_TRY(const std::string checkpoint, checkpointOf(name));
  MLIRGYM_TRY(std::shared_ptr<const Policy> policy, loadPolicy(checkpoint));
  if (name.agent.empty())
    return makePolicyAgent(std::move(policy));
  return makePolicyAgent(name.agent, std::move(policy));
}

std::string mlirgym::libTorchVersion() {
  return std::to_string(TORCH_VERSION_MAJOR) + "." +
         std::to_string(TORCH_VERSION_MINOR) + "." +
         std::to_string(TORCH_VERSION_PATCH);
}
