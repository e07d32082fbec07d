#include "execution/worker/Comparison.h"
#include "execution/worker/NarrowFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mlirgym {

static double epsilonOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return std::numeric_limits<double>::epsilon();
  case ElementType::F32:
    return std::numeric_limits<float>::epsilon();
  case ElementType::F16:
    return 0x1p-10;
  case ElementType::BF16:
    return 0x1p-7;
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I8:
    return 0;
  }
  llvm_unreachable("every element type has an epsilon");
}

double verificationTolerance(llvm::ArrayRef<Operation> operations) {
  // Producers stand before their consumers: operations are in program order.
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
/// Reads elements as numbers: double for f64, float for the rest.
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

/// Calls `visit` with a reader of `bytes` as floating-point elements.
template <typename Visit>
auto withReaders(ElementType type, const char *first, const char *second,
                 Visit visit) {
  switch (type) {
  case ElementType::F64:
    return visit(Plain<double>{first}, Plain<double>{second});
  case ElementType::F32:
    return visit(Plain<float>{first}, Plain<float>{second});
  default:
    const float *table = narrowFloatTable(type);
    return visit(Narrow{first, table}, Narrow{second, table});
  }
}

bool isInteger(ElementType type) { return epsilonOf(type) == 0; }

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

int64_t integerAt(ElementType type, const char *data, size_t i) {
  switch (type) {
  case ElementType::I64:
    return Plain<int64_t>{data}[i];
  case ElementType::I32:
    return Plain<int32_t>{data}[i];
  default:
    return Plain<int8_t>{data}[i];
  }
}
} // namespace

static size_t countElements(ElementType type, llvm::ArrayRef<char> bytes) {
  return bytes.size() / sizeOfElement(type);
}

ReferenceOutput::ReferenceOutput(ElementType elementType,
                                 llvm::ArrayRef<char> bytes)
    : type(elementType), expected(bytes) {
  if (isInteger(type))
    return;
  withReaders(type, bytes.data(), bytes.data(), [&](auto values, auto) {
    double sum = 0;
    size_t finite = 0;
    for (size_t i = 0, e = countElements(type, bytes); i < e; ++i) {
      double value = values[i];
      bool counts = std::isfinite(value);
      sum += counts ? value * value : 0;
      finite += counts;
    }
    magnitude = finite ? std::sqrt(sum / static_cast<double>(finite)) : 0;
  });
}

std::optional<std::string>
ReferenceOutput::compare(llvm::ArrayRef<char> actual,
                         llvm::ArrayRef<int64_t> shape,
                         double tolerance) const {
  size_t count = countElements(type, expected);
  if (isInteger(type)) {
    if (std::memcmp(actual.data(), expected.data(), expected.size()) == 0)
      return std::nullopt;
    size_t first = 0;
    while (integerAt(type, actual.data(), first) ==
           integerAt(type, expected.data(), first))
      ++first;
    return llvm::formatv("{0} is {1} instead of {2}", positionOf(first, shape),
                         integerAt(type, actual.data(), first),
                         integerAt(type, expected.data(), first));
  }

  auto check = [&](auto got, auto want) -> std::optional<std::string> {
    using Real = std::remove_cvref_t<decltype(got[0])>;
    auto factor = static_cast<Real>(tolerance),
         floor = static_cast<Real>(tolerance * magnitude);
    auto same = [](Real a, Real b) {
      return a == b || (std::isnan(a) && std::isnan(b));
    };
    // Blocks first without a branch, so that they become vector code; only
    // where one is off, or its squares are too large for a float, element by
    // element.
    constexpr size_t blockElements = 1024;
    size_t wrong = 0, firstWrong = 0;
    double squares = 0;
    for (size_t begin = 0; begin < count; begin += blockElements) {
      size_t end = std::min(begin + blockElements, count);
      int allWithin = 1;
      Real blockSquares = 0;
      {
#pragma clang fp reassociate(on)
        for (size_t i = begin; i < end; ++i) {
          Real difference = got[i] - want[i];
          allWithin &=
              std::fabs(difference) <= factor * std::fabs(want[i]) + floor;
          blockSquares += difference * difference;
        }
      }
      if (allWithin && std::isfinite(blockSquares)) {
        squares += static_cast<double>(blockSquares);
        continue;
      }
      for (size_t i = begin; i < end; ++i) {
        Real a = got[i], b = want[i], difference = a - b;
        if (std::fabs(difference) <= factor * std::fabs(b) + floor) {
          squares += static_cast<double>(difference) * difference;
        } else if (!same(a, b)) {
          if (wrong++ == 0)
            firstWrong = i;
        }
      }
    }
    if (wrong > 0)
      return llvm::formatv(
          "{0} is {1} instead of {2}; {3} of {4} elements are off by more than "
          "{5:e2} (|b| + {6:e2})",
          positionOf(firstWrong, shape), static_cast<double>(got[firstWrong]),
          static_cast<double>(want[firstWrong]), wrong, count, tolerance,
          magnitude);
    double average = std::sqrt(squares / static_cast<double>(count));
    if (average > tolerance / 2 * magnitude)
      return llvm::formatv("the elements are off by {0:e2} on average, with a "
                           "magnitude of {1:e2} and a tolerance of {2:e2}",
                           average, magnitude, tolerance / 2);
    return std::nullopt;
  };
  return withReaders(type, actual.data(), expected.data(), check);
}

} // namespace mlirgym
