//===- execution/ExecData.h - Timings by schedule, in SQLite ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_H
#define MLIRGYM_EXECUTION_EXECDATA_H

#include "execution/Measurement.h"
#include "program/Program.h"
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
  ProgramKey program;
  /// Canonical schedule text; "" is the baseline.
  std::string schedule;
  /// Identity of CPU model and features; toolchain and lowering version;
  /// protocol: see Machine.h. Empty texts match any in anyMachine look-ups.
  std::string machine, toolchain, protocol;
  unsigned threads = 1;
};

/// Facts kept beside a timing; not part of the key.
struct ExecDataProvenance {
  std::string programName;
  /// 32 hex digits of the object code's hash: equal code is never timed twice.
  std::string objectHash;
};

/// A read-write exec-data file over any number of read-only ones. Many
/// processes may use one file at once (WAL). Thread safe. A record is
/// acknowledged when insert() returns: it then survives kill -9.
class ExecData {
public:
  struct Options {
    /// "" keeps everything in memory.
    std::string file;
    std::vector<std::string> mains;
    /// Leave machine, toolchain and protocol out of look-ups.
    bool anyMachine = false;
    bool readOnly = false;
  };
  /// Errors: ExecutionError for a file that is corrupt, foreign or from a newer
  /// version (left as it was), or that cannot be created.
  static llvm::Expected<std::unique_ptr<ExecData>> open(Options options);
  ~ExecData();

  /// Warm <= 1 us, first touch <= 10 us; cacheHit is set in the answer.
  llvm::Expected<std::optional<Measurement>> lookup(const ExecDataKey &key);
  /// Timing of equal object code under the same program, machine, toolchain,
  /// protocol and threads, whatever schedule it came from.
  llvm::Expected<std::optional<Measurement>>
  lookupObject(const ExecDataKey &key, llvm::StringRef objectHash);
  /// Stores or replaces. Errors: ExecutionError (full disk, read-only file).
  llvm::Error insert(const ExecDataKey &key, const Measurement &measurement,
                     const ExecDataProvenance &provenance);
  /// Stores many in one transaction.
  struct Record {
    ExecDataKey key;
    Measurement measurement;
    ExecDataProvenance provenance;
  };
  llvm::Error insertAll(llvm::ArrayRef<Record> records);

  /// All records of the read-write file, ordered by program name and schedule.
  llvm::Expected<std::vector<Record>> records();
  llvm::Expected<uint64_t> count();

  /// Adds every record of `file`; the newer of two equal keys wins. Returns how
  /// many were added or replaced.
  llvm::Expected<uint64_t> merge(llvm::StringRef file);
  /// Integrity check of the file and each record; the text says what is wrong.
  static llvm::Error verify(llvm::StringRef file);

private:
  ExecData();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// MLIR-RL's `{program: {key: ns}}`, written and read without loss.
/// importJson: every entry becomes a record with machine "mlir-rl" whose
/// schedule column holds MLIR-RL's own key text, prefixed "mlir-rl:". Errors:
/// ExecutionError with the position.
llvm::Error importMlirRlJson(ExecData &data, llvm::StringRef jsonText);
llvm::Expected<std::string> exportMlirRlJson(ExecData &data);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_H
