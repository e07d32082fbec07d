//===- program/MachineFeatures.h - Features of a machine --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_MACHINEFEATURES_H
#define MLIRGYM_PROGRAM_MACHINEFEATURES_H

#include <compare>
#include <cstdint>

namespace mlirgym {

/// The machine, as an agent observes it.
struct MachineFeatures {
  unsigned threads = 1, vectorBits = 128;
  int64_t l1Bytes = 32 << 10, l2Bytes = 1 << 20, l3Bytes = 32 << 20;
  friend auto operator<=>(const MachineFeatures &,
                          const MachineFeatures &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_MACHINEFEATURES_H
