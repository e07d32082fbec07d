//===- tools/report/LearningCurve.h - Draws metrics.jsonl -------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_LEARNINGCURVE_H
#define MLIRGYM_TOOLS_REPORT_LEARNINGCURVE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym::tools {

/// Draws the `metrics.jsonl` of a training as an HTML file without scripts or
/// external files. PPO: speedup, return, new and different schedules, entropy
/// and losses over iterations. Recipes: speedups and cross entropy over
/// iterations. Learning from exec data: cross entropy, accuracy and the critic
/// over epochs. Errors: text naming the file and the line that cannot be read.
llvm::Error writeLearningCurve(llvm::StringRef metricsFile,
                               llvm::StringRef htmlFile);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_LEARNINGCURVE_H
