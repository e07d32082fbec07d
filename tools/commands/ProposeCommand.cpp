//===- tools/commands/ProposeCommand.cpp - mlirgym propose ----------------===//
#include "agents/search/EstimatedSchedules.h"
#include "execution/batch/TargetLimits.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/TargetFlags.h"
#include "tools/report/Table.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {
struct ProposeFlags {
  ProgramArgument program;
  EstimateOptions search;
  TargetFlags target;
  OutputFlags output;
};

struct Proposals {
  std::string program, target, unit;
  std::vector<EstimatedSchedule> schedules;
};

llvm::Expected<Proposals> propose(const ProposeFlags &flags) {
  MLIRGYM_TRY(auto target, flags.target.find());
  MLIRGYM_TRY(auto program, flags.program.load());
  EstimateOptions options = flags.search;
  options.state.limits = scheduleLimitsOf(target);
  return Proposals{.program = program->name().str(),
                   .target = target.id(),
                   .unit =
                       llvm::Triple(target.triple).isNVPTX() ? "ns" : "cycles",
                   .schedules = scheduleByEstimates(program, target, options)};
}

nlohmann::ordered_json toJson(const Proposals &proposals) {
  auto schedules = nlohmann::ordered_json::array();
  for (const EstimatedSchedule &each : proposals.schedules)
    schedules.push_back(
        {{"schedule", each.schedule.text()}, {"estimate", each.amount}});
  return {{"status", "ok"},
          {"program", proposals.program},
          {"target", proposals.target},
          {"unit", proposals.unit},
          {"schedules", std::move(schedules)}};
}

void print(const Proposals &proposals) {
  Table table({{proposals.unit, Table::Align::Right}, {"schedule"}});
  for (const EstimatedSchedule &each : proposals.schedules)
    table.addRow({llvm::formatv("{0:f0}", each.amount), each.schedule.text()});
  table.print(textOut());
}
} // namespace

void addProposeCommand(CLI::App &app, CommandLine &line) {
  CLI::App *command = addSubcommand(
      app, "propose",
      "Print schedules of a program that are fast by estimate, for a machine "
      "that need not be at hand: nothing is compiled or measured");
  auto flags = std::make_shared<ProposeFlags>();
  flags->program.addTo(*command);
  addOption(*command, "--count", flags->search.count,
            "number of schedules to print")
      .showDefault();
  addOption(*command, "--draws", flags->search.draws,
            "number of schedules to draw and estimate")
      .showDefault();
  addOption(*command, "--spread", flags->search.spread,
            "the part of the printed schedules, from 0 to 1, that is chosen "
            "evenly from those that are not among the fastest")
      .check(Number{.most = 1, .orEqual = true})
      .showDefault();
  addOption(*command, "--seed", flags->search.seed, "seed of the random draws")
      .showDefault();
  flags->target.addTo(*command);
  flags->output.addJson(*command);
  setRun(*command, line, [flags] {
    return flags->output.report(propose(*flags), toJson, print);
  });
}
} // namespace mlirgym::tools
