#include "execution/StoredTimings.h"
#include "execution/execdata/ExecData.h"
#include "execution/outcome/Measurement.h"
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
StoredTimings::inOrder(std::vector<CounterValue> counted) const {
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
StoredTimings::lookup(const ExecDataKey &key) {
  auto known = data.lookup(key);
  if (!known || !*known || !(*known)->ok() || counters.empty())
    return known;
  auto counted = data.lookupCounters(key);
  if (!counted)
    return counted.takeError();
  if (!*counted || !llvm::all_of(counters, [&](const std::string &name) {
        return find(**counted, name) != nullptr;
      }))
    return std::nullopt;
  (*known)->counters = inOrder(std::move(**counted));
  return known;
}

llvm::Error StoredTimings::insert(const ExecDataKey &key,
                                  Measurement measurement,
                                  const ExecDataProvenance &provenance,
                                  StopCheck *stop) {
  if (counters.empty())
    measurement.counters.clear();
  return data.insert(key, measurement, provenance, stop);
}

llvm::Expected<std::optional<Measurement>>
StoredTimings::lookupObject(const ExecDataKey &key,
                            llvm::StringRef objectHash) {
  if (!counters.empty())
    return std::nullopt;
  return data.lookupObject(key, objectHash);
}

} // namespace mlirgym
