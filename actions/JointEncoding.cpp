//===- actions/JointEncoding.cpp - Kind and parameters at once ------------===//
#include "actions/Action.h"
#include "actions/Encoding.h"
#include "actions/ParameterRules.h"
#include "actions/ScheduleState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>

namespace mlirgym {

JointEncoding::JointEncoding(EncodingOptions options)
    : opts(std::move(options)) {
  dims.push_back(numActionKinds);
  dims.append(opts.maxLoops, int64_t(opts.tileSizes.size()));
  dims.append(opts.maxLoops, opts.maxLoops);
}

void JointEncoding::mask(const ScheduleState &state,
                         llvm::MutableArrayRef<int8_t> out) const {
  const size_t numSizes = opts.tileSizes.size();
  const size_t sizesStart = numActionKinds;
  const size_t loopsStart = sizesStart + opts.maxLoops * numSizes;
  assert(out.size() == loopsStart + size_t(opts.maxLoops) * opts.maxLoops);
  std::fill(out.begin(), out.end(), int8_t(0));
  if (state.finished())
    return;
  for (unsigned k = 0; k < numActionKinds; ++k) {
    auto kind = ActionKind(k);
    ParameterRules rules(state, kind, opts);
    if (!rules.isLegal())
      continue;
    out[k] = 1;
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

StepResult JointEncoding::step(ScheduleState &state,
                               llvm::ArrayRef<int64_t> action) const {
  if (state.finished() || action.size() != dims.size())
    return StepResult::Illegal;
  for (auto [choice, size] : llvm::zip_equal(action, dims))
    if (choice < 0 || choice >= size)
      return StepResult::Illegal;
  auto kind = ActionKind(action.front());
  ParameterRules rules(state, kind, opts);
  if (!rules.isLegal())
    return StepResult::Illegal;
  llvm::SmallVector<int64_t, 8> parameters;
  bool isSizes = traitsOf(kind).parameters == ParameterKind::TileSizes;
  for (size_t i = 0; i < rules.numParameters(); ++i) {
    int64_t choice = action[1 + i + (isSizes ? 0 : opts.maxLoops)];
    int64_t value = isSizes ? opts.tileSizes[size_t(choice)] : choice;
    if (!rules.isLegalNext(parameters, value))
      return StepResult::Illegal;
    parameters.push_back(value);
  }
  state.applyLegal(Action(kind, parameters));
  return StepResult::Applied;
}

} // namespace mlirgym
