//===- tools/DumpCommand.cpp - mlirgym dump -------------------------------===//
#include "tools/DumpCommand.h"

#include "actions/ScheduleState.h"
#include "execution/KernelCompiler.h"
#include "tools/CommandLine.h"
#include "tools/ProgramArgument.h"
#include "tools/ScheduleArgument.h"
#include "tools/ScheduleFiles.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>

namespace mlirgym {
namespace {

struct DumpFlags {
  std::string program, stage = "scheduled", out;
  ScheduleArgument schedule;
  bool script = false, programOnly = false;
};

llvm::Expected<std::string> dump(const DumpFlags &flags) {
  auto program = loadProgram(flags.program);
  if (!program)
    return program.takeError();
  llvm::Expected<Schedule> schedule = flags.schedule.parse();
  if (!schedule)
    return schedule.takeError();
  if (flags.programOnly)
    return (*program)->text().str();
  llvm::Expected<std::string> script = toTransformScript(**program, *schedule);
  if (!script || flags.script)
    return script;
  // In this process, not in a worker: if MLIR crashes on the schedule, its own
  // stack trace is what a reader of dumps wants to see.
  return KernelCompiler().dump((*program)->text(), (*program)->entry(), *script,
                               *parseLoweringStage(flags.stage));
}

int runDump(const DumpFlags &flags) {
  llvm::Expected<std::string> text = dump(flags);
  if (!text)
    return reportError(text.takeError());
  if (flags.out.empty() || flags.out == "-") {
    llvm::outs() << *text;
    return ExitOk;
  }
  if (llvm::Error error = writeFile(flags.out, *text))
    return reportError(std::move(error));
  return ExitOk;
}
} // namespace

void addDumpCommand(CLI::App &app, CommandLine &line) {
  CLI::App *dump = app.add_subcommand(
      "dump", "Prints what a schedule makes of a program, at any stage");
  auto flags = std::make_shared<DumpFlags>();
  addProgramArgument(*dump, flags->program);
  flags->schedule.addTo(*dump);
  CLI::Option *stage =
      dump->add_option(
              "--stage", flags->stage,
              "Where to stop: scheduled (after the transform script), "
              "vectorized, bufferized, llvm (LLVM IR) or asm (assembly)")
          ->type_name("STAGE")
          ->check([](const std::string &stage) {
            return parseLoweringStage(stage)
                       ? std::string()
                       : "'" + stage +
                             "' is no stage; take scheduled, vectorized, "
                             "bufferized, llvm or asm";
          })
          ->capture_default_str();
  CLI::Option *script = dump->add_flag("--script", flags->script,
                                       "Print the transform script instead")
                            ->excludes(stage);
  dump->add_flag("--program", flags->programOnly,
                 "Print the normalised program instead, untransformed")
      ->excludes(script)
      ->excludes(stage)
      ->excludes("--schedule")
      ->excludes("--schedule-file");
  dump->add_option("--out,-o", flags->out, "Write to FILE instead of stdout")
      ->type_name("FILE");
  dump->callback(
      [&line, flags] { line.run = [flags] { return runDump(*flags); }; });
}
} // namespace mlirgym
