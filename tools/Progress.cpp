#include "tools/Progress.h"
#include "program/Stopwatch.h"
#include "tools/Terminal.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <string>

namespace mlirgym::tools {

static std::string clockText(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60)
    return llvm::formatv("{0} s", whole);
  if (whole < 3600)
    return llvm::formatv("{0} min {1,2} s", whole / 60, whole % 60);
  return llvm::formatv("{0} h {1,2} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(std::string labelText, const OutputFlags &output)
    : label(printable(labelText)), style(Style::Silent) {
  if (output.json && !output.progress)
    return;
  style =
      llvm::sys::Process::StandardErrIsDisplayed() ? Style::Bar : Style::Lines;
}

void removeBar() {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << "\r\033[K";
}

Progress::~Progress() {
  if (style == Style::Bar && shown)
    removeBar();
}

void Progress::update(double done, double total, llvm::StringRef note) {
  if (style == Style::Silent)
    return;
  // A terminal is redrawn ten times per second, a log gets a line every five
  // seconds.
  double pause = style == Style::Bar ? 0.1 : 5;
  if (sinceShown.seconds() < pause && (shown || style == Style::Lines))
    return;
  sinceShown = Stopwatch();
  shown = true;

  double fraction = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0;
  double elapsed = sinceStart.seconds();
  std::string times = clockText(elapsed);
  if (fraction > 0.01)
    times += ", " + clockText(elapsed / fraction - elapsed) + " to go";
  std::string text = llvm::formatv("{0,3:f0} %  {1}  {2}", fraction * 100,
                                   times, printable(note));
  if (style == Style::Lines) {
    textErr() << label << " " << text << "\n";
    return;
  }
  constexpr int width = 24;
  int filled = static_cast<int>(fraction * width);
  std::string line = label + " [" + std::string(filled, '#') +
                     std::string(width - filled, '.') + "] " + text;
  // A line that wraps could not be overwritten.
  unsigned columns = llvm::sys::Process::StandardErrColumns();
  if (columns > 1 && line.size() >= columns)
    line.resize(columns - 1);
  llvm::errs() << "\r\033[K" << line;
}
} // namespace mlirgym::tools
