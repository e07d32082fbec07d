#include "env/Env.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "actions/encoding/Encoding.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/Options.h"
#include "bindings/RecordedActions.h"
#include "bindings/Shown.h"
#include "env/Presets.h"
#include "env/VectorEnv.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "mlirrl/MlirRlEncoding.h"
#include "mlirrl/MlirRlPreset.h"
#include "outcome/Noise.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <limits>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

using Programs = std::vector<std::shared_ptr<Program>>;

/// Errors of environment options are ValueErrors, not ScheduleErrors: there is
/// no schedule yet.
static void orValueError(llvm::Error error) {
  if (error)
    throw py::value_error(llvm::toString(std::move(error)));
}
template <typename T> static T orValueError(llvm::Expected<T> value) {
  orValueError(value.takeError());
  return std::move(*value);
}

/// Nanoseconds, or 0 and the program to be timed, if it is another one.
using Baselines =
    std::vector<std::pair<double, std::optional<std::shared_ptr<Program>>>>;

static std::shared_ptr<const ProgramPool> makePool(const Programs &programs,
                                                   const Baselines &baselines) {
  auto pool = std::make_shared<ProgramPool>();
  pool->programs.assign(programs.begin(), programs.end());
  for (const auto &[nanoseconds, program] : baselines)
    pool->baselines.push_back({nanoseconds, program.value_or(nullptr)});
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

/// Masks, shape [`rows`, ...], from which a policy can sample. After the end of
/// an episode no decision is legal, and any action is ignored: all choices are
/// then marked as legal, so that a masked distribution is still defined.
static py::array_t<int8_t> toMasks(llvm::ArrayRef<int8_t> masks,
                                   const std::vector<py::ssize_t> &shape) {
  py::array_t<int8_t> array = toArray(masks, shape);
  const auto width = size_t(shape.back());
  for (int8_t *row = array.mutable_data(), *end = row + masks.size();
       row != end; row += width)
    if (!std::memchr(row, 1, width))
      std::memset(row, 1, width);
  return array;
}

/// Median in nanoseconds: 0 unless the status is ok, NaN for another metric.
static double timeOf(const Measurement &measurement) {
  if (!measurement.ok())
    return 0;
  return measurement.metric == Metric::Nanoseconds
             ? measurement.medianNs
             : std::numeric_limits<double>::quiet_NaN();
}

/// The infos of a step as numbers, so that they can be stored in arrays. One
/// list for single and vector environments: `add(name, value of an outcome)`.
template <typename Add> static void visitInfo(Add add) {
  add("illegal", [](const StepOutcome &of) { return of.illegal; });
  add("timed",
      [](const StepOutcome &of) { return of.measurement.has_value(); });
  add("status", [](const StepOutcome &of) -> int64_t {
    return of.measurement ? static_cast<int64_t>(of.measurement->status) : -1;
  });
  add("median_ns", [](const StepOutcome &of) {
    return of.measurement ? timeOf(*of.measurement) : 0.0;
  });
  add("speedup",
      [](const StepOutcome &of) { return of.measurement ? of.speedup : 0.0; });
  add("uncertainty", [](const StepOutcome &of) { return of.uncertainty; });
  add("noisy", [](const StepOutcome &of) { return isNoisy(of.uncertainty); });
  add("cache_hit", [](const StepOutcome &of) {
    return of.measurement && of.measurement->cacheHit;
  });
}

static py::dict describe(const StepOutcome &outcome) {
  py::dict info;
  visitInfo([&](const char *name, auto value) { info[name] = value(outcome); });
  return info;
}

using MaybeMeasurement = py::typing::Optional<Measurement>;

static MaybeMeasurement measurementOf(const StepOutcome &outcome) {
  return outcome.measurement ? py::cast(*outcome.measurement) : py::none();
}

static py::dict timingOf(const Measurement *timing) {
  return py::dict("status"_a = timing ? nameOf(timing->status).str() : "",
                  "median"_a = timing && timing->ok() ? timing->medianNs : 0.0,
                  "amount"_a =
                      timing ? formatAmount(timing->medianNs, timing->metric)
                             : "");
}

/// The data that `render` draws: the loops around and of each operation, and
/// timings.
static py::dict sceneOf(const Env &env) {
  const ScheduleState &schedule = env.decisionState().schedule;
  py::list operations;
  for (auto [index, operation] : llvm::enumerate(env.program().operations())) {
    const LoopNest &nest = schedule.nest(unsigned(index));
    py::list around, loops;
    for (const TileLoop &loop : nest.tileLoops)
      around.append(py::make_tuple(loop.isForall(), loop.extent, loop.step));
    for (const Loop &loop : nest.loops)
      loops.append(py::make_tuple(loop.iterator == IteratorType::Reduction,
                                  loop.tripCount, loop.isStatic));
    operations.append(py::dict(
        "tag"_a = operation.tag, "kind"_a = operation.kind, "around"_a = around,
        "loops"_a = loops, "fused_into"_a = nest.fusedInto,
        "vectorized"_a = nest.isVectorized,
        "current"_a =
            !schedule.finished() && schedule.currentOp() == unsigned(index)));
  }
  return py::dict(
      "program"_a = env.program().name().str(),
      "schedule"_a = schedule.schedule().text(), "operations"_a = operations,
      "baseline"_a = timingOf(env.baseline()),
      "timing"_a = timingOf(env.timing()), "over"_a = !env.underWay());
}

using Names = std::vector<std::string>;

/// The options that determine the encoding.
struct EncodingArguments {
  std::optional<std::string> actions;
  std::optional<std::vector<int64_t>> tileSizes;
  std::optional<unsigned> maxLoops, maxActionsPerOp;
  std::optional<Names> kinds;
  std::optional<SchedulesByProgram> recorded;
};

/// Those that only MLIR-RL's encoding has.
struct MlirRlArguments {
  std::optional<std::vector<Names>> order;
  std::optional<std::string> interchange, bounds;
  std::optional<unsigned> numTileSizes, maxAccesses, maxDims;
  std::optional<int64_t> vectorSizeLimit;

  bool areGiven() const {
    return order || interchange || bounds || numTileSizes || maxAccesses ||
           maxDims || vectorSizeLimit;
  }
};

static void applyToMlirRl(const EncodingArguments &given,
                          const MlirRlArguments &own, EnvOptions &options) {
  if (given.tileSizes || given.kinds)
    throw py::value_error(
        "the preset mlir-rl fixes tile_sizes and kinds; leave them out, or "
        "choose actions='flat' or 'joint'");
  MlirRlOptions mlirRl;
  if (own.order)
    mlirRl.order = orValueError(parseMlirRlOrder(*own.order));
  if (own.interchange)
    mlirRl.interchange = orValueError(parseMlirRlInterchange(*own.interchange));
  if (own.bounds)
    mlirRl.bounds = orValueError(parseMlirRlBounds(*own.bounds));
  mlirRl.numTileSizes = own.numTileSizes.value_or(mlirRl.numTileSizes);
  mlirRl.maxAccesses = own.maxAccesses.value_or(mlirRl.maxAccesses);
  mlirRl.maxDims = own.maxDims.value_or(mlirRl.maxDims);
  mlirRl.vectorSizeLimit = own.vectorSizeLimit.value_or(mlirRl.vectorSizeLimit);
  mlirRl.maxLoops = given.maxLoops.value_or(mlirRl.maxLoops);
  mlirRl.maxActions = given.maxActionsPerOp.value_or(mlirRl.maxActions);
  options.actions = mlirRlActions(std::move(mlirRl));
}

static void applyToKinds(const EncodingArguments &given, EnvOptions &options) {
  EncodingOptions &encoding = options.encoding;
  unsigned &maxActionsPerOp = options.state.maxActionsPerOp;
  if (given.tileSizes)
    encoding.tileSizes.assign(given.tileSizes->begin(), given.tileSizes->end());
  if (given.kinds)
    encoding.kinds = orValueError(ActionKinds::parse(*given.kinds));
  encoding.maxLoops = given.maxLoops.value_or(encoding.maxLoops);
  maxActionsPerOp = given.maxActionsPerOp.value_or(maxActionsPerOp);
}

/// Applies the given encoding arguments to a preset.
static void apply(const EncodingArguments &given, const MlirRlArguments &own,
                  const std::string &preset, EnvOptions &options) {
  const std::string name =
      given.actions.value_or(preset == "mlir-rl" ? "mlir-rl" : "flat");
  if (given.recorded && name != "flat")
    throw py::value_error("recorded schedules are sequences of flat actions, "
                          "not of '" +
                          name +
                          "'; leave out recorded, or choose actions='flat'");
  if (name == "mlir-rl")
    return applyToMlirRl(given, own, options);
  if (own.areGiven())
    throw py::value_error("order, interchange, bounds, num_tile_sizes, "
                          "max_accesses, max_dims and vector_size_limit belong "
                          "to MLIR-RL's encoding; leave them out, or choose "
                          "actions='mlir-rl'");
  const std::optional<EncodingKind> kind = parseEncodingKind(name);
  if (!kind)
    throw py::value_error("actions are 'flat', 'joint' or 'mlir-rl', not '" +
                          name + "'");
  options.actions = makeActions(*kind);
  if (given.recorded)
    options.actions = [recorded = std::make_shared<const SchedulesByProgram>(
                           *given.recorded)](EncodingOptions encoding,
                                             StateOptions state) {
      return RecordedActions::create(*recorded, std::move(encoding), state);
    };
  applyToKinds(given, options);
}

static RewardOptions::When whenOf(const std::string &name) {
  if (name == "end")
    return RewardOptions::When::AtEnd;
  if (name == "immediate")
    return RewardOptions::When::Immediate;
  throw py::value_error("reward is 'end' or 'immediate', not '" + name + "'");
}

/// Features by their names in `mlirgym.machine()`.
using GivenFeatures = std::map<std::string, int64_t>;

static MachineFeatures machineOf(const std::optional<GivenFeatures> &given,
                                 unsigned threads) {
  MachineFeatures machine = featuresOf(Target::host(), threads);
  if (!given)
    return machine;
  for (const auto &[name, value] : *given) {
    if (value < 1 || value > int64_t(1) << 31)
      throw py::value_error("machine: " + name + " is " +
                            std::to_string(value) +
                            "; give a number from 1 to 2^31");
    if (name == "vector_bits")
      machine.vectorBits = static_cast<unsigned>(value);
    else if (name == "l1_bytes")
      machine.l1Bytes = value;
    else if (name == "l2_bytes")
      machine.l2Bytes = value;
    else if (name == "l3_bytes")
      machine.l3Bytes = value;
    else
      throw py::value_error("machine: unknown feature '" + name +
                            "'; give vector_bits, l1_bytes, l2_bytes or "
                            "l3_bytes");
  }
  return machine;
}

/// Those of the preset, except the given ones.
static EnvOptions makeOptions(const py::kwargs &given) {
  std::string preset = "default";
  if (given.contains("preset"))
    preset = given["preset"].cast<std::string>();
  EnvOptions options = orValueError(environmentPreset(preset));
  EncodingArguments encoding;
  MlirRlArguments mlirRl;
  RewardOptions &reward = options.reward;
  std::optional<std::string> rewardWhen;
  std::optional<unsigned> maxDecisions;
  std::optional<GivenFeatures> machine;
  unsigned threads = 1;
  readOptions(given, "environment",
              {{"preset", &preset},
               {"actions", &encoding.actions},
               {"tile_sizes", &encoding.tileSizes},
               {"max_loops", &encoding.maxLoops},
               {"max_actions_per_op", &encoding.maxActionsPerOp},
               {"kinds", &encoding.kinds},
               {"recorded", &encoding.recorded},
               {"order", &mlirRl.order},
               {"interchange", &mlirRl.interchange},
               {"bounds", &mlirRl.bounds},
               {"num_tile_sizes", &mlirRl.numTileSizes},
               {"max_accesses", &mlirRl.maxAccesses},
               {"max_dims", &mlirRl.maxDims},
               {"vector_size_limit", &mlirRl.vectorSizeLimit},
               {"reward", &rewardWhen},
               {"reward_counter", &reward.counter},
               {"reward_base", &reward.base},
               {"illegal_action", &reward.illegalAction},
               {"failure", &reward.failure},
               {"not_cached", &reward.notCached},
               {"max_decisions", &maxDecisions},
               {"machine", &machine},
               {"threads", &threads}});
  apply(encoding, mlirRl, preset, options);
  if (rewardWhen)
    reward.when = whenOf(*rewardWhen);
  if (maxDecisions)
    options.maxDecisions =
        *maxDecisions > 0 ? *maxDecisions : EnvOptions::neverTruncate;
  options.machine = machineOf(machine, threads);
  return options;
}

static void bindOptions(py::module_ &module) {
  py::class_<EnvOptions>(
      module, "EnvOptions",
      "Options of an environment: those of the preset, except the given ones.")
      .def(py::init(&makeOptions));
  module.def("presets", &environmentPresetNames,
             "Names for ``ScheduleEnv(preset=...)``.");
}

static py::list describe(const ObservationSpec &spec) {
  py::list list;
  for (const ObservationSlice &slice : spec.slices)
    list.append(py::dict("name"_a = slice.name, "offset"_a = slice.offset,
                         "shape"_a = slice.shape, "low"_a = slice.low,
                         "high"_a = slice.high));
  return list;
}

/// The decisions from the beginning of an episode of the current program to a
/// schedule.
static std::vector<uint16_t> decisionsTo(const Env &env,
                                         const std::string &text) {
  const auto *recorded = llvm::dyn_cast<RecordedActions>(&env.encoding());
  const auto *flat = recorded ? &recorded->flat()
                              : llvm::dyn_cast<FlatActions>(&env.encoding());
  if (!flat)
    throw py::value_error("decisions: the actions are no flat ones; make the "
                          "environment with actions='flat'");
  const Schedule schedule = unwrap(Schedule::parse(text));
  return unwrap(decisionsOf(env.decisionState().schedule.programPtr(), schedule,
                            flat->encoding(), flat->stateOptions()));
}

/// The meaning of a choice of an entry of an action.
static std::string meaningOf(const ActionEncoding &encoding, size_t entry,
                             int64_t choice) {
  if (const auto *mlirRl = llvm::dyn_cast<MlirRlEncoding>(&encoding)) {
    const size_t heads = entry + mlirRl->options().maxLoops - 1;
    const auto symbol = MlirRlSymbol(heads / mlirRl->options().maxLoops);
    if (entry == 0)
      return nameOf(MlirRlSymbol(choice)).str();
    if (symbol == MlirRlSymbol::I)
      return mlirRl->describeInterchange(choice);
    return (nameOf(symbol) + " size " +
            std::to_string(choice == 0 ? 0 : int64_t(1) << (choice - 1)))
        .str();
  }
  const auto *joint = llvm::dyn_cast<JointActions>(&encoding);
  if (!joint)
    return encoding.describe(choice);
  // A kind, then sizes, then loops: flat actions are numbered in that order.
  const EncodingOptions &options = joint->options();
  if (entry > 0)
    choice += joint->dimensions().front();
  if (entry > options.maxLoops)
    choice += int64_t(options.tileSizes.size());
  return FlatEncoding(options).describe(unsigned(choice));
}

static std::vector<std::vector<std::string>> meaningsOf(const Env &env) {
  std::vector<std::vector<std::string>> meanings;
  for (auto [entry, count] : llvm::enumerate(env.actionDimensions())) {
    std::vector<std::string> &texts = meanings.emplace_back();
    // Too many to list: the ranks of all permutations.
    if (!env.encoding().masksLastEntry() &&
        entry + 1 == env.actionDimensions().size())
      continue;
    for (int64_t choice = 0; choice < count; ++choice)
      texts.push_back(meaningOf(env.encoding(), entry, choice));
  }
  return meanings;
}

static py::array_t<int8_t> maskOf(const Env &env) {
  llvm::ArrayRef<int8_t> values = env.actionMask();
  return toMasks(values, {py::ssize_t(values.size())});
}

/// A view of the environment's memory: what it holds after the next step, too.
template <typename T>
static py::array_t<T> viewOf(const py::object &env, llvm::ArrayRef<T> values) {
  py::array_t<T> view(py::ssize_t(values.size()), values.data(), env);
  view.attr("setflags")("write"_a = false);
  return view;
}

using MaybeOutcome = py::typing::Optional<
    py::typing::Tuple<double, bool, bool, py::dict, MaybeMeasurement>>;

/// Everything that Python returns of a step, in one call: most of the time of a
/// step is that of making objects. The outcome is None for most steps: a
/// decision without a reward.
static py::typing::Tuple<py::array_t<float>, py::dict, MaybeOutcome>
step(Env &env, llvm::ArrayRef<int64_t> action, Shown &shown) {
  const StepOutcome outcome = [&] {
    std::optional<py::gil_scoped_release> release;
    return unwrap(env.step(action, [&] { release.emplace(); }));
  }();
  MaybeOutcome described = py::none();
  if (outcome.illegal || outcome.measurement || outcome.truncated)
    described =
        py::make_tuple(outcome.reward, outcome.terminated, outcome.truncated,
                       describe(outcome), measurementOf(outcome));
  return py::make_tuple(shown.observation(), shown.infos(), described);
}

static void bindSingle(py::module_ &module) {
  module.def(
      "idle_info", [] { return describe(StepOutcome()); },
      "Infos before any step.");
  py::class_<Shown>(module, "Shown",
                    "Makes copies of an observation, and of infos with the "
                    "arrays in them.")
      .def(py::init<py::array, py::dict>(), "observation"_a, "infos"_a)
      .def("copies", [](Shown &self) {
        return py::typing::Tuple<py::array_t<float>, py::dict>(
            py::make_tuple(self.observation(), self.infos()));
      });
  py::class_<Env>(module, "Env")
      .def(
          py::init([](const Programs &programs,
                      std::shared_ptr<Execution> execution,
                      const EnvOptions &options, const Baselines &baselines) {
            return std::make_unique<Env>(orValueError(Env::create(
                makePool(programs, baselines), std::move(execution), options)));
          }),
          "programs"_a, "execution"_a, "options"_a, "baselines"_a = Baselines())
      .def_property_readonly("num_actions", &Env::numActions,
                             "Size of the mask.")
      .def_property_readonly(
          "action_dimensions",
          [](const Env &self) { return self.actionDimensions().vec(); })
      .def_property_readonly(
          "observation_spec",
          [](const Env &self) { return describe(self.observationSpec()); })
      .def("action_meanings", &meaningsOf,
           "What each choice means, one list per entry of an action; none "
           "for the ranks of permutations.")
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
          "seed"_a = py::none(), "program"_a = py::none())
      .def(
          "step",
          [](Env &self, int64_t action, Shown &shown) {
            return step(self, llvm::ArrayRef<int64_t>(action), shown);
          },
          "action"_a, "shown"_a)
      .def(
          "step",
          [](Env &self, const std::vector<int64_t> &action, Shown &shown) {
            return step(self, action, shown);
          },
          "action"_a, "shown"_a)
      .def_property_readonly(
          "observation_view",
          [](const py::object &self) {
            return viewOf(self, self.cast<const Env &>().observation());
          })
      .def_property_readonly("mask_view",
                             [](const py::object &self) {
                               return viewOf(
                                   self, self.cast<const Env &>().actionMask());
                             })
      .def("action_mask", &maskOf)
      .def_property_readonly("program_index", &Env::programIndex)
      .def_property_readonly(
          "schedule",
          [](const Env &self) { return self.schedule().canonical().text(); })
      .def(
          "decisions", &decisionsTo, "schedule"_a,
          "Actions that lead to a schedule from the beginning of an episode of "
          "the current program. Raises ScheduleError if the action space has "
          "none.")
      .def("render", &Env::render)
      .def("scene", &sceneOf)
      .def("snapshot",
           [](const Env &self) { return py::bytes(self.snapshot()); })
      .def(
          "restore",
          [](Env &self, const py::bytes &bytes) {
            orValueError(self.restore(std::string(bytes)));
          },
          "snapshot"_a);
}

