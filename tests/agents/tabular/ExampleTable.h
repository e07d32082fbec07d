//===- tests/agents/tabular/ExampleTable.h - A table by formula -----------===//
#ifndef MLIRGYM_TESTS_AGENTS_TABULAR_EXAMPLETABLE_H
#define MLIRGYM_TESTS_AGENTS_TABULAR_EXAMPLETABLE_H

#include "SyntheticTimings.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"

namespace mlirgym::testing {

inline TabularTask exampleTask() {
  TabularTask task{.name = "example", .program = "matmul_9_10_12"};
  task.encoding.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  task.encoding.tileSizes = {0, 4, 8};
  task.state.maxActionsPerOp = 2;
  return task;
}

/// The times are those of syntheticNs(); the machine is none that exists.
inline TimingTable exampleTable(const TabularTask &task,
                                const Program &program) {
  TimingTable table;
  table.program = task.program;
  table.machine = "synthetic";
  table.target.triple = "x86_64-pc-linux-gnu";
  table.target.vectorBits = 256;
  table.target.threads = 3;
  table.target.l2Bytes = 12345;
  table.target.dots.bf16 = true;
  table.toolchain = "none";
  table.date = "2026-11-29";
  table.rooflineNs = 1000;
  table.rows.push_back(
      {.schedule = "", .medianNs = syntheticNs(program, Schedule())});
  const auto shared = llvm::cantFail(task.loadProgram());
  for (const Schedule &schedule : task.schedules(shared, {}))
    table.rows.push_back({.schedule = schedule.text(),
                          .medianNs = syntheticNs(program, schedule),
                          .uncertainty = 0.01});
  return table;
}
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_AGENTS_TABULAR_EXAMPLETABLE_H
