#include "agents/policy/TrainedNet.h"
#include "agents/policy/NetPolicy.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/PolicyNet.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cassert>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

struct TrainedNet::Impl {
  PolicySpec spec;
  std::shared_ptr<const PolicyNet> net;
  size_t width = 0, numActions = 0;

  at::Tensor rows(llvm::ArrayRef<float> observations) const {
    assert(observations.size() % width == 0 && "whole rows");
    return at::from_blob(const_cast<float *>(observations.data()),
                         {static_cast<int64_t>(observations.size() / width),
                          static_cast<int64_t>(width)},
                         at::TensorOptions(at::kFloat));
  }
};

static llvm::Expected<std::vector<float>> finite(const at::Tensor &tensor) {
  const at::Tensor flat = tensor.contiguous();
  if (!flat.isfinite().all().item<bool>())
    return llvm::createStringError(
        "policy: the network gives numbers that are not finite; training "
        "diverged: lower the learning rate");
  const float *data = flat.const_data_ptr<float>();
  return std::vector<float>(data, data + flat.numel());
}

TrainedNet::TrainedNet() = default;
TrainedNet::~TrainedNet() = default;

llvm::Expected<std::unique_ptr<TrainedNet>>
TrainedNet::load(llvm::StringRef path) {
  MLIRGYM_TRY(SpecAndNet read, loadNet(path));
  std::unique_ptr<TrainedNet> made(new TrainedNet());
  made->impl = std::make_unique<Impl>();
  Impl &impl = *made->impl;
  impl.spec = std::move(read.spec);
  impl.net = std::move(read.net);
  impl.numActions = numLogits(impl.spec);
  impl.width = impl.spec.observer(impl.spec.machine).spec().size();
  return made;
}

size_t TrainedNet::observationSize() const { return impl->width; }
size_t TrainedNet::numActions() const { return impl->numActions; }
std::string TrainedNet::description() const {
  return toJson(impl->spec).dump();
}

llvm::Expected<std::vector<float>>
TrainedNet::logits(llvm::ArrayRef<float> observations,
                   llvm::ArrayRef<int8_t> masks) const {
  return guarded("policy", [&]() -> llvm::Expected<std::vector<float>> {
    c10::InferenceMode inference;
    MLIRGYM_TRY(auto logits,
                finite(impl->net->logits(impl->rows(observations))));
    assert(masks.size() == logits.size() && "a mask for each row");
    for (size_t i = 0; i < masks.size(); ++i)
      if (!masks[i])
        logits[i] = -std::numeric_limits<float>::infinity();
    return logits;
  });
}

llvm::Expected<std::vector<float>>
TrainedNet::values(llvm::ArrayRef<float> observations) const {
  return guarded("policy", [&]() -> llvm::Expected<std::vector<float>> {
    c10::InferenceMode inference;
    return finite(impl->net->values(impl->rows(observations)));
  });
}