/// More environments than fit into memory: catches mistyped numbers.
static constexpr int64_t mostEnvs = 1 << 20;

/// A step of a vector environment, whose parts are converted for Python on
/// demand.
struct DescribedStep {
  VectorStep step;
  unsigned observationSize, numActions;

  py::ssize_t size() const { return py::ssize_t(step.rewards.size()); }
};

static py::array_t<bool> toBools(llvm::ArrayRef<uint8_t> bytes) {
  py::array_t<bool> array(py::ssize_t(bytes.size()));
  std::transform(bytes.begin(), bytes.end(), array.mutable_data(),
                 [](uint8_t byte) { return byte != 0; });
  return array;
}

static py::dict describe(llvm::ArrayRef<StepOutcome> outcomes) {
  py::dict infos;
  visitInfo([&](const char *name, auto value) {
    using T = decltype(value(outcomes.front()));
    py::array_t<T> column(py::ssize_t(outcomes.size()));
    std::transform(outcomes.begin(), outcomes.end(), column.mutable_data(),
                   value);
    infos[name] = column;
  });
  return infos;
}

static void bindVectorStep(py::module_ &module) {
  py::class_<DescribedStep>(module, "VectorStep",
                            "Outcome of a step of every environment.")
      .def(refuseCalls<DescribedStep>(
          "a VectorStep comes from VectorEnv.step or recv"))
      .def_property_readonly("rewards",
                             [](const DescribedStep &self) {
                               return toArray(
                                   llvm::ArrayRef<double>(self.step.rewards),
                                   {self.size()});
                             })
      .def_property_readonly("terminated",
                             [](const DescribedStep &self) {
                               return toBools(self.step.terminated);
                             })
      .def_property_readonly("truncated",
                             [](const DescribedStep &self) {
                               return toBools(self.step.truncated);
                             })
      .def_property_readonly(
          "infos",
          [](const DescribedStep &self) {
            return describe(self.step.outcomes);
          },
          "One array for each key of the infos of a single step.")
      .def_property_readonly("measurements",
                             [](const DescribedStep &self) {
                               py::typing::List<MaybeMeasurement> list;
                               for (const StepOutcome &outcome :
                                    self.step.outcomes)
                                 list.append(measurementOf(outcome));
                               return list;
                             })
      .def_property_readonly(
          "ended_programs",
          [](const DescribedStep &self) {
            std::vector<int64_t> indices;
            for (const StepOutcome &outcome : self.step.outcomes)
              indices.push_back(outcome.programIndex);
            return toArray(llvm::ArrayRef<int64_t>(indices), {self.size()});
          },
          "Index of the program of each episode that ended, 0 elsewhere.")
      .def_property_readonly(
          "ended_schedules",
          [](const DescribedStep &self) {
            std::vector<std::string> texts;
            for (const StepOutcome &outcome : self.step.outcomes)
              texts.push_back(outcome.schedule.canonical().text());
            return texts;
          },
          "Schedule of each episode that ended, empty elsewhere.")
      .def_property_readonly(
          "final_observations",
          [](const DescribedStep &self) -> py::object {
            if (self.step.finalObservations.empty())
              return py::none();
            return toArray(llvm::ArrayRef<float>(self.step.finalObservations),
                           {self.size(), py::ssize_t(self.observationSize)});
          },
          "Mode same_step: of the episodes that ended; None if none did.")
      .def_property_readonly("final_masks",
                             [](const DescribedStep &self)
                                 -> py::typing::Optional<py::array_t<int8_t>> {
                               if (self.step.finalMasks.empty())
                                 return py::none();
                               return toMasks(
                                   self.step.finalMasks,
                                   {self.size(), py::ssize_t(self.numActions)});
                             });
}

