//===- execution/execdata/ExecDataFile.h - One exec-data file ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H

#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/Sqlite.h"
#include <mutex>
#include <sys/types.h>

namespace mlirgym {

/// Texts of a context and how many records it has.
struct ExecDataContext {
  std::string machine, toolchain, protocol;
  uint64_t records = 0;
};

/// Which file a path leads to.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};

/// An SQLite file with the tables of ExecDataSchema.h. Thread safe: one
/// connection behind one mutex.
class ExecDataFile {
public:
  /// Errors: as openExecDataFile().
  static llvm::Expected<std::unique_ptr<ExecDataFile>>
  open(llvm::StringRef path, SqliteMode mode);

  llvm::Expected<std::optional<Measurement>> find(const ExecDataHash &hash);
  /// First record with the object hash under the context of `key`.
  llvm::Expected<std::optional<Measurement>>
  findObject(const ExecDataKey &key, llvm::ArrayRef<uint8_t> object);
  /// What measuring the schedule of a key in turn with its baseline gave.
  llvm::Expected<std::optional<PairedMeasurement>>
  findPaired(const ExecDataHash &hash);
  /// Stores or replaces it.
  llvm::Error insertPaired(const ExecDataHash &hash,
                           const PairedMeasurement &paired);
  /// Contexts that have records of the program with so many threads.
  llvm::Expected<std::vector<ExecDataContext>>
  contextsOf(const ProgramKey &program, unsigned threads);

  /// Stores all in one transaction, or none. Errors: a full disk, a file that
  /// was removed or replaced since it was opened.
  llvm::Error insert(llvm::ArrayRef<ExecData::Record> records);
  llvm::Expected<uint64_t> merge(llvm::StringRef path);

  llvm::Error forEach(ExecData::Order order,
                      llvm::function_ref<llvm::Error(const ExecDataHash &stored,
                                                     const ExecData::Record &)>
                          visit);
  llvm::Expected<uint64_t> count();
  llvm::StringRef path() const { return connection.path(); }

private:
  ExecDataFile(SqliteConnection opened, int64_t version)
      : connection(std::move(opened)), fileVersion(version) {}
  /// Steps selectByKey or selectByObject, bound.
  llvm::Expected<std::optional<Measurement>>
  queryMeasurement(SqliteStatement &statement);
  llvm::Error prepareToRead();
  llvm::Error prepareToWrite();
  /// Errors: ExecutionError if the file or its log is no longer where it was
  /// opened: SQLite would write on, into what is gone when it closes.
  llvm::Error requireInPlace();
  /// Ids of what many records share, within one insert().
  struct InternedIds;
  llvm::Error insertOne(const ExecData::Record &record, InternedIds &ids);
  llvm::Expected<int64_t> internProgram(const ExecData::Record &record);
  llvm::Expected<int64_t> internContext(const ExecDataKey &key);
  llvm::Expected<int64_t> internOrigin(const ExecDataProvenance &provenance);

  std::mutex mutex;
  SqliteConnection connection; // before the statements: closed after them
  /// What was opened to be written; the log's is known once there is one.
  std::optional<FileIdentity> identity, logIdentity;
  int64_t fileVersion; ///< older than the current one only if read-only
  SqliteStatement selectByKey, selectByObject, selectMessage, selectContexts,
      selectPaired, putPaired;
  SqliteStatement selectProgram, addProgram, nameProgram, selectContext,
      addContext, selectOrigin, addOrigin, selectId, addMeasurement,
      replaceMeasurement;
};

/// `text`, 32 hex digits, as bytes; empty for "". Errors: ExecutionError.
llvm::Expected<llvm::SmallVector<uint8_t, 16>>
parseObjectHash(llvm::StringRef text);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H
