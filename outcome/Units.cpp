#include "outcome/Units.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <string>

namespace mlirgym {

/// Number of digits after the decimal point for three significant digits; 0
/// from 100 on.
static int decimalsOf(double value) {
  return std::max(0, 2 - static_cast<int>(std::floor(std::log10(value))));
}

static double rounded(double value) {
  double scale = std::pow(10, decimalsOf(value));
  return std::round(value * scale) / scale;
}

static bool isKnown(double value) { return value > 0 && std::isfinite(value); }

/// Three significant digits, no exponent. Requires: isKnown(value).
static std::string threeDigits(double value) {
  value = rounded(value); // before counting digits: 9.996 has one digit less
                          // after the point
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.*f", decimalsOf(value), value);
  return text;
}

/// `value` in the largest of the units, `step` apart, in which it is at least
/// 1.
static std::string scaled(double value, double step,
                          llvm::ArrayRef<const char *> units) {
  size_t unit = 0;
  // Compared in the printed form: 999.7 ns are 1.00 us.
  while (rounded(value) >= step && unit + 1 < units.size()) {
    value /= step;
    ++unit;
  }
  return threeDigits(value) + " " + units[unit];
}

std::string formatNs(double nanoseconds) {
  if (!isKnown(nanoseconds))
    return "-";
  return scaled(nanoseconds, 1e3, {"ns", "us", "ms", "s"});
}

std::string formatSpeedup(double speedup) {
  return isKnown(speedup) ? threeDigits(speedup) + "x" : "-";
}

std::string formatBytes(double bytes) {
  if (bytes < 1024) // integers
    return std::to_string(static_cast<long>(std::max(bytes, 0.0))) + " B";
  return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}
} // namespace mlirgym