/// Selects the environments of a vector that begin an episode, and their seeds
/// and programs.
static std::vector<EpisodeRequest>
requestsOf(const std::vector<bool> &begins,
           const std::vector<std::optional<uint64_t>> &seeds,
           const std::vector<std::optional<unsigned>> &programs) {
  if (seeds.size() != begins.size() || programs.size() != begins.size())
    throw py::value_error("reset: give a seed and a program, or None, for each "
                          "environment");
  std::vector<EpisodeRequest> requests;
  for (size_t i = 0; i < begins.size(); ++i)
    requests.push_back({begins[i], seeds[i], programs[i]});
  return requests;
}

/// `get` of each environment.
template <typename T, typename Get>
static std::vector<T> ofEach(VectorEnv &envs, Get get) {
  std::vector<T> values;
  for (unsigned i = 0; i < envs.size(); ++i)
    values.push_back(get(envs.env(i)));
  return values;
}

/// The environments of a vector, in order, which keep it alive.
static py::typing::List<Env> envsOf(const py::object &vector) {
  auto &envs = vector.cast<VectorEnv &>();
  py::typing::List<Env> list;
  for (unsigned i = 0; i < envs.size(); ++i)
    list.append(py::cast(&envs.env(i),
                         py::return_value_policy::reference_internal, vector));
  return list;
}

