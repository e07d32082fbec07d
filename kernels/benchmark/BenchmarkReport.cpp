//===- kernels/benchmark/BenchmarkReport.cpp - Reports as JSON ------------===//
#include "execution/batch/PairedMeasuring.h"
#include "kernels/benchmark/Microbenchmark.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mlirgym {

using nlohmann::ordered_json;

static ordered_json rowOf(const BenchmarkResult &row, bool isTransformed) {
  ordered_json object{{"name", row.name},
                      {"schedule", row.schedule.text()},
                      {"calls", row.calls},
                      {"flops", row.flops},
                      {"bytes", row.bytes}};
  if (!row.skipped.empty()) {
    object["status"] = "skipped";
    object["message"] = row.skipped;
    return object;
  }
  object["status"] = nameOf(row.timing.status).str();
  object["message"] = row.timing.ok() ? row.note : row.timing.message;
  if (!row.timing.ok())
    return object;
  object["before_ns"] = row.timing.baselineNs;
  if (isTransformed) {
    object["after_ns"] = row.timing.scheduleNs;
    object["speedup"] = row.timing.speedup();
  }
  object["uncertainty"] = row.timing.uncertainty;
  object["noisy"] = row.timing.noisy;
  if (row.share > 0)
    object["share"] = row.share;
  if (!row.counters.empty()) {
    ordered_json &counters = object["counters"] = ordered_json::object();
    for (const CounterValue &counter : row.counters)
      counters[counter.name] =
          counter.perCall ? ordered_json(*counter.perCall) : ordered_json();
  }
  object["gflops"] = row.gflops;
  object["gbytes_per_second"] = row.gbytesPerSecond;
  object["percent_of_peak"] = row.percentOfPeak;
  object["peak"] = nameOf(row.peak).str();
  object["peak_type"] = nameOfElement(row.peakType).str();
  return object;
}

Status BenchmarkReport::status() const {
  auto failed = [](const BenchmarkResult &row) {
    return row.skipped.empty() && !row.timing.ok();
  };
  for (const BenchmarkResult &row : kernels)
    if (failed(row))
      return row.timing.status;
  return whole && failed(*whole) ? whole->timing.status : Status::Ok;
}

std::string BenchmarkReport::json() const {
  ordered_json object{{"status", nameOf(status()).str()},
                      {"program", program},
                      {"schedule", schedule.text()},
                      {"rounds", PairedMeasuring::rounds},
                      {"peaks", ordered_json::object()},
                      {"kernels", ordered_json::array()},
                      {"sum", nullptr},
                      {"whole", nullptr}};
  for (const auto &[type, peak] : peaks)
    object["peaks"][nameOfElement(type).str()] = {
        {"gflops", peak.gflops}, {"gbytes_per_second", peak.gbytesPerSecond}};
  for (const BenchmarkResult &row : kernels)
    object["kernels"].push_back(rowOf(row, isTransformed));
  if (whole)
    object["whole"] = rowOf(*whole, isTransformed);
  if (sum) {
    ordered_json &total = object["sum"] = {{"before_ns", sum->baselineNs}};
    if (sum->baselineGap)
      total["before_gap"] = *sum->baselineGap;
    if (isTransformed)
      total["after_ns"] = sum->scheduleNs;
    if (isTransformed && sum->scheduleGap)
      total["after_gap"] = *sum->scheduleGap;
  }
  return object.dump(2, ' ', /*ensure_ascii=*/false,
                     ordered_json::error_handler_t::replace) +
         "\n";
}

} // namespace mlirgym
