//===- python/bindings/PpoModule.cpp - mlirgym._ppo -----------------------===//
// Training in C++ with LibTorch. A module of its own, so that `import mlirgym`
// needs no LibTorch; plain values cross the border, not objects of _core.
#include "agents/policy/TrainedPolicy.h"
#include "agents/ppo/Ppo.h"
#include "bindings/Boundary.h"
#include "bindings/Learning.h"

namespace py = pybind11;
using namespace mlirgym;
using mlirgym::python::unwrap;

/// Sets the members of `options` that `values` names.
static void read(const py::dict &values, PpoOptions &options) {
  const std::pair<const char *, unsigned *> integers[] = {
      {"iterations", &options.iterations},
      {"rollout_steps", &options.rolloutSteps},
      {"num_envs", &options.numEnvs},
      {"epochs", &options.epochs},
      {"value_epochs", &options.valueEpochs},
      {"reuse_experience", &options.reuseExperience},
      {"evaluate_every", &options.evaluateEvery},
      {"minibatch", &options.minibatch},
      {"save_every", &options.saveEvery},
      {"torch_threads", &options.torchThreads}};
  const std::pair<const char *, double *> reals[] = {
      {"learning_rate", &options.learningRate},
      {"clip_range", &options.clipRange},
      {"gamma", &options.gamma},
      {"gae_lambda", &options.gaeLambda},
      {"entropy_coefficient", &options.entropyCoefficient},
      {"target_entropy", &options.targetEntropy},
      {"target_kl", &options.targetKl},
      {"epsilon", &options.epsilon},
      {"full_epochs_share", &options.fullEpochsShare},
      {"imitation_coefficient", &options.imitationCoefficient},
      {"value_coefficient", &options.valueCoefficient},
      {"max_grad_norm", &options.maxGradNorm}};
  for (auto [key, value] : values) {
    std::string name = py::cast<std::string>(key);
    bool known = false;
    for (auto [candidate, target] : integers)
      if (name == candidate) {
        *target = py::cast<unsigned>(value);
        known = true;
      }
    for (auto [candidate, target] : reals)
      if (name == candidate) {
        *target = py::cast<double>(value);
        known = true;
      }
    if (name == "seed") {
      options.seed = py::cast<uint64_t>(value);
      known = true;
    }
    if (name == "returns_per_program") {
      options.returnsPerProgram = py::cast<bool>(value);
      known = true;
    }
    if (name == "hidden") {
      options.hidden = py::cast<std::vector<unsigned>>(value);
      known = true;
    }
    if (!known)
      throw py::value_error("unknown PPO option '" + name + "'");
  }
}

static void train(const python::ProgramTexts &programs,
                  const python::ProgramTexts &validation, const py::dict &ppo,
                  unsigned threads, const std::string &execDataFile,
                  bool replay, bool anyMachine,
                  std::optional<std::vector<int64_t>> tileSizes,
                  unsigned maxActionsPerOp, std::optional<uint32_t> kinds,
                  const std::string &outDir, bool resume,
                  const std::string &from,
                  const python::MetricsProgress &progress) {
  ExecutionOptions execution;
  execution.threads = threads;
  execution.execDataFile = execDataFile;
  execution.replay = replay;
  execution.anyMachine = anyMachine;
  execution.interrupted = python::interrupted;
  EnvOptions env;
  if (tileSizes)
    env.encoding.tileSizes.assign(tileSizes->begin(), tileSizes->end());
  if (kinds)
    env.encoding.kinds = *kinds;
  env.state.maxActionsPerOp = maxActionsPerOp;
  env.machine = hostFeatures(threads);
  PpoOptions options;
  read(ppo, options);

  py::gil_scoped_release release;
  std::shared_ptr<Execution> shared = unwrap(Execution::create(execution));
  auto trainer = PpoTrainer::create(
      python::makePool(programs), shared, env, options, outDir,
      {.resume = resume,
       .from = from,
       .validation = python::makePool(validation)});
  if (!trainer)
    throw py::value_error(llvm::toString(trainer.takeError()));
  // Ctrl-C, and an exception of the callback's, end a training as False does,
  // with a checkpoint; unwrap() then raises it.
  unwrap((*trainer)->train([&](const PpoMetrics &metrics) {
    return python::goesOnAfter(progress, metrics.toJson());
  }));
}

PYBIND11_MODULE(_ppo, module) {
  module.doc() = "LibTorch: mlirgym.train(), learn() and load_agent().";
  mlirgym::python::takeExceptions(py::module_::import("mlirgym._core"));
  module.attr("libtorch_version") = libTorchVersion();
  module.def("train", &train, py::kw_only(), py::arg("programs"),
             py::arg("validation"), py::arg("ppo"), py::arg("threads"),
             py::arg("exec_data_file"), py::arg("replay"),
             py::arg("any_machine"), py::arg("tile_sizes"),
             py::arg("max_actions_per_op"), py::arg("kinds"), py::arg("out"),
             py::arg("resume"), py::arg("from_checkpoint"),
             py::arg("progress") = nullptr);
  mlirgym::python::bindLearning(module);
}
