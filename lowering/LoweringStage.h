//===- lowering/LoweringStage.h - Stages of the lowering ------------------===//
#ifndef MLIRGYM_LOWERING_LOWERINGSTAGE_H
#define MLIRGYM_LOWERING_LOWERINGSTAGE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlirgym {

/// The stage after which KernelCompiler::dump() stops.
enum class LoweringStage : uint8_t {
  Scheduled,
  Vectorized,
  Bufferized,
  Llvm,
  Assembly,
  Bitcode ///< the IR of Llvm in LLVM's binary form; has no name
};
/// The stage with this name; stages that dump text only.
std::optional<LoweringStage> parseLoweringStage(llvm::StringRef name);
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_LOWERINGSTAGE_H