/// Rows of all environments.
using Actions = py::array_t<int64_t, py::array::c_style>;

static llvm::ArrayRef<int64_t> toArrayRef(const Actions &actions) {
  return {actions.data(), size_t(actions.size())};
}

/// Place of the first choice that is not below the number of choices of its
/// entry; nothing if all are.
static std::optional<size_t>
firstNoChoice(const Actions &actions, const std::vector<int64_t> &dimensions) {
  const auto choices = toArrayRef(actions);
  for (size_t i = 0, entry = 0; i < choices.size(); ++i) {
    if (choices[i] < 0 || choices[i] >= dimensions[entry])
      return i;
    entry = entry + 1 == dimensions.size() ? 0 : entry + 1;
  }
  return std::nullopt;
}

/// For each row of `masks` the place of a nonzero element: the one at the share
/// `where` of them, in [0, 1). -1 if there is none.
static py::array_t<int64_t>
chosenFrom(const py::array_t<int8_t, py::array::c_style> &masks,
           const py::array_t<double, py::array::c_style> &where) {
  const py::ssize_t rows = masks.shape(0), width = masks.shape(1);
  if (where.size() != rows)
    throw py::value_error("chosen_from: one number for each mask");
  py::array_t<int64_t> chosen(rows);
  for (py::ssize_t row = 0; row < rows; ++row) {
    const llvm::ArrayRef<int8_t> mask(masks.data() + row * width,
                                      size_t(width));
    const auto count =
        width - py::ssize_t(std::count(mask.begin(), mask.end(), int8_t(0)));
    auto left = py::ssize_t(where.data()[row] * double(count));
    py::ssize_t place = count > 0 ? 0 : -1;
    for (; place >= 0; ++place)
      if (mask[size_t(place)] && left-- == 0)
        break;
    chosen.mutable_data()[row] = place;
  }
  return chosen;
}

