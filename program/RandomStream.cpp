#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <sstream>
#include <string>

using namespace mlirgym;

double RandomStream::uniform() {
  return static_cast<double>(engine() >> 11) * 0x1.0p-53;
}

uint64_t RandomStream::below(uint64_t n) {
  assert(n > 0 && "no number is below 0");
  // Rejects the numbers above the largest multiple of n.
  const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
  uint64_t drawn = engine();
  while (drawn >= limit)
    drawn = engine();
  return drawn % n;
}

size_t RandomStream::pickWeighted(llvm::ArrayRef<double> weights) {
  const double sum = llvm::sum_of(weights, 0.0);
  assert(sum > 0 && "no weight is positive");
  double rest = uniform() * sum;
  size_t last = 0;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    if (weight <= 0)
      continue;
    last = i;
    if (rest < weight)
      return i;
    rest -= weight;
  }
  return last; // reached only by rounding
}

std::string RandomStream::state() const {
  std::ostringstream os;
  os << engine;
  return os.str();
}

llvm::Error RandomStream::restore(llvm::StringRef state) {
  std::istringstream is(state.str());
  std::mt19937_64 read;
  is >> read;
  if (is.fail())
    return llvm::createStringError(
        "random stream: the text is not the state of one; it was truncated or "
        "comes from another version");
  engine = read;
  return llvm::Error::success();
}
