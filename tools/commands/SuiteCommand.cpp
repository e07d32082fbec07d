//===- tools/commands/SuiteCommand.cpp - mlirgym suite --------------------===//
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "program/MachineProfile.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/report/Table.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct SuiteFlags {
  std::string name, folder;
  Split split = Split::All;
  OutputFlags output;
};

llvm::Expected<int> listSuites(const SuiteFlags &flags) {
  Table table({{"suite"},
               {"train", Table::Align::Right},
               {"validation", Table::Align::Right},
               {"test", Table::Align::Right},
               {"summary"}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::string> names = Suite::available();
  if (names.empty())
    return llvm::createStringError(
        "%s: no suites in this folder; set MLIRGYM_DATA_DIR "
        "to mlirgym's folder `data`",
        dataDirectory().c_str());
  for (const std::string &name : names) {
    MLIRGYM_TRY(Suite suite, Suite::load(name));
    size_t train = suite.programs(Split::Train).size();
    size_t validation = suite.programs(Split::Validation).size();
    size_t test = suite.programs(Split::Test).size();
    table.addRow({name, std::to_string(train), std::to_string(validation),
                  std::to_string(test), suite.summary().str()});
    list.push_back({{"name", name},
                    {"train", train},
                    {"validation", validation},
                    {"test", test},
                    {"summary", suite.summary().str()}});
  }
  if (flags.output.json)
    printJson({{"suites", list}});
  else
    table.print(textOut());
  return ExitOk;
}

llvm::Expected<int> showSuite(const SuiteFlags &flags) {
  MLIRGYM_TRY(Suite suite, Suite::load(flags.name));
  MLIRGYM_TRY(ReferenceSchedules references, ReferenceSchedules::load());
  MLIRGYM_TRY(auto device, Device::describe("host"));
  MLIRGYM_TRY(const MachineProfile here, profileOf(device));
  MLIRGYM_TRY(auto found, FoundReferences::load(FoundReferences::fileFor(
                              here.vectors, device.machine())));
  Table table({{"program"}, {"split"}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string &program : suite.programs(flags.split)) {
    std::string split = nameOfSplit(suite.split(program)).str();
    table.addRow({program, split});
    nlohmann::ordered_json entry = {{"name", program}, {"split", split}};
    for (const ReferenceSchedule &known : references.all())
      if (known.program == program)
        entry["reference"][std::to_string(known.threads)] =
            references.find(program, known.threads, here).front()->text;
    for (const FoundReference &known : found.all())
      if (known.program == program)
        entry["found_here"][std::to_string(known.threads)] = known.schedule;
    list.push_back(std::move(entry));
  }
  if (flags.output.json) {
    printJson({{"suite", suite.name().str()},
               {"summary", suite.summary().str()},
               {"class", here.vectors.name()},
               {"programs", list}});
    return ExitOk;
  }
  textOut() << suite.name() << ": " << suite.summary() << "\n";
  table.print(textOut());
  return ExitOk;
}

llvm::Expected<int> exportSuite(const SuiteFlags &flags) {
  MLIRGYM_TRY(Suite suite, Suite::load(flags.name));
  std::vector<std::string> programs = suite.programs(flags.split);
  for (const std::string &program : programs) {
    MLIRGYM_TRY(std::string text, generateProgram(program));
    MLIRGYM_TRY_TO(writeFile(pathIn(flags.folder, program + ".mlir"), text));
  }
  if (flags.output.json) {
    printJson({{"status", "ok"},
               {"programs", programs.size()},
               {"folder", flags.folder}});
    return ExitOk;
  }
  textOut() << llvm::formatv("wrote {0} programs to {1}\n", programs.size(),
                             flags.folder);
  return ExitOk;
}

llvm::Expected<int> listFamilies(const SuiteFlags &flags) {
  Table table({{"program name"}, {"description"}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ProgramFamily &family : programFamilies()) {
    table.addRow({family.pattern.str(), family.summary.str()});
    list.push_back({{"name", family.name.str()},
                    {"pattern", family.pattern.str()},
                    {"summary", family.summary.str()}});
  }
  if (flags.output.json)
    printJson({{"families", list}});
  else
    table.print(textOut());
  return ExitOk;
}
} // namespace

void addSuiteCommand(CLI::App &app, CommandLine &line) {
  CLI::App *suite = addSubcommand(
      app, "suite", "List, show and export suites of generated programs");
  requireSubcommand(*suite);
  auto flags = std::make_shared<SuiteFlags>();
  auto add = [&](const char *name, const char *about,
                 llvm::Expected<int> (*work)(const SuiteFlags &)) {
    CLI::App *command = addSubcommand(*suite, name, about);
    setRun(*command, line,
           [=] { return flags->output.exitCode(work(*flags)); });
    return command;
  };
  auto addName = [&](CLI::App &command) {
    addOption(command, "suite", flags->name, "Name of a suite, or a suite file")
        .type("NAME|FILE")
        .required();
    addSplitOption(command, flags->split);
  };

  CLI::App *list = add("list", "List the suites", listSuites);
  flags->output.addJson(*list);

  CLI::App *show = add("show", "List the programs of a suite", showSuite);
  addName(*show);
  flags->output.addJson(*show);

  CLI::App *write = add(
      "export", "Write the programs of a suite as .mlir files", exportSuite);
  addName(*write);
  addOption(*write, "folder", flags->folder,
            "Folder to write to, created if it does not exist")
      .type("DIR")
      .required();
  flags->output.addJson(*write);

  CLI::App *families =
      add("families", "List the families of programs that can be generated",
          listFamilies);
  flags->output.addJson(*families);
}
} // namespace mlirgym::tools
