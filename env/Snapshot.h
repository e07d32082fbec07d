//===- env/Snapshot.h - Environments as bytes -------------------*- C++ -*-===//
// A snapshot is one JSON object that identifies the program by its key and the
// state by the decisions that lead to it. It is therefore independent of memory
// layouts, and decisions that cannot be replayed are rejected.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_ENV_SNAPSHOT_H
#define MLIRGYM_ENV_SNAPSHOT_H

#include "env/EnvImpl.h"
#include "env/Episode.h"
#include "env/EpisodeOrder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlirgym {

/// Raised when older snapshots can no longer be read.
inline constexpr unsigned snapshotVersion = 1;

/// The state of an environment without its context.
struct RestoredEnv {
  EpisodeOrder::Position order;
  std::optional<Episode> episode;
};

std::string writeSnapshot(const EnvContext &context,
                          const EpisodeOrder::Position &order,
                          const std::optional<Episode> &episode);

/// Errors: ActionError for bytes that writeSnapshot() did not write, for a
/// program that is not in the pool, and for other encoding or state options.
llvm::Expected<RestoredEnv> readSnapshot(const EnvContext &context,
                                         llvm::StringRef bytes);
} // namespace mlirgym
#endif // MLIRGYM_ENV_SNAPSHOT_H
