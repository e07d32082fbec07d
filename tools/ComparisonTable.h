//===- tools/ComparisonTable.h - Figures of agents side by side -*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_COMPARISONTABLE_H
#define MLIRGYM_TOOLS_COMPARISONTABLE_H

#include "agents/comparison/Summary.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym::tools {

/// Per agent its geometric mean of speedups with interval, interquartile mean,
/// and share of the reference with its worst family: a column per number of
/// samples, and per wall time if that was measured. Above it a line that says
/// of what; below it how the answers were timed, and what is missing.
void printTable(llvm::raw_ostream &os, const Comparison &comparison,
                const Summary &summary);

/// "5 of 41 programs, 3 seeds, 1 thread".
std::string scopeOf(const Comparison &comparison);
/// How the answers were timed, what is missing, each as a sentence.
std::vector<std::string> remarksOn(const Comparison &comparison,
                                   const Summary &summary);
/// "3.1-3.9": the ends of the interval of speedups or shares.
std::string intervalText(const Figure &figure);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMPARISONTABLE_H
