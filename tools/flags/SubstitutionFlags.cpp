#include "tools/flags/SubstitutionFlags.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "outcome/Measurement.h"
#include "outcome/Noise.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/KernelFlags.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {

namespace {
/// The options of one stage.
struct StageOptions {
  KernelStage stage;
  const char *file, *folder;
  std::vector<std::string> SubstitutionFlags::*files;
  std::string SubstitutionFlags::*from;
  const char *fileAbout, *folderAbout;
};
constexpr StageOptions everyStage[] = {
    {KernelStage::Source, "--substitute-source", "--substitute-sources-from",
     &SubstitutionFlags::sources, &SubstitutionFlags::sourcesFrom,
     "Replace the kernel NAME by a module, to which its part of the schedule "
     "applies; may be repeated, the last of a name counts",
     "Replace each kernel by NAME.mlir of this folder"},
    {KernelStage::Configuration, "--substitute-configuration",
     "--substitute-configurations-from", &SubstitutionFlags::configurations,
     &SubstitutionFlags::configurationsFrom,
     "Replace the kernel NAME and its schedule by a module and the transform "
     "script in it, after the sources; may be repeated",
     "Replace each kernel by NAME.configured.mlir of this folder"},
    {KernelStage::Object, "--substitute-object", "--substitute-objects-from",
     &SubstitutionFlags::objects, &SubstitutionFlags::objectsFrom,
     "Replace the code of the kernel NAME by a .o, .a, .so, .ll, .bc or .s, or "
     "by a file with a toolchain, after the configurations; may be repeated",
     "Replace the code of each kernel by NAME.o, or another ending, of this "
     "folder"}};

/// The error of a text that `parse` refuses; "" if it is valid.
template <typename Parse>
std::string isWrong(const std::string &text, Parse parse) {
  auto parsed = parse(text);
  return parsed ? std::string() : llvm::toString(parsed.takeError());
}
} // namespace

void SubstitutionFlags::addTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Kernels");
  for (const StageOptions &each : everyStage) {
    addOption(app, each.file, this->*each.files,
              std::string(each.fileAbout) + " [default: none]")
        .type("NAME=FILE")
        .oneValueEach()
        .check([](const std::string &text) {
          return isWrong(text, Substitutions::File::parse);
        });
    addOption(app, each.folder, this->*each.from,
              std::string(each.folderAbout) + " [default: none]")
        .type("DIR");
  }
  addOption(app, "--object-search-path", objectSearchPath,
            "Look for the files of --substitute-object in this folder, too; "
            "may be repeated [default: none]")
      .type("DIR")
      .oneValueEach();
  addOption(app, "--toolchain", toolchains,
            "Command for files of --substitute-object with an ending, such as "
            "'.c=clang -O3 -c {in} -o {out}'. It runs without a shell in a "
            "sandbox; may be repeated [default: none]")
      .type(".END=COMMAND")
      .oneValueEach()
      .check([](const std::string &text) {
        return isWrong(text, Toolchain::parse);
      });
  addFlag(app, "--allow-missing", allowMissing,
          "Warn about files that cannot replace a kernel, and continue without "
          "them [default: they are errors]");
}

bool SubstitutionFlags::any() const {
  return llvm::any_of(everyStage, [&](const StageOptions &each) {
    return !(this->*each.files).empty() || !(this->*each.from).empty();
  });
}

llvm::ArrayRef<const char *> SubstitutionFlags::everyName() {
  static constexpr const char *names[] = {
      everyStage[0].file,   everyStage[0].folder, everyStage[1].file,
      everyStage[1].folder, everyStage[2].file,   everyStage[2].folder};
  return names;
}

llvm::Expected<Substitutions> SubstitutionFlags::toSubstitutions() const {
  Substitutions result;
  for (const StageOptions &each : everyStage) {
    Substitutions::Stage &stage =
        each.stage == KernelStage::Source          ? result.sources
        : each.stage == KernelStage::Configuration ? result.configurations
                                                   : result.objects;
    stage.folder = this->*each.from;
    for (const std::string &text : this->*each.files) {
      MLIRGYM_TRY(auto file, Substitutions::File::parse(text));
      stage.files.push_back(std::move(file));
    }
  }
  for (const std::string &text : toolchains) {
    MLIRGYM_TRY(auto toolchain, Toolchain::parse(text));
    result.toolchains.push_back(std::move(toolchain));
  }
  result.objectSearchPath = objectSearchPath;
  if (allowMissing)
    result.missing = Substitutions::Missing::Warn;
  return result;
}

llvm::Expected<std::shared_ptr<KernelSubstituter>>
SubstitutionFlags::open(const Target &target) const {
  if (!any())
    return nullptr;
  MLIRGYM_TRY(auto substitutions, toSubstitutions());
  // A signal that ended this process would leave the processes of a toolchain.
  catchInterrupts();
  KernelOutlinerOptions workers;
  workers.target = target;
  workers.interrupted = stopRequested;
  auto substituter =
      KernelSubstituter::create(substitutions, std::move(workers));
  if (substituter)
    printNotes((*substituter)->fileRecords());
  return substituter;
}

Option addDeviceTo(CLI::App &command, ExecutionFlags &flags) {
  Option device = flags.addDeviceTo(command);
  for (const KernelFlags::Place &place : KernelFlags::everyPlace)
    device.excludes(place.option);
  for (const char *name : SubstitutionFlags::everyName())
    device.excludes(name);
  return device;
}

llvm::Expected<SearchResult> measureOne(const ExecutionRequest &request,
                                        Execution &execution) {
  const Stopwatch taken;
  SearchResult result;
  result.program = request.program->name().str();
  result.schedule = request.schedule;
  MLIRGYM_TRY(result.baseline, execution.baselineOf(request));
  MLIRGYM_TRY(result.best, execution.measure(request));
  result.samples = 1;
  result.cacheHits = result.best.cacheHit ? 1 : 0;
  result.statusCounts.resize(static_cast<size_t>(result.best.status) + 1);
  ++result.statusCounts.back();
  const bool isOk = result.baseline.ok() && result.best.ok();
  result.speedup = isOk ? result.baseline.medianNs / result.best.medianNs : 0;
  result.curve = {result.speedup};
  result.noisy = isNoisy(uncertaintyOfRatio(result.baseline, result.best));
  result.seconds = taken.seconds();
  return result;
}

SearchResult fasterOf(SearchResult found, const SearchResult &unscheduled) {
  // Without a schedule, `found` is the baseline, which has no substitution.
  if (!found.schedule.empty() && found.speedup >= unscheduled.speedup)
    return found;
  found.schedule = Schedule();
  found.baseline = unscheduled.baseline;
  found.best = unscheduled.best;
  found.speedup = unscheduled.speedup;
  found.noisy = unscheduled.noisy;
  found.pairedRounds = 0;
  found.speedupUncertainty = 0;
  return found;
}

nlohmann::ordered_json toJson(llvm::ArrayRef<SubstitutionRecord> records) {
  auto list = nlohmann::ordered_json::array();
  for (const SubstitutionRecord &record : records)
    list.push_back({{"kernel", record.kernel},
                    {"stage", nameOf(record.stage).str()},
                    {"file", record.file},
                    {"toolchain", record.toolchain},
                    {"replaces", record.replaces},
                    {"note", record.remark}});
  return list;
}

void printNotes(llvm::ArrayRef<SubstitutionRecord> records) {
  for (const SubstitutionRecord &record : records)
    printNote(record.text());
}
} // namespace mlirgym::tools
