#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataOpening.h"
#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/IncomingRecords.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mlirgym {

llvm::Expected<std::unique_ptr<ExecDataFile>>
ExecDataFile::open(llvm::StringRef path, SqliteMode mode) {
  llvm::Expected<SqliteConnection> connection = openExecDataFile(path, mode);
  if (!connection)
    return connection.takeError();
  std::unique_ptr<ExecDataFile> file(new ExecDataFile(std::move(*connection)));
  if (llvm::Error error = file->prepare(mode))
    return error;
  return file;
}

llvm::Error ExecDataFile::prepare(SqliteMode mode) {
  if (llvm::Error error = reader.prepare())
    return error;
  if (mode != SqliteMode::ReadWrite)
    return llvm::Error::success();
  if (llvm::Error error = writer.prepare())
    return error;
  return transactions.requireInPlace();
}

llvm::Expected<std::optional<Measurement>>
ExecDataFile::find(const ExecDataHash &hash) {
  std::lock_guard lock(mutex);
  return reader.find(hash);
}

llvm::Expected<std::optional<Measurement>>
ExecDataFile::findObject(const ExecDataKey &key,
                         llvm::ArrayRef<uint8_t> object) {
  std::lock_guard lock(mutex);
  return reader.findObject(key, object);
}

llvm::Expected<std::optional<PairedMeasurement>>
ExecDataFile::findPaired(const ExecDataHash &hash) {
  std::lock_guard lock(mutex);
  return reader.findPaired(hash);
}

llvm::Expected<std::optional<std::vector<CounterValue>>>
ExecDataFile::findCounters(const ExecDataHash &hash) {
  std::lock_guard lock(mutex);
  return reader.findCounters(hash);
}

llvm::Expected<std::vector<ExecDataContext>>
ExecDataFile::contextsOf(const ExecDataKey &key) {
  std::lock_guard lock(mutex);
  return reader.contextsOf(key);
}

llvm::Error ExecDataFile::forEach(ExecData::Order order,
                                  ExecDataReader::Visit visit) {
  std::lock_guard lock(mutex);
  return reader.forEach(order, visit);
}

llvm::Expected<uint64_t> ExecDataFile::count() {
  std::lock_guard lock(mutex);
  return reader.count();
}

llvm::Error ExecDataFile::checkValues() {
  std::lock_guard lock(mutex);
  return reader.checkValues();
}

llvm::Error ExecDataFile::insert(llvm::ArrayRef<ExecData::Record> records,
                                 StopCheck *stop) {
  std::lock_guard lock(mutex);
  return transactions.run("store a timing", stop,
                          [&] { return writer.insert(records); });
}

static bool areEqual(const Measurement &a, const Measurement &b) {
  return a.status == b.status && a.medianNs == b.medianNs &&
         a.minNs == b.minNs && a.number == b.number;
}

llvm::Expected<Measurement> ExecDataFile::settle(const ExecData::Record &record,
                                                 const Measurement *replaced,
                                                 int64_t sinceUs,
                                                 StopCheck *stop) {
  std::lock_guard lock(mutex);
  const ExecDataHash hash = hashOf(record.key);
  Measurement settled = record.measurement;
  // Found and stored under one lock of the file.
  auto store = [&]() -> llvm::Error {
    llvm::Expected<std::optional<Measurement>> found =
        reader.find(hash, sinceUs);
    if (!found)
      return found.takeError();
    if (!*found || (replaced && areEqual(**found, *replaced)))
      return writer.insert(record);
    settled = std::move(**found);
    return settled.ok() && record.measurement.ok()
               ? writer.addCounters(hash, record.measurement.counters)
               : llvm::Error::success();
  };
  if (llvm::Error error = transactions.run("store a timing", stop, store))
    return std::move(error);
  return settled;
}

llvm::Expected<PairedMeasurement>
ExecDataFile::settlePaired(const ExecDataHash &hash, PairedMeasurement paired,
                           int64_t sinceUs, StopCheck *stop) {
  std::lock_guard lock(mutex);
  auto store = [&]() -> llvm::Error {
    llvm::Expected<std::optional<PairedMeasurement>> found =
        reader.findPaired(hash, sinceUs);
    if (!found)
      return found.takeError();
    if (!*found)
      return writer.insertPaired(hash, paired);
    paired = std::move(**found);
    return llvm::Error::success();
  };
  if (llvm::Error error = transactions.run("store a timing", stop, store))
    return std::move(error);
  return paired;
}

llvm::Expected<uint64_t> ExecDataFile::merge(llvm::StringRef other) {
  if (llvm::sys::fs::equivalent(path(), other))
    return 0;
  llvm::Expected<IncomingRecords> incoming = IncomingRecords::open(other);
  if (!incoming)
    return incoming.takeError();
  std::lock_guard lock(mutex);
  return incoming->mergeInto(connection, transactions);
}

} // namespace mlirgym
