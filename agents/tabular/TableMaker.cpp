#include "agents/tabular/TableMaker.h"
#include "actions/Schedule.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/Peak.h"
#include "lowering/Machine.h"
#include "outcome/Measurement.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Chrono.h" // IWYU pragma: keep
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using namespace mlirgym;

/// Schedules sent to the execution together.
static constexpr size_t perBatch = 64;

/// To five significant digits, which is less than any uncertainty: more would
/// only make tables larger.
static double rounded(double value) {
  if (value == 0)
    return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 4);
  return std::round(value / unit) * unit;
}

static TimingTable::Row rowOf(const Schedule &schedule,
                              const Measurement &measurement) {
  return {.schedule = schedule.text(),
          .status = measurement.status,
          .medianNs = rounded(measurement.medianNs),
          .uncertainty = measurement.uncertainty};
}

llvm::Expected<TimingTable> mlirgym::makeTable(const TabularTask &task,
                                               Execution &execution,
                                               const TableProgress &progress) {
  MLIRGYM_TRY(auto program, task.loadProgram());
  std::vector<Schedule> schedules =
      task.schedules(program, execution.scheduleLimits());
  // Neighbours in the order of their text are alike; what is slow for a while
  // should not be all of one kind.
  RandomStream random(0);
  random.shuffle(llvm::MutableArrayRef<Schedule>(schedules));

  MLIRGYM_TRY(Measurement baseline, execution.baseline(program));
  if (!baseline.ok())
    return llvm::createStringError(
        "%s: the untransformed program fails: %s %s", task.program.c_str(),
        nameOf(baseline.status).str().c_str(), baseline.message.c_str());
  TimingTable table;
  table.program = task.program;
  table.machine = execution.device().machine();
  table.target = execution.device().target;
  table.toolchain = toolchainId();
  table.date =
      llvm::formatv("{0:%Y-%m-%d}", std::chrono::system_clock::now()).str();
  if (isPeakOf(*program)) {
    MLIRGYM_TRY(MachinePeak peak, measurePeak(execution));
    table.rooflineNs = rounded(rooflineNs(*program, peak));
  }
  table.rows.push_back(rowOf({}, baseline));

  double bestNs = baseline.medianNs;
  llvm::ArrayRef<Schedule> left = schedules;
  while (!left.empty()) {
    const auto batch = left.take_front(perBatch);
    left = left.drop_front(batch.size());
    std::vector<ExecutionRequest> requests;
    for (const Schedule &schedule : batch)
      requests.push_back({program, schedule});
    llvm::Error problem = llvm::Error::success();
    for (auto [schedule, result] :
         llvm::zip_equal(batch, execution.measureBatch(requests))) {
      if (!result) {
        problem = llvm::joinErrors(std::move(problem), result.takeError());
        continue;
      }
      table.rows.push_back(rowOf(schedule, *result));
      if (result->ok())
        bestNs = std::min(bestNs, result->medianNs);
    }
    if (problem)
      return problem;
    if (progress)
      progress(schedules.size() - left.size(), schedules.size(),
               baseline.medianNs / bestNs);
  }
  llvm::sort(llvm::MutableArrayRef(table.rows).drop_front(),
             [](const TimingTable::Row &a, const TimingTable::Row &b) {
               return a.schedule < b.schedule;
             });
  return table;
}
