//===- execution/server/InOutCopies.h - What is read and written *- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H
#define MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H

#include "execution/server/GuardedBuffer.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlirgym::worker {

/// The arguments of a program that are both read and written, several times
/// each. A call changes what it reads: of two calls in a row on the same
/// argument, only the first would have a known result. Timed calls come in
/// groups instead, each with copies of its own that are filled before the group
/// and compared after it.
class InOutCopies {
public:
  /// Copy 0 are the arguments themselves. There are more if they are small:
  /// together all stay in an L1 cache. `number`: as of GuardedBuffer. Not
  /// valid() if there is not enough memory. Requires: an argument.
  InOutCopies(std::vector<llvm::MutableArrayRef<char>> arguments,
              unsigned number);

  bool valid() const { return !memory || memory->valid(); }
  uint32_t count() const { return copies; }
  /// Of an argument, by its place among those of the constructor.
  llvm::MutableArrayRef<char> copy(size_t argument, uint32_t number) const;
  /// Calls to time together, of which each takes so long: as many as there are
  /// copies, or as make the reading of the clock negligible.
  uint32_t callsPerGroup(double callNs) const;
  /// What reading the clock adds to the time of a group.
  double clockNs() const { return readingNs; }

private:
  std::vector<llvm::MutableArrayRef<char>> originals;
  uint32_t copies = 1;
  std::optional<GuardedBuffer> memory; ///< of the copies after the first
  double readingNs;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H
