#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/Plausibility.h"
#include "execution/kernelcache/KernelCache.h"
#include "lowering/target/Target.h"
#include "lowering/target/VectorUnit.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
constexpr llvm::StringLiteral columns =
    "schedule\tstatus\tmedian_ns\tuncertainty";

/// Calls `visit(name, member)` for the facts of the target that agents observe.
template <typename Target, typename Visit>
void visitTarget(Target &target, Visit visit) {
  visit("triple", target.triple);
  visit("cpu", target.cpu);
  visit("vector_bits", target.vectorBits);
  visit("vector_registers", target.vectorRegisters);
  visit("register_group", target.registerGroup);
  visit("processors", target.threads);
  visit("l1_bytes", target.l1Bytes);
  visit("l2_bytes", target.l2Bytes);
  visit("l3_bytes", target.l3Bytes);
}

Json toJson(const TimingTable &table) {
  Json target;
  visitTarget(table.target,
              [&](const char *name, auto &value) { target[name] = value; });
  target["dot_products"] = table.target.dots.names();
  return {{"program", table.program},
          {"machine", table.machine},
          {"target", target},
          {"toolchain", table.toolchain},
          {"date", table.date},
          {"roofline_ns", table.rooflineNs},
          {"threads", 1}};
}

void readFacts(const Json &json, TimingTable &table) {
  json.at("program").get_to(table.program);
  json.at("machine").get_to(table.machine);
  json.at("toolchain").get_to(table.toolchain);
  json.at("date").get_to(table.date);
  json.at("roofline_ns").get_to(table.rooflineNs);
  const Json &target = json.at("target");
  visitTarget(table.target, [&](const char *name, auto &value) {
    target.at(name).get_to(value);
  });
  llvm::SmallVector<llvm::StringRef> dots;
  const auto names = target.at("dot_products").get<std::string>();
  llvm::StringRef(names).split(dots, ',', /*MaxSplit=*/-1,
                               /*KeepEmpty=*/false);
  table.target.dots = lowering::DotInstructions::named(
      std::vector<std::string>(dots.begin(), dots.end()));
}

Measurement measurementOf(const TimingTable::Row &row) {
  Measurement measurement;
  measurement.status = row.status;
  measurement.medianNs = measurement.minNs = row.medianNs;
  measurement.uncertainty = row.uncertainty;
  measurement.repeats = measurement.number = 1;
  return measurement;
}

/// nullopt if it is no row.
std::optional<TimingTable::Row> readRow(llvm::StringRef line) {
  llvm::SmallVector<llvm::StringRef, 4> cells;
  line.split(cells, '\t');
  TimingTable::Row row;
  if (cells.size() != 4)
    return std::nullopt;
  const std::optional<Status> status = parseStatus(cells[1]);
  if (!status || !isStored(*status) || cells[2].getAsDouble(row.medianNs) ||
      cells[3].getAsDouble(row.uncertainty))
    return std::nullopt;
  row.schedule = cells[0].str();
  row.status = *status;
  if (!problemOf(measurementOf(row)).empty())
    return std::nullopt;
  return row;
}
} // namespace

std::string TimingTable::text() const {
  std::string text = "# " + toJson(*this).dump() + "\n" + columns.str() + "\n";
  for (const Row &row : rows)
    text += llvm::formatv("{0}\t{1}\t{2:f2}\t{3:f4}\n", row.schedule,
                          nameOf(row.status), row.medianNs, row.uncertainty)
                .str();
  return text;
}

