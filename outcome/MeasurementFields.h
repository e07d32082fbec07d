//===- outcome/MeasurementFields.h - Measurements as lists ------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_MEASUREMENTFIELDS_H
#define MLIRGYM_OUTCOME_MEASUREMENTFIELDS_H

#include "outcome/Measurement.h"
#include <type_traits>

namespace mlirgym {

/// Calls visit(field) for each field of a Measurement but status, metric and
/// counters, in the order in which Python's state of one lists them.
template <typename Of, typename Visit>
  requires std::is_same_v<std::remove_const_t<Of>, Measurement>
void forEachPlainField(Of &measurement, Visit visit) {
  visit(measurement.cacheHit);
  visit(measurement.message);
  auto &phases = measurement.phases;
  for (auto *ms : {&phases.transformMs, &phases.lowerMs, &phases.compileMs,
                   &phases.verifyMs, &phases.measureMs})
    visit(*ms);
  Timing::forEachField(measurement,
                       [&](const char *, auto &field) { visit(field); });
}

/// The same for a PairedMeasurement, which has no counters.
template <typename Of, typename Visit>
  requires std::is_same_v<std::remove_const_t<Of>, PairedMeasurement>
void forEachPlainField(Of &pair, Visit visit) {
  visit(pair.baselineNs);
  visit(pair.scheduleNs);
  visit(pair.uncertainty);
  visit(pair.rounds);
  visit(pair.noisy);
  visit(pair.cacheHit);
  visit(pair.message);
}
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_MEASUREMENTFIELDS_H
