//===- agents/AlikeSchedules.h - Schedules of programs alike ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_ALIKESCHEDULES_H
#define MLIRGYM_AGENTS_ALIKESCHEDULES_H

#include "actions/Schedule.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <vector>

namespace mlirgym {

/// A fast schedule of a known program.
struct Precedent {
  std::shared_ptr<const Program> program;
  Schedule schedule;
  /// MachineProfile::distanceTo() of the machine where it was found; 0 for this
  /// machine.
  double machineDistance = 0;
  unsigned threads = 1; ///< with which it was found
};

/// Legal schedules for `program` on `threads` threads, at most `most`, that are
/// put together from those of programs with operations alike: operations of the
/// same loops, element types and indexing, in any sizes, that read one
/// another's results in the same way. The dimensions of an input may be in
/// another order, as those of a transposed factor; such precedents come after
/// all others. The program is divided into the longest runs of operations for
/// which there are precedents. Operations without one stay as they are; if one
/// of these has a tenth of the iterations of another operation, or more, there
/// is no schedule. Of several precedents those of the nearest machine come
/// first, and of these those with the nearest sizes: the first schedule
/// consists of the first precedents of all runs, the next of their second ones.
/// One of each form (the kinds of the actions) precedes all others. Parallel
/// loops keep their number of tiles per thread: where the threads are more, the
/// first loop of a parallel tile has more tiles. Tiles of at least a loop's
/// length become the loop.
std::vector<Schedule>
schedulesOfAlike(const std::shared_ptr<const Program> &program,
                 llvm::ArrayRef<Precedent> precedents, unsigned threads,
                 size_t most);

} // namespace mlirgym
#endif // MLIRGYM_AGENTS_ALIKESCHEDULES_H
