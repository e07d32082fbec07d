//===- agents/ppo/Checkpoint.h - Training as one file -----------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_CHECKPOINT_H
#define MLIRGYM_AGENTS_PPO_CHECKPOINT_H

#include "agents/ppo/Learner.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// Raised when older checkpoints can no longer be read.
inline constexpr int64_t checkpointVersion = 1;

/// What a checkpoint holds. On disk it is a LibTorch archive of a tuple (format
/// name, version, digest, facts as JSON text, names, tensors), which Python
/// reads with torch.load(path, weights_only=True). The digest is BLAKE3 over
/// all the rest: LibTorch does not check the sums that its archives carry.
struct Checkpoint {
  /// Options, counters, random state, environment snapshots.
  nlohmann::ordered_json facts;
  std::vector<NamedArray> arrays;
};

/// Written whole or not at all. Errors: text naming the file.
llvm::Error writeCheckpoint(llvm::StringRef path, const Checkpoint &checkpoint);

/// Errors: text naming the file and saying whether it cannot be read, is no
/// checkpoint, is of another version, or is damaged.
llvm::Expected<Checkpoint> readCheckpoint(llvm::StringRef path);

/// `error` with the file's name before its text; success stays success.
llvm::Error inFile(llvm::StringRef path, llvm::Error error);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_CHECKPOINT_H
