#include "agents/KnownSchedules.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/device/DeviceDescription.h"
#include "execution/device/HostMachine.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <string>
#include <vector>

namespace mlirgym {

llvm::Expected<std::vector<Schedule>> knownSchedules(const Program &program,
                                                     const Execution &execution,
                                                     unsigned budget) {
  const DeviceDescription &device = execution.device();
  if (execution.options().replay || !device.isHost())
    return std::vector<Schedule>();
  const unsigned threads = execution.options().threads;
  MLIRGYM_TRY(const MachineProfile here, profileOf(device));
  MLIRGYM_TRY(auto found, FoundReferences::load(FoundReferences::fileFor(
                              here.vectors, device.machine())));
  MLIRGYM_TRY(auto shipped, ReferenceSchedules::load());
  std::vector<std::string> texts;
  if (const FoundReference *best = found.find(program.name(), threads))
    texts.push_back(best->schedule);
  for (const ReferenceSchedule *one :
       shipped.find(program.name(), threads, here))
    texts.push_back(one->text);
  texts.resize(std::min<size_t>(texts.size(), std::max(1u, budget / 2)));
  std::vector<Schedule> schedules;
  for (const std::string &text : texts) {
    MLIRGYM_TRY(Schedule schedule, Schedule::parse(text));
    schedules.push_back(std::move(schedule));
  }
  return schedules;
}

} // namespace mlirgym
