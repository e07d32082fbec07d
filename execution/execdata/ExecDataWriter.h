//===- execution/execdata/ExecDataWriter.h - Writes records to a file -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAWRITER_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAWRITER_H

#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

/// The current time, in the unit of records.
int64_t microsecondsSince1970();

/// Writes records to an exec-data file of the current version, by prepared
/// statements. The caller begins and commits the transaction. One thread at a
/// time.
class ExecDataWriter {
public:
  /// `opened` must outlive this. Requires: prepare() before any insert.
  explicit ExecDataWriter(SqliteConnection &opened) : connection(opened) {}
  llvm::Error prepare();

  /// Adds or replaces each record, except those whose status is not stored.
  llvm::Error insert(llvm::ArrayRef<ExecData::Record> records);
  /// Adds the counters that the record with this key lacks.
  llvm::Error addCounters(const ExecDataHash &hash,
                          llvm::ArrayRef<CounterValue> counters);
  /// Adds or replaces a paired measurement.
  llvm::Error insertPaired(const ExecDataHash &hash,
                           const PairedMeasurement &paired);

private:
  /// Ids of shared rows, cached during one insert().
  struct InternedIds;
  llvm::Error insertOne(const ExecData::Record &record, InternedIds &ids);
  llvm::Error write(const ExecData::Record &record,
                    llvm::ArrayRef<uint8_t> object, int64_t program,
                    int64_t context, int64_t origin);
  llvm::Expected<int64_t> internProgram(const ExecData::Record &record);
  llvm::Expected<int64_t> internContext(const ExecDataKey &key);
  llvm::Expected<int64_t> internOrigin(const ExecDataProvenance &provenance);

  SqliteConnection &connection;
  SqliteStatement selectProgram, addProgram, nameProgram, selectContext,
      addContext, selectOrigin, addOrigin, selectId, addMeasurement,
      replaceMeasurement, putPaired, dropCounters, putCounter;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAWRITER_H
