#include "mlirrl/MlirRlJson.h"
#include "actions/Schedule.h"
#include "execution/execdata/ExecData.h"
#include "mlirrl/MlirRlKey.h"
#include "mlirrl/MlirRlProgram.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlirgym {

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

namespace {
/// Reads text and tracks the parser's position, which its events do not report.
class TrackingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  TrackingIterator(const char *at, const char **reached)
      : at(at), reached(reached) {}
  reference operator*() const { return *at; }
  TrackingIterator &operator++() {
    *reached = ++at;
    return *this;
  }
  TrackingIterator operator++(int) {
    TrackingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackingIterator &a, const TrackingIterator &b) {
    return a.at == b.at;
  }

private:
  const char *at;
  const char **reached;
};

/// Converts the parser's events to records; each handler returns true to
/// continue.
class ExecDataReader : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit ExecDataReader(llvm::StringRef text)
      : text(text), reached(text.data()) {}

  llvm::Error read() {
    nlohmann::json::sax_parse(TrackingIterator(text.begin(), &reached),
                              TrackingIterator(text.end(), &reached), this);
    if (problem.empty())
      return llvm::Error::success();
    llvm::StringRef before = text.take_front(size_t(reached - text.data()));
    size_t line = before.count('\n') + 1;
    size_t column = before.size() - (before.rfind('\n') + 1);
    return executionError("line {0}, column {1}: {2}", line, column, problem);
  }

  bool start_object(std::size_t) override {
    if (++depth <= 2)
      return true;
    return fail("an object");
  }
  bool end_object() override {
    --depth;
    return true;
  }
  bool key(string_t &name) override {
    (depth == 1 ? program : schedule) = name;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    return addTime(static_cast<double>(value), value);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return addTime(static_cast<double>(value), value);
  }
  bool number_float(number_float_t value, const string_t &) override {
    return addTime(value, value);
  }
  bool null() override { return fail("null"); }
  bool boolean(bool) override { return fail("a boolean"); }
  bool string(string_t &) override { return fail("a text"); }
  bool binary(binary_t &) override { return fail("binary data"); }
  bool start_array(std::size_t) override { return fail("a list"); }
  bool end_array() override { return false; }
  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &error) override {
    // The message is "[json.exception.parse_error.101] parse error at line 2,
    // column 3: syntax error while ...". We give the position ourselves.
    llvm::StringRef what = error.what();
    size_t prefix = what.find("column ");
    if (prefix != llvm::StringRef::npos)
      what = what.substr(what.find(": ", prefix) + 2);
    problem = (what + "; give JSON of the form {program: {key: ns}}").str();
    return false;
  }

  std::vector<ExecData::Record> records;
  uint64_t failedBaselines = 0;

private:
  bool fail(llvm::StringRef found) {
    const char *expected = depth == 0   ? "an object {program: {key: ns}}"
                           : depth == 1 ? "an object {key: ns} or a baseline"
                                        : "a positive number of nanoseconds";
    std::string where;
    if (depth >= 1)
      where = " for program '" + program + "'";
    if (depth >= 2)
      where += ", key '" + schedule + "'";
    problem = llvm::formatv("found {0} where {1} belongs{2}; give MLIR-RL's "
                            "exec data, {{program: {{key: ns}}",
                            found, expected, where);
    return false;
  }

  /// `exact` is `value` in its original type.
  template <typename Number> bool addTime(double value, Number exact) {
    if (depth == 0)
      return fail("a number");
    if (depth == 1 && value == -1) { // a baseline that MLIR-RL could not time
      ++failedBaselines;
      return true;
    }
    if (!(value > 0) || !std::isfinite(value))
      return fail("a number that is not a time");
    // Beyond 2^53 ns, 104 days, a double is no longer exact.
    if (value > 9007199254740992.0 || static_cast<Number>(value) != exact)
      return fail("a number beyond 2^53");
    ExecData::Record record;
    record.key = mlirRlKey(program, depth == 1 ? "" : schedule);
    record.measurement.status = Status::Ok;
    record.measurement.medianNs = record.measurement.minNs = value;
    record.measurement.repeats = 5; // MLIR-RL's protocol: the median of 5 calls
    record.measurement.number = 1;
    record.provenance.programName = program;
    record.provenance.version = "mlir-rl";
    records.push_back(std::move(record));
    return true;
  }

  llvm::StringRef text;
  const char *reached;
  int depth = 0;
  std::string program, schedule;
  std::string problem;
};
} // namespace

