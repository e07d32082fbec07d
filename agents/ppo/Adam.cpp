#include "agents/ppo/Adam.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

using namespace mlirgym;

namespace {
constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5;

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters) {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor &parameter : parameters)
    gradients.push_back(parameter.grad());
  return gradients;
}
} // namespace

Adam::Adam(std::vector<at::Tensor> trained, double rate)
    : parameters(std::move(trained)), learningRate(rate) {
  for (const at::Tensor &parameter : parameters) {
    firstMoments.push_back(at::zeros_like(parameter));
    secondMoments.push_back(at::zeros_like(parameter));
    stepTensors.push_back(at::zeros({}));
  }
}

void Adam::zeroGradients() {
  for (at::Tensor &parameter : parameters)
    parameter.mutable_grad() = at::Tensor();
}

double Adam::clipGradients(double maxNorm) {
  at::NoGradGuard noGradient;
  const std::vector<at::Tensor> gradients = gradientsOf(parameters);
  std::vector<at::Tensor> norms = at::_foreach_norm(gradients);
  const double norm = at::stack(norms).norm().item<double>();
  if (norm > maxNorm)
    at::_foreach_mul_(gradients, maxNorm / (norm + 1e-6));
  return norm;
}

void Adam::step() {
  at::NoGradGuard noGradient;
  ++taken;
  for (at::Tensor &step : stepTensors)
    step.fill_(static_cast<double>(taken));
  at::_fused_adam_(parameters, gradientsOf(parameters), firstMoments,
                   secondMoments, /*max_exp_avg_sqs=*/{}, stepTensors,
                   learningRate, beta1, beta2, /*weight_decay=*/0, epsilon,
                   /*amsgrad=*/false, /*maximize=*/false);
}

void Adam::setSteps(int64_t steps) { taken = steps; }
