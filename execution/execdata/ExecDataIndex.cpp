#include "execution/execdata/ExecDataIndex.h"
#include "execution/execdata/ExecDataHash.h"
#include "outcome/Measurement.h"
#include <algorithm>
#include <mutex>
#include <optional>

namespace mlirgym {

ExecDataIndex::ExecDataIndex(size_t limit)
    : generationLimit(std::max<size_t>(limit / 2 / numShards, 1)) {}

ExecDataIndex::Shard &ExecDataIndex::shardOf(const ExecDataHash &hash) {
  // The hash tables use the low bits of word 0.
  return shards[hash.word(1) % numShards];
}

const ExecDataIndex::Entry *
ExecDataIndex::Generation::find(const ExecDataHash &hash) const {
  auto found = entries.find(hash);
  return found == entries.end() ? nullptr : &found->second;
}

Measurement ExecDataIndex::Generation::measurementOf(const ExecDataHash &hash,
                                                     const Entry &entry) const {
  Measurement measurement;
  static_cast<Timing &>(measurement) = entry;
  measurement.status = entry.status;
  measurement.cacheHit = true;
  if (entry.hasMessage)
    measurement.message = messages.lookup(hash);
  return measurement;
}

void ExecDataIndex::Generation::put(const ExecDataHash &hash,
                                    const Measurement &measurement) {
  const bool hasMessage = !measurement.message.empty();
  auto [found, isNew] = entries.try_emplace(hash);
  Entry &entry = found->second;
  if (!isNew && entry.hasMessage && !hasMessage)
    messages.erase(hash);
  entry = {measurement, measurement.status, hasMessage};
  if (hasMessage)
    messages[hash] = measurement.message;
}

void ExecDataIndex::Generation::erase(const ExecDataHash &hash) {
  auto found = entries.find(hash);
  if (found == entries.end())
    return;
  if (found->second.hasMessage)
    messages.erase(hash);
  entries.erase(found);
}

void ExecDataIndex::store(Shard &shard, const ExecDataHash &hash,
                          const Measurement &measurement) {
  if (shard.young.entries.size() >= generationLimit &&
      !shard.young.find(hash)) {
    shard.old = std::move(shard.young);
    shard.young = Generation();
  }
  shard.young.put(hash, measurement);
}

std::optional<Measurement> ExecDataIndex::find(const ExecDataHash &hash) {
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  if (const Entry *entry = shard.young.find(hash))
    return shard.young.measurementOf(hash, *entry);
  const Entry *entry = shard.old.find(hash);
  if (!entry)
    return std::nullopt;
  Measurement measurement = shard.old.measurementOf(hash, *entry);
  shard.old.erase(hash);
  store(shard, hash, measurement);
  return measurement;
}

void ExecDataIndex::put(const ExecDataHash &hash,
                        const Measurement &measurement) {
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  shard.old.erase(hash);
  store(shard, hash, measurement);
}

void ExecDataIndex::putIfAbsent(const ExecDataHash &hash,
                                const Measurement &measurement) {
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  if (!shard.young.find(hash) && !shard.old.find(hash))
    store(shard, hash, measurement);
}

void ExecDataIndex::clear() {
  for (Shard &shard : shards) {
    std::lock_guard lock(shard.mutex);
    shard.young = Generation();
    shard.old = Generation();
  }
}

size_t ExecDataIndex::size() {
  size_t total = 0;
  for (Shard &shard : shards) {
    std::lock_guard lock(shard.mutex);
    total += shard.young.entries.size() + shard.old.entries.size();
  }
  return total;
}

} // namespace mlirgym
