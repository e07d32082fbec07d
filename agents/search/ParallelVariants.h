//===- agents/search/ParallelVariants.h - Schedules for threads -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H
#define MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H

#include "actions/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <vector>

namespace mlirgym {
class Program; // program/Program.h

/// Variants for several threads of a `schedule` that is fast on one thread: a
/// parallel loop with one tile per thread around each operation that it names,
/// or only around the last one, with and without fused producers. It is along
/// each of the first three loops that have a tile for each thread; a loop that
/// the threads do not divide evenly has several small tiles for each, with a
/// size from `tileSizes`. Later sizes that no longer cut a loop become 0.
/// Returns only legal variants, each once; none for a schedule that is already
/// parallel.
std::vector<Schedule>
parallelVariants(const std::shared_ptr<const Program> &program,
                 const Schedule &schedule, unsigned threads,
                 llvm::ArrayRef<int64_t> tileSizes);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_PARALLELVARIANTS_H
