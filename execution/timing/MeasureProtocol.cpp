#include "execution/timing/MeasureProtocol.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

// Raise it when a change in measuring or verifying changes the meaning of a
// timing.
static constexpr unsigned protocolVersion = 6;

// The shortest readable decimal: ids are compared as text.
static std::string plain(double value) {
  std::string text = llvm::formatv("{0:f6}", value).str();
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

std::string MeasureProtocol::id() const {
  return llvm::formatv(
             "v{0}-r{1}-n{2}..{3}-i{4}-b{5}-s{6}{7}{8}", protocolVersion,
             plain(minRepeatMs), minRepeats, maxRepeats,
             plain(relativeInterval), plain(budgetMs), plain(tooSlowFactor),
             caches == CacheState::Cold ? "-cold" : "",
             warmUpCalls ? "-w" + std::to_string(warmUpCalls) : std::string())
      .str();
}

} // namespace mlirgym
