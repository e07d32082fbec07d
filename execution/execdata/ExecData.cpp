#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataIndex.h"
#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/ExecDataWriter.h"
#include "execution/execdata/Plausibility.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <tuple>
#include <vector>

namespace mlirgym {

struct ExecData::Impl {
  explicit Impl(Options given)
      : options(std::move(given)), hot(options.memoryEntries) {}

  Options options;
  /// The read-only files in their order, then the file that is written.
  std::vector<std::unique_ptr<ExecDataFile>> files;
  /// With onlyNew: the records stored through this object, in memory.
  std::unique_ptr<ExecDataFile> fresh;
  ExecDataIndex hot;
  /// With onlyNew, the time when it was opened: older records are replaced.
  /// Otherwise 0.
  int64_t sinceUs = 0;

  /// With anyMachine: the context that supplies the timings of a program,
  /// thread count, metric and device, as a key without a schedule.
  struct Chosen {
    ExecDataKey key;
    ContextDigest digest;
  };
  std::shared_mutex chosenMutex;
  std::map<std::tuple<ProgramKey, unsigned, Metric, std::string>, Chosen>
      chosen;

  ExecDataFile &own() { return *files.back(); }
  /// The files of look-ups.
  llvm::ArrayRef<std::unique_ptr<ExecDataFile>> readable() const {
    return fresh ? llvm::ArrayRef(fresh) : llvm::ArrayRef(files);
  }
  /// The read-only files of look-ups.
  llvm::ArrayRef<std::unique_ptr<ExecDataFile>> mains() const {
    return readable().drop_back(); // only one with onlyNew
  }
  llvm::Error insert(llvm::ArrayRef<Record> records, StopCheck *stop);
  llvm::Expected<const Chosen *> chosenFor(const ExecDataKey &key);
  /// The answer for the context that was chosen for `key`, else for its own,
  /// which is null.
  template <typename Ask>
  auto answer(const ExecDataKey &key, Ask ask) -> decltype(ask(nullptr)) {
    if (options.anyMachine) {
      MLIRGYM_TRY(const Chosen *context, chosenFor(key));
      if (context)
        if (auto found = ask(context); !found || *found)
          return found;
    }
    return ask(nullptr);
  }
  static ExecDataHash hashIn(const Chosen *context, const ExecDataKey &key) {
    return context ? hashOf(key.program, context->digest, key.schedule)
                   : hashOf(key);
  }
  llvm::Expected<std::optional<Measurement>> find(const ExecDataHash &hash);
  llvm::Error requireWritable() const;
};

/// The first answer of some files.
template <typename Ask>
static auto firstOf(llvm::ArrayRef<std::unique_ptr<ExecDataFile>> files,
                    Ask ask) -> decltype(ask(files.front()->read())) {
  for (const std::unique_ptr<ExecDataFile> &file : files)
    if (auto found = ask(file->read()); !found || *found)
      return found;
  return std::nullopt;
}

ExecData::ExecData() = default;
ExecData::~ExecData() = default;

llvm::Expected<std::unique_ptr<ExecData>> ExecData::open(Options options) {
  std::unique_ptr<ExecData> data(new ExecData());
  data->impl = std::make_unique<Impl>(std::move(options));
  Impl &impl = *data->impl;
  auto add = [&](llvm::StringRef path, SqliteMode mode) -> llvm::Error {
    MLIRGYM_TRY(std::unique_ptr<ExecDataFile> file,
                ExecDataFile::open(path, mode));
    impl.files.push_back(std::move(file));
    return llvm::Error::success();
  };
  for (const std::string &main : impl.options.mains)
    MLIRGYM_TRY_TO(add(main, SqliteMode::ReadOnly));
  bool inMemory = impl.options.file.empty();
  bool readOnly = impl.options.readOnly && !inMemory;
  MLIRGYM_TRY_TO(add(inMemory ? ":memory:" : impl.options.file,
                     readOnly ? SqliteMode::ReadOnly : SqliteMode::ReadWrite));
  if (!impl.options.onlyNew)
    return data;
  MLIRGYM_TRY(impl.fresh,
              ExecDataFile::open(":memory:", SqliteMode::ReadWrite));
  impl.sinceUs = microsecondsSince1970();
  return data;
}

llvm::Expected<std::optional<Measurement>>
ExecData::Impl::find(const ExecDataHash &hash) {
  if (std::optional<Measurement> known = hot.find(hash))
    return known;
  for (const std::unique_ptr<ExecDataFile> &file : readable()) {
    MLIRGYM_TRY(std::optional<Measurement> found, file->read()->find(hash));
    if (!found)
      continue;
    hot.putIfAbsent(hash, *found);
    return found;
  }
  return std::nullopt;
}

/// The device of a machine: the part before a slash, "" for a host.
static llvm::StringRef deviceOf(llvm::StringRef machine) {
  auto [device, rest] = machine.split('/');
  return rest.empty() ? "" : device;
}

llvm::Expected<const ExecData::Impl::Chosen *>
ExecData::Impl::chosenFor(const ExecDataKey &key) {
  std::tuple name(key.program, key.threads, key.metric,
                  deviceOf(key.machine).str());
  {
    std::shared_lock lock(chosenMutex);
    // Entries of a std::map do not move, and are never erased.
    if (auto it = chosen.find(name); it != chosen.end())
      return &it->second;
  }
  std::map<std::tuple<std::string, std::string, std::string>, uint64_t> totals;
  for (const std::unique_ptr<ExecDataFile> &file : readable()) {
    MLIRGYM_TRY(std::vector<ExecDataContext> contexts,
                file->read()->contextsOf(key));
    for (const ExecDataContext &context : contexts)
      if (deviceOf(context.machine) == deviceOf(key.machine))
        totals[{context.machine, context.toolchain, context.protocol}] +=
            context.records;
  }
  if (totals.empty())
    return nullptr; // may be added later, so not cached
  ExecDataKey baseline = key;
  baseline.schedule.clear();
  MLIRGYM_TRY(std::optional<Measurement> own, find(hashOf(baseline)));
  Chosen choice;
  choice.key = baseline;
  if (!own) {
    auto most = llvm::max_element(totals, [](const auto &a, const auto &b) {
      return a.second < b.second;
    });
    std::tie(choice.key.machine, choice.key.toolchain, choice.key.protocol) =
        most->first;
  }
  choice.digest = digestOfContext(choice.key);
  std::unique_lock lock(chosenMutex);
  return &chosen.try_emplace(name, std::move(choice)).first->second;
}

/// The metric is part of the key, and not stored in the record.
template <typename Record>
static llvm::Expected<std::optional<Record>>
withMetric(llvm::Expected<std::optional<Record>> found, Metric metric) {
  if (found && *found)
    (*found)->metric = metric;
  return found;
}

llvm::Expected<std::optional<Measurement>>
ExecData::lookup(const ExecDataKey &key) {
  auto find = [&](const Impl::Chosen *context) {
    return impl->find(Impl::hashIn(context, key));
  };
  return withMetric(impl->answer(key, find), key.metric);
}

llvm::Expected<std::optional<Measurement>>
ExecData::lookupObject(const ExecDataKey &key, llvm::StringRef objectHash) {
  MLIRGYM_TRY(auto object, parseObjectHash(objectHash));
  if (object.empty())
    return std::nullopt;
  auto find = [&](const Impl::Chosen *context) {
    return firstOf(impl->readable(), [&](const auto &reader) {
      return reader->findObject(context ? context->key : key, object);
    });
  };
  return withMetric(impl->answer(key, find), key.metric);
}

llvm::Expected<std::optional<PairedMeasurement>>
ExecData::lookupPaired(const ExecDataKey &key) {
  auto find = [&](const Impl::Chosen *context) {
    return firstOf(impl->readable(), [&](const auto &reader) {
      return reader->findPaired(Impl::hashIn(context, key));
    });
  };
  return withMetric(impl->answer(key, find), key.metric);
}

llvm::Expected<std::optional<std::vector<CounterValue>>>
ExecData::lookupCounters(const ExecDataKey &key) {
  return impl->answer(key, [&](const Impl::Chosen *context) {
    return firstOf(impl->readable(), [&](const auto &reader) {
      return reader->findCounters(Impl::hashIn(context, key));
    });
  });
}

llvm::Expected<PairedMeasurement>
ExecData::settlePaired(const ExecDataKey &key, PairedMeasurement paired,
                       StopCheck *stop) {
  MLIRGYM_TRY_TO(impl->requireWritable());
  if (!paired.ok())
    return paired;
  if (paired.metric != key.metric)
    return executionError("{0}: a paired timing of '{1}' in {2} under a key of "
                          "{3}; give both the same metric",
                          impl->own().path(), key.schedule,
                          nameOf(paired.metric), nameOf(key.metric));
  if (llvm::StringRef problem = problemOf(paired); !problem.empty())
    return executionError("{0}: a paired timing of '{1}' {2}; measure it again",
                          impl->own().path(), key.schedule, problem);
  const ExecDataHash hash = hashOf(key);
  auto settled = impl->own().settlePaired(hash, paired, impl->sinceUs, stop);
  if (settled && impl->fresh)
    settled = impl->fresh->settlePaired(hash, *settled, /*sinceUs=*/0, stop);
  if (!settled)
    return settled;
  MLIRGYM_TRY(auto inMains, firstOf(impl->mains(), [&](const auto &reader) {
                return reader->findPaired(hash);
              }));
  if (inMains)
    *settled = std::move(*inMains);
  settled->metric = key.metric;
  return settled;
}

llvm::Error ExecData::Impl::requireWritable() const {
  if (!options.readOnly || options.file.empty())
    return llvm::Error::success();
  return executionError("{0}: opened read-only, nothing can be stored; open it "
                        "for writing",
                        options.file);
}

llvm::Error ExecData::Impl::insert(llvm::ArrayRef<Record> records,
                                   StopCheck *stop) {
  MLIRGYM_TRY_TO(own().insert(records, stop));
  return fresh ? fresh->insert(records, stop) : llvm::Error::success();
}

llvm::Error ExecData::insert(const ExecDataKey &key,
                             const Measurement &measurement,
                             const ExecDataProvenance &provenance,
                             StopCheck *stop) {
  return insertAll(Record{key, measurement, provenance}, stop);
}

llvm::Error ExecData::insertAll(llvm::ArrayRef<Record> records,
                                StopCheck *stop) {
  MLIRGYM_TRY_TO(impl->requireWritable());
  MLIRGYM_TRY_TO(impl->insert(records, stop));
  for (const Record &record : records)
    if (isStored(record.measurement.status))
      impl->hot.put(hashOf(record.key), record.measurement);
  return llvm::Error::success();
}

llvm::Expected<Measurement>
ExecData::settle(const ExecDataKey &key, const Measurement &measurement,
                 const ExecDataProvenance &provenance,
                 const Measurement *replaced, StopCheck *stop) {
  MLIRGYM_TRY_TO(impl->requireWritable());
  Record record{key, measurement, provenance};
  auto settled = impl->own().settle(record, replaced, impl->sinceUs, stop);
  if (!settled)
    return settled;
  const ExecDataHash hash = hashOf(key);
  if (impl->fresh) {
    record.measurement = *settled;
    if (settled->ok() && measurement.ok())
      record.measurement.counters = measurement.counters;
    MLIRGYM_TRY_TO(impl->fresh->insert(record, stop));
  }
  MLIRGYM_TRY(auto inMains, firstOf(impl->mains(), [&](const auto &reader) {
                return reader->find(hash);
              }));
  // The timing that a look-up returned, or would return, stays valid, whatever
  // other processes have stored.
  if (!replaced) {
    if (auto known = impl->hot.find(hash))
      *settled = std::move(*known);
    else if (inMains)
      *settled = std::move(*inMains);
  }
  settled->metric = key.metric;
  impl->hot.put(hash, *settled);
  return settled;
}

llvm::Expected<std::vector<ExecData::Record>> ExecData::records() {
  std::vector<Record> all;
  MLIRGYM_TRY_TO(forEachRecord(Order::Name, [&](const Record &record) {
    all.push_back(record);
    return llvm::Error::success();
  }));
  return all;
}

llvm::Error
ExecData::forEachRecord(Order order,
                        llvm::function_ref<llvm::Error(const Record &)> visit) {
  return impl->own().read()->forEach(
      order,
      [&](const ExecDataHash &, const Record &record,
          llvm::StringRef problem) -> llvm::Error {
        if (problem.empty())
          return visit(record);
        return executionError("{0}: the record of '{1}' on {2} {3}; delete it "
                              "with sqlite3, or restore a copy of the file",
                              impl->own().path(), record.key.schedule,
                              record.provenance.programName, problem);
      });
}

llvm::Expected<uint64_t> ExecData::count() {
  return impl->own().read()->count();
}

llvm::Expected<uint64_t> ExecData::merge(llvm::StringRef file) {
  MLIRGYM_TRY_TO(impl->requireWritable());
  llvm::Expected<uint64_t> changed = impl->own().merge(file);
  // Newer timings may have replaced the cached ones.
  if (changed)
    impl->hot.clear();
  return changed;
}

} // namespace mlirgym
