#include "execution/wire/WeightLayout.h"
#include "program/Program.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>

namespace mlirgym::worker {

WeightLayout layOutWeights(const SourceSignature &source) {
  constexpr uint64_t alignment = 64;
  WeightLayout layout;
  for (const SourceSignature::Value &value : source.parameters) {
    if (value.origin != ParameterOrigin::Constant)
      continue;
    auto bytes = uint64_t(sizeOfElement(value.elementType));
    for (int64_t extent : value.shape)
      bytes *= static_cast<uint64_t>(extent);
    layout.places.emplace_back(layout.totalBytes, bytes);
    layout.totalBytes += llvm::alignTo(bytes, alignment);
  }
  return layout;
}

} // namespace mlirgym::worker
