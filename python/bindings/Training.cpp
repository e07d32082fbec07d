#include "bindings/Training.h"
#include "actions/ActionKinds.h"
#include "agents/guided/PolicyAgent.h"
#include "agents/learn/ImitationConfig.h"
#include "agents/learn/ImitationTrainer.h"
#include "agents/learn/RecipeTrainer.h"
#include "agents/policy/TrainedNet.h"
#include "agents/policy/TrainedPolicy.h"
#include "bindings/Boundary.h"
#include "bindings/Options.h"
#include "execution/Cluster.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceDescription.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "program/ProgramLoader.h"
#include <pybind11/numpy.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {
namespace {
template <typename T>
using Rows = py::array_t<T, py::array::c_style | py::array::forcecast>;

void read(const py::dict &values, ImitationOptions &options) {
  std::string net = nameOf(options.net.kind).str();
  std::vector<OptionMember> members = {
      {"from_checkpoint", &options.from},
      {"net", &net},
      {"hidden", &options.net.hidden},
      {"token_width", &options.net.tokens.width},
      {"attention", &options.net.tokens.attention},
      {"operations", &options.net.tokens.operations}};
  visitImitationOptions(options, [&](const char *name, auto &value) {
    members.emplace_back(name, &value);
  });
  readOptions(values, "learning", members);
  const std::optional<NetKind> kind = parseNetKind(net);
  if (!kind)
    throw py::value_error("learn: net is '" + net +
                          "'; choose trunk, tokens or mlp");
  options.net.kind = *kind;
}

void learn(const ProgramTexts &train, const ProgramTexts &validation,
           const py::dict &learning, const MetricsProgress &progress,
           const py::kwargs &given) {
  ImitationOptions options;
  read(learning, options);
  ImitationSources sources;
  StoredTimingsQuery &timings = sources.timings;
  ImitationRun run;
  run.interrupted = interrupted;
  std::string device = "host";
  std::optional<std::vector<int64_t>> tileSizes;
  std::optional<std::vector<std::string>> kinds;
  readOptions(given, "learning",
              {{"exec_data", &timings.files},
               {"threads", &timings.threads},
               {"device", &device},
               {"any_target", &timings.anyTarget},
               {"any_machine", &timings.anyMachine},
               {"tile_sizes", &tileSizes},
               {"max_actions_per_op", &options.data.state.maxActionsPerOp},
               {"kinds", &kinds},
               {"out", &run.folder},
               {"resume", &run.resume}});
  if (tileSizes)
    options.data.encoding.tileSizes.assign(tileSizes->begin(),
                                           tileSizes->end());
  if (kinds)
    options.data.encoding.kinds = unwrap(ActionKinds::parse(*kinds));
  py::gil_scoped_release release;
  const DeviceDescription timed = unwrap(Device::describe(device));
  options.data.state.limits = maskLimitsOf(timed.target);
  timings.machine = timed.machine();
  sources.train = makePool(train)->programs;
  sources.validation = makePool(validation)->programs;
  const unsigned threads =
      timings.threads.empty() ? 1 : timings.threads.front();
  auto trainer = ImitationTrainer::create(
      sources, options, featuresOf(timed.target, threads), std::move(run));
  if (trainer.errorIsA<ExecutionError>())
    unwrap(trainer.takeError());
  if (!trainer)
    throw py::value_error(llvm::toString(trainer.takeError()));
  unwrap((*trainer)->train([&](const ImitationMetrics &metrics) {
    return report(progress, metrics.toJson());
  }));
}

void trainRecipe(const MetricsProgress &progress, const py::kwargs &given) {
  std::string name, execDataFile;
  std::optional<unsigned> threads;
  ExecutionOptions timings;
  RecipeOptions options;
  RecipeRun run;
  run.interrupted = interrupted;
  readOptions(given, "recipe",
              {{"recipe", &name},
               {"threads", &threads},
               {"device_features", &timings.deviceFeatures},
               {"any_target", &options.anyTarget},
               {"exec_data_file", &execDataFile},
               {"replay", &timings.replay},
               {"any_machine", &timings.anyMachine},
               {"cluster", &timings.cluster},
               {"minutes", &options.minutes},
               {"samples", &options.samples},
               {"seed", &options.seed},
               {"torch_threads", &options.torchThreads},
               {"out", &run.folder},
               {"resume", &run.resume},
               {"from_checkpoint", &options.from}});
  if (timings.replay)
    timings.mainExecData = {execDataFile}; // a replay writes no file
  else
    timings.execDataFile = execDataFile;
  timings.interrupted = interrupted;
  py::gil_scoped_release release;
  Recipe recipe = unwrap(Recipe::load(name));
  RecipePrograms programs = unwrap(RecipePrograms::load(recipe));
  if (threads && !recipe.threads.empty())
    throw py::value_error("train_recipe: recipe " + recipe.name +
                          " names its numbers of threads itself; leave "
                          "`threads` out, or use a copy without \"threads\"");
  if (timings.cluster && !recipe.threads.empty())
    throw py::value_error("train_recipe: on a cluster there is one number of "
                          "threads, and recipe " +
                          recipe.name +
                          " names its own; use a copy without \"threads\"");
  if (recipe.threads.empty())
    recipe.threads = {threads.value_or(1)};
  std::vector<std::shared_ptr<Execution>> executions;
  for (unsigned each : recipe.threads) {
    timings.threads = each;
    executions.push_back(unwrap(Execution::create(timings)));
  }
  const MachineFeatures machine =
      featuresOf(executions.front()->device().target, recipe.threads.front());
  auto training =
      RecipeTrainer::create(std::move(recipe), programs, std::move(executions),
                            std::move(options), machine, std::move(run));
  if (!training)
    throw py::value_error(llvm::toString(training.takeError()));
  unwrap((*training)->train([&](const RecipeMetrics &metrics) {
    return report(progress, metrics.toJson());
  }));
}

/// Checks that observations are rows of the network's size; returns the number
/// of rows.
size_t checkRows(const TrainedNet &net, const Rows<float> &observations) {
  if (observations.ndim() != 2 ||
      static_cast<size_t>(observations.shape(1)) != net.observationSize())
    throw py::value_error(
        "observations must have the shape (rows, " +
        std::to_string(net.observationSize()) +
        "): those of an environment with the policy's encoding");
  return static_cast<size_t>(observations.shape(0));
}

llvm::ArrayRef<float> dataOf(const Rows<float> &rows) {
  return {rows.data(), static_cast<size_t>(rows.size())};
}

py::array_t<float> logits(const TrainedNet &net,
                          const Rows<float> &observations,
                          const Rows<int8_t> &masks) {
  const size_t rows = checkRows(net, observations);
  if (masks.ndim() != 2 || static_cast<size_t>(masks.shape(0)) != rows ||
      static_cast<size_t>(masks.shape(1)) != net.numActions())
    throw py::value_error("masks must have the shape (" + std::to_string(rows) +
                          ", " + std::to_string(net.numActions()) + ")");
  const std::vector<float> all = unwrap(net.logits(
      dataOf(observations), {masks.data(), static_cast<size_t>(masks.size())}));
  return py::array_t<float>({rows, net.numActions()}, all.data());
}

py::array_t<float> values(const TrainedNet &net,
                          const Rows<float> &observations) {
  checkRows(net, observations);
  const std::vector<float> all = unwrap(net.values(dataOf(observations)));
  return py::array_t<float>(static_cast<py::ssize_t>(all.size()), all.data());
}

std::vector<std::string> schedules(const std::string &checkpoint,
                                   const std::string &name,
                                   const std::string &text, unsigned threads,
                                   unsigned count, uint64_t seed) {
  py::gil_scoped_release release;
  auto policy = unwrap(loadPolicy(checkpoint));
  auto program = makePool({{name, text}})->programs.front();
  std::vector<std::string> texts;
  for (const Schedule &schedule :
       unwrap(proposeSchedules(*policy, program, Target::host(), threads,
                               {.budget = count, .seed = seed})))
    texts.push_back(schedule.text());
  return texts;
}
} // namespace

