//===- execution/execdata/ExecDataIndex.h - Hot timings in memory ---------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H

#include "execution/execdata/ExecDataHash.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <mutex>
#include <optional>
#include <string>

namespace mlirgym {

/// A cache of timings in bounded memory. Entries are in two generations: when
/// the young one reaches half the limit it becomes the old one, and entries of
/// the previous old one that were not looked up since are dropped. At most 128
/// bytes per entry (64, and the free half of a hash table), plus the text of
/// failures. Thread safe: 64 shards with a mutex each.
class ExecDataIndex {
public:
  /// Keeps at least limit / 2 and at most `limit` entries.
  explicit ExecDataIndex(size_t limit);

  std::optional<Measurement> find(const ExecDataHash &hash);
  /// Adds a timing, or replaces that of the key.
  void put(const ExecDataHash &hash, const Measurement &measurement);
  /// Keeps an existing timing of the key: it is newer than one read from a
  /// file.
  void putIfAbsent(const ExecDataHash &hash, const Measurement &measurement);
  void clear();
  size_t size();

private:
  /// All fields of a timing, and two more in its padding.
  struct Entry : Timing {
    Status status = Status::Ok;
    bool hasMessage = false; // rare, so messages are stored separately
  };
  static_assert(sizeof(Entry) <= 48, "48 bytes and a key of 16 per entry");
  struct Generation {
    llvm::DenseMap<ExecDataHash, Entry> entries;
    llvm::DenseMap<ExecDataHash, std::string> messages;

    const Entry *find(const ExecDataHash &hash) const;
    Measurement measurementOf(const ExecDataHash &hash,
                              const Entry &entry) const;
    void put(const ExecDataHash &hash, const Measurement &measurement);
    void erase(const ExecDataHash &hash);
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    Generation young, old;
  };
  static constexpr size_t numShards = 64;

  Shard &shardOf(const ExecDataHash &hash);
  /// Adds or replaces a timing in the young generation.
  void store(Shard &shard, const ExecDataHash &hash,
             const Measurement &measurement);

  size_t generationLimit; // limit of entries per generation of a shard
  std::array<Shard, numShards> shards;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAINDEX_H
