#include "UniformPolicy.h"
#include <cmath>
#include <limits>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class UniformPolicy : public Policy,
                      public std::enable_shared_from_this<UniformPolicy> {
public:
  explicit UniformPolicy(const UniformPolicyOptions &options)
      : Policy(options.env.encoding, options.env.state, {}),
        critic(options.critic), scale(options.scale),
        partialValue(options.partialValue) {}
  llvm::StringRef name() const override { return "uniform"; }
  bool ranksSchedules() const override {
    return critic != Critic::MustNotBeAsked;
  }
  llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program> program, const MachineFeatures &,
       const PolicySubspace &subspace) const override;

  const Critic critic;
  const double scale, partialValue;
};

class BoundUniform : public BoundPolicy {
public:
  BoundUniform(std::shared_ptr<const UniformPolicy> from,
               std::shared_ptr<const Program> payload,
               const EncodingOptions &subspace)
      : policy(std::move(from)), program(std::move(payload)),
        offered(policy->encodingOn(2, {}, subspace)) {}

  DecisionState start() const override {
    return DecisionState(ScheduleState(program, policy->stateOptions()));
  }
  llvm::Expected<PolicyOutput>
  evaluate(llvm::ArrayRef<const DecisionState *> states) override {
    const size_t numActions = policy->encoding().numActions();
    logits.clear();
    std::vector<int8_t> mask(numActions);
    for (const DecisionState *state : states) {
      offered.mask(*state, mask);
      for (int8_t legal : mask)
        logits.push_back(legal ? 0 : -std::numeric_limits<float>::infinity());
    }
    numbers.assign(states.size(), static_cast<float>(policy->partialValue));
    return PolicyOutput{logits, numbers};
  }
  llvm::Expected<llvm::ArrayRef<float>>
  values(llvm::ArrayRef<const DecisionState *> states) override {
    if (!policy->ranksSchedules())
      return llvm::createStringError("the critic knows nothing of schedules");
    const double sign = policy->critic == Critic::IsWrong ? -1 : 1;
    numbers.clear();
    for (const DecisionState *state : states)
      numbers.push_back(static_cast<float>(
          sign * policy->scale *
          std::log(
              syntheticNs(*program, Schedule()) /
              syntheticNs(*program, state->schedule.schedule().canonical()))));
    return llvm::ArrayRef<float>(numbers);
  }

private:
  std::shared_ptr<const UniformPolicy> policy;
  std::shared_ptr<const Program> program;
  FlatEncoding offered;
  std::vector<float> logits, numbers;
};

llvm::Expected<std::unique_ptr<BoundPolicy>>
UniformPolicy::bind(std::shared_ptr<const Program> program,
                    const MachineFeatures &,
                    const PolicySubspace &subspace) const {
  return std::make_unique<BoundUniform>(shared_from_this(), std::move(program),
                                        subspace.encoding);
}
} // namespace

std::shared_ptr<const Policy>
mlirgym::testing::uniformPolicy(const UniformPolicyOptions &options) {
  return std::make_shared<UniformPolicy>(options);
}