namespace {
/// Finds program and schedule of entries.
class EntryResolver {
public:
  EntryResolver(const MlirRlImport &options, MlirRlImported &report)
      : options(options), report(report) {}

  void add(const ExecData::Record &entry) {
    const std::string &name = entry.provenance.programName;
    std::shared_ptr<const Program> program = programOf(name);
    if (!program) {
      ++report.withoutProgram;
      return;
    }
    const std::string key = mlirRlKeyTextOf(entry.key)->str();
    if (isOfProduct(*program, name, key))
      program = productOf(name, *program);
    auto schedule = fromMlirRlKeyText(program, key, MlirRlReading::Exact);
    if (!schedule) {
      std::string why = llvm::toString(schedule.takeError());
      if (++report.withoutSchedule == 1)
        report.firstReason = name + ": " + key + ": " + why;
      return;
    }
    ++report.resolved;
    ExecData::Record record = entry;
    record.key = resolvedMlirRlKey(*program, *schedule, options.threads);
    record.provenance.programName = program->name().str();
    record.provenance.operations =
        static_cast<unsigned>(program->operations().size());
    std::string identity = record.key.program.hex() + record.key.schedule;
    if (key.empty())
      resolved[identity] = std::move(record);
    else
      resolved.try_emplace(identity, std::move(record));
  }

  std::vector<ExecData::Record> take() {
    std::vector<ExecData::Record> records;
    for (auto &[identity, record] : resolved)
      records.push_back(std::move(record));
    return records;
  }

private:
  std::shared_ptr<const Program> programOf(const std::string &name) {
    if (!options.programs)
      return nullptr;
    auto [known, isNew] = programs.try_emplace(name);
    if (isNew)
      known->second = options.programs(name);
    return known->second;
  }

  static bool isOfProduct(const Program &program, llvm::StringRef name,
                          llvm::StringRef key) {
    return !key.empty() && mlirRlTakesColumns(name) &&
           key.count('|') + 1 > program.operations().size();
  }

  /// The program itself if MLIR cannot convert it.
  std::shared_ptr<const Program> productOf(const std::string &name,
                                           const Program &program) {
    std::shared_ptr<const Program> &product = products[name];
    if (product)
      return product;
    if (!rewriter)
      rewriter.emplace();
    auto rewritten = rewriter->rewrite(program, {.img2col = true});
    if (!rewritten) {
      llvm::consumeError(rewritten.takeError());
      return product = std::make_shared<Program>(program);
    }
    return product = std::make_shared<Program>(std::move(*rewritten));
  }

  const MlirRlImport &options;
  MlirRlImported &report;
  std::optional<MlirRlRewriter> rewriter; // made when it is needed
  std::map<std::string, std::shared_ptr<const Program>> programs, products;
  std::map<std::string, ExecData::Record> resolved;
};
} // namespace

llvm::Expected<MlirRlImported> importMlirRlJson(ExecData &data,
                                                llvm::StringRef jsonText,
                                                const MlirRlImport &options) {
  ExecDataReader reader(jsonText);
  MLIRGYM_TRY_TO(reader.read());
  MlirRlImported report;
  report.entries = reader.records.size();
  report.failed = reader.failedBaselines;
  EntryResolver resolver(options, report);
  for (const ExecData::Record &record : reader.records)
    resolver.add(record);
  for (ExecData::Record &record : resolver.take())
    reader.records.push_back(std::move(record));
  MLIRGYM_TRY_TO(data.insertAll(reader.records));
  return report;
}

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

