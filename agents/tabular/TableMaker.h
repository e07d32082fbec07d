//===- agents/tabular/TableMaker.h - Times a closed space -------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_TABULAR_TABLEMAKER_H
#define MLIRGYM_AGENTS_TABULAR_TABLEMAKER_H

#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace mlirgym {

/// Number of schedules done and of all, and the best speedup so far.
using TableProgress =
    std::function<void(size_t done, size_t all, double bestSpeedup)>;

/// Times every schedule of a task, and the machine's peak. Timings that the
/// execution has are not repeated, so that an interrupted call continues.
/// Errors: those of Execution; an untransformed program that fails.
llvm::Expected<TimingTable> makeTable(const TabularTask &task,
                                      Execution &execution,
                                      const TableProgress &progress);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TABULAR_TABLEMAKER_H
