//===- lowering/math/AccuracyTest.cpp - Elementary functions against libm -===//
//
// Every function of one or two floating-point numbers that a program may call,
// in every type, vectorised and not: all numbers of 16 bits, numbers of every
// exponent of the others, infinities, NaN, zeros and numbers below the normal
// ones. The right value is computed in long double.
//
//===----------------------------------------------------------------------===//
#include "tests/lowering/LoweringFixture.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>
#include <random>

namespace mlirgym {
namespace {

using Wide = long double;
using Unary = Wide (*)(Wide);
using Binary = Wide (*)(Wide, Wide);

//===----------------------------------------------------------------------===//
// Floating-point formats
//===----------------------------------------------------------------------===//

struct Format {
  const char *name;
  unsigned bits;
  int digits; ///< of the mantissa, with the leading one
  int minExponent, maxExponent;

  Wide largest() const {
    return std::ldexp(2 - std::ldexp(Wide(1), 1 - digits), maxExponent);
  }
  Wide smallestNormal() const { return std::ldexp(Wide(1), minExponent); }
  uint64_t infinity() const {
    return (uint64_t(maxExponent) * 2 + 1) << (digits - 1);
  }
  Wide decode(uint64_t word) const {
    const bool isNegative = word >> (bits - 1) & 1;
    const auto mantissa =
        static_cast<Wide>(word & ((uint64_t(1) << (digits - 1)) - 1));
    const auto exponent =
        static_cast<int>(word >> (digits - 1)) & (2 * maxExponent + 1);
    Wide value;
    if (exponent == 2 * maxExponent + 1)
      value = mantissa == 0 ? INFINITY : NAN;
    else if (exponent == 0)
      value = std::ldexp(mantissa, minExponent + 1 - digits);
    else
      value = std::ldexp(std::ldexp(Wide(1), digits - 1) + mantissa,
                         exponent - maxExponent + 1 - digits);
    return isNegative ? -value : value;
  }
};

constexpr Format f64{"f64", 64, 53, -1022, 1023};
constexpr Format f32{"f32", 32, 24, -126, 127};
constexpr Format f16{"f16", 16, 11, -14, 15};
constexpr Format bf16{"bf16", 16, 8, -126, 127};

/// True if a function gives 0 in place of numbers below the normal ones, and of
/// a few of the smallest normal ones: e^x, functions computed from it, and all
/// of bf16 where AVX-512-BF16 rounds.
bool isFlushed(llvm::StringRef function, const Format &format) {
  return format.name == llvm::StringRef("bf16") ||
         (function == "math.exp" && format.digits > 11) ||
         (function == "math.erfc" && format.digits == 24);
}

/// Distance in units in the last place of `right`; 0 if correct.
Wide ulpsApart(Wide actual, Wide right, const Format &format, bool mayFlush) {
  if (std::isnan(right) || std::isnan(actual))
    return std::isnan(right) && std::isnan(actual) ? 0 : INFINITY;
  const Wide largest = format.largest();
  auto ulp = [&](Wide value) {
    const int exponent = std::max(std::ilogb(value), format.minExponent);
    return std::ldexp(Wide(1), exponent + 1 - format.digits);
  };
  if (std::abs(right) > largest)
    return actual == std::copysign(Wide(INFINITY), right)
               ? 0
               : std::abs(std::copysign(largest, right) - actual) /
                     ulp(largest);
  if (std::isinf(actual))
    return std::signbit(actual) == std::signbit(right)
               ? (largest - std::abs(right)) / ulp(largest) + 1
               : INFINITY;
  const Wide difference = std::abs(actual - right);
  if (mayFlush && std::abs(right) < format.smallestNormal() * 1.5L &&
      actual == 0)
    return 0;
  return difference / ulp(right);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Largest errors in units in the last place; docs/lowering.md promises them.
struct Bounds {
  double f64 = 2, f32 = 2, f16 = 1, bf16 = 1;
};

struct UnaryFunction {
  const char *name;
  Unary right;
  Bounds bounds;
};
struct BinaryFunction {
  const char *name;
  Binary right;
  Bounds bounds;
};

const UnaryFunction unaryFunctions[] = {
    {"absf", std::fabs, {}},
    {"acos", std::acos, {}},
    {"acosh", std::acosh, {}},
    {"asin", std::asin, {.f32 = 4}},
    {"asinh", std::asinh, {}},
    {"atan", std::atan, {}},
    {"atanh", std::atanh, {}},
    {"cbrt", std::cbrt, {.f64 = 4}},
    {"ceil", std::ceil, {}},
    {"cos", std::cos, {}},
    {"cosh", std::cosh, {}},
    {"erf", std::erf, {.f32 = 4}},
    {"erfc", std::erfc, {.f64 = 3, .f32 = 4}},
    {"exp", std::exp, {.f32 = 2.5}},
    {"exp2", std::exp2, {}},
    {"expm1", std::expm1, {.f64 = 3, .f32 = 3}},
    {"floor", std::floor, {}},
    {"log", std::log, {}},
    {"log10", std::log10, {}},
    {"log1p", std::log1p, {}},
    {"log2", std::log2, {}},
    {"round", std::round, {}},
    {"roundeven", std::nearbyint, {}},
    {"rsqrt",
     [](Wide x) { return 1 / std::sqrt(x); },
     {.f16 = 1.5, .bf16 = 1.5}},
    {"sin", std::sin, {}},
    {"sinh", std::sinh, {}},
    {"sqrt", std::sqrt, {}},
    {"tan", std::tan, {}},
    {"tanh", std::tanh, {.f64 = 3, .f32 = 4}},
    {"trunc", std::trunc, {}},
};

const BinaryFunction binaryFunctions[] = {
    {"math.atan2", std::atan2, {}},   {"math.copysign", std::copysign, {}},
    {"math.powf", std::pow, {}},      {"arith.maxnumf", std::fmax, {}},
    {"arith.minnumf", std::fmin, {}}, {"arith.remf", std::fmod, {}},
};

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// libm may take a signaling NaN for a reason to answer NaN.
void makeQuiet(std::vector<uint64_t> &words, const Format &format) {
  for (uint64_t &word : words)
    if (std::isnan(format.decode(word)))
      word |= uint64_t(1) << (format.digits - 2);
}

/// All numbers of 16 bits; of longer formats some of every exponent, and more
/// of those that programs have.
std::vector<uint64_t> inputsOf(const Format &format) {
  std::vector<uint64_t> words;
  if (format.bits == 16) {
    for (uint64_t word = 0; word < 1 << 16; ++word)
      words.push_back(word);
    makeQuiet(words, format);
    return words;
  }
  const uint64_t sign = uint64_t(1) << (format.bits - 1);
  const uint64_t infinity = format.infinity();
  auto addNear = [&](uint64_t word) {
    for (uint64_t delta : {0, 1, 2, 3})
      for (uint64_t near : {word + delta, word - delta})
        for (uint64_t signBit : {uint64_t(0), sign})
          words.push_back((near & ~sign) | signBit);
  };
  for (uint64_t word : {uint64_t(0), infinity, infinity + infinity / 2})
    addNear(word);
  std::mt19937_64 random(1);
  auto add = [&](double value) {
    uint64_t word;
    auto shorter = static_cast<float>(value);
    if (format.bits == 64)
      std::memcpy(&word, &value, sizeof(value));
    else
      word = llvm::bit_cast<uint32_t>(shorter);
    words.push_back(word);
    words.push_back(word ^ sign);
  };
  // Multiples of an eighth of pi and of a sixteenth, powers, and what is near.
  for (int i = 1; i < 2000; ++i) {
    add(i * 0.39269908169872415);
    add(i * 0.0625);
  }
  for (double value : {12345.0, 1e6, 1e10, 1e22, 1e30, 71476.0625, 88.72283,
                       709.78, 0.6931471805599453, 1.0, 2.0})
    add(value);
  for (uint64_t exponent = 0; exponent <= 2u * format.maxExponent + 1;
       ++exponent) {
    const uint64_t first = exponent << (format.digits - 1);
    addNear(first);
    const int count = format.bits == 64 ? 12 : 96;
    for (int i = 0; i < count; ++i)
      words.push_back((first | (random() >> (65 - format.digits))) |
                      (random() & sign));
  }
  std::uniform_real_distribution<double> usual(-1, 1);
  for (double scale : {1.0, 4.0, 20.0, 100.0, 1e4, 1e6})
    for (int i = 0; i < 8000; ++i)
      add(scale * usual(random));
  makeQuiet(words, format);
  return words;
}

std::vector<char> encode(llvm::ArrayRef<uint64_t> words, const Format &format) {
  const size_t bytes = format.bits / 8;
  std::vector<char> result(words.size() * bytes);
  for (size_t i = 0; i < words.size(); ++i)
    std::memcpy(result.data() + i * bytes, &words[i], bytes); // little-endian
  return result;
}

std::vector<Wide> decode(llvm::ArrayRef<char> bytes, const Format &format) {
  const size_t width = format.bits / 8;
  std::vector<Wide> values(bytes.size() / width);
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i * width, width);
    values[i] = format.decode(word);
  }
  return values;
}

constexpr char unaryText[] = R"(
func.func @f(%a: tensor<SIZExTYPE>) -> tensor<SIZExTYPE> {
  %e = tensor.empty() : tensor<SIZExTYPE>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<SIZExTYPE>) outs(%e : tensor<SIZExTYPE>) {
  ^bb0(%x: TYPE, %o: TYPE):
    %y = FUNCTION %x : TYPE
    linalg.yield %y : TYPE
  } -> tensor<SIZExTYPE>
  return %r : tensor<SIZExTYPE>
})";