std::shared_ptr<const ProgramPool> makePool(const ProgramTexts &programs) {
  ProgramLoader loader;
  auto pool = std::make_shared<ProgramPool>();
  for (const auto &[name, text] : programs)
    pool->programs.push_back(
        std::make_shared<Program>(unwrap(loader.loadText(text, name))));
  return pool;
}

bool report(const MetricsProgress &progress, const std::string &metrics) {
  return goesOnAfter([&]() -> py::object {
    return progress ? progress(metrics) : py::none();
  });
}

void bindTraining(py::module_ &module) {
  module.def("learn", &learn, py::kw_only(), "train"_a, "validation"_a,
             "learning"_a, "progress"_a = nullptr);
  module.def("train_recipe", &trainRecipe, py::kw_only(),
             "progress"_a = nullptr);
  // A class of _core, whose virtual functions the searchers there call.
  module.def(
      "load_policy",
      [](const std::string &checkpoint) {
        return std::const_pointer_cast<Policy>(unwrap(loadPolicy(checkpoint)));
      },
      "checkpoint"_a);
  module.def("schedules", &schedules, py::kw_only(), "checkpoint"_a, "name"_a,
             "text"_a, "threads"_a, "count"_a, "seed"_a);
  py::class_<TrainedNet>(module, "TrainedNet", "The network of a checkpoint.")
      .def(py::init([](const std::string &checkpoint) {
             return unwrap(TrainedNet::load(checkpoint));
           }),
           "checkpoint"_a)
      .def_property_readonly("description", &TrainedNet::description)
      .def("logits", &logits, "observations"_a, "masks"_a)
      .def("values", &values, "observations"_a);
}
} // namespace mlirgym::python
