//===- agents/tabular/TimingTable.h - Timings of a closed space -----------===//
#ifndef MLIRGYM_AGENTS_TABULAR_TIMINGTABLE_H
#define MLIRGYM_AGENTS_TABULAR_TIMINGTABLE_H

#include "execution/Execution.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// The outcome of every schedule of a TabularTask, with one thread of one
/// machine. A file of it is text: a line `# ` with the facts as JSON, a line
/// with the names of the columns, then a line per row with tabs between.
struct TimingTable {
  struct Row {
    /// Canonical; "" for the untransformed program.
    std::string schedule;
    Status status = Status::Ok;
    /// 0 unless Ok or TooSlow, of which it is a lower bound.
    double medianNs = 0;
    /// Of the median, as Timing::uncertainty.
    double uncertainty = 0;
  };

  std::string program;
  /// The machine: DeviceDescription::machine(), and what agents observe of it.
  /// The features of the target in LLVM's notation are left out.
  std::string machine;
  Target target;
  /// Toolchain and version of the lowering.
  std::string toolchain;
  /// Day of the last measurement: "2026-11-29".
  std::string date;
  /// The time of the program at the machine's peak (MachinePeak) of arithmetic
  /// or of memory, whichever is longer; 0 if unknown.
  double rooflineNs = 0;
  /// The untransformed program, then by schedule.
  std::vector<Row> rows;

  /// Errors: text naming the file, and the line that is wrong.
  static llvm::Expected<TimingTable> read(llvm::StringRef file);
  /// Replaces the file as a whole.
  llvm::Error write(llvm::StringRef file) const;

  double baselineNs() const { return rows.front().medianNs; }
  /// The fastest row. Requires: the untransformed program is Ok.
  const Row &best() const;

  /// A replay of the rows, the same on every machine: its device has the target
  /// of this table. They are converted to exec data in `folder` at the first
  /// call. Errors: those of ExecData.
  llvm::Expected<std::unique_ptr<Execution>>
  replay(const Program &of, llvm::StringRef folder) const;
  /// The exec data of replay(): NAME-HASH.db in `folder`.
  llvm::Expected<std::string> execDataIn(llvm::StringRef folder,
                                         const Program &of) const;
  /// Of all contents, 16 hex digits.
  std::string hash() const;

private:
  std::string text() const;
};

/// Folder for execDataIn(): $XDG_CACHE_HOME/mlirgym/tabular, else
/// ~/.cache/mlirgym/tabular; "" without a home.
std::string defaultTableFolder();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TABULAR_TIMINGTABLE_H
