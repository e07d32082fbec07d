//===- tools/Progress.h - Progress on stderr --------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_PROGRESS_H
#define MLIRGYM_TOOLS_PROGRESS_H

#include "program/Stopwatch.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym::tools {

/// Removes the bar of a Progress from a terminal, so that a note can take its
/// line.
void removeBar();

/// Progress of a piece of work on stderr: a bar on a terminal, otherwise a line
/// every few seconds; with --json only if --progress was given.
class Progress {
public:
  Progress(std::string label, const OutputFlags &output);
  /// Removes the bar; lines remain.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Shows that `done` of `total` is finished, with `note` as further text.
  void update(double done, double total, llvm::StringRef note);

private:
  enum class Style : uint8_t { Silent, Lines, Bar };

  std::string label;
  Style style;
  Stopwatch sinceStart, sinceShown;
  bool shown = false;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_PROGRESS_H
