#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

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
