#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "agents/model/SpeedupEstimate.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "program/Program.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <memory>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

static std::vector<size_t> indicesOf(uint64_t bits) {
  std::vector<size_t> indices;
  for (; bits; bits &= bits - 1)
    indices.push_back(size_t(llvm::countr_zero(bits)));
  return indices;
}

/// The loops that an action may cut: one of a single iteration has no tiles.
static std::vector<size_t> loopsFor(const ScheduleState &state,
                                    const LoopSet &loops, uint64_t which) {
  std::vector<size_t> indices;
  for (size_t loop : indicesOf(loops.allowed & which))
    if (state.nest().loops[loop].tripCount > 1)
      indices.push_back(loop);
  return indices;
}

/// The action and its legal parameters, or None if it has none.
static py::object describe(const ScheduleState &state, ActionKind kind) {
  const ActionTraits &traits = traitsOf(kind);
  const LegalParameters legal = state.legalParameters(kind);
  py::dict action("name"_a = traits.name.str(),
                  "summary"_a = traits.summary.str());
  switch (traits.parameters) {
  case ParameterKind::None:
  case ParameterKind::Permutation:
    if (!legal.isLegal)
      return py::none();
    action["parameters"] =
        traits.parameters == ParameterKind::None ? "none" : "permutation";
    return action;
  case ParameterKind::TileSizes: {
    const auto useful = loopsFor(state, legal.loops, legal.loops.useful);
    if (useful.empty())
      return py::none();
    action["parameters"] = "sizes";
    action["loops"] = loopsFor(state, legal.loops, ~uint64_t(0));
    action["useful"] = useful;
    return action;
  }
  case ParameterKind::Input:
    if (!legal.inputs)
      return py::none();
    action["parameters"] = "input";
    action["inputs"] = indicesOf(legal.inputs);
    return action;
  }
  llvm_unreachable("covered switch");
}

/// A schedule as far as it goes, and what may follow.
static py::dict describe(const ScheduleState &state) {
  py::dict described("schedule"_a = state.schedule().text(),
                     "operation"_a = state.finished() ? std::string()
                                                      : state.operation().tag);
  py::list around, loops, actions;
  if (!state.finished()) {
    for (const TileLoop &loop : state.nest().tileLoops)
      around.append(
          py::make_tuple(loop.isForall(), loop.extent, loop.step, loop.source));
    for (const Loop &loop : state.nest().loops)
      loops.append(py::make_tuple(loop.iterator == IteratorType::Reduction,
                                  loop.tripCount, loop.isStatic, loop.source));
    for (ActionKind kind : ActionKinds::of(state.options().limits))
      if (py::object action = describe(state, kind); !action.is_none())
        actions.append(std::move(action));
  }
  described["around"] = around;
  described["loops"] = loops;
  described["actions"] = actions;
  return described;
}

void bindActions(py::module_ &module) {
  module.def(
      "canonical_schedule",
      [](const std::string &text) {
        return unwrap(Schedule::parse(text)).canonical().text();
      },
      "schedule"_a,
      "Canonical text of a schedule: the key of exec data. Raises "
      "ScheduleError.");
  module.def(
      "check_schedule",
      [](const std::shared_ptr<Program> &program, const std::string &text) {
        unwrap(ScheduleState::replay(program, unwrap(Schedule::parse(text)),
                                     {.limits = ScheduleLimits::weakest()}));
      },
      "program"_a, "schedule"_a,
      "Raise ScheduleError if an action is illegal at its place in the "
      "schedule.");
  module.def(
      "after_schedule",
      [](const std::shared_ptr<Program> &program, const std::string &text,
         const std::string &device, const std::string &features) {
        const Target target = unwrap(Device::describe(device, features)).target;
        return describe(unwrap(ScheduleState::replay(
            program, unwrap(Schedule::parse(text)),
            StateOptions::asWritten(scheduleLimitsOf(target)))));
      },
      py::arg("program"), py::arg("schedule"), py::arg("device") = "host",
      py::arg("device_features") = "",
      R"doc(The state after the actions of a schedule, and what may follow.

Returns
-------
dict
    ``schedule``: text so far. ``operation``: tag of the operation to act on; "" if
    all have ended. ``around``: its tile loops, (forall, extent, step, source).
    ``loops``: its own, (reduction, trip count, static, source), where source is
    the loop of the program. ``actions``: those that are legal; name, summary,
    parameters ("none", "permutation", "sizes" or "input"), and loops (that may
    have a size), useful (one of them must) or inputs.

Raises ScheduleError as `check_schedule`, for the limits of the device.)doc");
  module.def(
      "estimated_speedups",
      [](const std::shared_ptr<Program> &program,
         const std::vector<std::string> &texts, unsigned threads,
         const std::string &device, const std::string &features) {
        const Target target = unwrap(Device::describe(device, features)).target;
        const auto options = StateOptions::asWritten(scheduleLimitsOf(target));
        const SpeedupEstimate estimate(ScheduleState(program, options), target,
                                       threads);
        std::vector<double> speedups;
        for (const std::string &text : texts)
          speedups.push_back(
              std::exp(estimate.logSpeedup(unwrap(ScheduleState::replay(
                  program, unwrap(Schedule::parse(text)), options)))));
        return speedups;
      },
      py::arg("program"), py::arg("schedules"), py::arg("threads") = 1,
      py::arg("device") = "host", py::arg("device_features") = "",
      "Speedups of schedules as estimated from their loops, without compiling: "
      "they rank schedules of one program. Raises ScheduleError.");
  module.def(
      "transform_script",
      [](const Program &program, const std::string &text) {
        return unwrap(
            toTransformScript(program, unwrap(Schedule::parse(text))));
      },
      "program"_a, "schedule"_a,
      "Stand-alone transform-dialect module that stock mlir-opt applies to "
      "``program.text``. Raises ScheduleError.");
  module.def(
      "action_kinds", [] { return ActionKinds::all().names(); },
      "Names of all kinds of actions. Environments have those for their device "
      "by default, or those of their option ``kinds``; `action_meanings` of an "
      "environment lists them by index.");
}

} // namespace mlirgym::python
