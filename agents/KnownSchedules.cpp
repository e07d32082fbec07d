#include "agents/KnownSchedules.h"
#include "actions/Schedule.h"
#include "agents/AlikeSchedules.h"
#include "execution/Execution.h"
#include "execution/device/DeviceDescription.h"
#include "execution/device/HostMachine.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
/// Schedules, and the programs that have them.
class PrecedentList {
public:
  /// Leaves out names that no generated program has, since a search may have
  /// been for a user's file, and schedules that cannot be read, which are
  /// errors in a search for their own program.
  void add(llvm::StringRef name, llvm::StringRef text, double machineDistance,
           unsigned threads) {
    auto [place, isNew] = programs.try_emplace(name);
    if (isNew)
      if (auto generated = llvm::expectedToOptional(loader.loadGenerated(name)))
        place->second = std::make_shared<const Program>(std::move(*generated));
    auto schedule = llvm::expectedToOptional(Schedule::parse(text));
    if (place->second && schedule)
      list.push_back(
          {place->second, std::move(*schedule), machineDistance, threads});
  }

  std::vector<Precedent> list;

private:
  ProgramLoader loader;
  llvm::StringMap<std::shared_ptr<const Program>> programs;
};
} // namespace

llvm::Expected<KnownSchedules> KnownSchedules::on(const Execution &execution) {
  const DeviceDescription &device = execution.device();
  if (execution.options().replay || !device.isHost())
    return KnownSchedules(std::nullopt);
  MLIRGYM_TRY(MachineProfile here, profileOf(device));
  MLIRGYM_TRY(auto found, FoundReferences::load(FoundReferences::fileFor(
                              here.vectors, device.machine())));
  MLIRGYM_TRY(auto shipped, ReferenceSchedules::load());
  return KnownSchedules(References{std::move(found), std::move(shipped),
                                   std::move(here),
                                   execution.options().threads});
}

llvm::Expected<std::vector<Schedule>>
KnownSchedules::startsFor(const std::shared_ptr<const Program> &program,
                          unsigned budget) {
  if (!references)
    return std::vector<Schedule>();
  const auto &[found, shipped, here, threads] = *references;
  const size_t most = std::max(1u, budget / 2);
  std::vector<std::string> texts;
  if (const FoundReference *best = found.find(program->name(), threads))
    texts.push_back(best->schedule);
  for (const ReferenceSchedule *one :
       shipped.find(program->name(), threads, here))
    texts.push_back(one->text);
  if (texts.empty()) {
    constexpr size_t mostOfAlike = 4;
    if (!precedents) {
      // Those for two threads serve more.
      auto serves = [&](unsigned others) {
        return others == threads || (1 < others && others < threads);
      };
      PrecedentList all;
      for (const FoundReference &each : found.all())
        if (serves(each.threads))
          all.add(each.program, each.schedule, 0, each.threads);
      for (const ReferenceSchedule &each : shipped.all())
        if (serves(each.threads))
          all.add(each.program, each.text,
                  each.machine->profile.distanceTo(here), each.threads);
      precedents = std::move(all.list);
    }
    return schedulesOfAlike(program, *precedents, threads,
                            std::min(most, mostOfAlike));
  }
  texts.resize(std::min(texts.size(), most));
  std::vector<Schedule> schedules;
  for (const std::string &text : texts) {
    MLIRGYM_TRY(Schedule schedule, Schedule::parse(text));
    schedules.push_back(std::move(schedule));
  }
  return schedules;
}
