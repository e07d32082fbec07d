//===- actions/encoding/JointEncoding.cpp - Kind and parameters at once ---===//
#include "actions/Action.h"
#include "actions/ParameterRules.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>

namespace mlirgym {

JointEncoding::JointEncoding(EncodingOptions options)
    : opts(std::move(options)) {
  dims.push_back(opts.kinds.size());
  dims.append(opts.maxLoops, int64_t(opts.tileSizes.size()));
  dims.append(opts.maxLoops, opts.maxLoops);
}

EntryRange JointEncoding::entriesOf(ActionKind kind) const {
  const unsigned sizes = 1, loops = sizes + opts.maxLoops;
  switch (traitsOf(kind).parameters) {
  case ParameterKind::None:
    return {};
  case ParameterKind::TileSizes:
    return {sizes, opts.maxLoops};
  case ParameterKind::Permutation:
    return {loops, opts.maxLoops};
  case ParameterKind::Input:
    return {loops, 1};
  }
  llvm_unreachable("all parameter kinds are listed");
}

int64_t JointEncoding::parameterOf(ActionKind kind, int64_t choice) const {
  return traitsOf(kind).parameters == ParameterKind::TileSizes
             ? opts.tileSizes[size_t(choice)]
             : choice;
}

void JointEncoding::mask(const ScheduleState &state,
                         llvm::MutableArrayRef<int8_t> out) const {
  const size_t numSizes = opts.tileSizes.size();
  const size_t sizesStart = opts.kinds.size();
  const size_t loopsStart = sizesStart + opts.maxLoops * numSizes;
  assert(out.size() == loopsStart + size_t(opts.maxLoops) * opts.maxLoops);
  std::fill(out.begin(), out.end(), int8_t(0));
  if (state.finished())
    return;
  for (auto [index, kind] : llvm::enumerate(opts.kinds)) {
    ParameterRules rules(state, kind, opts);
    if (!rules.isLegal())
      continue;
    out[index] = 1;
    size_t count = rules.numParameters();
    switch (traitsOf(kind).parameters) {
    case ParameterKind::None:
      break;
    case ParameterKind::TileSizes:
      for (size_t loop = 0; loop < count; ++loop)
        for (auto [i, size] : llvm::enumerate(opts.tileSizes))
          out[sizesStart + loop * numSizes + i] |=
              rules.isLegalSize(loop, size);
      break;
    case ParameterKind::Permutation:
      for (size_t place = 0; place < count; ++place)
        std::fill_n(&out[loopsStart + place * opts.maxLoops], count, int8_t(1));
      break;
    case ParameterKind::Input:
      for (size_t input = 0; input < opts.maxLoops; ++input)
        out[loopsStart + input] |= rules.isLegalNext({}, int64_t(input));
      break;
    }
  }
  // An entry that no kind uses takes its first choice, so that every entry can
  // be drawn.
  size_t start = 0;
  for (int64_t size : dims) {
    auto entry = out.slice(start, size_t(size));
    if (start != 0 && llvm::none_of(entry, [](int8_t bit) { return bit; }))
      entry.front() = 1;
    start += size_t(size);
  }
}

void JointEncoding::maskNext(const ScheduleState &state,
                             llvm::ArrayRef<int64_t> chosen,
                             llvm::MutableArrayRef<int8_t> out) const {
  assert(chosen.size() < dims.size() && "an action is not whole yet");
  assert(int64_t(out.size()) == dims[chosen.size()] && "one place a choice");
  std::fill(out.begin(), out.end(), int8_t(0));
  if (state.finished())
    return;
  if (chosen.empty()) {
    for (auto [index, kind] : llvm::enumerate(opts.kinds))
      out[index] = ParameterRules(state, kind, opts).isLegal();
    return;
  }
  const ActionKind kind = opts.kinds[unsigned(chosen.front())];
  const auto entry = unsigned(chosen.size());
  const EntryRange entries = entriesOf(kind);
  auto isUsed = [&](unsigned count) {
    return entry >= entries.first && entry < entries.first + count;
  };
  if (!isUsed(entries.count)) {
    out.front() = 1;
    return;
  }
  const ParameterRules rules(state, kind, opts);
  if (!isUsed(rules.numParameters())) {
    out.front() = 1;
    return;
  }
  llvm::SmallVector<int64_t, 8> parameters;
  for (int64_t choice : chosen.drop_front(entries.first))
    parameters.push_back(parameterOf(kind, choice));
  for (size_t choice = 0; choice < out.size(); ++choice)
    out[choice] =
        rules.isLegalNext(parameters, parameterOf(kind, int64_t(choice)));
}

StepResult JointEncoding::step(ScheduleState &state,
                               llvm::ArrayRef<int64_t> action) const {
  if (state.finished() || action.size() != dims.size())
    return StepResult::Illegal;
  for (auto [choice, size] : llvm::zip_equal(action, dims))
    if (choice < 0 || choice >= size)
      return StepResult::Illegal;
  const ActionKind kind = opts.kinds[unsigned(action.front())];
  ParameterRules rules(state, kind, opts);
  if (!rules.isLegal())
    return StepResult::Illegal;
  llvm::SmallVector<int64_t, 8> parameters;
  const size_t first = entriesOf(kind).first;
  for (size_t i = 0; i < rules.numParameters(); ++i) {
    const int64_t value = parameterOf(kind, action[first + i]);
    if (!rules.isLegalNext(parameters, value))
      return StepResult::Illegal;
    parameters.push_back(value);
  }
  state.applyLegal(Action(kind, parameters));
  return StepResult::Applied;
}

} // namespace mlirgym
