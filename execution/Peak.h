//===- execution/Peak.h - Peak performance of this machine ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PEAK_H
#define MLIRGYM_EXECUTION_PEAK_H

#include "execution/Execution.h"
#include "outcome/Measurement.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// The best result of simple kernels with the threads of an execution.
struct MachinePeak {
  /// Floating-point operations per nanosecond; a multiply-add is two.
  double gflops = 0;
  /// Bytes read and written per nanosecond, with arrays larger than the caches;
  /// as in STREAM, cache lines fetched in order to be written do not count.
  double gbytesPerSecond = 0;
};

/// Measured like any program, in a worker process, and stored in the exec data.
/// Computation: the faster one of a chain of multiply-adds on vectors in
/// registers and a small matmul. Bandwidth: a sum of two large arrays. Minimum
/// times are used; F64 is measured in f64, all other types in f32. Takes some
/// seconds the first time. Errors: as Execution::measure(), and ExecutionError
/// if neither can be measured (in a replay, or on a device that measures no
/// time).
llvm::Expected<MachinePeak> measurePeak(Execution &execution,
                                        ElementType type = ElementType::F32);
/// The profile of one core of this machine, measured with one thread in two
/// seconds: multiply-adds as in measurePeak(), and of bf16 and i8 by matmuls if
/// the processor has instructions for them; bytes per cycle by adding multiples
/// of one array to another, of a size for each cache; the clock by a chain of
/// additions. Minimum times are used, so that other work disturbs little.
/// Rounded to a tenth. Errors: as measurePeak().
llvm::Expected<MachineProfile> measureProfile(Execution &execution);
/// MachineProfile::vectorsPerCycle() of the machine that runs the kernels; 1 if
/// it is unknown, and in a replay, which is the same on every machine. Errors:
/// as profileOf().
llvm::Expected<double> vectorsPerCycleOn(const Execution &execution);
/// The time of the program at the peak of arithmetic or of memory, whichever is
/// longer, in nanoseconds: the roofline of Williams et al., Communications of
/// the ACM, 2009. It counts each operand as read once from memory, so that
/// operands in a cache, and algorithms with less arithmetic, stay below it.
double rooflineNs(const Program &program, const MachinePeak &peak);
/// Nanoseconds that no machine can stay below with so many threads: ten times
/// the arithmetic of a fast core, and its bandwidth to the nearest cache for
/// the outputs.
double fastestPossibleNs(const Program &program, unsigned threads);
/// Makes an Ok measurement of foreign code with a shorter time Suspicious.
void refuseImpossible(Measurement &measurement, const Program &program,
                      unsigned threads);
/// True if no argument is of a type for which some machines compute faster than
/// their measured peak.
bool isPeakOf(const Program &program);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PEAK_H
