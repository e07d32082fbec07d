//===- agents/search/ParallelVariants.h - For several threads ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H
#define MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H

#include "actions/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <vector>

namespace mlirgym {
class Program; // program/Program.h

/// `schedule`, which is fast on one thread, for several: a parallel loop, of
/// one tile per thread, around the operations that it names, or around the last
/// one alone; with and without the producers. Tile sizes are of `tileSizes`
/// (ascending), and later sizes that no longer cut anything become 0. Only
/// legal ones, each once; none of a schedule that is parallel already.
std::vector<Schedule>
parallelVariants(const std::shared_ptr<const Program> &program,
                 const Schedule &schedule, unsigned threads,
                 llvm::ArrayRef<int64_t> tileSizes);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H
