#include "agents/policy/nets/PolicyNet.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/ActorCritic.h"
#include "agents/policy/nets/EnsembleNet.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/TokenNet.h"
#include "agents/policy/nets/TrunkNet.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
/// Passes the rows on as they are.
class PlainInference : public BoundInference {
public:
  explicit PlainInference(const PolicyNet &network) : net(network) {}
  NetOutput forward(const BasedRows &rows) override {
    return net.forward(rows.observations);
  }
  at::Tensor values(const BasedRows &rows) override {
    return net.values(rows.observations);
  }

private:
  const PolicyNet &net;
};
} // namespace

BoundInference::~BoundInference() = default;

std::unique_ptr<BoundInference> PolicyNet::bind(const at::Tensor &) const {
  return std::make_unique<PlainInference>(*this);
}

/// A network of `options.kind`.
static std::shared_ptr<PolicyNet>
makeMember(const NetOptions &options, const NetShape &shape, uint64_t seed) {
  switch (options.kind) {
  case NetKind::Mlp:
    return std::make_shared<ActorCritic>(
        shape.observation.size(), shape.numActions, options.hidden, seed);
  case NetKind::Trunk:
    return std::make_shared<TrunkNet>(shape.observation.size(),
                                      shape.numActions, options.hidden, seed);
  case NetKind::Tokens:
    return std::make_shared<TokenNet>(shape, options, seed);
  }
  llvm_unreachable("all kinds are handled");
}

std::shared_ptr<PolicyNet> mlirgym::makeNet(const NetOptions &options,
                                            const NetShape &shape,
                                            uint64_t seed) {
  if (options.members <= 1)
    return makeMember(options, shape, seed);
  std::vector<std::shared_ptr<PolicyNet>> members;
  for (unsigned member = 0; member < options.members; ++member)
    members.push_back(makeMember(options, shape, seed + member));
  return std::make_shared<EnsembleNet>(std::move(members));
}

NamedArray mlirgym::namedArray(std::string name, const at::Tensor &tensor) {
  const at::Tensor flat = tensor.detach().contiguous();
  const float *data = flat.const_data_ptr<float>();
  return {std::move(name), flat.sizes().vec(), {data, data + flat.numel()}};
}

llvm::Error mlirgym::readArray(llvm::ArrayRef<NamedArray> arrays,
                               llvm::StringRef name, const at::Tensor &tensor) {
  const auto *found = llvm::find_if(
      arrays, [name](const NamedArray &array) { return array.name == name; });
  if (found == arrays.end())
    return llvm::createStringError(
        "array " + name.str() +
        " is missing; the networks were saved with other layers");
  if (at::IntArrayRef(found->shape) != tensor.sizes() ||
      found->values.size() != static_cast<size_t>(tensor.numel()))
    return llvm::createStringError(
        "array " + name.str() +
        " has another shape; the networks were saved with other layers or for "
        "another observation");
  at::NoGradGuard noGradient;
  tensor.copy_(at::from_blob(const_cast<float *>(found->values.data()),
                             tensor.sizes(), at::TensorOptions(at::kFloat)));
  return llvm::Error::success();
}

std::vector<NamedArray> mlirgym::weightsOf(const PolicyNet &net) {
  std::vector<NamedArray> arrays;
  for (const auto &parameter : net.named_parameters())
    arrays.push_back(namedArray(parameter.key(), parameter.value()));
  return arrays;
}

llvm::Error mlirgym::readWeights(llvm::ArrayRef<NamedArray> arrays,
                                 PolicyNet &net) {
  for (const auto &parameter : net.named_parameters())
    MLIRGYM_TRY_TO(readArray(arrays, parameter.key(), parameter.value()));
  return llvm::Error::success();
}
