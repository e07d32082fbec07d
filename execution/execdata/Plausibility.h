//===- execution/execdata/Plausibility.h - Plausible timings ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_PLAUSIBILITY_H
#define MLIRGYM_EXECUTION_EXECDATA_PLAUSIBILITY_H

#include "outcome/Measurement.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

// The rules for all values written to or read from exec data: files may come
// from strangers, and one infinite time would make a training run useless.

/// The reason why it cannot be the result of a measurement, such as "has no
/// positive time"; "" if it can.
llvm::StringRef problemOf(const Measurement &measurement);
llvm::StringRef problemOf(const PairedMeasurement &paired);
llvm::StringRef problemOf(const CounterValue &counter);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_PLAUSIBILITY_H
