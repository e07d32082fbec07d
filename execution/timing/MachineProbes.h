//===- execution/timing/MachineProbes.h - Speed of the machine --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_MACHINEPROBES_H
#define MLIRGYM_EXECUTION_TIMING_MACHINEPROBES_H

#include "execution/timing/DriftProbe.h"
#include "execution/timing/MemoryProbe.h"
#include "execution/timing/Sampler.h"
#include "execution/timing/SlownessHistory.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// Probes the core and, for large arguments, the memory between the repeats of
/// a measurement, and remembers which slowness is usual.
class MachineProbes {
public:
  /// `memory`: see MemoryProbe.
  explicit MachineProbes(llvm::MutableArrayRef<char> memory)
      : memoryProbe(memory) {}

  /// Prepares for kernels on these arguments.
  void load(llvm::ArrayRef<llvm::ArrayRef<char>> arguments) {
    memoryProbe.load(arguments);
  }
  /// The current slowness of the machine.
  Slowness probe();
  /// Ends the current measurement. Returns the share by which the machine was
  /// slower than usual (SlownessHistory), of core and memory the greater one.
  double endMeasurement();

private:
  DriftProbe coreProbe;
  MemoryProbe memoryProbe;
  SlownessHistory core, memory;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_MACHINEPROBES_H
