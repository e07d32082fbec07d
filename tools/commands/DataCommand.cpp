//===- tools/commands/DataCommand.cpp - mlirgym data ----------------------===//
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataShards.h"
#include "execution/execdata/Publication.h"
#include "execution/execdata/PublishingRule.h"
#include "kernels/bundle/GpuResults.h"
#include "mlirrl/MlirRlJson.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/ProgramFile.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/NamedPrograms.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/report/DataSheet.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct DataFlags {
  std::string execData, out, programs;
  unsigned threads = 1;
  std::vector<std::string> files;
  ExecData::Thinning keep;
  Publication::Options publishing;
  std::string licence = "Apache-2.0 WITH LLVM-exception";
  OutputFlags output;

  std::string file() const {
    return execData.empty() ? defaultExecDataFile() : execData;
  }
};

enum class Access : uint8_t { Read, Write };

llvm::Expected<std::unique_ptr<ExecData>> openData(const DataFlags &flags,
                                                   Access access) {
  ExecData::Options options;
  options.file = flags.file();
  options.readOnly = access == Access::Read;
  if (options.readOnly && !llvm::sys::fs::exists(options.file))
    return llvm::createStringError(
        "%s: no such file; name one with --exec-data, or measure something "
        "first",
        options.file.c_str());
  llvm::StringRef folder = llvm::sys::path::parent_path(options.file);
  if (!options.readOnly && !folder.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError(
          error, "%s: %s; give another file with --exec-data",
          folder.str().c_str(), error.message().c_str());
  return ExecData::open(std::move(options));
}

llvm::Expected<int> showStats(const DataFlags &flags) {
  MLIRGYM_TRY(auto data, openData(flags, Access::Read));
  uint64_t records = 0;
  std::set<std::string> programs, machines, toolchains;
  std::map<std::string, uint64_t> statuses;
  if (llvm::Error error = data->forEachRecord(
          ExecData::Order::Added, [&](const ExecData::Record &record) {
            ++records;
            programs.insert(record.key.program.hex());
            machines.insert(record.key.machine);
            toolchains.insert(record.key.toolchain);
            ++statuses[nameOf(record.measurement.status).str()];
            return llvm::Error::success();
          }))
    return error;
  uint64_t fileBytes = 0;
  if (llvm::sys::fs::file_size(flags.file(), fileBytes))
    fileBytes = 0; // an in-memory name, or just removed: no size
  if (flags.output.json) {
    printJson({{"exec_data", flags.file()},
               {"bytes", fileBytes},
               {"records", records},
               {"programs", programs.size()},
               {"machines", machines},
               {"toolchains", toolchains},
               {"statuses", statuses}});
    return ExitOk;
  }
  Table table({{}, {}});
  table.addRow({"exec data", flags.file()});
  table.addRow({"size", formatBytes(fileBytes)});
  table.addRow({"timings", std::to_string(records)});
  for (const auto &[status, count] : statuses)
    table.addRow({"  " + status, std::to_string(count)});
  table.addRow({"programs", std::to_string(programs.size())});
  for (const std::string &machine : machines)
    table.addRow({"machine", machine});
  for (const std::string &toolchain : toolchains)
    table.addRow({"toolchain", toolchain});
  table.print(textOut());
  return ExitOk;
}

/// Prints the number of records added, as text or JSON.
int reportCount(const DataFlags &flags, const char *verb, uint64_t count) {
  if (flags.output.json)
    printJson({{"status", "ok"}, {"exec_data", flags.file()}, {verb, count}});
  else
    textOut() << llvm::formatv("{0} {1} timings: {2}\n", verb, count,
                               flags.file());
  return ExitOk;
}

void printImported(const DataFlags &flags, const MlirRlImported &all) {
  textOut() << llvm::formatv(
      "imported {0} timings: {1}\n{2} of them are stored under a program and a "
      "schedule as well, for replay, environments and agents\n",
      all.entries, flags.file(), all.resolved);
  if (all.withoutProgram > 0)
    textOut() << llvm::formatv(
        "{0} are of programs that are not known; name their folder with "
        "--programs\n",
        all.withoutProgram);
  if (all.withoutSchedule > 0)
    textOut() << llvm::formatv(
        "{0} have a key without an equal schedule; the first is {1}\n",
        all.withoutSchedule, all.firstReason);
  if (all.failed > 0)
    textOut() << llvm::formatv("{0} baselines of -1 are failures and are "
                               "not stored\n",
                               all.failed);
}

/// Timings of a GPU that the host program of bundles has measured.
struct GpuImported {
  uint64_t added = 0, replaced = 0, leftOut = 0;
  std::set<std::string> devices;
};

llvm::Error importGpuResults(ExecData &data, const GpuResults &results,
                             GpuImported &sum) {
  MLIRGYM_TRY(auto before, data.count());
  MLIRGYM_TRY_TO(data.insertAll(results.records));
  MLIRGYM_TRY(auto after, data.count());
  sum.added += after - before;
  sum.replaced += results.records.size() - (after - before);
  sum.leftOut += results.leftOut;
  sum.devices.insert(results.device);
  return llvm::Error::success();
}

int reportGpuImport(const DataFlags &flags, const GpuImported &sum) {
  if (flags.output.json) {
    printJson({{"status", "ok"},
               {"exec_data", flags.file()},
               {"imported", sum.added},
               {"replaced", sum.replaced},
               {"left_out", sum.leftOut},
               {"devices", sum.devices}});
    return ExitOk;
  }
  textOut() << llvm::formatv(
      "imported {0} timings: {1}\n{2} replace stored ones; {3} schedules have "
      "not run, or are illegal\n",
      sum.added, flags.file(), sum.replaced, sum.leftOut);
  for (const std::string &device : sum.devices)
    textOut() << "device " << device << "\n";
  return ExitOk;
}

llvm::Expected<int> importFiles(const DataFlags &flags) {
  // Before exec data are opened: files that are wrong leave them alone.
  std::vector<GpuResults> runs;
  std::vector<std::pair<std::string, std::unique_ptr<llvm::MemoryBuffer>>>
      others;
  for (const std::string &file : flags.files) {
    MLIRGYM_TRY(auto buffer,
                readRegularFile(file, maxImportBytes, "split the file"));
    if (!isGpuResults(buffer->getBuffer())) {
      others.emplace_back(file, std::move(buffer));
      continue;
    }
    auto run = parseGpuResults(buffer->getBuffer());
    if (!run)
      return llvm::createStringError(file + ": " +
                                     llvm::toString(run.takeError()));
    runs.push_back(std::move(*run));
  }
  MLIRGYM_TRY(auto data, openData(flags, Access::Write));
  NamedPrograms programs(flags.programs);
  MlirRlImported sum;
  GpuImported gpu;
  for (const GpuResults &run : runs)
    MLIRGYM_TRY_TO(importGpuResults(*data, run, gpu));
  for (const auto &[file, buffer] : others) {
    auto one = importMlirRlJson(
        *data, buffer->getBuffer(),
        {.programs = [&](llvm::StringRef name) { return programs.find(name); },
         .threads = flags.threads});
    if (!one)
      return llvm::createStringError(file + ": " +
                                     llvm::toString(one.takeError()));
    sum.entries += one->entries;
    sum.resolved += one->resolved;
    sum.withoutProgram += one->withoutProgram;
    sum.withoutSchedule += one->withoutSchedule;
    sum.failed += one->failed;
    if (sum.firstReason.empty())
      sum.firstReason = one->firstReason;
  }
  if (!gpu.devices.empty())
    return reportGpuImport(flags, gpu);
  return flags.output.report(
      llvm::Expected<MlirRlImported>(sum),
      [&](const MlirRlImported &all) {
        return nlohmann::ordered_json{{"status", "ok"},
                                      {"exec_data", flags.file()},
                                      {"imported", all.entries},
                                      {"resolved", all.resolved},
                                      {"without_program", all.withoutProgram},
                                      {"without_schedule", all.withoutSchedule},
                                      {"first_reason", all.firstReason},
                                      {"failed_baselines", all.failed}};
      },
      [&](const MlirRlImported &all) { printImported(flags, all); });
}

llvm::Expected<int> exportFile(const DataFlags &flags) {
  MLIRGYM_TRY(auto data, openData(flags, Access::Read));
  NamedPrograms programs(flags.programs);
  std::map<std::string, std::shared_ptr<const Program>> known;
  MlirRlExported report;
  auto find = [&](const ProgramKey &key, llvm::StringRef name) {
    auto [entry, isNew] = known.try_emplace(key.hex());
    if (isNew)
      entry->second = programs.find(key, name);
    return entry->second.get();
  };
  MLIRGYM_TRY(const std::string json, exportMlirRlJson(*data, &report, find));
  if (report.failed + report.inexpressible + report.superseded > 0)
    printNote(llvm::formatv("omitted {0} failures, {1} timings that MLIR-RL's "
                            "actions cannot express, {2} that have a newer one",
                            report.failed, report.inexpressible,
                            report.superseded));
  if (flags.out.empty() || flags.out == "-") {
    textOut() << json << "\n"; // one object with and without --json
    return ExitOk;
  }
  MLIRGYM_TRY_TO(writeFile(flags.out, json + "\n"));
  if (flags.output.json)
    printJson({{"status", "ok"},
               {"file", flags.out},
               {"exported", report.entries},
               {"failed", report.failed},
               {"inexpressible", report.inexpressible},
               {"superseded", report.superseded}});
  return ExitOk;
}

llvm::Expected<int> mergeFiles(const DataFlags &flags) {
  MLIRGYM_TRY(auto data, openData(flags, Access::Write));
  MLIRGYM_TRY(auto files, execDataFilesOf(flags.files));
  uint64_t merged = 0;
  for (const std::string &file : files) {
    MLIRGYM_TRY(uint64_t count, data->merge(file));
    merged += count;
  }
  return reportCount(flags, "merged", merged);
}

llvm::Expected<int> verifyFiles(const DataFlags &flags) {
  std::vector<std::string> files = flags.files;
  if (files.empty())
    files = {flags.file()};
  int exitCode = ExitOk;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string &file : files) {
    llvm::Error error = ExecData::verify(file);
    bool sound = !error;
    std::string message = llvm::toString(std::move(error));
    nlohmann::ordered_json entry = {{"file", file}, {"ok", sound}};
    if (!sound) {
      entry["error"] = message;
      exitCode = reportError(llvm::createStringError(message));
    } else if (!flags.output.json) {
      textOut() << file << ": ok\n";
    }
    list.push_back(std::move(entry));
  }
  if (flags.output.json)
    printJson(
        {{"status", exitCode == ExitOk ? "ok" : "error"}, {"files", list}});
  return exitCode;
}

