#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <optional>
#include <string>

namespace mlirgym {

llvm::StringRef nameOf(Metric metric) {
  switch (metric) {
  case Metric::Nanoseconds:
    return "nanoseconds";
  case Metric::Instructions:
    return "instructions";
  case Metric::Cycles:
    return "cycles";
  case Metric::EstimatedCycles:
    return "estimated_cycles";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef wordsOf(Metric metric) {
  return metric == Metric::EstimatedCycles ? "estimated cycles"
                                           : nameOf(metric);
}

std::optional<Metric> parseMetric(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Metric>>(name)
      .Case("nanoseconds", Metric::Nanoseconds)
      .Case("instructions", Metric::Instructions)
      .Case("cycles", Metric::Cycles)
      .Case("estimated_cycles", Metric::EstimatedCycles)
      .Default(std::nullopt);
}

std::string formatAmount(double amount, Metric metric) {
  if (metric == Metric::Nanoseconds)
    return formatNs(amount);
  if (!std::isfinite(amount) || amount <= 0)
    return "-";
  return llvm::formatv("{0:f0} {1}", amount, wordsOf(metric)).str();
}

} // namespace mlirgym
