//===- lowering/gpu/LaunchPlan.h - The kernels of a GPU -------------------===//
#ifndef MLIRGYM_LOWERING_GPU_LAUNCHPLAN_H
#define MLIRGYM_LOWERING_GPU_LAUNCHPLAN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// The launches of a program in PTX: its kernels run in order, each after the
/// previous one has ended. The plan is part of the PTX, as comments in its
/// first lines, so that the code is one text that any PTX tool reads:
///
///     //mlirgym payload 3
///     //mlirgym scratch 256
///     //mlirgym launch kernel0 grid 8 4 1 block 256 1 1 shared 0 buffers 0 2 3
///
/// The first line has the entry and the number of its arguments; then the size
/// in bytes of each scratch buffer; then the kernels with the bytes of dynamic
/// shared memory of a block, which may exceed 48 KiB, and with the indices of
/// their buffers, which count the arguments first and the scratch buffers after
/// them.
/// A value.
struct LaunchPlan {
  struct Launch {
    std::string kernel;
    std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
    unsigned sharedBytes = 0;
    std::vector<unsigned> buffers;
    friend bool operator==(const Launch &, const Launch &) = default;
  };

  std::string entry;
  unsigned numArguments = 0;
  std::vector<uint64_t> scratchBytes;
  std::vector<Launch> launches;

  /// The plan as whole lines.
  std::string text() const;
  /// Reads the first lines of PTX. Errors: text, if they are not a plan or
  /// refer to a missing buffer.
  static llvm::Expected<LaunchPlan> parse(llvm::StringRef ptx);

  friend bool operator==(const LaunchPlan &, const LaunchPlan &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_GPU_LAUNCHPLAN_H
