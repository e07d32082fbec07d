#include "tools/report/DataSheet.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/Publication.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/files/AtomicFile.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {

using Json = nlohmann::ordered_json;
using Counted = std::map<std::string, uint64_t>;

static std::string besideOf(llvm::StringRef file) {
  llvm::SmallString<256> path(file);
  llvm::sys::path::replace_extension(path, "json");
  return std::string(path);
}

SampleOrigin SampleOrigin::read(llvm::StringRef file) {
  SampleOrigin origin;
  auto buffer = readRegular(besideOf(file));
  if (!buffer)
    return origin;
  const Json json = Json::parse((*buffer)->getBuffer(), nullptr,
                                /*allow_exceptions=*/false);
  const auto samplers = json.find("samplers");
  if (samplers != json.end() && samplers->is_object())
    for (const auto &[name, count] : samplers->items())
      if (count.is_number_unsigned())
        origin.samplers[name] = count.get<uint64_t>();
  return origin;
}

llvm::Error SampleOrigin::write(llvm::StringRef file) const {
  const Json json = {{"samplers", samplers}};
  return writeAtomically(
      besideOf(file),
      json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// "conv_2d_nchw_fchw" of "conv_2d_nchw_fchw_1_8_30_30": the words before the
/// first number.
static std::string familyOf(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef, 12> words;
  name.split(words, '_');
  auto isNumber = [](llvm::StringRef word) {
    return llvm::all_of(word, llvm::isDigit);
  };
  return llvm::join(words.begin(), llvm::find_if(words, isNumber), "_");
}

void DataSheet::add(llvm::ArrayRef<ExecData::Record> kept,
                    const Measurement &baseline) {
  llvm::StringRef name = kept.front().provenance.programName;
  Family &family = families[familyOf(name)];
  family.programs.insert(name.str());
  double best = baseline.medianNs;
  for (const auto &[key, measured, provenance] : kept) {
    ++timings;
    ++family.timings;
    ++statuses[nameOf(measured.status).str()];
    ++machines[key.machine + ", " + std::to_string(key.threads) +
               (key.threads == 1 ? " thread" : " threads") +
               (key.metric == Metric::Nanoseconds
                    ? ""
                    : ", " + nameOf(key.metric).str())];
    ++toolchains[key.toolchain];
    ++protocols[key.protocol];
    ++hosts[provenance.host];
    firstUs = std::min(firstUs, provenance.createdAtUs);
    lastUs = std::max(lastUs, provenance.createdAtUs);
    if (!measured.ok()) {
      ++family.failures;
      continue;
    }
    best = std::min(best, measured.medianNs);
    noisy += measured.noisy ? 1 : 0;
    uncertainties.push_back(static_cast<float>(measured.uncertainty));
  }
  family.sumLogBest += std::log(baseline.medianNs / best);
  ++family.groups;
}

uint64_t DataSheet::programs() const {
  uint64_t count = 0;
  for (const auto &[name, family] : families)
    count += family.programs.size();
  return count;
}

/// "12 `ok`, 3 `too_slow`", the most frequent first.
static std::string listOf(const Counted &counts) {
  std::vector<std::pair<uint64_t, std::string>> all;
  for (const auto &[name, count] : counts)
    all.emplace_back(count, name);
  llvm::sort(all, std::greater<>());
  auto textOf = [](const auto &each) {
    return llvm::formatv("{0:N} `{1}`", each.first, each.second).str();
  };
  return llvm::join(llvm::map_range(all, textOf), ", ");
}

static std::string dateOf(int64_t us) {
  return llvm::formatv("{0:%Y-%m-%d %H:%M}",
                       llvm::sys::UtcTime<std::chrono::seconds>(
                           std::chrono::seconds(us / 1'000'000)));
}

static std::string quantilesOf(std::vector<float> values) {
  if (values.empty())
    return "none is timed";
  llvm::sort(values);
  std::string text;
  for (unsigned percent : {10, 50, 90, 99})
    text +=
        llvm::formatv("{0}{1} %: {2:f2} %", text.empty() ? "" : ", ", percent,
                      100 * values[(values.size() - 1) * percent / 100]);
  return text;
}

std::string DataSheet::toMarkdown(const Facts &facts) const {
  uint64_t bytes = 0;
  for (const auto &[name, size] : facts.files)
    bytes += size;
  Counted samplers = facts.samplers;
  uint64_t known = 0;
  for (const auto &[name, count] : samplers)
    known += count;
  if (facts.counts.given > known)
    samplers["baselines and unknown"] = facts.counts.given - known;

  std::string text;
  auto add = [&](const char *format, auto &&...values) {
    text += llvm::formatv(format, values...).str();
  };
  add("# Timings of schedules of MLIR programs\n\n"
      "Exec data of mlirgym, made by "
      "`mlirgym data publish`. Each file is an SQLite database,\nwith one row "
      "per timing in the view `timings`; `docs/exec-data.md` of mlirgym "
      "describes its columns.\n\n## Data sheet\n\n| | |\n|---|---|\n");
  add("| programs | {0:N} in {1:N} families |\n", programs(), families.size());
  add("| timings | {0:N}: {1} |\n", timings, listOf(statuses));
  add("| samplers, before thinning | {0} |\n", listOf(samplers));
  add("| machines | {0} |\n", listOf(machines));
  add("| hosts | {0} |\n", listOf(hosts));
  add("| dates | {0} to {1} UTC |\n", dateOf(firstUs), dateOf(lastUs));
  add("| lowering | {0} |\n", listOf(toolchains));
  add("| protocol | {0} |\n", listOf(protocols));
  add("| uncertainty of the times, quantiles | {0} |\n",
      quantilesOf(uncertainties));
  add("| noisy | {0:N}, uncertain by more than 5 % |\n", noisy);
  add("| verified | every timed kernel was compared with the evaluator of the "
      "program before it was timed |\n");
  add("| size | {0} in {1} files, {2:f0} bytes per timing |\n",
      formatBytes(double(bytes)), facts.files.size(),
      double(bytes) / double(std::max<uint64_t>(timings, 1)));
  add("| licence | {0} |\n\n", facts.licence);

  add("## Programs\n\n| family | programs | timings | failures | best speedup, "
      "geometric mean |\n|---|--:|--:|--:|--:|\n");
  for (const auto &[name, family] : families)
    add("| {0} | {1:N} | {2:N} | {3:N} | {4:f1} |\n", name,
        family.programs.size(), family.timings, family.failures,
        std::exp(family.sumLogBest / double(family.groups)));

  const Publication::Counts &counts = facts.counts;
  add("\n## Thinning\n\n{0}\n", facts.rule.describe());
  add("| | timings |\n|---|--:|\n| collected | {0:N} |\n"
      "| replaced by a newer timing | {1:N} |\n"
      "| without a time of the untransformed program | {2:N} |\n"
      "| equal object code | {3:N} |\n| surplus failures | {4:N} |\n"
      "| surplus times | {5:N} |\n| published | {6:N} |\n",
      counts.given, counts.superseded, counts.withoutBaseline,
      counts.of(Fate::EqualCode), counts.of(Fate::Failure),
      counts.of(Fate::Timed), counts.kept());
  add("\n## Files\n\n| file | size |\n|---|--:|\n");
  for (const auto &[name, size] : facts.files)
    add("| `{0}` | {1} |\n", name, formatBytes(double(size)));
  return text;
}
} // namespace mlirgym::tools
