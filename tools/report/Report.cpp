#include "tools/report/Report.h"
#include "agents/Agent.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Noise.h"
#include "outcome/Units.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace mlirgym::tools {

nlohmann::ordered_json toJson(llvm::ArrayRef<CounterValue> counters) {
  auto object = nlohmann::ordered_json::object();
  for (const CounterValue &counter : counters)
    object[counter.name] = counter.perCall
                               ? nlohmann::ordered_json(*counter.perCall)
                               : nlohmann::ordered_json();
  return object;
}

std::string formatCounter(const CounterValue &counter) {
  if (!counter.perCall)
    return counter.name + ": not available here";
  return llvm::formatv("{0:f1} {1} per call", *counter.perCall, counter.name);
}

Status statusOf(const SearchResult &result) {
  return result.baseline.ok() ? result.best.status : result.baseline.status;
}

static const std::string &messageOf(const SearchResult &result) {
  return result.baseline.ok() ? result.best.message : result.baseline.message;
}

/// "ok": 180, "wrong_result": 2; statuses that did not occur are left out.
static nlohmann::ordered_json statusesOf(const SearchResult &result) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::object();
  for (auto [status, count] : llvm::enumerate(result.statusCounts))
    if (count > 0)
      counts[nameOf(static_cast<Status>(status)).str()] = count;
  return counts;
}

/// The metric of a result; arbitrary for a result without numbers.
static Metric metricOf(const SearchResult &result) {
  return result.baseline.ok() ? result.baseline.metric : result.best.metric;
}

nlohmann::ordered_json toJson(const SearchResult &result) {
  nlohmann::ordered_json object = {{"program", result.program},
                                   {"schedule", result.schedule.text()},
                                   {"status", nameOf(statusOf(result)).str()}};
  if (metricOf(result) == Metric::Nanoseconds) {
    object["baseline_ns"] = result.baseline.medianNs;
    object["best_ns"] = result.best.medianNs;
  } else {
    object["metric"] = nameOf(metricOf(result)).str();
    object["baseline"] = result.baseline.medianNs;
    object["best"] = result.best.medianNs;
  }
  object.update(nlohmann::ordered_json{
      {"speedup", result.speedup},
      {"spread", result.best.spread},
      {"uncertainty", result.pairedRounds ? result.speedupUncertainty
                                          : result.best.uncertainty},
      {"noisy", result.noisy},
      {"paired_rounds", result.pairedRounds},
      {"samples", result.samples},
      {"cache_hits", result.cacheHits},
      {"seconds", result.seconds},
  });
  if (!messageOf(result).empty())
    object["message"] = messageOf(result);
  object["statuses"] = statusesOf(result);
  object["curve"] = result.curve;
  object["curve_seconds"] = result.curveSeconds;
  auto improvements = nlohmann::ordered_json::array();
  for (const Improvement &each : result.improvements)
    improvements.push_back(
        {{"sample", each.sample}, {"schedule", each.schedule.text()}});
  object["improvements"] = std::move(improvements);
  return object;
}

void print(llvm::raw_ostream &os, const SearchResult &result) {
  const Metric metric = metricOf(result);
  Table table({{}, {}});
  table.addRow({"program", result.program});
  std::string schedule = result.schedule.text();
  table.addRow({"schedule", !result.script.empty() ? "one for each task, below"
                            : schedule.empty()     ? "(none)"
                                                   : schedule});
  std::string status = nameOf(statusOf(result)).str();
  if (!messageOf(result).empty())
    status += ": " + messageOf(result);
  table.addRow({"status", status});
  table.addRow({"baseline", formatAmount(result.baseline.medianNs, metric)});
  std::string best = formatAmount(result.best.medianNs, metric);
  if (result.best.ok() && metric == Metric::Nanoseconds)
    best += llvm::formatv(" (spread {0:f1} %)", result.best.spread * 100);
  table.addRow({"best", best});
  std::string speedup = formatSpeedup(result.speedup);
  if (metric != Metric::Nanoseconds)
    speedup += " in " + wordsOf(metric).str();
  else if (result.pairedRounds)
    speedup +=
        llvm::formatv(" (+/- {0:f1} %, {1} interleaved rounds)",
                      result.speedupUncertainty * 100, result.pairedRounds);
  if (result.noisy && result.best.ok())
    speedup += "; noisy: the machine was not quiet, see `mlirgym doctor`";
  table.addRow({"speedup", speedup});
  std::string samples =
      llvm::formatv("{0}, {1} of them cached, in {2}", result.samples,
                    result.cacheHits, formatNs(result.seconds * 1e9));
  for (auto [index, count] : llvm::enumerate(result.statusCounts))
    if (auto kind = static_cast<Status>(index); count > 0 && kind != Status::Ok)
      samples += llvm::formatv("; {0} {1}", count, nameOf(kind));
  table.addRow({"samples", samples});
  table.print(os);
}

std::string noiseLine(uint64_t noisy, uint64_t timings) {
  return llvm::formatv("noisy: {0} of {1} timings (uncertain by more than "
                       "{2:f0} %)\n",
                       noisy, timings, noisyAbove * 100);
}

double geometricMeanSpeedup(llvm::ArrayRef<SearchResult> results) {
  double sum = 0;
  unsigned count = 0;
  for (const SearchResult &result : results) {
    if (statusOf(result) != Status::Ok)
      continue;
    sum += std::log(result.speedup);
    ++count;
  }
  return count ? std::exp(sum / count) : 0;
}

void printTable(llvm::raw_ostream &os, llvm::ArrayRef<SearchResult> results) {
  using Align = Table::Align;
  Table table({{"program"},
               {"baseline", Align::Right},
               {"best", Align::Right},
               {"speedup", Align::Right},
               {"samples", Align::Right},
               {"status"},
               {"schedule"}});
  for (const SearchResult &result : results) {
    bool ok = statusOf(result) == Status::Ok;
    const Metric metric = metricOf(result);
    table.addRow(
        {result.program, formatAmount(result.baseline.medianNs, metric),
         formatAmount(result.best.medianNs, metric),
         formatSpeedup(ok ? result.speedup : 0), std::to_string(result.samples),
         nameOf(statusOf(result)).str(), result.schedule.text()});
  }
  table.print(os);
  auto okCount = llvm::count_if(results, [](const SearchResult &result) {
    return statusOf(result) == Status::Ok;
  });
  os << llvm::formatv("geometric mean of {0} of {1} programs: {2}\n", okCount,
                      results.size(),
                      formatSpeedup(geometricMeanSpeedup(results)));
  if (llvm::any_of(results, [](const SearchResult &result) {
        return result.pairedRounds > 0;
      }))
    os << "each is a second measurement, in turn with the untransformed "
          "program; the progress shows those of the search, which flatter\n";
}
} // namespace mlirgym::tools
