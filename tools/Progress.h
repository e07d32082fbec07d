//===- tools/Progress.h - How far it is -------------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_PROGRESS_H
#define MLIRGYM_TOOLS_PROGRESS_H

#include "tools/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>

namespace mlirgym::tools {

/// Progress of a piece of work on stderr: a bar on a terminal, a plain line
/// every few seconds elsewhere, nothing with --json unless --progress.
class Progress {
public:
  Progress(std::string label, const OutputFlags &output);
  /// Takes the bar away; plain lines stay.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `done` of `total` is finished; `note` says how it goes.
  void update(double done, double total, llvm::StringRef note);

private:
  enum class Style : uint8_t { Silent, Lines, Bar };
  using Clock = std::chrono::steady_clock;

  std::string label;
  Style style;
  Clock::time_point start, lastShown;
  bool shown = false;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_PROGRESS_H
