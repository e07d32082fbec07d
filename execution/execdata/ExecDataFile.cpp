#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataOpening.h"
#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/IncomingRecords.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
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
  MLIRGYM_TRY(SqliteConnection connection, openExecDataFile(path, mode));
  std::unique_ptr<ExecDataFile> file(new ExecDataFile(std::move(connection)));
  MLIRGYM_TRY_TO(file->prepare(mode));
  return file;
}

llvm::Error ExecDataFile::prepare(SqliteMode mode) {
  MLIRGYM_TRY_TO(reader.prepare());
  if (mode != SqliteMode::ReadWrite)
    return llvm::Error::success();
  MLIRGYM_TRY_TO(writer.prepare());
  return transactions.requireInPlace();
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
    MLIRGYM_TRY(std::optional<Measurement> found, reader.find(hash, sinceUs));
    if (!found || (replaced && areEqual(*found, *replaced)))
      return writer.insert(record);
    settled = std::move(*found);
    return settled.ok() && record.measurement.ok()
               ? writer.addCounters(hash, record.measurement.counters)
               : llvm::Error::success();
  };
  MLIRGYM_TRY_TO(transactions.run("store a timing", stop, store));
  return settled;
}

llvm::Expected<PairedMeasurement>
ExecDataFile::settlePaired(const ExecDataHash &hash, PairedMeasurement paired,
                           int64_t sinceUs, StopCheck *stop) {
  std::lock_guard lock(mutex);
  auto store = [&]() -> llvm::Error {
    MLIRGYM_TRY(std::optional<PairedMeasurement> found,
                reader.findPaired(hash, sinceUs));
    if (!found)
      return writer.insertPaired(hash, paired);
    paired = std::move(*found);
    return llvm::Error::success();
  };
  MLIRGYM_TRY_TO(transactions.run("store a timing", stop, store));
  return paired;
}

llvm::Expected<uint64_t> ExecDataFile::merge(llvm::StringRef other) {
  if (llvm::sys::fs::equivalent(path(), other))
    return 0;
  MLIRGYM_TRY(IncomingRecords incoming, IncomingRecords::open(other));
  std::lock_guard lock(mutex);
  return incoming.mergeInto(connection, transactions);
}

} // namespace mlirgym
