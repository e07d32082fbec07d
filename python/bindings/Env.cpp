#include "env/Env.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "env/VectorEnv.h"
#include "execution/Machine.h"
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace mlirgym::python {

using Programs = std::vector<std::shared_ptr<Program>>;

/// What an environment refuses is a ValueError, and no ScheduleError: there is
/// no schedule yet.
static void orValueError(llvm::Error error) {
  if (error)
    throw py::value_error(llvm::toString(std::move(error)));
}
template <typename T> static T orValueError(llvm::Expected<T> value) {
  orValueError(value.takeError());
  return std::move(*value);
}

static std::shared_ptr<const ProgramPool> makePool(const Programs &programs) {
  auto pool = std::make_shared<ProgramPool>();
  pool->programs.assign(programs.begin(), programs.end());
  return pool;
}

/// A new array of `shape` with a copy of `values`.
template <typename T>
static py::array_t<T> toArray(llvm::ArrayRef<T> values,
                              const std::vector<py::ssize_t> &shape) {
  py::array_t<T> array(shape);
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

static py::dict describe(const StepOutcome &outcome) {
  py::dict info;
  info["illegal"] = outcome.illegal;
  if (outcome.measurement) {
    info["measurement"] = *outcome.measurement;
    info["speedup"] = outcome.speedup;
  }
  if (outcome.program) { // its episode ended
    info["program"] = outcome.program->name().str();
    info["schedule"] = outcome.schedule.canonical().text();
  }
  return info;
}

using Names = std::vector<std::string>;

static uint32_t kindsOf(const Names &names) {
  uint32_t kinds = 0;
  for (const std::string &name : names) {
    std::optional<ActionKind> kind = actionKindFromName(name);
    if (!kind)
      throw py::value_error("unknown action kind '" + name +
                            "'; see mlirgym.action_kinds()");
    kinds |= 1u << static_cast<unsigned>(*kind);
  }
  return kinds;
}

static ActionEncoding encodingOf(const std::string &name) {
  if (name == "flat")
    return ActionEncoding::Flat;
  if (name == "joint")
    return ActionEncoding::Joint;
  if (name == "mlir-rl")
    return ActionEncoding::MlirRl;
  throw py::value_error("actions are 'flat', 'joint' or 'mlir-rl', not '" +
                        name + "'");
}

static RewardOptions::When whenOf(const std::string &name) {
  if (name == "end")
    return RewardOptions::When::AtEnd;
  if (name == "immediate")
    return RewardOptions::When::Immediate;
  throw py::value_error("reward is 'end' or 'immediate', not '" + name + "'");
}

template <typename T, typename U>
static void assignIfGiven(T &to, const std::optional<U> &value) {
  if (value)
    to = static_cast<T>(*value);
}

static void bindOptions(py::module_ &module) {
  py::class_<EnvOptions>(module, "EnvOptions",
                         "Options of an environment: those of the preset, but "
                         "for what is given.")
      .def(py::init([](const std::string &preset,
                       const std::optional<std::string> &actions,
                       const std::optional<std::vector<int64_t>> &tileSizes,
                       std::optional<unsigned> maxLoops,
                       std::optional<unsigned> maxActionsPerOp,
                       const std::optional<Names> &kinds,
                       const std::optional<std::vector<Names>> &order,
                       const std::optional<std::string> &rewardWhen,
                       std::optional<double> rewardBase,
                       std::optional<double> illegalAction,
                       std::optional<double> failure,
                       std::optional<double> notCached,
                       std::optional<unsigned> maxDecisions, unsigned threads) {
             EnvOptions options = orValueError(EnvOptions::preset(preset));
             if (actions)
               options.actions = encodingOf(*actions);
             const bool isMlirRl = options.actions == ActionEncoding::MlirRl;
             if (isMlirRl && (tileSizes || kinds))
               throw py::value_error(
                   "tile_sizes and kinds are not MLIR-RL's to choose; leave "
                   "them out, or take actions='flat' or 'joint'");
             if (order && !isMlirRl)
               throw py::value_error(
                   "an order is MLIR-RL's; leave it out, or take "
                   "actions='mlir-rl'");
             if (tileSizes)
               options.encoding.tileSizes.assign(tileSizes->begin(),
                                                 tileSizes->end());
             if (kinds)
               options.encoding.kinds = kindsOf(*kinds);
             if (order)
               options.mlirRl.order = orValueError(parseMlirRlOrder(*order));
             assignIfGiven(isMlirRl ? options.mlirRl.maxLoops
                                    : options.encoding.maxLoops,
                           maxLoops);
             assignIfGiven(isMlirRl ? options.mlirRl.maxActions
                                    : options.state.maxActionsPerOp,
                           maxActionsPerOp);
             if (rewardWhen)
               options.reward.when = whenOf(*rewardWhen);
             assignIfGiven(options.reward.base, rewardBase);
             assignIfGiven(options.reward.illegalAction, illegalAction);
             assignIfGiven(options.reward.failure, failure);
             assignIfGiven(options.reward.notCached, notCached);
             assignIfGiven(options.maxDecisions, maxDecisions);
             const Machine &host = Machine::host();
             options.machine = {threads, host.vectorBits, host.l1Bytes,
                                host.l2Bytes, host.l3Bytes};
             return options;
           }),
           py::kw_only(), py::arg("preset") = "default",
           py::arg("actions") = py::none(), py::arg("tile_sizes") = py::none(),
           py::arg("max_loops") = py::none(),
           py::arg("max_actions_per_op") = py::none(),
           py::arg("kinds") = py::none(), py::arg("order") = py::none(),
           py::arg("reward") = py::none(), py::arg("reward_base") = py::none(),
           py::arg("illegal_action") = py::none(),
           py::arg("failure") = py::none(), py::arg("not_cached") = py::none(),
           py::arg("max_decisions") = py::none(), py::arg("threads") = 1);
  module.def("presets", &EnvOptions::presetNames,
             "Names for ``ScheduleEnv(preset=...)``.");
  module.def("kinds_mask", &kindsOf, py::arg("kinds"),
             "Bit i for the i-th of `action_kinds`.");
}

static py::list describe(const ObservationSpec &spec) {
  py::list list;
  for (const ObservationSlice &slice : spec.slices) {
    py::dict entry;
    entry["name"] = slice.name;
    entry["offset"] = slice.offset;
    entry["shape"] = slice.shape;
    entry["low"] = slice.low;
    entry["high"] = slice.high;
    list.append(entry);
  }
  return list;
}

static void bindSingle(py::module_ &module) {
  py::class_<Env>(module, "Env")
      .def(py::init([](const Programs &programs,
                       std::shared_ptr<Execution> execution,
                       const EnvOptions &options) {
             return std::make_unique<Env>(orValueError(Env::create(
                 makePool(programs), std::move(execution), options)));
           }),
           py::arg("programs"), py::arg("execution"), py::arg("options"))
      .def_property_readonly("num_actions", &Env::numActions,
                             "Size of the mask.")
      .def_property_readonly(
          "action_dimensions",
          [](const Env &self) { return self.actionDimensions().vec(); })
      .def_property_readonly(
          "observation_spec",
          [](const Env &self) { return describe(self.observationSpec()); })
      .def(
          "reset",
          [](Env &self, std::optional<uint64_t> seed,
             std::optional<int64_t> program) {
            if (!program)
              return self.reset(seed);
            constexpr int64_t none = std::numeric_limits<unsigned>::max();
            auto index = *program < 0 ? none : std::min(*program, none);
            if (llvm::Error error =
                    self.reset(seed, static_cast<unsigned>(index))) {
              llvm::consumeError(std::move(error));
              auto count = static_cast<int64_t>(self.numPrograms());
              throw py::index_error(
                  "reset: program " + std::to_string(*program) +
                  " of a pool of " + std::to_string(count) +
                  "; name one from 0 to " + std::to_string(count - 1));
            }
          },
          py::arg("seed") = py::none(), py::arg("program") = py::none())
      .def(
          "step",
          [](Env &self, const std::vector<int64_t> &action) {
            StepOutcome outcome = [&] {
              py::gil_scoped_release release;
              return unwrap(self.step(llvm::ArrayRef<int64_t>(action)));
            }();
            return py::make_tuple(outcome.reward, outcome.terminated,
                                  outcome.truncated, describe(outcome));
          },
          py::arg("action"))
      .def("observation",
           [](const Env &self) {
             llvm::ArrayRef<float> values = self.observation();
             return toArray(values, {py::ssize_t(values.size())});
           })
      .def("action_mask",
           [](const Env &self) {
             llvm::ArrayRef<int8_t> values = self.actionMask();
             return toArray(values, {py::ssize_t(values.size())});
           })
      .def_property_readonly(
          "program_name",
          [](const Env &self) { return self.program().name().str(); })
      .def_property_readonly(
          "schedule",
          [](const Env &self) { return self.schedule().canonical().text(); })
      .def("render", &Env::render)
      .def("snapshot",
           [](const Env &self) { return py::bytes(self.snapshot()); })
      .def(
          "restore",
          [](Env &self, const py::bytes &bytes) {
            orValueError(self.restore(std::string(bytes)));
          },
          py::arg("snapshot"));
}

/// Far more than memory holds; keeps a slip of the keyboard from filling it.
static constexpr int64_t mostEnvs = 1 << 20;

static py::tuple describe(const VectorStep &step, unsigned observationSize) {
  auto size = py::ssize_t(step.rewards.size());
  py::array_t<bool> terminated(size), truncated(size);
  py::list infos;
  for (py::ssize_t i = 0; i < size; ++i) {
    terminated.mutable_at(i) = step.terminated[i] != 0;
    truncated.mutable_at(i) = step.truncated[i] != 0;
    infos.append(describe(step.outcomes[i]));
  }
  py::object final = py::none();
  if (!step.finalObservations.empty())
    final = toArray(llvm::ArrayRef<float>(step.finalObservations),
                    {size, py::ssize_t(observationSize)});
  return py::make_tuple(toArray(llvm::ArrayRef<double>(step.rewards), {size}),
                        terminated, truncated, infos, final);
}

static void bindVector(py::module_ &module) {
  py::class_<VectorEnv>(module, "VectorEnv")
      .def(py::init([](const Programs &programs,
                       std::shared_ptr<Execution> execution,
                       const EnvOptions &env, int64_t numEnvs,
                       const std::string &autoreset) {
             VectorEnvOptions options;
             options.env = env;
             if (numEnvs < 1 || numEnvs > mostEnvs)
               throw py::value_error("num_envs is " + std::to_string(numEnvs) +
                                     "; give a number from 1 to " +
                                     std::to_string(mostEnvs));
             options.numEnvs = static_cast<unsigned>(numEnvs);
             if (autoreset == "next_step")
               options.autoreset = AutoresetMode::NextStep;
             else if (autoreset == "same_step")
               options.autoreset = AutoresetMode::SameStep;
             else if (autoreset == "disabled")
               options.autoreset = AutoresetMode::Disabled;
             else
               throw py::value_error(
                   "autoreset is next_step, same_step or disabled, not '" +
                   autoreset + "'");
             return orValueError(VectorEnv::create(
                 makePool(programs), std::move(execution), options));
           }),
           py::arg("programs"), py::arg("execution"), py::arg("options"),
           py::arg("num_envs"), py::arg("autoreset"))
      .def_property_readonly("size", &VectorEnv::size)
      .def_property_readonly("num_actions", &VectorEnv::numActions)
      .def_property_readonly(
          "action_dimensions",
          [](const VectorEnv &self) { return self.actionDimensions().vec(); })
      .def_property_readonly("observation_spec",
                             [](const VectorEnv &self) {
                               return describe(self.observationSpec());
                             })
      .def("reset", &VectorEnv::reset, py::arg("seed") = py::none(),
           py::call_guard<py::gil_scoped_release>())
      .def(
          "reset_masked",
          [](VectorEnv &self, const std::vector<bool> &which) {
            std::vector<uint8_t> bytes(which.begin(), which.end());
            py::gil_scoped_release release;
            orValueError(self.resetMasked(bytes));
          },
          py::arg("which"))
      .def(
          "step",
          [](VectorEnv &self, const std::vector<int64_t> &actions) {
            VectorStep step = [&] {
              py::gil_scoped_release release;
              return unwrap(self.step(actions));
            }();
            return describe(step, self.observationSpec().size());
          },
          py::arg("actions"))
      .def(
          "send",
          [](VectorEnv &self, const std::vector<int64_t> &actions) {
            unwrap(self.send(actions));
          },
          py::arg("actions"))
      .def("recv",
           [](VectorEnv &self) {
             VectorStep step = [&] {
               py::gil_scoped_release release;
               return unwrap(self.recv());
             }();
             return describe(step, self.observationSpec().size());
           })
      .def("observations",
           [](const VectorEnv &self) {
             return toArray(self.observations(),
                            {py::ssize_t(self.size()),
                             py::ssize_t(self.observationSpec().size())});
           })
      .def("action_masks",
           [](const VectorEnv &self) {
             return toArray(
                 self.actionMasks(),
                 {py::ssize_t(self.size()), py::ssize_t(self.numActions())});
           })
      .def("program_names",
           [](VectorEnv &self) {
             std::vector<std::string> names;
             for (unsigned i = 0; i < self.size(); ++i)
               names.push_back(self.env(i).program().name().str());
             return names;
           })
      .def("render", [](VectorEnv &self, int64_t index) {
        if (index < 0 || index >= int64_t(self.size()))
          throw py::index_error("render: environment " + std::to_string(index) +
                                " of " + std::to_string(self.size()) +
                                "; name one from 0 to " +
                                std::to_string(self.size() - 1));
        return self.env(static_cast<unsigned>(index)).render();
      });
}

void bindEnv(py::module_ &module) {
  bindOptions(module);
  bindSingle(module);
  bindVector(module);
}

} // namespace mlirgym::python
