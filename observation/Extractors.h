//===- observation/Extractors.h - The default features ----------*- C++ -*-===//
// The functions that make the extractors of Extractors.def, and their shared
// code.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_OBSERVATION_EXTRACTORS_H
#define MLIRGYM_OBSERVATION_EXTRACTORS_H

#include "actions/ActionKinds.h"
#include "actions/ScheduleState.h"
#include "observation/Extractor.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include <memory>

namespace mlirgym {

/// Index of the operation that an observation describes: the current one; in
/// the finished state the one that ended last, in its final state, since a
/// critic could not distinguish finished schedules otherwise. Requires: the
/// program has an operation.
inline unsigned shownOperation(const ScheduleState &schedule) {
  return schedule.finished() ? 0 : schedule.currentOp();
}

/// Everything that slices and values depend on, except the state.
struct ExtractorSetup {
  /// Number of loops shown in the vector; further loops are omitted.
  unsigned maxLoops;
  unsigned maxActionsPerOp;
  /// The kinds of actions, in the order of one-hots.
  ActionKinds kinds;
  MachineFeatures machine;
};

/// makeOperationFeatures() and so on, one per line of Extractors.def. The class
/// of each is described and defined in a source file of its name.
#define MLIRGYM_EXTRACTOR(Class, Name, Summary)                                \
  std::unique_ptr<const Extractor> make##Class(const ExtractorSetup &setup,    \
                                               LayoutBuilder &layout);
#include "observation/Extractors.def"

/// Not part of the default layout (ObservationOptions): `places` operations of
/// the program, those nearest to the current one in program order.
std::unique_ptr<const Extractor>
makeProgramOperations(const ExtractorSetup &setup, unsigned places,
                      LayoutBuilder &layout);

/// Operands that are shown: the first three inputs, then the first init.
inline constexpr unsigned numShownOperands = 4;

/// The operand at one of these places, null if there is none.
const Operand *shownOperand(const Operation &operation, unsigned place);
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_EXTRACTORS_H
