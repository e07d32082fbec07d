//===- benchmarks/RandomSchedule.h - A random legal schedule ----*- C++ -*-===//
#ifndef MLIRGYM_BENCHMARKS_RANDOMSCHEDULE_H
#define MLIRGYM_BENCHMARKS_RANDOMSCHEDULE_H

#include "actions/Schedule.h"
#include "actions/encoding/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace mlirgym {

/// Names of the programs of these suites, or of all installed suites if the
/// list is empty: sorted, without duplicates. Ends the program if a suite
/// cannot be loaded.
std::vector<std::string> programsOfSuites(llvm::ArrayRef<std::string> suites);

/// A legal schedule of `program`: uniform over the actions that the mask
/// allows, except that each decision ends an operation only with a small
/// probability (drawn once per schedule), so that long schedules occur. The
/// same state of `random` and the same masks give the same schedule.
Schedule randomSchedule(const FlatEncoding &encoding,
                        std::shared_ptr<const Program> program,
                        std::mt19937_64 &random);
} // namespace mlirgym
#endif // MLIRGYM_BENCHMARKS_RANDOMSCHEDULE_H
