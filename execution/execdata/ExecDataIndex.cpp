#include "execution/execdata/ExecDataIndex.h"
#include <algorithm>

namespace mlirgym {

ExecDataIndex::ExecDataIndex(size_t limit)
    : generationLimit(std::max<size_t>(limit / 2 / numShards, 1)) {}

ExecDataIndex::Shard &ExecDataIndex::shardOf(const ExecDataHash &hash) {
  // The tables use the low bits of word 0.
  return shards[hash.word(1) % numShards];
}

ExecDataIndex::Entry ExecDataIndex::toEntry(const Measurement &measurement) {
  Entry entry;
  entry.medianNs = measurement.medianNs;
  entry.minNs = measurement.minNs;
  entry.spread = measurement.spread;
  entry.repeats = measurement.repeats;
  entry.number = measurement.number;
  entry.uncertainty = static_cast<float>(measurement.uncertainty);
  entry.status = measurement.status;
  entry.noisy = measurement.noisy;
  if (!measurement.message.empty())
    entry.message = std::make_unique<const std::string>(measurement.message);
  return entry;
}

Measurement ExecDataIndex::toMeasurement(const Entry &entry) {
  Measurement measurement;
  measurement.status = entry.status;
  measurement.medianNs = entry.medianNs;
  measurement.minNs = entry.minNs;
  measurement.spread = entry.spread;
  measurement.repeats = entry.repeats;
  measurement.number = entry.number;
  measurement.uncertainty = entry.uncertainty;
  measurement.noisy = entry.noisy;
  measurement.cacheHit = true;
  if (entry.message)
    measurement.message = *entry.message;
  return measurement;
}

void ExecDataIndex::store(Shard &shard, const ExecDataHash &hash, Entry entry) {
  if (shard.young.size() >= generationLimit) {
    shard.old = std::move(shard.young);
    shard.young = Generation();
  }
  shard.young[hash] = std::move(entry);
}

std::optional<Measurement> ExecDataIndex::find(const ExecDataHash &hash) {
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  auto young = shard.young.find(hash);
  if (young != shard.young.end())
    return toMeasurement(young->second);
  auto old = shard.old.find(hash);
  if (old == shard.old.end())
    return std::nullopt;
  Entry entry = std::move(old->second);
  shard.old.erase(old);
  Measurement measurement = toMeasurement(entry);
  store(shard, hash, std::move(entry));
  return measurement;
}

void ExecDataIndex::put(const ExecDataHash &hash,
                        const Measurement &measurement) {
  Entry entry = toEntry(measurement);
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  shard.old.erase(hash);
  if (auto young = shard.young.find(hash); young != shard.young.end()) {
    young->second = std::move(entry);
    return;
  }
  store(shard, hash, std::move(entry));
}

void ExecDataIndex::putIfAbsent(const ExecDataHash &hash,
                                const Measurement &measurement) {
  Entry entry = toEntry(measurement);
  Shard &shard = shardOf(hash);
  std::lock_guard lock(shard.mutex);
  if (shard.young.contains(hash) || shard.old.contains(hash))
    return;
  store(shard, hash, std::move(entry));
}

void ExecDataIndex::clear() {
  for (Shard &shard : shards) {
    std::lock_guard lock(shard.mutex);
    shard.young.clear();
    shard.old.clear();
  }
}

size_t ExecDataIndex::size() {
  size_t total = 0;
  for (Shard &shard : shards) {
    std::lock_guard lock(shard.mutex);
    total += shard.young.size() + shard.old.size();
  }
  return total;
}

} // namespace mlirgym
