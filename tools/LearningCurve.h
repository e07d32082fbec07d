//===- tools/LearningCurve.h - metrics.jsonl as a picture -------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_LEARNINGCURVE_H
#define MLIRGYM_TOOLS_LEARNINGCURVE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym::tools {

/// Draws a trainer's `metrics.jsonl` as one HTML file without scripts or
/// anything to download: of PPO speedup, return, new and different schedules,
/// entropy and losses over iterations, of a recipe speedups and cross entropy
/// over iterations, of learning from exec data cross
/// entropy, accuracy and the critic over epochs. Errors: text naming the file
/// and the line that cannot be read.
llvm::Error writeLearningCurve(llvm::StringRef metricsFile,
                               llvm::StringRef htmlFile);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_LEARNINGCURVE_H
