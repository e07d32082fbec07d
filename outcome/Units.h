//===- outcome/Units.h - Times and sizes as text ----------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_UNITS_H
#define MLIRGYM_OUTCOME_UNITS_H

#include <string>

namespace mlirgym {

/// "1.26 ms": three significant digits in the unit (ns, us, ms, s) that gives a
/// value of at least 1; "0.0312 ns" below a nanosecond; "-" if unknown: 0,
/// negative, or not finite.
std::string formatNs(double nanoseconds);

/// "17.3x"; "-" as above.
std::string formatSpeedup(double speedup);

/// "12.4 MiB"; "0 B" for 0.
std::string formatBytes(double bytes);
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_UNITS_H
