#include "execution/wire/RandomFill.h"
#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include <cmath>
#include <cstring>
#include <vector>

namespace mlirgym::worker {

namespace {
template <typename T, typename Draw>
void fillWith(char *target, int64_t count, Draw draw) {
  for (int64_t i = 0; i < count; ++i) {
    auto value = static_cast<T>(draw());
    std::memcpy(target + i * sizeof(T), &value, sizeof(T));
  }
}
} // namespace

void fillUniform(const Argument &argument, uint64_t seed, char *target) {
  SplitMix random(seed);
  int64_t count = argument.numElements();
  auto small = [&] { return static_cast<int64_t>(random.next() >> 60) - 8; };
  // As many significant bits as the type has, so that no value is rounded.
  auto narrow = [&](unsigned bits) {
    std::vector<uint16_t> values(size_t(1) << bits);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = toNarrowFloat(
          argument.elementType,
          std::ldexp(static_cast<float>(i), 1 - static_cast<int>(bits)) - 1);
    fillWith<uint16_t>(target, count,
                       [&] { return values[random.next() >> (64 - bits)]; });
  };
  switch (argument.elementType) {
  case ElementType::F64:
    return fillWith<double>(target, count, [&] {
      return static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
    });
  case ElementType::F32:
    return fillWith<float>(target, count, [&] {
      return static_cast<float>(random.next() >> 40) * 0x1p-23f - 1;
    });
  case ElementType::F16:
    return narrow(11);
  case ElementType::BF16:
    return narrow(8);
  case ElementType::I64:
    return fillWith<int64_t>(target, count, small);
  case ElementType::I32:
    return fillWith<int32_t>(target, count, small);
  case ElementType::I8:
    return fillWith<int8_t>(target, count, small);
  }
}

void fill(const Argument &argument, const CountedFill &how, char *target) {
  if (how.kind == CountedFill::Kind::Uniform)
    return fillUniform(argument, how.seed, target);
  SplitMix random(how.seed);
  const int64_t count = argument.numElements();
  auto number = [&]() -> int64_t {
    const uint64_t drawn = random.next();
    if (how.kind == CountedFill::Kind::Range)
      return how.low +
             int64_t(drawn % (uint64_t(how.high) - uint64_t(how.low) + 1));
    if (drawn >> 40 >= how.density)
      return 0;
    return drawn & 1 ? -1 : 1;
  };
  const unsigned bytes = sizeOfElement(argument.elementType);
  for (int64_t i = 0; i < count; ++i)
    writeElement(argument.elementType, number(), target + i * bytes);
}

} // namespace mlirgym::worker
