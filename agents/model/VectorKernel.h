//===- agents/model/VectorKernel.h - Cycles of the innermost tile ---------===//
#ifndef MLIRGYM_AGENTS_MODEL_VECTORKERNEL_H
#define MLIRGYM_AGENTS_MODEL_VECTORKERNEL_H

#include "agents/model/TiledLoops.h"
#include "lowering/target/Target.h"

namespace mlirgym {

/// Cycles per call of an operation with all data in the L1 cache: the vector
/// operations of its innermost tile (or the scalar ones of an iteration) on a
/// processor with two units for arithmetic, two for loads and one for stores,
/// results that are kept in registers or spilled, latency of accumulation, and
/// the loops around. `vectorsPerCycle`: as for estimatedCycles().
double kernelCycles(const TiledLoops &loops, const Target &target,
                    double vectorsPerCycle);

/// Cycles of the copies that `promote` makes.
double copyCycles(const TiledLoops &loops, const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_VECTORKERNEL_H
