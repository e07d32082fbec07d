//===- tools/commands/LeaderboardCommand.cpp - mlirgym leaderboard --------===//
#include "outcome/Units.h"
#include "pages/Html.h"
#include "program/Try.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/report/Certificate.h"
#include "tools/report/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct LeaderboardFlags {
  std::string folder, html;
  OutputFlags output;
};

struct Entry {
  std::string program, key, machine, candidate, file;
  unsigned threads = 1;
  double baselineNs = 0, bestNs = 0, speedup = 0, uncertainty = 0;
  size_t runs = 1;
};

/// The confirmed certificates of a folder, the fastest of each program, machine
/// and number of threads first; the files that were changed are in `changed`.
llvm::Expected<std::vector<Entry>>
readEntries(const std::string &folder, std::vector<std::string> &changed) {
  std::vector<Entry> entries;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    if (llvm::sys::path::extension(file->path()) != ".json")
      continue;
    MLIRGYM_TRY(auto object, readJsonObject(file->path()));
    if (!isCertificate(object))
      continue;
    const std::string name = llvm::sys::path::filename(file->path()).str();
    if (!isUnchanged(object)) {
      changed.push_back(name);
      continue;
    }
    if (object["confirmed"] != true)
      continue;
    const auto &program = object["program"], &candidate = object["candidate"];
    entries.push_back(
        {.program = textIn(program, "name"),
         .key = textIn(program, "key"),
         .machine = textIn(object, "machine"),
         .candidate = textIn(candidate, "kind"),
         .file = name,
         .threads = static_cast<unsigned>(numberIn(object, "threads")),
         .baselineNs = numberIn(object, "baseline_ns"),
         .bestNs = numberIn(object, "best_ns"),
         .speedup = numberIn(object, "speedup"),
         .uncertainty = numberIn(object, "uncertainty"),
         .runs = object.contains("runs") ? object["runs"].size() : 1});
  }
  if (error)
    return llvm::createStringError(folder + ": " + error.message());
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.program, a.key, a.machine, a.threads, b.speedup, a.file) <
           std::tie(b.program, b.key, b.machine, b.threads, a.speedup, b.file);
  });
  return entries;
}

std::string speedupText(const Entry &entry) {
  return llvm::formatv("{0:f2}x +- {1:f1} %", entry.speedup,
                       entry.uncertainty * 100);
}

std::string pageOf(const std::vector<Entry> &entries) {
  std::string page = pageHead("Leaderboard") + "<table>\n<tr>";
  for (const char *title : {"program", "machine", "threads", "speedup", "runs",
                            "time", "baseline", "candidate", "certificate"})
    page += tagged("th", title);
  page += "</tr>\n";
  for (const Entry &entry : entries)
    page += "<tr>" + tagged("td", entry.program) + tagged("td", entry.machine) +
            numberCell(std::to_string(entry.threads)) +
            numberCell(speedupText(entry)) +
            numberCell(std::to_string(entry.runs)) +
            numberCell(formatNs(entry.bestNs)) +
            numberCell(formatNs(entry.baselineNs)) +
            tagged("td", entry.candidate) + "<td><a href=\"" +
            escapeHtml(entry.file) + "\">" + escapeHtml(entry.file) +
            "</a></td></tr>\n";
  return page + "</table>\n" + pageEnd();
}

llvm::Expected<int> runLeaderboard(const LeaderboardFlags &flags) {
  std::vector<std::string> changed;
  MLIRGYM_TRY(auto entries, readEntries(flags.folder, changed));
  if (!flags.html.empty())
    MLIRGYM_TRY_TO(writeFile(flags.html, pageOf(entries)));
  if (flags.output.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Entry &entry : entries)
      list.push_back({{"program", entry.program},
                      {"key", entry.key},
                      {"machine", entry.machine},
                      {"threads", entry.threads},
                      {"speedup", entry.speedup},
                      {"uncertainty", entry.uncertainty},
                      {"runs", entry.runs},
                      {"best_ns", entry.bestNs},
                      {"baseline_ns", entry.baselineNs},
                      {"candidate", entry.candidate},
                      {"file", entry.file}});
    printJson({{"status", changed.empty() ? "ok" : "changed"},
               {"entries", list},
               {"changed", changed}});
  } else {
    Table table({{"program"},
                 {"machine"},
                 {"threads", Table::Align::Right},
                 {"speedup", Table::Align::Right},
                 {"runs", Table::Align::Right},
                 {"time", Table::Align::Right},
                 {"candidate"},
                 {"certificate"}});
    for (const Entry &entry : entries)
      table.addRow({entry.program, entry.machine, std::to_string(entry.threads),
                    speedupText(entry), std::to_string(entry.runs),
                    formatNs(entry.bestNs), entry.candidate, entry.file});
    if (!entries.empty())
      table.print(textOut());
    textOut() << llvm::formatv("{0} certificates: {1}\n", entries.size(),
                               flags.folder);
    for (const std::string &file : changed)
      textOut() << file << " was changed after it was signed: left out\n";
  }
  return changed.empty() ? ExitOk : ExitFailed;
}
} // namespace

void addLeaderboardCommand(CLI::App &app, CommandLine &line) {
  CLI::App *board = addSubcommand(
      app, "leaderboard", "Rank the certificates of a folder by program");
  auto flags = std::make_shared<LeaderboardFlags>();
  addOption(*board, "DIR", flags->folder, "Folder with certificates")
      .required();
  addOption(*board, "--html", flags->html,
            "Write the ranking as a page to this file [default: none]")
      .type("FILE");
  flags->output.addJson(*board);
  setCallback(*board, [&line, flags] {
    line.run = [flags] {
      return flags->output.exitCode(runLeaderboard(*flags));
    };
  });
}
} // namespace mlirgym::tools
