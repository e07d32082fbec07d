#include "bindings/Training.h"
#include "actions/ActionKinds.h"
#include "agents/guided/PolicyAgent.h"
#include "agents/learn/ImitationTrainer.h"
#include "agents/learn/RecipeTrainer.h"
#include "agents/policy/TrainedNet.h"
#include "agents/policy/TrainedPolicy.h"
#include "bindings/Boundary.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceDescription.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/STLExtras.h"
#include <pybind11/numpy.h>

namespace py = pybind11;

namespace mlirgym::python {
namespace {
template <typename T>
using Rows = py::array_t<T, py::array::c_style | py::array::forcecast>;

void read(const py::dict &values, ImitationOptions &options) {
  std::string net = nameOf(options.net.kind).str();
  readOptions(values, "learning",
              {{"seed", &options.seed},
               {"from_checkpoint", &options.from},
               {"net", &net},
               {"hidden", &options.net.hidden},
               {"token_width", &options.net.tokens.width},
               {"attention", &options.net.tokens.attention},
               {"operations", &options.net.tokens.operations},
               {"epochs", &options.epochs},
               {"minibatch", &options.minibatch},
               {"patience", &options.patience},
               {"save_every", &options.saveEvery},
               {"torch_threads", &options.torchThreads},
               {"best_per_program", &options.data.bestPerProgram},
               {"learning_rate", &options.learningRate},
               {"weight_decay", &options.weightDecay},
               {"max_grad_norm", &options.maxGradNorm},
               {"critic_coefficient", &options.criticCoefficient},
               {"within_factor", &options.data.withinFactor},
               {"temperature", &options.data.temperature},
               {"lowest_value", &options.data.lowestValue}});
  const std::optional<NetKind> kind = parseNetKind(net);
  if (!kind)
    throw py::value_error("learn: net is '" + net +
                          "'; choose trunk, tokens or mlp");
  options.net.kind = *kind;
}

void learn(const ProgramTexts &train, const ProgramTexts &validation,
           const py::dict &given, const std::vector<std::string> &execData,
           const std::vector<unsigned> &threads, const std::string &device,
           bool anyTarget, bool anyMachine,
           std::optional<std::vector<int64_t>> tileSizes,
           unsigned maxActionsPerOp,
           const std::optional<std::vector<std::string>> &kinds,
           const std::string &outDir, bool resume,
           const MetricsProgress &progress) {
  ImitationOptions options;
  read(given, options);
  if (tileSizes)
    options.data.encoding.tileSizes.assign(tileSizes->begin(),
                                           tileSizes->end());
  if (kinds)
    options.data.encoding.kinds = unwrap(ActionKinds::parse(*kinds));
  options.data.state.maxActionsPerOp = maxActionsPerOp;

  py::gil_scoped_release release;
  const DeviceDescription timed = unwrap(Device::describe(device));
  options.data.state.limits = maskLimitsOf(timed.target);
  ImitationSources sources;
  sources.timings = {.files = execData,
                     .threads = threads,
                     .machine = timed.machine(),
                     .anyTarget = anyTarget,
                     .anyMachine = anyMachine};
  sources.train = makePool(train)->programs;
  sources.validation = makePool(validation)->programs;
  auto trainer = ImitationTrainer::create(
      sources, options,
      featuresOf(timed.target, threads.empty() ? 1 : threads.front()),
      {.folder = outDir, .resume = resume, .interrupted = interrupted});
  if (trainer.errorIsA<ExecutionError>())
    unwrap(trainer.takeError());
  if (!trainer)
    throw py::value_error(llvm::toString(trainer.takeError()));
  if (llvm::Error error =
          (*trainer)->train([&](const ImitationMetrics &metrics) {
            return report(progress, metrics.toJson());
          }))
    unwrap(std::move(error));
  raisePending();
}

void trainRecipe(const std::string &name, std::optional<unsigned> threads,
                 const std::string &deviceFeatures, bool anyTarget,
                 const std::string &execDataFile, bool replay, bool anyMachine,
                 double minutes, uint64_t samples, uint64_t seed,
                 unsigned torchThreads, const std::string &outDir, bool resume,
                 const std::string &from, const MetricsProgress &progress) {
  ExecutionOptions timings;
  timings.deviceFeatures = deviceFeatures;
  timings.replay = replay;
  timings.anyMachine = anyMachine;
  if (replay)
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
  if (recipe.threads.empty())
    recipe.threads = {threads.value_or(1)};
  std::vector<std::shared_ptr<Execution>> executions;
  for (unsigned each : recipe.threads) {
    timings.threads = each;
    executions.push_back(unwrap(Execution::create(timings)));
  }
  const MachineFeatures machine =
      featuresOf(executions.front()->device().target, recipe.threads.front());
  auto training = RecipeTrainer::create(
      std::move(recipe), programs, std::move(executions),
      {.seed = seed,
       .torchThreads = torchThreads,
       .anyTarget = anyTarget,
       .from = from,
       .minutes = minutes,
       .samples = samples},
      machine,
      {.folder = outDir, .resume = resume, .interrupted = interrupted});
  if (!training)
    throw py::value_error(llvm::toString(training.takeError()));
  unwrap((*training)->train([&](const RecipeMetrics &metrics) {
    return report(progress, metrics.toJson());
  }));
  raisePending();
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

void readOptions(const py::dict &values, const char *kind,
                 llvm::ArrayRef<OptionMember> members) {
  for (auto [key, value] : values) {
    const std::string name = py::cast<std::string>(key);
    const OptionMember *member =
        llvm::find_if(members, [&](const OptionMember &known) {
          return name == known.first;
        });
    if (member == members.end())
      throw py::value_error(std::string("unknown ") + kind + " option '" +
                            name + "'");
    std::visit(
        [&value](auto *target) {
          *target = py::cast<std::remove_pointer_t<decltype(target)>>(value);
        },
        member->second);
  }
}

void bindTraining(py::module_ &module) {
  module.def("learn", &learn, py::kw_only(), py::arg("train"),
             py::arg("validation"), py::arg("options"), py::arg("exec_data"),
             py::arg("threads"), py::arg("device"), py::arg("any_target"),
             py::arg("any_machine"), py::arg("tile_sizes"),
             py::arg("max_actions_per_op"), py::arg("kinds"), py::arg("out"),
             py::arg("resume"), py::arg("progress") = nullptr);
  module.def("train_recipe", &trainRecipe, py::kw_only(), py::arg("recipe"),
             py::arg("threads").none(true), py::arg("device_features"),
             py::arg("any_target"), py::arg("exec_data_file"),
             py::arg("replay"), py::arg("any_machine"), py::arg("minutes"),
             py::arg("samples"), py::arg("seed"), py::arg("torch_threads"),
             py::arg("out"), py::arg("resume"), py::arg("from_checkpoint"),
             py::arg("progress") = nullptr);
  // A class of _core, whose virtual functions the searchers there call.
  module.def(
      "load_policy",
      [](const std::string &checkpoint) {
        return std::const_pointer_cast<Policy>(unwrap(loadPolicy(checkpoint)));
      },
      py::arg("checkpoint"));
  module.def("schedules", &schedules, py::kw_only(), py::arg("checkpoint"),
             py::arg("name"), py::arg("text"), py::arg("threads"),
             py::arg("count"), py::arg("seed"));
  py::class_<TrainedNet>(module, "TrainedNet", "The network of a checkpoint.")
      .def(py::init([](const std::string &checkpoint) {
             return unwrap(TrainedNet::load(checkpoint));
           }),
           py::arg("checkpoint"))
      .def_property_readonly("description", &TrainedNet::description)
      .def("logits", &logits, py::arg("observations"), py::arg("masks"))
      .def("values", &values, py::arg("observations"));
}
} // namespace mlirgym::python
