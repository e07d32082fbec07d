#include "execution/reference/Planting.h"
#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Tensor.h"
#include "execution/reference/Draw.h"
#include "execution/reference/InputRanges.h"
#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mlirgym::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double powersOfTen[] = {1e2, 1e4, 1e1, 1e3, 1e6};
/// With more, products and quotients of any two constants are too many.
constexpr size_t mostToCombine = 6;

/// Collects numbers that an argument can hold, each once.
class FloatNumbers {
public:
  explicit FloatNumbers(ElementType elementType)
      : type(elementType), format(formatOfElement(type)) {}

  void add(double number) {
    const double rounded = representable(number);
    // Kernels may flush smaller numbers to zero.
    const bool isTiny =
        rounded != 0 && std::fabs(rounded) < smallestNormalOf(format);
    if (std::isfinite(rounded) && !isTiny && !llvm::is_contained(all, rounded))
      all.push_back(rounded);
  }
  void addNeighbours(double number) {
    const double rounded = representable(number);
    if (rounded == 0) {
      add(smallestNormalOf(format));
      add(-smallestNormalOf(format));
    } else if (std::isfinite(rounded)) {
      add(next(rounded, infinity));
      add(next(rounded, -infinity));
    }
  }
  std::vector<double> take() { return std::move(all); }

private:
  double representable(double number) const {
    if (format == Format::F64)
      return number;
    return format == Format::F32 ? static_cast<float>(number)
                                 : ofBits(narrow(number));
  }
  /// The neighbour of a number that is not 0 in the direction of an infinity.
  double next(double number, double towards) const {
    if (format == Format::F64)
      return std::nextafter(number, towards);
    if (format == Format::F32)
      return std::nextafter(static_cast<float>(number),
                            static_cast<float>(towards));
    // The bits after the sign are ordered as the magnitudes.
    const bool grows = (towards > 0) == (number > 0);
    return ofBits(static_cast<uint16_t>(narrow(number) + (grows ? 1 : -1)));
  }
  uint16_t narrow(double number) const {
    return worker::toNarrowFloat(type, static_cast<float>(number));
  }
  double ofBits(uint16_t bits) const {
    return worker::narrowFloatTable(type)[bits];
  }

  ElementType type;
  Format format;
  std::vector<double> all;
};

class IntegerNumbers {
public:
  IntegerNumbers(int64_t lowest, int64_t highest)
      : least(lowest), most(highest) {}

  void add(__int128 number) {
    if (number < least || number > most)
      return;
    auto fits = static_cast<int64_t>(number);
    if (!llvm::is_contained(all, fits))
      all.push_back(fits);
  }
  void addNeighbours(__int128 number) {
    add(number + 1);
    add(number - 1);
  }
  std::vector<int64_t> take() { return std::move(all); }

private:
  int64_t least, most;
  std::vector<int64_t> all;
};

/// `Wide` can hold products of constants.
template <typename Wide, typename Constant, typename To>
void addNear(llvm::ArrayRef<Constant> constants, To &numbers) {
  for (Wide constant : constants)
    numbers.add(constant);
  // Far enough beyond a bound that the result shows it.
  for (Wide constant : constants)
    numbers.add(16 * constant);
  for (Wide constant : constants)
    numbers.addNeighbours(constant);
  numbers.add(0);
}

template <typename Wide, typename Constant, typename To>
void addFar(llvm::ArrayRef<Constant> constants, To &numbers) {
  for (double power : powersOfTen) {
    numbers.add(static_cast<Wide>(power));
    numbers.add(static_cast<Wide>(-power));
  }
  for (Wide constant : constants)
    numbers.add(-16 * constant);
  auto few = constants.take_front(mostToCombine);
  for (Wide a : few)
    for (Wide b : few) {
      numbers.add(a - b);
      numbers.add(a + b);
      numbers.add(a * b);
      if (b != 0)
        numbers.add(a / b);
    }
}

