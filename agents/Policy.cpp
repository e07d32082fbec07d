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

unsigned mlirgym::sampleAction(llvm::ArrayRef<float> logits, double u,
                               double temperature) {
  assert(temperature > 0 && "use likeliest()");
  const double highest = logits[likeliest(logits)];
  auto weight = [&](float logit) {
    return std::exp((logit - highest) / temperature);
  };
  double sum = 0;
  for (float logit : logits)
    if (!std::isinf(logit))
      sum += weight(logit);
  double left = u * sum;
  unsigned last = 0;
  for (unsigned i = 0; i < logits.size(); ++i) {
    if (std::isinf(logits[i]))
      continue;
    last = i;
    left -= weight(logits[i]);
    if (left < 0)
      return i;
  }
  return last; // what is left is a rounding error
}
