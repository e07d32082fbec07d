#include "tools/flags/KernelFlags.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "kernels/KernelDump.h"
#include "kernels/KernelOutliner.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/files/PathIn.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/Report.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mlirgym::tools {

void KernelFlags::addTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Kernels");
  for (const Place &place : everyPlace)
    addOption(app, place.option, places.*place.member,
              std::string(place.about) +
                  "; to the folder, or to stdout for - [default: none]")
        .type("DIR|-");
}

llvm::Expected<KernelDump>
KernelFlags::dump(std::shared_ptr<const Program> program,
                  const Schedule &schedule, const OutputFlags &output,
                  llvm::StringRef subfolder,
                  std::shared_ptr<KernelSubstituter> substituter) const {
  KernelDumpOptions options = places;
  options.substituter = std::move(substituter);
  for (const Place &each : everyPlace) {
    std::string &place = options.*each.member;
    if (place == "-" && output.json)
      return llvm::createStringError(
          "kernels to stdout, where --json prints one object; give a folder in "
          "place of -");
    if (!place.empty() && place != "-" && !subfolder.empty())
      place = pathIn(place, subfolder);
  }
  // Ctrl-C that has ended a search does not end the dump of its result.
  resumeAfterInterrupt();
  KernelOutlinerOptions workers;
  workers.target = target;
  workers.interrupted = stopRequested;
  return dumpKernels(std::move(program), schedule, options, textOut(),
                     std::move(workers));
}

llvm::Expected<std::optional<KernelDump>>
KernelFlags::dumpBest(std::shared_ptr<const Program> program,
                      const SearchResult &result, const OutputFlags &output,
                      llvm::StringRef subfolder,
                      std::shared_ptr<KernelSubstituter> substituter) const {
  if (!any())
    return std::nullopt;
  if (statusOf(result) != Status::Ok) {
    printNote("no kernels are written of " + result.program + ": " +
              nameOf(statusOf(result)) +
              "; `mlirgym dump` writes those of any schedule");
    return std::nullopt;
  }
  return dump(std::move(program), result.schedule, output, subfolder,
              std::move(substituter));
}

nlohmann::ordered_json toJson(const KernelDump &dump) {
  return {{"manifest", nlohmann::ordered_json::parse(dump.outline.manifest())},
          {"files", dump.files},
          {"notes", dump.notes}};
}

void print(const KernelDump &dump) {
  if (!dump.files.empty())
    textOut() << "wrote " << dump.files.size() << " files of "
              << dump.outline.kernels.size() << " kernels\n";
  llvm::outs().flush();
  printNotes(dump);
}

void printNotes(const KernelDump &dump) {
  for (const std::string &note : dump.notes)
    printNote(note);
}
} // namespace mlirgym::tools