llvm::Expected<uint64_t> sizeOf(const std::string &file) {
  uint64_t bytes = 0;
  if (std::error_code error = llvm::sys::fs::file_size(file, bytes))
    return llvm::createStringError(error,
                                   "%s: %s; check whether it was removed",
                                   file.c_str(), error.message().c_str());
  return bytes;
}

llvm::Expected<int> thinFile(const DataFlags &flags) {
  MLIRGYM_TRY(uint64_t deleted, ExecData::thin(flags.file(), flags.keep));
  MLIRGYM_TRY(uint64_t bytes, sizeOf(flags.file()));
  if (flags.output.json)
    printJson({{"status", "ok"},
               {"exec_data", flags.file()},
               {"deleted", deleted},
               {"bytes", bytes}});
  else
    textOut() << flags.file() << ": " << deleted << " timings deleted; "
              << formatBytes(bytes) << "\n";
  return ExitOk;
}

llvm::Expected<int> publishFiles(const DataFlags &flags) {
  MLIRGYM_TRY(auto files, execDataFilesOf(flags.files));
  MLIRGYM_TRY(auto publication, Publication::start(flags.out));
  DataSheet sheet;
  DataSheet::Facts facts;
  facts.rule = flags.publishing.rule;
  facts.licence = flags.licence;
  MLIRGYM_TRY(facts.counts,
              publication.write(files, flags.publishing,
                                [&](llvm::ArrayRef<ExecData::Record> kept,
                                    const Measurement &baseline) {
                                  sheet.add(kept, baseline);
                                }));
  if (facts.counts.kept() == 0)
    return llvm::createStringError(
        "%s: no timing of a program whose untransformed form has a time, of "
        "%llu timings; collect some first",
        llvm::join(flags.files, ", ").c_str(), facts.counts.given);
  for (const std::string &file : files)
    for (const auto &[name, count] : SampleOrigin::read(file).samplers)
      facts.samplers[name] += count;
  MLIRGYM_TRY(auto written, execDataFilesIn(publication.file("")));
  uint64_t bytes = 0;
  for (const std::string &file : written) {
    MLIRGYM_TRY(uint64_t size, sizeOf(file));
    facts.files.emplace_back(llvm::sys::path::filename(file), size);
    bytes += size;
  }
  MLIRGYM_TRY_TO(
      writeAtomically(publication.file("README.md"), sheet.toMarkdown(facts)));
  MLIRGYM_TRY_TO(publication.commit());
  const Publication::Counts &counts = facts.counts;
  if (flags.output.json)
    printJson({{"status", "ok"},
               {"folder", flags.out},
               {"files", written.size()},
               {"bytes", bytes},
               {"programs", sheet.programs()},
               {"collected", counts.given},
               {"superseded", counts.superseded},
               {"without_baseline", counts.withoutBaseline},
               {"equal_code", counts.of(Fate::EqualCode)},
               {"surplus_failures", counts.of(Fate::Failure)},
               {"surplus_times", counts.of(Fate::Timed)},
               {"published", counts.kept()}});
  else
    textOut() << llvm::formatv(
        "{0}: {1} of {2} timings, {3} programs, {4} in {5} files; README.md "
        "is the data sheet\n",
        flags.out, counts.kept(), counts.given, sheet.programs(),
        formatBytes(double(bytes)), written.size());
  return ExitOk;
}