std::vector<double> floatsFor(ElementType type, const Sources &sources,
                              Numbers kind) {
  std::vector<double> constants = sources.floats;
  for (int64_t integer : sources.integers)
    constants.push_back(static_cast<double>(integer));
  FloatNumbers numbers(type);
  switch (kind) {
  case Numbers::Near:
    addNear<double, double>(constants, numbers);
    break;
  case Numbers::Far:
    addFar<double, double>(constants, numbers);
    break;
  case Numbers::NaN:
    return {std::numeric_limits<double>::quiet_NaN()};
  case Numbers::Infinite:
    return {infinity, -infinity};
  }
  return numbers.take();
}

std::vector<int64_t> integersFor(const Argument &argument,
                                 const InputHint &hint, bool smallIntegers,
                                 const Sources &sources, Numbers kind) {
  const unsigned bits = 8 * sizeOfElement(argument.elementType);
  int64_t most = std::numeric_limits<int64_t>::max() >> (64 - bits);
  int64_t least = -most - 1;
  if (smallIntegers) {
    // A product of a few of them must not overflow.
    constexpr int64_t large = 1000, small = 7;
    most = bits == 8 || hint.reduction == Saturating::Product ? small : large;
    least = -most - 1;
  }
  if (hint.range) {
    least = std::max(least, hint.range->first);
    most = std::min(most, hint.range->second);
  }
  std::vector<int64_t> constants = sources.integers;
  for (double number : sources.floats)
    if (std::fabs(number) < 0x1p62)
      constants.push_back(static_cast<int64_t>(std::floor(number)));
  IntegerNumbers numbers(least, most);
  if (kind == Numbers::Near)
    addNear<__int128, int64_t>(constants, numbers);
  if (kind == Numbers::Far)
    addFar<__int128, int64_t>(constants, numbers);
  return numbers.take();
}

template <typename T>
bool plantAll(const Argument &argument, unsigned number, double terms,
              llvm::ArrayRef<T> numbers, Planting how, uint64_t seed,
              char *target) {
  if (numbers.empty())
    return false;
  const int64_t count = argument.numElements();
  const bool isFinite =
      how.numbers == Numbers::Near || how.numbers == Numbers::Far;
  // A NaN spoils all that is computed from it.
  const int64_t most = isFinite ? 64 : 2;
  const auto room =
      static_cast<int64_t>(double(count) / (terms > 1 ? 8 * terms : 4));
  const int64_t places = std::clamp<int64_t>(
      std::min<int64_t>(room, 2 * int64_t(numbers.size())), 1, most);
  const uint64_t seedOfTurn = seed + uint64_t(how.numbers) * 1021 + how.turn;
  const uint64_t first = how.turn % 2 ? SplitMix(seedOfTurn + number).next()
                                      : how.turn * uint64_t(places);
  SplitMix random(seedOfTurn); // the same places in all arguments of this size
  for (int64_t i = 0; i < places; ++i) {
    const int64_t begin = i * count / places, end = (i + 1) * count / places;
    const auto at = begin + int64_t(random.next() % uint64_t(end - begin));
    worker::writeElement(
        argument.elementType,
        numbers[(first % numbers.size() + uint64_t(i)) % numbers.size()],
        target + at * sizeOfElement(argument.elementType));
  }
  return true;
}
} // namespace

bool plant(const Argument &argument, unsigned number, const InputHint &hint,
           bool smallIntegers, double terms, const Sources &sources,
           Planting how, uint64_t seed, char *target) {
  if (isFloat(argument.elementType))
    return plantAll<double>(
        argument, number, terms,
        floatsFor(argument.elementType, sources, how.numbers), how, seed,
        target);
  return plantAll<int64_t>(
      argument, number, terms,
      integersFor(argument, hint, smallIntegers, sources, how.numbers), how,
      seed, target);
}

} // namespace mlirgym::reference
