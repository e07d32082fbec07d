//===- mlirrl/MlirRlFusion.h - Fusion by MLIR-RL's TPF ----------*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLFUSION_H
#define MLIRGYM_MLIRRL_MLIRRLFUSION_H

#include "program/Program.h"
#include <optional>
#include <vector>

namespace mlirgym {

/// The producer of `op` if a TPF and a tile_parallel_fuse of `op` fuse equal
/// operations: it is the only one, has no producers, and no other reader. TPF
/// fuses a copy of one producer, tile_parallel_fuse all producers on which a
/// tile depends.
std::optional<unsigned> onlyProducer(const Program &program, unsigned op);

/// The order of MLIR-RL's operations after a TPF: the copy precedes its
/// consumer, and the original, which is no longer read, is removed.
void moveBefore(std::vector<unsigned> &order, unsigned producer,
                unsigned consumer);
} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLFUSION_H
