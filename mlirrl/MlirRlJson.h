//===- mlirrl/MlirRlJson.h - MLIR-RL's exec data ----------------*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLJSON_H
#define MLIRGYM_MLIRRL_MLIRRLJSON_H

#include "program/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace mlirgym {
class ExecData;

struct MlirRlImport {
  /// Returns the program of a name, or null; asked once for each name. Without
  /// it no entry is resolved.
  std::function<std::shared_ptr<const Program>(llvm::StringRef name)> programs =
      nullptr;
  /// Number of threads of MLIR-RL's kernels, which its files do not state.
  unsigned threads = 1;
};

/// Counts of an import.
struct MlirRlImported {
  /// Entries read; all of them are stored.
  uint64_t entries = 0;
  /// Entries that are stored under a program and a schedule as well.
  uint64_t resolved = 0;
  /// Entries of unknown programs, and entries whose key denotes no schedule.
  uint64_t withoutProgram = 0, withoutSchedule = 0;
  /// "program: key: reason" of the first entry whose key denotes no schedule.
  std::string firstReason;
  /// Baselines of -1, which MLIR-RL writes for a failure; not stored.
  uint64_t failed = 0;
};

/// Reads MLIR-RL's exec data, `{program: {key: ns}}`, and its baselines,
/// `{program: ns}`, which are entries with an empty key. Every entry becomes a
/// record of mlirRlKey() (MlirRlKey.h), and if its program is known and its key
/// denotes a schedule exactly, also one of resolvedMlirRlKey(), which look-ups
/// by program and schedule find. A key of more operations than a convolution
/// has is one of its product (MlirRlForm::img2col). If several keys denote one
/// schedule, an empty key wins, else the first. All in one transaction. Errors:
/// ExecutionError with line and column; nothing is then stored.
llvm::Expected<MlirRlImported>
importMlirRlJson(ExecData &data, llvm::StringRef jsonText,
                 const MlirRlImport &options = {});

/// Counts of an export.
struct MlirRlExported {
  uint64_t entries = 0;
  /// Records omitted: failures (MLIR-RL stores none), schedules that its
  /// actions cannot express, and timings of an entry that has a newer one (from
  /// another machine, toolchain or thread count).
  uint64_t failed = 0, inexpressible = 0, superseded = 0;
};

/// Returns the program of a record, or null. A tile_parallel_fuse is exported
/// only with its program, since MLIR-RL names the producer.
using MlirRlPrograms = llvm::function_ref<const Program *(
    const ProgramKey &key, llvm::StringRef name)>;

/// Writes MLIR-RL's exec data, indented by 4. Imported entries are reproduced
/// exactly; other records are written under the key text of their schedule,
/// with times rounded to nanoseconds. Errors: as ExecData::forEachRecord().
llvm::Expected<std::string> exportMlirRlJson(ExecData &data,
                                             MlirRlExported *report = nullptr,
                                             MlirRlPrograms programs = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_MLIRRL_MLIRRLJSON_H
