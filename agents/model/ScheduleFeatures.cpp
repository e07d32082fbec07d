#include "agents/model/ScheduleFeatures.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <cmath>
#include <vector>

using namespace mlirgym;

namespace {
/// Number of tile levels that are distinguished, from the innermost.
constexpr size_t levels = 3;
/// Weights of features without a natural scale, relative to a doubling of an
/// extent.
constexpr float flagWeight = 1.5F, orderWeight = 0.5F;
/// For a vectorised operation, most loop orders give the same code.
constexpr float vectorOrderWeight = 0.1F;

class FeatureWriter {
public:
  FeatureWriter(const ScheduleState &end, std::vector<float> &out)
      : state(end), features(out) {}

  void write(unsigned op) {
    const LoopNest &nest = state.nest(op);
    writeExtents(op, nest);
    writeOrder(op, nest);
    writeFlags(op, nest);
  }

private:
  size_t numLoops(unsigned op) const {
    return state.program().operations()[op].tripCounts.size();
  }
  static float scale(int64_t extent) {
    return std::log2(static_cast<float>(std::max<int64_t>(extent, 1)));
  }

  void writeExtents(unsigned op, const LoopNest &nest) {
    const auto &whole = state.program().operations()[op].tripCounts;
    for (size_t source : llvm::seq(numLoops(op))) {
      std::vector<float> extents;
      for (const Loop &loop : nest.loops)
        if (loop.source == source)
          extents.push_back(scale(loop.tripCount));
      if (extents.empty()) // rewritten: another operation
        extents.push_back(scale(whole[source]));
      for (const TileLoop &loop : llvm::reverse(nest.tileLoops))
        if (loop.source == source && loop.owner == op &&
            extents.size() < levels)
          extents.push_back(scale(loop.extent));
      extents.resize(levels, extents.back());
      features.insert(features.end(), extents.begin(), extents.end());
    }
  }

  void writeOrder(unsigned op, const LoopNest &nest) {
    const size_t first = features.size(), count = numLoops(op);
    features.resize(first + 2 * count, 0);
    const float weight = nest.isVectorized ? vectorOrderWeight : orderWeight;
    for (auto [place, loop] : llvm::enumerate(nest.loops))
      if (loop.source < count)
        features[first + loop.source] = weight * static_cast<float>(place);
    // The loop directly around the innermost tile.
    if (!nest.tileLoops.empty() && nest.tileLoops.back().source < count)
      features[first + count + nest.tileLoops.back().source] = flagWeight;
  }

  void writeFlags(unsigned op, const LoopNest &nest) {
    auto flag = [this](bool set) { features.push_back(set ? flagWeight : 0); };
    flag(nest.isVectorized);
    flag(nest.isMarkedBy(ActionKind::Winograd));
    flag(nest.isMarkedBy(ActionKind::Stream));
    flag(nest.isPartial);
    flag(nest.isParallel);
    flag(nest.isRewritten);
    flag(nest.reshapedBy.has_value());
    flag(nest.fusedInto >= 0);
    flag(nest.initDepth > 0);
    flag(llvm::all_of(nest.loops, [](const Loop &l) { return l.isStatic; }));
    const size_t inputs = state.program().operations()[op].inputs.size();
    for (size_t input : llvm::seq(std::min<size_t>(inputs, 32))) {
      flag(nest.promoted >> input & 1);
      flag(nest.buffered >> input & 1);
    }
  }

  const ScheduleState &state;
  std::vector<float> &features;
};
} // namespace

std::vector<float> mlirgym::scheduleFeatures(const ScheduleState &end) {
  std::vector<float> features;
  FeatureWriter writer(end, features);
  for (unsigned op :
       llvm::seq(static_cast<unsigned>(end.program().operations().size())))
    writer.write(op);
  return features;
}