llvm::Expected<TimingTable> TimingTable::read(llvm::StringRef file) {
  auto fail = [&](const llvm::Twine &what) {
    return llvm::createStringError(file + ": " + what +
                                   "; `mlirgym tabular make` makes tables");
  };
  auto buffer = readRegular(file);
  if (!buffer)
    return fail(buffer.getError().message());
  llvm::SmallVector<llvm::StringRef, 0> lines;
  (*buffer)->getBuffer().rtrim('\n').split(lines, '\n');
  TimingTable table;
  if (lines.size() < 3 || !lines[0].consume_front("# ") || lines[1] != columns)
    return fail("not a table of timings");
  const Json facts = Json::parse(lines[0], nullptr, /*allow_exceptions=*/false);
  try {
    readFacts(facts, table);
  } catch (const Json::exception &error) {
    return fail(llvm::Twine("line 1: ") + error.what());
  }
  for (size_t i = 2; i < lines.size(); ++i) {
    std::optional<Row> row = readRow(lines[i]);
    if (!row || (i == 2) != row->schedule.empty())
      return fail("line " + llvm::Twine(i + 1) +
                  (i == 2 ? ": not the untransformed program"
                          : ": not a schedule, a status, a time and an "
                            "uncertainty"));
    table.rows.push_back(std::move(*row));
  }
  return table;
}

llvm::Error TimingTable::write(llvm::StringRef file) const {
  return writeAtomically(file, text());
}

const TimingTable::Row &TimingTable::best() const {
  return *llvm::min_element(rows, [](const Row &a, const Row &b) {
    const bool isOk = a.status == Status::Ok, isOther = b.status == Status::Ok;
    return isOk != isOther ? isOk : a.medianNs < b.medianNs;
  });
}

std::string TimingTable::hash() const {
  const std::string all = text();
  return llvm::toHex(llvm::BLAKE3::hash<8>(llvm::arrayRefFromStringRef(all)),
                     /*LowerCase=*/true);
}

llvm::Expected<std::string> TimingTable::execDataIn(llvm::StringRef folder,
                                                    const Program &of) const {
  const std::string file = pathIn(folder, program + "-" + hash() + ".db");
  if (llvm::sys::fs::exists(file))
    return file;
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(code, "%s: %s", folder.str().c_str(),
                                   code.message().c_str());
  std::vector<ExecData::Record> records;
  for (const Row &row : rows) {
    ExecData::Record record;
    record.key = {.program = of.key(),
                  .schedule = row.schedule,
                  .machine = machine,
                  .toolchain = toolchain,
                  .protocol = "table"};
    record.measurement = measurementOf(row);
    record.provenance.programName = program;
    record.provenance.operations = unsigned(of.operations().size());
    records.push_back(std::move(record));
  }
  // Another process may make the same file: each makes its own and renames it.
  llvm::SmallString<128> made;
  if (std::error_code code = llvm::sys::fs::createUniqueFile(
          pathIn(folder, "making-%%%%%%%%.db"), made))
    return llvm::createStringError(code, "%s: %s", folder.str().c_str(),
                                   code.message().c_str());
  auto write = [&]() -> llvm::Error {
    {
      MLIRGYM_TRY(auto data, ExecData::open({.file = std::string(made)}));
      MLIRGYM_TRY_TO(data->insertAll(records));
    }
    MLIRGYM_TRY_TO(ExecData::compact(made));
    if (std::error_code code = llvm::sys::fs::rename(made, file))
      return llvm::createStringError(code, "%s: %s", file.c_str(),
                                     code.message().c_str());
    return llvm::Error::success();
  };
  if (llvm::Error error = write()) {
    llvm::sys::fs::remove(made);
    return std::move(error);
  }
  return file;
}

llvm::Expected<std::unique_ptr<Execution>>
TimingTable::replay(const Program &of, llvm::StringRef folder) const {
  MLIRGYM_TRY(std::string file, execDataIn(folder, of));
  ExecutionOptions options;
  options.execDataFile = std::move(file);
  options.replay = options.anyMachine = true;
  options.recordedOn = std::make_shared<const Target>(target);
  return Execution::create(std::move(options));
}

std::string mlirgym::defaultTableFolder() {
  const std::string kernels = defaultKernelFolder();
  return kernels.empty()
             ? ""
             : pathIn(llvm::sys::path::parent_path(kernels), "tabular");
}
