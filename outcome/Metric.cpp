#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/EnumNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <optional>
#include <string>

namespace mlirgym {

static constexpr EnumNames<Metric::EstimatedCycles> metricNames = {
    {"nanoseconds", "instructions", "cycles", "estimated_cycles"}};

llvm::StringRef nameOf(Metric metric) { return metricNames.of(metric); }

llvm::StringRef wordsOf(Metric metric) {
  return metric == Metric::EstimatedCycles ? "estimated cycles"
                                           : nameOf(metric);
}

std::optional<Metric> parseMetric(llvm::StringRef name) {
  return metricNames.parse(name);
}

std::string formatAmount(double amount, Metric metric) {
  if (metric == Metric::Nanoseconds)
    return formatNs(amount);
  if (!std::isfinite(amount) || amount <= 0)
    return "-";
  return llvm::formatv("{0:f0} {1}", amount, wordsOf(metric)).str();
}

} // namespace mlirgym
