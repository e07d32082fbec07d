//===- execution/execdata/ExecData.h - Timings by schedule, in SQLite -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H

#include "execution/outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// What a timing depends on. All text is stored as columns; look-ups go by a
/// 128-bit hash of it.
struct ExecDataKey {
  ProgramKey program = {};
  /// Canonical schedule text; "" is the baseline.
  std::string schedule = {};
  /// Identity of CPU model and features; toolchain and lowering version;
  /// protocol: see Machine.h.
  std::string machine = {}, toolchain = {}, protocol = {};
  unsigned threads = 1;
};

/// Facts kept beside a timing; not part of the key.
struct ExecDataProvenance {
  std::string programName = {};
  /// 32 hex digits of the object code's hash, "" if there is none: equal code
  /// is never timed twice.
  std::string objectHash = {};
  /// How many operations the program has, 0 if unknown; the export to MLIR-RL
  /// needs it.
  unsigned operations = 0;
  /// Who measured: "" stands for this version of mlirgym and this host.
  std::string version = {}, host = {};
  /// When, in microseconds since 1970; 0 stands for now.
  int64_t createdAtUs = 0;
};

/// A read-write exec-data file over any number of read-only ones. Many
/// processes may use one file at once (WAL; on a local disk, not over NFS).
/// Thread safe. A record is acknowledged when insert() returns: it then
/// survives kill -9, and a power failure harms at most the last records.
class ExecData {
public:
  struct Options {
    /// "" keeps everything in memory.
    std::string file = {};
    /// Read-only files, looked up before `file` in this order.
    std::vector<std::string> mains = {};
    /// Leave machine, toolchain and protocol out of look-ups. One context
    /// answers for all schedules of a program and thread count, since a speedup
    /// over another machine's baseline would be none: that of the key if it has
    /// the baseline, else the one with the most records. What it lacks is
    /// looked up as given.
    bool anyMachine = false;
    /// Open `file` without writing to it; works on read-only media.
    bool readOnly = false;
    /// Answers held in memory at most: 128 bytes each (the uncertainty to
    /// seven digits), and the text of failures. The default is 256 MiB, used
    /// only as it fills.
    size_t memoryEntries = size_t(1) << 21;
  };
  /// Errors: ExecutionError for a file that is missing, corrupt, foreign or
  /// from a newer version (left as it was), or that cannot be created.
  static llvm::Expected<std::unique_ptr<ExecData>> open(Options options);
  ~ExecData();

  /// Warm <= 1 us, first touch <= 10 us; cacheHit is set in the answer. What is
  /// absent is asked from the files each time: another process may have added
  /// it. What was found stays as it was found until this object replaces it.
  /// Errors: ExecutionError (damaged file).
  llvm::Expected<std::optional<Measurement>> lookup(const ExecDataKey &key);
  /// The first timing of equal object code under the same program, machine,
  /// toolchain, protocol and threads, whatever schedule it came from.
  llvm::Expected<std::optional<Measurement>>
  lookupObject(const ExecDataKey &key, llvm::StringRef objectHash);

  /// Stores or replaces; Status::NotCached is no result and is left out. Of a
  /// message the first 4096 bytes are kept. Errors: ExecutionError (full disk,
  /// read-only file, a time that is not a number, an object hash that is not 32
  /// hex digits).
  llvm::Error insert(const ExecDataKey &key, const Measurement &measurement,
                     const ExecDataProvenance &provenance);
  /// What measuring `key.schedule` in turn with its baseline gave.
  llvm::Expected<std::optional<PairedMeasurement>>
  lookupPaired(const ExecDataKey &key);
  /// Stores or replaces what is Ok; goes with the measurement of the key when
  /// that is deleted. Errors: as insert().
  llvm::Error insertPaired(const ExecDataKey &key,
                           const PairedMeasurement &paired);
  struct Record {
    ExecDataKey key = {};
    Measurement measurement = {};
    ExecDataProvenance provenance = {};
  };
  /// Stores many in one transaction: all or none.
  llvm::Error insertAll(llvm::ArrayRef<Record> records);

  enum class Order : uint8_t {
    Name,  ///< by program name, schedule, then as Added
    Added, ///< in the order in which keys were first stored
  };
  /// All records of the read-write file, ordered by program name and schedule.
  llvm::Expected<std::vector<Record>> records();
  /// Calls `visit` for each record of the read-write file without holding all
  /// in memory; stops at its first error. `visit` must not use this object.
  llvm::Error
  forEachRecord(Order order,
                llvm::function_ref<llvm::Error(const Record &)> visit);
  /// Records in the read-write file.
  llvm::Expected<uint64_t> count();

  /// Adds every record of `file`, in one transaction; the newer of two equal
  /// keys wins. Returns how many were added or replaced. Errors:
  /// ExecutionError; nothing is then added.
  llvm::Expected<uint64_t> merge(llvm::StringRef file);
  /// Integrity check of the file and each record: its key is recomputed, its
  /// status and times must make sense. The text says what is wrong.
  static llvm::Error verify(llvm::StringRef file);
  /// Gives free space back and folds the write-ahead log in, so that the file
  /// alone is complete and readable on read-only media. Errors: ExecutionError
  /// if another process has it open.
  static llvm::Error compact(llvm::StringRef file);

private:
  ExecData();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// What an exchange with MLIR-RL did.
struct MlirRlReport {
  /// Entries read or written.
  uint64_t entries = 0;
  /// Records left out of an export: what failed (MLIR-RL keeps no failures),
  /// schedules that its actions cannot express, and timings of an entry that
  /// has a newer one (from another machine, toolchain or thread count).
  uint64_t failed = 0, inexpressible = 0, superseded = 0;
};

/// The program that a record is of, or null: only with it is a
/// tile_parallel_fuse exported, whose producer MLIR-RL names.
using MlirRlPrograms = llvm::function_ref<const Program *(
    const ProgramKey &key, llvm::StringRef name)>;

/// Reads MLIR-RL's exec data, `{program: {key: ns}}`. Every entry becomes a
/// record of mlirRlKey() (MlirRlKey.h), all in one transaction. Errors:
/// ExecutionError with line and column; nothing is then stored.
llvm::Error importMlirRlJson(ExecData &data, llvm::StringRef jsonText,
                             MlirRlReport *report = nullptr);
/// Writes MLIR-RL's exec data, indented by 4. Entries that were imported come
/// out as they went in; other records under the key text of their schedule,
/// times rounded to nanoseconds. Errors: as ExecData::forEachRecord().
llvm::Expected<std::string> exportMlirRlJson(ExecData &data,
                                             MlirRlReport *report = nullptr,
                                             MlirRlPrograms programs = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H
