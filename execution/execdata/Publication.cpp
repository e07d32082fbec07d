#include "execution/execdata/Publication.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataShards.h"
#include "execution/execdata/PublishingRule.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/LockedFolder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

using namespace mlirgym;
namespace fs = llvm::sys::fs;

using Records = std::vector<ExecData::Record>;

namespace {
/// The files of one machine.
class Series {
public:
  Series(ExecDataShards first, unsigned limit)
      : shards(std::move(first)), limit(limit) {}

  /// Into one file.
  llvm::Error add(const Records &records) {
    if (rows > 0 && rows + records.size() > limit)
      MLIRGYM_TRY_TO(finish());
    if (!data) {
      MLIRGYM_TRY(data, ExecData::open({.file = shards.current()}));
    }
    rows += records.size();
    return data->insertAll(records);
  }
  llvm::Error addPaired(const ExecDataKey &key, PairedMeasurement paired) {
    return data->settlePaired(key, std::move(paired)).takeError();
  }
  llvm::Error finish() {
    data.reset();
    rows = 0;
    return shards.seal();
  }

private:
  ExecDataShards shards;
  size_t limit, rows = 0;
  std::unique_ptr<ExecData> data;
};

/// Sorts the records of a merged file into series.
class Sorting {
public:
  Sorting(const Publication &publication, ExecData &merged,
          const Publication::Options &options, Publication::Visit visit)
      : publication(publication), merged(merged), options(options),
        visit(visit) {}

  /// Records come by the names of their programs.
  llvm::Error take(const ExecData::Record &record) {
    if (record.provenance.programName != name)
      MLIRGYM_TRY_TO(writeProgram());
    name = record.provenance.programName;
    const ExecDataKey &key = record.key;
    groups[{key.program, key.machine, key.toolchain, key.protocol, key.threads,
            key.metric}]
        .push_back(record);
    return llvm::Error::success();
  }
  llvm::Expected<Publication::Counts> finish() {
    MLIRGYM_TRY_TO(writeProgram());
    for (auto &[machine, one] : series)
      MLIRGYM_TRY_TO(one.finish());
    return counts;
  }

private:
  using Context = std::tuple<ProgramKey, std::string, std::string, std::string,
                             unsigned, Metric>;

  llvm::Error writeProgram() {
    for (const auto &[context, records] : groups)
      MLIRGYM_TRY_TO(writeGroup(std::get<1>(context), records));
    groups.clear();
    return llvm::Error::success();
  }

  llvm::Error writeGroup(const std::string &machine, const Records &records) {
    const auto baseline = llvm::find_if(
        records, [](const auto &each) { return each.key.schedule.empty(); });
    if (baseline == records.end() || !baseline->measurement.ok()) {
      counts.withoutBaseline += records.size();
      return llvm::Error::success();
    }
    Records kept;
    for (const auto &[record, fate] :
         llvm::zip_equal(records, options.rule.apply(records))) {
      ++counts.fates[static_cast<size_t>(fate)];
      if (fate != Fate::Kept)
        continue;
      kept.push_back(record);
      MLIRGYM_TRY(auto counters, merged.lookupCounters(record.key));
      if (counters)
        kept.back().measurement.counters = std::move(*counters);
    }
    auto found = series.find(machine);
    if (found == series.end()) {
      MLIRGYM_TRY(auto shards,
                  ExecDataShards::open(publication.file(""), machine));
      found =
          series.emplace(machine, Series(std::move(shards), options.shardRows))
              .first;
    }
    MLIRGYM_TRY_TO(found->second.add(kept));
    for (const ExecData::Record &record : kept) {
      MLIRGYM_TRY(auto paired, merged.lookupPaired(record.key));
      if (paired)
        MLIRGYM_TRY_TO(found->second.addPaired(record.key, std::move(*paired)));
    }
    visit(kept, baseline->measurement);
    return llvm::Error::success();
  }

  const Publication &publication;
  ExecData &merged;
  const Publication::Options &options;
  Publication::Visit visit;
  std::string name;
  std::map<Context, Records> groups;
  std::map<std::string, Series> series;
  Publication::Counts counts;
};
} // namespace

static llvm::Error fileError(llvm::StringRef path, std::error_code code) {
  return llvm::createStringError(code, "%s: %s; choose another folder",
                                 path.str().c_str(), code.message().c_str());
}

/// Removes what an earlier publication has left, except the lock.
static llvm::Error clear(const LockedFolder &folder) {
  std::error_code code;
  std::vector<std::string> old;
  for (fs::directory_iterator entry(folder.file(""), code), end;
       !code && entry != end; entry.increment(code))
    if (entry->path() != folder.file("lock"))
      old.push_back(entry->path());
  for (const std::string &file : old)
    if (!code)
      code = fs::remove(file);
  return code ? fileError(folder.file(""), code) : llvm::Error::success();
}

llvm::Expected<Publication> Publication::start(llvm::StringRef given) {
  const llvm::StringRef out = given.rtrim('/');
  std::error_code code;
  if (fs::exists(out) &&
      (!fs::is_directory(out) ||
       fs::directory_iterator(out, code) != fs::directory_iterator()))
    return llvm::createStringError(
        "%s: exists and is not an empty folder; remove it, or choose another",
        out.str().c_str());
  MLIRGYM_TRY(auto folder, LockedFolder::open((out + ".unfinished").str()));
  MLIRGYM_TRY_TO(clear(folder));
  return Publication(out, std::move(folder));
}

llvm::Expected<Publication::Counts>
Publication::write(llvm::ArrayRef<std::string> files, const Options &options,
                   Visit visit) {
  const std::string all = file("merged");
  uint64_t given = 0;
  {
    MLIRGYM_TRY(auto merged, ExecData::open({.file = all}));
    for (const std::string &each : files) {
      MLIRGYM_TRY_TO(merged->merge(each).takeError());
      MLIRGYM_TRY(auto one, ExecData::open({.file = each, .readOnly = true}));
      MLIRGYM_TRY(uint64_t count, one->count());
      given += count;
    }
  }
  MLIRGYM_TRY(auto merged, ExecData::open({.file = all, .readOnly = true}));
  // Visited by one connection, and looked up by another.
  MLIRGYM_TRY(auto lookups, ExecData::open({.file = all, .readOnly = true}));
  MLIRGYM_TRY(uint64_t remaining, merged->count());
  Sorting sorting(*this, *lookups, options, visit);
  MLIRGYM_TRY_TO(merged->forEachRecord(
      ExecData::Order::Name,
      [&](const ExecData::Record &record) { return sorting.take(record); }));
  MLIRGYM_TRY(Counts counts, sorting.finish());
  counts.given = given;
  counts.superseded = given - remaining;
  merged.reset();
  lookups.reset();
  for (const char *suffix : {"", "-wal", "-shm"})
    if (std::error_code code = fs::remove(all + suffix))
      return fileError(all, code);
  return counts;
}

llvm::Error Publication::commit() {
  if (std::error_code code = fs::remove(file("lock")))
    return fileError(file("lock"), code);
  if (std::error_code code = fs::rename(file(""), out))
    return fileError(out, code);
  return llvm::Error::success();
}
