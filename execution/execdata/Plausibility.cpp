#include "execution/execdata/Plausibility.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>

namespace mlirgym {

static constexpr llvm::StringLiteral notFinite =
    "has a value that is not a finite number";

llvm::StringRef problemOf(const Measurement &measurement) {
  bool isFinite = true;
  Timing::forEachField(measurement, [&](const char *, auto value) {
    isFinite &= std::isfinite(double(value));
  });
  if (!isFinite)
    return notFinite;
  const bool timed = measurement.ok() || measurement.status == Status::TooSlow;
  if (timed ? measurement.medianNs <= 0 : measurement.medianNs < 0)
    return "has no positive time";
  if (measurement.minNs < 0 || measurement.minNs > measurement.medianNs)
    return "has a minimum above its median";
  if (measurement.spread < 0 || measurement.uncertainty < 0)
    return "has a negative spread";
  if (measurement.transferNs < 0)
    return "has a negative time of transfers";
  return "";
}

llvm::StringRef problemOf(const PairedMeasurement &paired) {
  for (double value :
       {paired.baselineNs, paired.scheduleNs, paired.uncertainty})
    if (!std::isfinite(value))
      return notFinite;
  if (paired.baselineNs <= 0 || paired.scheduleNs <= 0)
    return "has no positive time";
  if (paired.uncertainty < 0)
    return "has a negative spread";
  return "";
}

llvm::StringRef problemOf(const CounterValue &counter) {
  if (!counter.perCall)
    return "";
  if (!std::isfinite(*counter.perCall))
    return notFinite;
  return *counter.perCall < 0 ? "has a negative count" : "";
}

} // namespace mlirgym
