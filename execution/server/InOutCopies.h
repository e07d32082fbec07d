//===- execution/server/InOutCopies.h - Arguments read and written --------===//
#ifndef MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H
#define MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H

#include "execution/server/GuardedBuffer.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlirgym::worker {

/// The arguments of a program that are both read and written, several times
/// each. A call changes its own inputs: of two consecutive calls on the same
/// argument, only the first would have a known result. Timed calls therefore
/// come in groups, each with copies of its own that are filled before the group
/// and compared after it.
class InOutCopies {
public:
  /// Copy 0 is the arguments themselves. If they are small, there are more
  /// copies, as many as fit together into an L1 cache. `number`: see
  /// GuardedBuffer. Not valid() if there is not enough memory. Requires: an
  /// argument.
  InOutCopies(std::vector<llvm::MutableArrayRef<char>> arguments,
              unsigned number);

  bool valid() const { return !memory || memory->valid(); }
  uint32_t count() const { return copies; }
  /// A copy of an argument, by its index among the constructor's arguments.
  llvm::MutableArrayRef<char> copy(size_t argument, uint32_t number) const;
  /// Number of calls to time together if each takes `callNs`: one per copy, or
  /// fewer if they suffice to make reading the clock negligible.
  uint32_t callsPerGroup(double callNs) const;
  /// Time that reading the clock adds to a group.
  double clockNs() const { return readingNs; }

private:
  std::vector<llvm::MutableArrayRef<char>> originals;
  uint32_t copies = 1;
  std::optional<GuardedBuffer> memory; ///< of the copies after the first
  double readingNs;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_INOUTCOPIES_H
