#include "agents/Policy.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/MachineFeatures.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

using namespace mlirgym;

Policy::Policy(EncodingOptions encoding, StateOptions options,
               MachineFeatures machine, std::vector<MachineFeatures> contexts)
    : flatEncoding(std::move(encoding)), state(options), features(machine),
      trained(std::move(contexts)) {
  if (trained.empty())
    trained.push_back(machine);
}

EncodingOptions Policy::encodingOn(unsigned threads,
                                   const ScheduleLimits &limits,
                                   const EncodingOptions &subspace) const {
  const EncodingOptions own = flatEncoding.options().within(subspace);
  const bool isPointless =
      threads <= 1 && !limits.hasBlocks && trainedThreads().back() > 1;
  return isPointless ? own.withoutParallelKinds() : own;
}

std::vector<unsigned> Policy::trainedThreads() const {
  std::set<unsigned> numbers;
  for (const MachineFeatures &each : trained)
    numbers.insert(each.threads);
  return {numbers.begin(), numbers.end()};
}

unsigned Policy::askedThreads(unsigned threads) const {
  return llvm::is_contained(trainedThreads(), threads) ? threads : 1;
}

MachineFeatures Policy::observed(const MachineFeatures &machine) const {
  MachineFeatures shown = trained.front();
  shown.threads = machine.threads;
  auto show = [&](auto feature) {
    if (llvm::any_of(trained, [&](const MachineFeatures &each) {
          return each.*feature != trained.front().*feature;
        }))
      shown.*feature = machine.*feature;
  };
  show(&MachineFeatures::vectorBits);
  show(&MachineFeatures::l1Bytes);
  show(&MachineFeatures::l2Bytes);
  show(&MachineFeatures::l3Bytes);
  return shown;
}

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
