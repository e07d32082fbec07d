#include "execution/wire/OutputComparison.h"
#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace mlirgym::worker {

double epsilonOf(ElementType type) {
  constexpr double ofFloats[] = {0x1p-52, 0x1p-23, 0x1p-10, 0x1p-7};
  return isFloat(type) ? ofFloats[static_cast<size_t>(type)] : 0;
}

double verificationTolerance(llvm::ArrayRef<Operation> operations) {
  // Tolerances of producers are computed before those of their consumers, since
  // operations are in program order.
  llvm::SmallVector<double> tolerances(operations.size(), 0);
  double largest = 0;
  for (size_t i = 0; i < operations.size(); ++i) {
    const Operation &op = operations[i];
    double length = 1, epsilon = 0, inherited = 0;
    for (size_t loop = 0; loop < op.numLoops(); ++loop)
      if (op.iteratorTypes[loop] == IteratorType::Reduction)
        length *= static_cast<double>(op.tripCounts[loop]);
    auto visit = [&](const Operand &operand) {
      epsilon = std::max(epsilon, epsilonOf(operand.elementType));
      if (operand.producer >= 0 && static_cast<size_t>(operand.producer) < i)
        inherited = std::max(inherited, tolerances[operand.producer]);
    };
    for (const Operand &operand : op.inputs)
      visit(operand);
    for (const Operand &operand : op.inits)
      visit(operand);
    tolerances[i] = epsilon * (16 + 2 * std::sqrt(length)) + inherited;
    largest = std::max(largest, tolerances[i]);
  }
  return largest;
}

namespace {
/// Reads elements of type `T`.
template <typename T> struct Plain {
  const char *data;
  T operator[](size_t i) const {
    T value;
    std::memcpy(&value, data + i * sizeof(T), sizeof(T));
    return value;
  }
};
struct Narrow {
  const char *data;
  const float *table;
  float operator[](size_t i) const {
    uint16_t bits;
    std::memcpy(&bits, data + i * sizeof(bits), sizeof(bits));
    return table[bits];
  }
};

/// Calls `visit` with readers of both outputs and of their tolerances, as
/// numbers.
template <typename Visit>
auto withReaders(ElementType type, const char *first, const char *second,
                 const char *tolerances, Visit visit) {
  return withStorage(type, [&](auto zero) {
    using Stored = decltype(zero);
    using Allowed =
        std::conditional_t<std::is_same_v<Stored, double>, double, float>;
    const Plain<Allowed> allowed{tolerances};
    if constexpr (std::is_same_v<Stored, uint16_t>) {
      const float *table = narrowFloatTable(type);
      return visit(Narrow{first, table}, Narrow{second, table}, allowed);
    } else {
      return visit(Plain<Stored>{first}, Plain<Stored>{second}, allowed);
    }
  });
}

std::string positionOf(size_t index, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> position(shape.size());
  auto rest = static_cast<int64_t>(index);
  for (size_t d = shape.size(); d-- > 0;) {
    position[d] = rest % shape[d];
    rest /= shape[d];
  }
  return llvm::formatv("[{0:$[, ]}]",
                       llvm::make_range(position.begin(), position.end()));
}

/// Prints enough digits to distinguish two numbers of the type.
std::string digitsOf(ElementType type, double value) {
  if (std::isnan(value)) // its sign has no meaning
    return "nan";
  int digits = type == ElementType::F64 ? 17 : type == ElementType::F32 ? 9 : 5;
  char text[40];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}
std::string digitsOf(ElementType, int64_t value) {
  return std::to_string(value);
}

/// In a type that can represent the difference of any two numbers.
double distance(double a, double b) { return std::fabs(a - b); }
double distance(int64_t a, int64_t b) {
  uint64_t apart =
      a < b ? uint64_t(b) - uint64_t(a) : uint64_t(a) - uint64_t(b);
  return static_cast<double>(apart);
}
} // namespace

static size_t countElements(ElementType type, llvm::ArrayRef<char> bytes) {
  return bytes.size() / sizeOfElement(type);
}

unsigned sizeOfTolerance(ElementType type) {
  return type == ElementType::F64 ? sizeof(double) : sizeof(float);
}

static void writeTolerance(ElementType type, double tolerance, char *target) {
  if (type == ElementType::F64) {
    std::memcpy(target, &tolerance, sizeof(double));
    return;
  }
  auto rounded = static_cast<float>(tolerance);
  if (rounded < tolerance)
    rounded = std::nextafter(rounded, std::numeric_limits<float>::infinity());
  std::memcpy(target, &rounded, sizeof(float));
}

void writeTolerances(ElementType type, llvm::ArrayRef<double> tolerances,
                     char *target) {
  for (double tolerance : tolerances) {
    writeTolerance(type, tolerance, target);
    target += sizeOfTolerance(type);
  }
}