namespace {
struct Entry {
  double ns = 0;
  int64_t createdAtUs = 0;
};
/// Values by text, in the order of first occurrence.
template <typename Value>
using InOrder = llvm::MapVector<std::string, Value,
                                std::unordered_map<std::string, unsigned>>;
using ProgramEntries = InOrder<Entry>;

/// Collects the contents of an export, record by record.
class ExecDataWriter {
public:
  explicit ExecDataWriter(MlirRlPrograms programs) : programs(programs) {}

  void add(const ExecData::Record &record) {
    if (isResolvedMlirRlKey(record.key))
      return; // the entry itself is exported
    if (record.key.metric != Metric::Nanoseconds) {
      ++report.inexpressible; // its values are times
      return;
    }
    if (!record.measurement.ok()) {
      ++report.failed;
      return;
    }
    if (std::optional<llvm::StringRef> text = mlirRlKeyTextOf(record.key))
      return put(record, text->str(), record.measurement.medianNs);
    std::optional<std::string> text = translate(record);
    if (!text) {
      ++report.inexpressible;
      return;
    }
    // MLIR-RL's times are integers, and none is 0.
    put(record, std::move(*text),
        std::max(1.0, std::round(record.measurement.medianNs)));
  }

  std::string write() const;
  MlirRlExported report;

private:
  std::optional<std::string> translate(const ExecData::Record &record) {
    llvm::Expected<Schedule> schedule = Schedule::parse(record.key.schedule);
    if (!schedule) {
      // Text of a newer version, or not a schedule.
      llvm::consumeError(schedule.takeError());
      return std::nullopt;
    }
    const Program *program =
        programs ? programs(record.key.program, record.provenance.programName)
                 : nullptr;
    unsigned operations =
        program ? static_cast<unsigned>(program->operations().size())
                : record.provenance.operations;
    return toMlirRlKeyText(*schedule, operations, program);
  }

  void put(const ExecData::Record &record, std::string key, double ns) {
    ProgramEntries &program = entries[record.provenance.programName];
    Entry entry{ns, record.provenance.createdAtUs};
    auto [known, isNew] = program.try_emplace(std::move(key), entry);
    if (isNew) {
      ++report.entries;
      return;
    }
    ++report.superseded;
    if (known->second.createdAtUs <= entry.createdAtUs)
      known->second = entry;
  }

  MlirRlPrograms programs;
  InOrder<ProgramEntries> entries;
};
} // namespace

/// In the format of Python's json.dump(), which MLIR-RL uses.
static std::string quote(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', /*ensure_ascii=*/true,
                                   nlohmann::json::error_handler_t::replace);
}

static std::string numberText(double ns) {
  if (ns == std::floor(ns)) // below 2^53: exact
    return std::to_string(static_cast<int64_t>(ns));
  return nlohmann::json(ns).dump(); // the shortest text that reads back equal
}

std::string ExecDataWriter::write() const {
  if (entries.empty())
    return "{}";
  std::string json = "{";
  llvm::StringRef betweenPrograms = "\n";
  for (const auto &[name, program] : entries) {
    json += betweenPrograms;
    json += "    " + quote(name) + ": {";
    llvm::StringRef betweenEntries = "\n";
    for (const auto &[key, entry] : program) {
      json += betweenEntries;
      json += "        " + quote(key) + ": " + numberText(entry.ns);
      betweenEntries = ",\n";
    }
    json += "\n    }";
    betweenPrograms = ",\n";
  }
  return json + "\n}";
}

llvm::Expected<std::string> exportMlirRlJson(ExecData &data,
                                             MlirRlExported *report,
                                             MlirRlPrograms programs) {
  ExecDataWriter writer(programs);
  MLIRGYM_TRY_TO(data.forEachRecord(ExecData::Order::Added,
                                    [&](const ExecData::Record &record) {
                                      writer.add(record);
                                      return llvm::Error::success();
                                    }));
  if (report)
    *report = writer.report;
  return writer.write();
}

} // namespace mlirgym
