#include "execution/loader/MemrefDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlirgym::worker {

std::vector<int64_t> makeDescriptor(llvm::ArrayRef<int64_t> shape, char *data) {
  const auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(data));
  std::vector<int64_t> words{address, address, 0};
  words.insert(words.end(), shape.begin(), shape.end());
  const size_t firstStride = words.size();
  words.resize(firstStride + shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    words[firstStride + d] = stride;
    stride *= shape[d];
  }
  return words;
}

} // namespace mlirgym::worker
