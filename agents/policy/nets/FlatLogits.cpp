#include "agents/policy/nets/FlatLogits.h"
#include "actions/Action.h"
#include "actions/encoding/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <numeric>

using namespace mlirgym;

DecisionState mlirgym::beforeAction(const DecisionState &state) {
  DecisionState before(state.schedule);
  before.memory = state.memory;
  return before;
}

void mlirgym::flatLogits(const JointEncoding &encoding,
                         const DecisionState &state,
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