void writeRelativeTolerances(ElementType type, llvm::ArrayRef<char> expected,
                             double tolerance, char *target) {
  const size_t count = countElements(type, expected),
               bytes = count * sizeOfTolerance(type);
  std::memset(target, 0, bytes);
  if (!isFloat(type))
    return;
  // The readers need an argument, but no tolerance is read.
  withReaders(type, expected.data(), expected.data(), target,
              [&](auto values, auto, auto) {
                double largest = 0, sum = 0;
                size_t finite = 0;
                auto sizeOf = [&](size_t i) {
                  return std::fabs(static_cast<double>(values[i]));
                };
                for (size_t i = 0; i < count; ++i)
                  if (double size = sizeOf(i); std::isfinite(size)) {
                    ++finite;
                    largest = std::max(largest, size);
                  }
                // Scaled, so that no square overflows.
                for (size_t i = 0; i < count && largest > 0; ++i) {
                  double part = sizeOf(i) / largest;
                  sum += std::isfinite(part) ? part * part : 0;
                }
                double magnitude =
                    finite ? largest * std::sqrt(sum / double(finite)) : 0;
                for (size_t i = 0; i < count; ++i)
                  if (double size = sizeOf(i); std::isfinite(size))
                    writeTolerance(type,
                                   tolerance * size + tolerance * magnitude,
                                   target + i * sizeOfTolerance(type));
              });
}

ReferenceOutput::Found ReferenceOutput::look(llvm::ArrayRef<char> actual,
                                             size_t first, size_t last) const {
  Found found;
  auto check = [&](auto got, auto want, auto tolerance) {
    using Real = std::remove_cvref_t<decltype(got[0])>;
    // Blocks are compared without branches, so that the loop is vectorised;
    // only blocks with a difference are compared element by element.
    constexpr size_t blockElements = 1024;
    for (size_t begin = first; begin < last; begin += blockElements) {
      size_t end = std::min(begin + blockElements, last);
      int allWithin = 1;
      double blockSquares = 0;
      if constexpr (std::is_floating_point_v<Real>) {
#pragma clang fp reassociate(on)
        Real squares = 0;
        for (size_t i = begin; i < end; ++i) {
          Real apart = std::fabs(got[i] - want[i]), most = tolerance[i];
          allWithin &= apart <= most;
          Real part = apart > 0 ? apart / most : 0;
          squares += part * part;
        }
        blockSquares = static_cast<double>(squares);
      } else {
        for (size_t i = begin; i < end; ++i)
          allWithin &= got[i] == want[i];
      }
      if (allWithin) {
        found.squares += blockSquares;
        continue;
      }
      for (size_t i = begin; i < end; ++i) {
        Real a = got[i], b = want[i];
        auto most = tolerance[i];
        if constexpr (std::is_floating_point_v<Real>) {
          if ((std::isnan(a) && std::isnan(b)) || a == b)
            continue;
          double apart = static_cast<double>(std::fabs(a - b));
          if (apart <= static_cast<double>(most)) {
            double part = apart / static_cast<double>(most);
            found.squares += part * part;
            continue;
          }
          if (std::isinf(most)) // also if the distance is NaN
            continue;
        } else if (distance(int64_t(a), int64_t(b)) <=
                   static_cast<double>(most)) {
          continue;
        }
        if (found.wrong++ == 0)
          found.firstWrong = i;
      }
    }
  };
  withReaders(type, actual.data(), expected.data(), allowed, check);
  return found;
}

std::string ReferenceOutput::describe(const Found &found,
                                      llvm::ArrayRef<char> actual,
                                      llvm::ArrayRef<int64_t> shape,
                                      size_t count) const {
  std::string text;
  withReaders(
      type, actual.data(), expected.data(), allowed,
      [&](auto got, auto want, auto tolerance) {
        using Number = std::conditional_t<
            std::is_floating_point_v<std::remove_cvref_t<decltype(got[0])>>,
            double, int64_t>;
        size_t i = found.firstWrong;
        auto a = static_cast<Number>(got[i]), b = static_cast<Number>(want[i]);
        text = llvm::formatv("{0} is {1} instead of {2}", positionOf(i, shape),
                             digitsOf(type, a), digitsOf(type, b));
        if (std::isfinite(static_cast<double>(a)) && tolerance[i] > 0)
          text += llvm::formatv(", off by {0:e2} where {1:e2} is allowed",
                                static_cast<double>(distance(a, b)),
                                static_cast<double>(tolerance[i]));
        text += llvm::formatv("; {0} of {1} elements are wrong", found.wrong,
                              count);
      });
  return text;
}

std::optional<std::string>
ReferenceOutput::compareSome(llvm::ArrayRef<char> actual,
                             llvm::ArrayRef<int64_t> shape, size_t begin,
                             size_t end) const {
  Found found = look(actual, begin, end);
  if (found.wrong == 0)
    return std::nullopt;
  return describe(found, actual, shape, end - begin);
}

size_t ReferenceOutput::countWrong(llvm::ArrayRef<char> actual) const {
  return look(actual, 0, countElements(type, expected)).wrong;
}

std::optional<std::string>
ReferenceOutput::compare(llvm::ArrayRef<char> actual,
                         llvm::ArrayRef<int64_t> shape) const {
  size_t count = countElements(type, expected);
  if (!isFloat(type) &&
      std::memcmp(actual.data(), expected.data(), expected.size()) == 0)
    return std::nullopt;
  Found found = look(actual, 0, count);
  if (found.wrong > 0)
    return describe(found, actual, shape, count);
  double average = std::sqrt(found.squares / static_cast<double>(count));
  if (average > limit)
    return llvm::formatv("each element is within its tolerance, but they are "
                         "off by {0:f2} of it on average where {1:f2} is "
                         "allowed",
                         average, limit);
  return std::nullopt;
}

} // namespace mlirgym::worker
