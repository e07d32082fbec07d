//===- workloads/ScheduleKnobs.h - Knobs of schedules -----------*- C++ -*-===//
#ifndef MLIRGYM_WORKLOADS_SCHEDULEKNOBS_H
#define MLIRGYM_WORKLOADS_SCHEDULEKNOBS_H

#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

/// A `transform.tune.knob` of a transform script.
struct ScheduleKnob {
  std::string name;
  /// Its options as values, each with its text in MLIR. Integers,
  /// floating-point numbers, booleans and strings become such values, arrays
  /// become tuples, and any other attribute its text.
  std::vector<std::pair<ParameterValue, std::string>> options;
  /// True if the script selects an option.
  bool isSelected = false;
};

/// True if the text of a schedule or script may have knobs.
bool mayHaveKnobs(llvm::StringRef code);
/// The knobs of scripts as MLIR prints them, each name once. Errors:
/// ActionError naming a knob whose options are not a list, or that has
/// different lists of options.
llvm::Expected<std::vector<ScheduleKnob>> readKnobs(llvm::StringRef printed);
/// The knobs as parameters of a workload.
ParameterChoices choicesOf(llvm::ArrayRef<ScheduleKnob> knobs);
/// The scripts with a selection for each knob that has a value: a further
/// module for lowering::applyScript(). Errors: ActionError for a value that is
/// not an option, and for a knob with neither a value nor a selection.
llvm::Expected<std::string> withKnobs(llvm::StringRef scripts,
                                      llvm::ArrayRef<ScheduleKnob> knobs,
                                      const WorkloadParameters &values);
} // namespace mlirgym
#endif // MLIRGYM_WORKLOADS_SCHEDULEKNOBS_H
