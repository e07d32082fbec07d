//===- execution/execdata/ExecData.h - Timings by schedule, in SQLite -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H

#include "outcome/Measurement.h"
#include "outcome/Metric.h"
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

class StopCheck;

/// Everything that a timing depends on. All text is stored in columns; look-ups
/// use a 128-bit hash of it.
struct ExecDataKey {
  ProgramKey program = {};
  /// Canonical schedule text; "" is the baseline.
  std::string schedule = {};
  /// machine: identity of CPU model and features, preceded by that of the
  /// device if it is not this machine. toolchain: toolchain and lowering
  /// version. protocol: see Machine.h.
  std::string machine = {}, toolchain = {}, protocol = {};
  unsigned threads = 1;
  /// The metric of the timing. A look-up finds only timings of the same metric.
  Metric metric = Metric::Nanoseconds;
};

/// Facts stored with a timing; not part of the key.
struct ExecDataProvenance {
  std::string programName = {};
  /// Hash of the object code, 32 hex digits, or "" if there is none: equal code
  /// is never timed twice.
  std::string objectHash = {};
  /// Number of operations of the program, 0 if unknown; needed by the export to
  /// MLIR-RL.
  unsigned operations = 0;
  /// Origin of the timing; "": this version of mlirgym and this host.
  std::string version = {}, host = {};
  /// Microseconds since 1970; 0: now.
  int64_t createdAtUs = 0;
};

/// A read-write exec-data file over any number of read-only ones. Many
/// processes may use a file concurrently (WAL; on a local disk, not over NFS).
/// Thread safe. When insert() returns, the record survives kill -9; a power
/// failure loses at most the last records.
class ExecData {
public:
  struct Options {
    /// "": everything is kept in memory only.
    std::string file = {};
    /// Read-only files, looked up before `file` in this order.
    std::vector<std::string> mains = {};
    /// Ignore machine, toolchain and protocol in look-ups. One such context
    /// supplies all schedules of a program, thread count, metric and device,
    /// since a speedup over another machine's baseline is meaningless: the
    /// context of the key if it has the baseline, otherwise the context with
    /// the most records. A timing that this context lacks is looked up under
    /// the given key.
    bool anyMachine = false;
    /// Open `file` without writing to it; works on read-only media.
    bool readOnly = false;
    /// Look-ups find only records that were stored or settled through this
    /// object; earlier records are replaced, and `mains` are not read.
    bool onlyNew = false;
    /// Maximum number of timings held in memory: 128 bytes each, plus the text
    /// of failures. The default is 256 MiB, allocated as it fills.
    size_t memoryEntries = size_t(1) << 21;
  };
  /// Errors: ExecutionError for a file that is missing, damaged, not exec data
  /// or of another version (it is not changed), or that cannot be created.
  static llvm::Expected<std::unique_ptr<ExecData>> open(Options options);
  ~ExecData();

  /// At most 1 us from memory, at most 10 us for a first look-up; cacheHit is
  /// set in the result. Keys that are not in memory are looked up in the files
  /// each time, since another process may have added them. A timing does not
  /// change after the first look-up until this object replaces it. Errors:
  /// ExecutionError (damaged file).
  llvm::Expected<std::optional<Measurement>> lookup(const ExecDataKey &key);
  /// The first timing of equal object code under the same program, machine,
  /// toolchain, protocol and threads, of any schedule.
  llvm::Expected<std::optional<Measurement>>
  lookupObject(const ExecDataKey &key, llvm::StringRef objectHash);

  /// The counters stored with the timing of `key`, in any order; nullopt if
  /// there are none. Slower than lookup(), which returns no counters.
  llvm::Expected<std::optional<std::vector<CounterValue>>>
  lookupCounters(const ExecDataKey &key);

  /// Stores or replaces a timing and its counters; Status::NotCached is not
  /// stored, and messages are cut to 4096 bytes. Errors: ExecutionError (full
  /// disk, read-only file, a time that is not positive and finite or of another
  /// metric than the key, an object hash that is not 32 hex digits);
  /// InterruptedError if `stop`, which may be null, was requested and another
  /// process keeps the file locked.
  llvm::Error insert(const ExecDataKey &key, const Measurement &measurement,
                     const ExecDataProvenance &provenance,
                     StopCheck *stop = nullptr);
  /// Stores a timing that was just taken, unless a process has stored one in
  /// the meantime: all processes share one timing per key, which is returned
  /// (cacheHit: it is not `measurement`). Counters are added to a timing that
  /// lacks them. `replaced`: the timing that `measurement` replaces if it is
  /// still stored; null: none. With onlyNew, records from before this object
  /// was opened are replaced. Errors: as insert().
  llvm::Expected<Measurement> settle(const ExecDataKey &key,
                                     const Measurement &measurement,
                                     const ExecDataProvenance &provenance,
                                     const Measurement *replaced = nullptr,
                                     StopCheck *stop = nullptr);

  /// The interleaved measurement of `key.schedule` and its baseline.
  llvm::Expected<std::optional<PairedMeasurement>>
  lookupPaired(const ExecDataKey &key);
  /// As settle(), for a paired result that is Ok; it is deleted together with
  /// the measurement of the key.
  llvm::Expected<PairedMeasurement> settlePaired(const ExecDataKey &key,
                                                 PairedMeasurement paired,
                                                 StopCheck *stop = nullptr);
  struct Record {
    ExecDataKey key = {};
    Measurement measurement = {};
    ExecDataProvenance provenance = {};
  };
  /// Stores many records in one transaction: all or none. Errors: as insert().
  llvm::Error insertAll(llvm::ArrayRef<Record> records,
                        StopCheck *stop = nullptr);

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
  /// Number of records in the read-write file.
  llvm::Expected<uint64_t> count();

  /// Adds every record of `file` in one transaction; the newer of two equal
  /// keys wins. Returns the number of records added or replaced. Errors:
  /// ExecutionError; nothing is added then.
  llvm::Expected<uint64_t> merge(llvm::StringRef file);
  /// Checks the integrity of the file and each record: its key is recomputed,
  /// and its status and times must be plausible. Errors: ExecutionError with
  /// the problems found.
  static llvm::Error verify(llvm::StringRef file);
  /// Reclaims free space and merges the write-ahead log into the file, which is
  /// then self-contained and readable on read-only media. Errors:
  /// ExecutionError if another process has the file open.
  static llvm::Error compact(llvm::StringRef file);

  /// The timings of each program that thin() keeps.
  struct Thinning {
    /// The fastest schedules.
    unsigned fastest = 12;
    /// Number of other timings, including failures: those with the smallest
    /// keys, which are hashes, so that the selection depends on nothing else.
    unsigned others = 15;
  };
  /// Reduces a data set: for each program, context and metric, only the
  /// baseline and the timings of `keep` remain. Then compacts the file. Returns
  /// the number of timings that were deleted. Errors: as compact(); nothing is
  /// deleted if the file cannot be written.
  static llvm::Expected<uint64_t> thin(llvm::StringRef file,
                                       const Thinning &keep);

private:
  ExecData();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATA_H
