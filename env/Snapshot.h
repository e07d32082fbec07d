//===- env/Snapshot.h - Environments as bytes -------------------*- C++ -*-===//
// JSON, one object: what a program is by key, what a state is by the decisions
// that lead to it. So a snapshot outlives changes of memory layout, and what
// does not replay is refused.
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

/// What an environment is besides its context.
struct RestoredEnv {
  EpisodeOrder::Position order;
  std::optional<Episode> episode;
};

std::string writeSnapshot(const EnvContext &context,
                          const EpisodeOrder::Position &order,
                          const std::optional<Episode> &episode);

/// Errors: ActionError for anything that writeSnapshot() did not write, for a
/// program that is not in the pool, for other encoding or state options.
llvm::Expected<RestoredEnv> readSnapshot(const EnvContext &context,
                                         llvm::StringRef bytes);
} // namespace mlirgym
#endif // MLIRGYM_ENV_SNAPSHOT_H
