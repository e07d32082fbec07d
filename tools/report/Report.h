//===- tools/report/Report.h - Reports results ------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_REPORT_H
#define MLIRGYM_TOOLS_REPORT_REPORT_H

#include "agents/Agent.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace mlirgym::tools {

/// The counters as an object by name; null for unavailable counters.
nlohmann::ordered_json toJson(llvm::ArrayRef<CounterValue> counters);
/// "123.4 instructions per call", "cycles: not available here".
std::string formatCounter(const CounterValue &counter);

/// The documented keys of `--json` of `optimize`, `measure` and `replay`:
/// program, schedule, status, baseline_ns, best_ns (metric, baseline and best
/// for a metric other than time), speedup, spread, uncertainty, noisy,
/// paired_rounds, samples, cache_hits, seconds; then message (if any), statuses
/// and curve.
nlohmann::ordered_json toJson(const SearchResult &result);

/// The same as text, one fact per line.
void print(llvm::raw_ostream &os, const SearchResult &result);

/// One row per program: baseline, best, speedup, samples, status, schedule;
/// below them the geometric mean.
void printTable(llvm::raw_ostream &os, llvm::ArrayRef<SearchResult> results);

/// The last line of a run: how many of its timings are noisy (isNoisy()).
std::string noiseLine(uint64_t noisy, uint64_t timings);

/// Ok unless the baseline or the best schedule has no time.
Status statusOf(const SearchResult &result);

/// Geometric mean of the speedups of results that are ok (Fleming, Wallace,
/// CACM 1986); 0 if there is none.
double geometricMeanSpeedup(llvm::ArrayRef<SearchResult> results);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_REPORT_H