static void bindVector(py::module_ &module) {
  module.def("first_no_choice", &firstNoChoice, "actions"_a, "dimensions"_a,
             "Place of the first number that is not below its dimension.");
  module.def("chosen_from", &chosenFrom, "masks"_a, "where"_a,
             "Place of a nonzero element of each mask, at a share of them in "
             "[0, 1); -1 if there is none.");
  py::class_<VectorEnv>(module, "VectorEnv")
      .def(py::init([](const Programs &programs,
                       std::shared_ptr<Execution> execution,
                       const EnvOptions &env, int64_t numEnvs,
                       const std::string &autoreset,
                       const Baselines &baselines) {
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
                 makePool(programs, baselines), std::move(execution), options));
           }),
           "programs"_a, "execution"_a, "options"_a, "num_envs"_a,
           "autoreset"_a, "baselines"_a = Baselines())
      .def_property_readonly("size", &VectorEnv::size)
      .def_property_readonly("num_actions", &VectorEnv::numActions)
      .def_property_readonly(
          "action_dimensions",
          [](const VectorEnv &self) { return self.actionDimensions().vec(); })
      .def_property_readonly("observation_spec",
                             [](const VectorEnv &self) {
                               return describe(self.observationSpec());
                             })
      .def(
          "reset_each",
          [](VectorEnv &self, const std::vector<bool> &begins,
             const std::vector<std::optional<uint64_t>> &seeds,
             const std::vector<std::optional<unsigned>> &programs) {
            auto requests = requestsOf(begins, seeds, programs);
            py::gil_scoped_release release;
            orValueError(self.resetEach(requests));
            raisePending(); // of a step started by send()
          },
          "begins"_a, "seeds"_a, "programs"_a)
      .def(
          "step",
          [](VectorEnv &self, const Actions &actions) {
            const auto taken = toArrayRef(actions);
            py::gil_scoped_release release;
            return DescribedStep{unwrap(self.step(taken)),
                                 self.observationSpec().size(),
                                 self.numActions()};
          },
          "actions"_a)
      .def(
          "send",
          [](VectorEnv &self, const Actions &actions) {
            unwrap(self.send(toArrayRef(actions)));
          },
          "actions"_a)
      .def("recv",
           [](VectorEnv &self) {
             py::gil_scoped_release release;
             DescribedStep received{unwrap(self.recv()),
                                    self.observationSpec().size(),
                                    self.numActions()};
             raisePending();
             return received;
           })
      .def("observations",
           [](const VectorEnv &self) {
             return toArray(self.observations(),
                            {py::ssize_t(self.size()),
                             py::ssize_t(self.observationSpec().size())});
           })
      .def("action_masks",
           [](const VectorEnv &self) {
             return toMasks(
                 self.actionMasks(),
                 {py::ssize_t(self.size()), py::ssize_t(self.numActions())});
           })
      .def(
          "under_way",
          [](VectorEnv &self) {
            return ofEach<bool>(self,
                                [](const Env &env) { return env.underWay(); });
          },
          "False for each episode that is over.")
      .def("program_indices",
           [](VectorEnv &self) {
             const auto indices = ofEach<int64_t>(
                 self, [](const Env &env) { return env.programIndex(); });
             return toArray(llvm::ArrayRef<int64_t>(indices),
                            {py::ssize_t(self.size())});
           })
      .def_property_readonly("envs", &envsOf,
                             "The environments, to look at, or to restore.");
}

void bindEnv(py::module_ &module) {
  registerMlirRlPreset();
  bindOptions(module);
  bindSingle(module);
  bindVectorStep(module);
  bindVector(module);
}

} // namespace mlirgym::python