llvm::Expected<int> compactFile(const DataFlags &flags) {
  MLIRGYM_TRY_TO(ExecData::compact(flags.file()));
  MLIRGYM_TRY(uint64_t size, sizeOf(flags.file()));
  const uint64_t bytes = size;
  if (flags.output.json)
    printJson(
        {{"status", "ok"}, {"exec_data", flags.file()}, {"bytes", bytes}});
  else
    textOut() << flags.file() << ": " << formatBytes(bytes) << "\n";
  return ExitOk;
}
} // namespace

void addDataCommand(CLI::App &app, CommandLine &line) {
  CLI::App *data = addSubcommand(
      app, "data", "Inspect, merge and verify stored timings (exec data)");
  requireSubcommand(*data);
  auto flags = std::make_shared<DataFlags>();
  auto add = [&](const char *name, const char *about,
                 llvm::Expected<int> (*work)(const DataFlags &)) {
    CLI::App *command = addSubcommand(*data, name, about);
    setRun(*command, line,
           [=] { return flags->output.exitCode(work(*flags)); });
    return command;
  };
  auto addExecData = [&](CLI::App &command) {
    addOption(command, "--exec-data", flags->execData,
              "SQLite file [default: $MLIRGYM_EXEC_DATA, else " +
                  defaultExecDataFile() + "]")
        .type("FILE");
  };
  auto addFiles = [&](CLI::App &command, const char *about) {
    return addOption(command, "files", flags->files, about)
        .type("FILE...")
        .check(checkFileIsThere);
  };

  auto addPrograms = [&](CLI::App &command) {
    addOption(command, "--programs", flags->programs,
              "Folder of the programs, NAME.mlir, or 'generated' for generated "
              "programs of type f64 [default: none]")
        .type("DIR");
  };

  CLI::App *stats =
      add("stats", "Count timings, programs, machines and statuses", showStats);
  addExecData(*stats);
  flags->output.addJson(*stats);

  CLI::App *import = add(
      "import",
      "Add timings in MLIR-RL's JSON format, {program: {key: ns}}, or those of "
      "a GPU that run.py of a bundle has written",
      importFiles);
  addExecData(*import);
  addFiles(*import, "JSON files").required();
  addPrograms(*import);
  addOption(*import, "--threads", flags->threads,
            "Threads with which the kernels were timed")
      .check(WholeNumber{1, 4096})
      .type("N")
      .showDefault();
  flags->output.addJson(*import);

  CLI::App *exportCommand =
      add("export", "Print the timings in MLIR-RL's JSON format", exportFile);
  addExecData(*exportCommand);
  addOption(*exportCommand, "--out,-o", flags->out,
            "Write to FILE [default: stdout]")
      .type("FILE");
  addPrograms(*exportCommand);
  flags->output.addJson(*exportCommand);

  CLI::App *merge = add("merge",
                        "Add every timing of other exec-data files; the newer "
                        "of two equal keys wins",
                        mergeFiles);
  addExecData(*merge);
  auto addFolders = [&](CLI::App &command) {
    addOption(command, "files", flags->files,
              "Exec-data files, or folders of such files (*.db)")
        .type("FILE|DIR...")
        .check(checkFileOrFolderIsThere)
        .required();
  };
  addFolders(*merge);
  flags->output.addJson(*merge);

  CLI::App *verify =
      add("verify", "Check the file and each record in it", verifyFiles);
  addExecData(*verify);
  addFiles(*verify, "Exec-data files instead of --exec-data");
  flags->output.addJson(*verify);

  CLI::App *compact =
      add("compact",
          "Reclaim free space and make the file self-contained, for copying; "
          "no other process may have it open",
          compactFile);
  addExecData(*compact);
  flags->output.addJson(*compact);

  CLI::App *thin =
      add("thin",
          "Delete the timings that a data set to learn from can do without: "
          "those that are neither baselines nor, per program, among the "
          "fastest or a selection of the others; then compact the file",
          thinFile);
  addOption(*thin, "--exec-data", flags->execData,
            "SQLite file; no default, since timings are deleted")
      .type("FILE")
      .required();
  addOption(*thin, "--fastest", flags->keep.fastest,
            "Keep the fastest N schedules of each program")
      .check(WholeNumber{0, 1u << 30})
      .type("N")
      .showDefault();
  addOption(*thin, "--others", flags->keep.others,
            "Keep N others of each program, failures included")
      .check(WholeNumber{0, 1u << 30})
      .type("N")
      .showDefault();
  flags->output.addJson(*thin);

  CLI::App *publish =
      add("publish",
          "Make a data set to publish, with a data sheet: timings of files and "
          "folders, each key once, thinned by a rule that keeps fast, average "
          "and failing schedules",
          publishFiles);
  addFolders(*publish);
  addOption(*publish, "--out,-o", flags->out,
            "Folder of the data set, which must not exist or be empty")
      .type("DIR")
      .required();
  addCount(*publish, "--per-program", flags->publishing.rule.timings,
           {1, 1u << 30}, "Most timings of each program on each machine");
  addCount(*publish, "--shard-rows", flags->publishing.shardRows, {1, 1u << 30},
           "Most timings per file");
  addOption(*publish, "--licence", flags->licence, "Licence in the data sheet")
      .type("TEXT")
      .showDefault();
  flags->output.addJson(*publish);
}
} // namespace mlirgym::tools