constexpr char binaryText[] = R"(
func.func @f(%a: tensor<SIZExTYPE>, %b: tensor<SIZExTYPE>) -> tensor<SIZExTYPE> {
  %e = tensor.empty() : tensor<SIZExTYPE>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %b : tensor<SIZExTYPE>, tensor<SIZExTYPE>) outs(%e : tensor<SIZExTYPE>) {
  ^bb0(%x: TYPE, %z: TYPE, %o: TYPE):
    %y = FUNCTION %x, %z : TYPE
    linalg.yield %y : TYPE
  } -> tensor<SIZExTYPE>
  return %r : tensor<SIZExTYPE>
})";

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

class AccuracyTest : public LoweringTest {
protected:
  /// `right` of the index of an element.
  void checkEach(llvm::StringRef text, const std::string &function,
                 const Format &format, double bound,
                 llvm::ArrayRef<std::vector<uint64_t>> inputs,
                 const std::function<Wide(size_t)> &right) {
    std::vector<std::vector<char>> bytes;
    std::vector<llvm::ArrayRef<char>> views;
    for (const std::vector<uint64_t> &words : inputs)
      bytes.push_back(encode(words, format));
    for (const std::vector<char> &input : bytes)
      views.push_back(input);
    Program program =
        loadText(fillIn(text.str(), {{"SIZE", std::to_string(inputs[0].size())},
                                     {"FUNCTION", function},
                                     {"TYPE", format.name}}));
    std::vector<Wide> wanted(inputs[0].size());
    for (size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = right(i);
    Wide largest = 0;
    for (llvm::StringRef schedule : {"", "op0: tile(64) vectorize"}) {
      SCOPED_TRACE(
          (function + " " + format.name + " \"" + schedule + "\"").str());
      std::optional<std::vector<char>> output = runOn(program, schedule, views);
      if (!output)
        continue;
      Wide worst = 0;
      size_t worstAt = 0;
      std::vector<Wide> actual = decode(*output, format);
      for (size_t i = 0; i < actual.size(); ++i)
        if (Wide apart = ulpsApart(actual[i], wanted[i], format,
                                   isFlushed(function, format));
            apart > worst || std::isnan(apart)) {
          worst = apart;
          worstAt = i;
        }
      std::string of;
      for (const std::vector<uint64_t> &words : inputs)
        of += " " + std::to_string(
                        static_cast<double>(format.decode(words[worstAt])));
      EXPECT_LE(worst, bound)
          << "of" << of << ": " << static_cast<double>(actual[worstAt])
          << " instead of " << static_cast<double>(wanted[worstAt]);
      largest = std::max(largest, worst);
    }
    // For the table of docs/lowering.md: --gtest_output=json:FILE.
    RecordProperty(function + " " + format.name,
                   std::to_string(static_cast<double>(largest)));
  }

  void checkUnary(const Format &format, double Bounds::*bound) {
    const std::vector<std::vector<uint64_t>> inputs{inputsOf(format)};
    for (const UnaryFunction &function : unaryFunctions)
      checkEach(unaryText, std::string("math.") + function.name, format,
                function.bounds.*bound, inputs, [&](size_t i) {
                  return function.right(format.decode(inputs[0][i]));
                });
  }

  void checkBinary(const Format &format, double Bounds::*bound) {
    std::vector<uint64_t> all = inputsOf(format);
    std::vector<std::vector<uint64_t>> inputs(2);
    std::mt19937_64 random(2);
    for (size_t i = 0; i < 60000; ++i)
      for (std::vector<uint64_t> &words : inputs)
        // The first ones are special; all pairs of them.
        words.push_back(i < 1024 ? all[(&words == &inputs[0] ? i : i / 32) % 32]
                                 : all[random() % all.size()]);
    for (const BinaryFunction &function : binaryFunctions)
      checkEach(binaryText, function.name, format, function.bounds.*bound,
                inputs, [&](size_t i) {
                  return function.right(format.decode(inputs[0][i]),
                                        format.decode(inputs[1][i]));
                });
  }
};

TEST_F(AccuracyTest, OfOneF32) { checkUnary(f32, &Bounds::f32); }
TEST_F(AccuracyTest, OfOneF64) { checkUnary(f64, &Bounds::f64); }
TEST_F(AccuracyTest, OfEachF16) { checkUnary(f16, &Bounds::f16); }
TEST_F(AccuracyTest, OfEachBF16) { checkUnary(bf16, &Bounds::bf16); }
TEST_F(AccuracyTest, OfTwoF32) { checkBinary(f32, &Bounds::f32); }
TEST_F(AccuracyTest, OfTwoF64) { checkBinary(f64, &Bounds::f64); }
TEST_F(AccuracyTest, OfTwoF16) { checkBinary(f16, &Bounds::f16); }
TEST_F(AccuracyTest, OfTwoBF16) { checkBinary(bf16, &Bounds::bf16); }

} // namespace
} // namespace mlirgym
