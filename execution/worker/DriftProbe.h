//===- execution/worker/DriftProbe.h - How fast is the core now -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H
#define MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H

namespace mlirgym {

/// Nanoseconds that a fixed chain of dependent floating-point operations takes:
/// the fastest of a few runs of some 30 us, which no interrupt has hit, so that
/// it follows the clock rate of the core and nothing else. About 0.3 ms.
double probeCoreNs();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_DRIFTPROBE_H
