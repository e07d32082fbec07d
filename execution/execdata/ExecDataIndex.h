//===- execution/execdata/ExecDataIndex.h - Hot timings in memory ---------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H

#include "execution/execdata/ExecDataHash.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <memory>
#include <mutex>
#include <optional>

namespace mlirgym {

/// Answers that were asked before, in bounded memory. Entries live in two
/// generations: when the young one holds half the limit it becomes the old one,
/// and what was in the old one and not asked since is forgotten. At most 128
/// bytes an entry (64 and the free half of a hash table), and the text of
/// failures. Thread safe: 64 shards, a mutex each.
class ExecDataIndex {
public:
  /// Keeps at least limit / 2 and at most `limit` entries.
  explicit ExecDataIndex(size_t limit);

  std::optional<Measurement> find(const ExecDataHash &hash);
  /// Replaces what is there.
  void put(const ExecDataHash &hash, const Measurement &measurement);
  /// Leaves what is there: it is newer than an answer read from a file.
  void putIfAbsent(const ExecDataHash &hash, const Measurement &measurement);
  void clear();
  size_t size();

private:
  struct Entry {
    double medianNs = 0, minNs = 0, spread = 0;
    uint32_t repeats = 0, number = 0;
    float uncertainty = 0; // a double would make the entry longer
    Status status = Status::Ok;
    bool noisy = false;
    std::unique_ptr<const std::string> message; // null for none: the usual case
  };
  using Generation = llvm::DenseMap<ExecDataHash, Entry>;
  struct alignas(64) Shard {
    std::mutex mutex;
    Generation young, old;
  };
  static constexpr size_t numShards = 64;

  Shard &shardOf(const ExecDataHash &hash);
  void store(Shard &shard, const ExecDataHash &hash, Entry entry);
  static Entry toEntry(const Measurement &measurement);
  static Measurement toMeasurement(const Entry &entry);

  size_t generationLimit; // entries of a shard's generation
  std::array<Shard, numShards> shards;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H
