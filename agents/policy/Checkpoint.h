//===- agents/policy/Checkpoint.h - Weights and metadata --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_CHECKPOINT_H
#define MLIRGYM_AGENTS_POLICY_CHECKPOINT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym {

/// Raise it when older checkpoints can no longer be read. New kinds of actions
/// or slices of observations do not require this, since policies list theirs by
/// name.
inline constexpr int64_t checkpointVersion = 1;

/// Row-major floats with a name: a parameter, or a moment of an optimiser.
struct NamedArray {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
  friend bool operator==(const NamedArray &, const NamedArray &) = default;
};

/// The contents of a checkpoint. On disk it is a LibTorch archive of a tuple
/// (format name, version, digest, facts as JSON text, names, tensors), which
/// Python reads with torch.load(path, weights_only=True). The digest is BLAKE3
/// over all other entries, since LibTorch does not verify the checksums of its
/// archives.
struct Checkpoint {
  /// Member "policy": the PolicySpec for loadPolicy(). All other members belong
  /// to the trainer: options, counters, random state, environment snapshots.
  nlohmann::ordered_json facts;
  /// The weights by their names in the network, and further arrays of the
  /// trainer.
  std::vector<NamedArray> arrays;
};

/// Written completely or not at all. Errors: text naming the file.
llvm::Error writeCheckpoint(llvm::StringRef path, const Checkpoint &checkpoint);

/// Errors: text naming the file and the reason: it cannot be read, is not a
/// checkpoint, has another version, or is damaged.
llvm::Expected<Checkpoint> readCheckpoint(llvm::StringRef path);

/// `error` with the file's name prepended to its text; success is unchanged.
llvm::Error inFile(llvm::StringRef path, llvm::Error error);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_CHECKPOINT_H
