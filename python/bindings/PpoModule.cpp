//===- python/bindings/PpoModule.cpp - mlirgym._ppo -----------------------===//
// Training in C++ with LibTorch. A separate module, so that `import mlirgym`
// does not need LibTorch. It exchanges plain values with _core, and policies,
// which _core calls through agents/Policy.h, but no other objects.
#include "actions/ActionKinds.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/ppo/Ppo.h"
#include "bindings/Boundary.h"
#include "bindings/Training.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "observation/ActionEncoding.h"

namespace py = pybind11;
using namespace mlirgym;
using mlirgym::python::unwrap;

static void read(const py::dict &values, PpoOptions &options) {
  python::readOptions(values, "PPO",
                      {{"seed", &options.seed},
                       {"hidden", &options.hidden},
                       {"iterations", &options.iterations},
                       {"rollout_steps", &options.rolloutSteps},
                       {"num_envs", &options.numEnvs},
                       {"epochs", &options.epochs},
                       {"value_epochs", &options.valueEpochs},
                       {"reuse_experience", &options.reuseExperience},
                       {"returns_per_program", &options.returnsPerProgram},
                       {"evaluate_every", &options.evaluateEvery},
                       {"minibatch", &options.minibatch},
                       {"save_every", &options.saveEvery},
                       {"torch_threads", &options.torchThreads},
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
                       {"max_grad_norm", &options.maxGradNorm}});
}

static void train(const python::ProgramTexts &programs,
                  const python::ProgramTexts &validation, const py::dict &ppo,
                  unsigned threads, const std::string &execDataFile,
                  bool replay, bool anyMachine, const std::string &actions,
                  std::optional<std::vector<int64_t>> tileSizes,
                  unsigned maxActionsPerOp,
                  const std::optional<std::vector<std::string>> &kinds,
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
  const std::optional<EncodingKind> encoding = parseEncodingKind(actions);
  if (!encoding)
    throw py::value_error("train: actions are 'flat' or 'joint', not '" +
                          actions + "'");
  env.actions = makeActions(*encoding);
  if (tileSizes)
    env.encoding.tileSizes.assign(tileSizes->begin(), tileSizes->end());
  if (kinds)
    env.encoding.kinds = python::unwrap(ActionKinds::parse(*kinds));
  env.state.maxActionsPerOp = maxActionsPerOp;
  env.machine = featuresOf(Target::host(), threads);
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
  // Ctrl-C and exceptions of the callback end a training as False does, with a
  // checkpoint; unwrap() then raises them.
  unwrap((*trainer)->train([&](const PpoMetrics &metrics) {
    return python::report(progress, metrics.toJson());
  }));
}

PYBIND11_MODULE(_ppo, module) {
  module.doc() = "LibTorch: mlirgym.train(), learn() and load_agent().";
  mlirgym::python::takeExceptions(py::module_::import("mlirgym._core"));
  module.attr("libtorch_version") = libTorchVersion();
  module.def("train", &train, py::kw_only(), py::arg("programs"),
             py::arg("validation"), py::arg("ppo"), py::arg("threads"),
             py::arg("exec_data_file"), py::arg("replay"),
             py::arg("any_machine"), py::arg("actions"), py::arg("tile_sizes"),
             py::arg("max_actions_per_op"), py::arg("kinds"), py::arg("out"),
             py::arg("resume"), py::arg("from_checkpoint"),
             py::arg("progress") = nullptr);
  mlirgym::python::bindTraining(module);
}
