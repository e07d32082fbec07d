#include "execution/batch/CountedTimings.h"
#include "execution/execdata/ExecData.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

static const CounterValue *find(llvm::ArrayRef<CounterValue> counted,
                                llvm::StringRef name) {
  const auto *found = llvm::find_if(
      counted, [&](const CounterValue &value) { return value.name == name; });
  return found == counted.end() ? nullptr : found;
}

std::vector<CounterValue>
CountedTimings::inOrder(std::vector<CounterValue> counted) const {
  if (counters.empty()) {
    llvm::erase_if(counted, [](const CounterValue &v) { return !v.perCall; });
    return counted;
  }
  std::vector<CounterValue> ordered;
  for (const std::string &name : counters) {
    const CounterValue *value = find(counted, name);
    ordered.push_back({name, value ? value->perCall : std::nullopt});
  }
  return ordered;
}

llvm::Expected<std::optional<Measurement>>
CountedTimings::lookup(const ExecDataKey &key) {
  auto known = data.lookup(key);
  if (!known || !*known || !(*known)->ok() || counters.empty())
    return known;
  MLIRGYM_TRY(auto counted, data.lookupCounters(key));
  if (!counted || !llvm::all_of(counters, [&](const std::string &name) {
        return find(*counted, name) != nullptr;
      }))
    return std::nullopt;
  (*known)->counters = inOrder(std::move(*counted));
  return known;
}

llvm::Expected<Measurement>
CountedTimings::settle(const ExecDataKey &key, Measurement measurement,
                       const ExecDataProvenance &provenance,
                       const Measurement *replaced, StopCheck *stop) {
  Measurement stored = measurement;
  std::optional<Measurement> uncounted;
  if (counters.empty()) {
    stored.counters.clear();
  } else if (!measurement.ok() && !replaced) {
    // It failed when it ran again with counters: the failure replaces its time.
    MLIRGYM_TRY(uncounted, data.lookup(key));
    replaced = uncounted ? &*uncounted : nullptr;
  }
  auto settled = data.settle(key, stored, provenance, replaced, stop);
  if (!settled)
    return settled;
  if (!settled->cacheHit) // the given measurement
    return measurement;
  if (settled->ok() && !counters.empty()) {
    MLIRGYM_TRY(auto counted, data.lookupCounters(key));
    settled->counters = inOrder(counted.value_or(std::vector<CounterValue>()));
  }
  if (settled->ok() && measurement.ok())
    settled->message = measurement.message; // remarks are not looked up
  // The caller did measure, although the result is not used.
  settled->cacheHit = measurement.cacheHit;
  settled->phases = measurement.phases;
  return settled;
}

llvm::Expected<std::optional<Measurement>>
CountedTimings::lookupObject(const ExecDataKey &key,
                             llvm::StringRef objectHash) {
  if (!counters.empty())
    return std::nullopt;
  return data.lookupObject(key, objectHash);
}

} // namespace mlirgym
