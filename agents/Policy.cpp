#include "agents/Policy.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cassert>
#include <cmath>

using namespace mlirgym;

unsigned mlirgym::likeliest(llvm::ArrayRef<float> logits) {
  return static_cast<unsigned>(std::max_element(logits.begin(), logits.end()) -
                               logits.begin());
}

Softmax::Softmax(llvm::ArrayRef<float> logits, double temperature)
    : highest(logits[likeliest(logits)]), temperature(temperature) {
  assert(temperature > 0 && "use likeliest()");
  for (float logit : logits)
    if (!std::isinf(logit))
      sum += weight(logit);
}

unsigned mlirgym::sampleAction(llvm::ArrayRef<float> logits, double u,
                               double temperature) {
  const Softmax softmax(logits, temperature);
  double left = u * softmax.sumOfWeights();
  unsigned last = 0;
  for (unsigned i = 0; i < logits.size(); ++i) {
    if (std::isinf(logits[i]))
      continue;
    last = i;
    left -= softmax.weight(logits[i]);
    if (left < 0)
      return i;
  }
  return last; // what is left is a rounding error
}
