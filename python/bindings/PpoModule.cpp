//===- python/bindings/PpoModule.cpp - mlirgym._ppo -----------------------===//
// Training in C++ with LibTorch. A separate module, so that `import mlirgym`
// does not need LibTorch. It exchanges plain values with _core, policies, which
// _core calls through agents/Policy.h, and a cluster, which is called through
// execution/Cluster.h, but no other objects.
#include "actions/ActionKinds.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoConfig.h"
#include "bindings/Boundary.h"
#include "bindings/Options.h"
#include "bindings/Training.h"
#include "execution/Cluster.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "observation/ActionEncoding.h"

namespace py = pybind11;
using namespace py::literals;
using namespace mlirgym;
using mlirgym::python::unwrap;

static void train(const python::ProgramTexts &programs,
                  const python::ProgramTexts &validation, const py::dict &ppo,
                  const python::MetricsProgress &progress,
                  const py::kwargs &given) {
  PpoOptions options;
  std::vector<python::OptionMember> members;
  visitPpoOptions(options, [&](const char *name, auto &value) {
    members.emplace_back(name, &value);
  });
  python::readOptions(ppo, "PPO", members);
  ExecutionOptions execution;
  execution.interrupted = python::interrupted;
  EnvOptions env;
  PpoStart start;
  std::string actions = "flat", folder;
  std::optional<std::vector<int64_t>> tileSizes;
  std::optional<std::vector<std::string>> kinds;
  python::readOptions(given, "training",
                      {{"threads", &execution.threads},
                       {"exec_data_file", &execution.execDataFile},
                       {"replay", &execution.replay},
                       {"any_machine", &execution.anyMachine},
                       {"cluster", &execution.cluster},
                       {"actions", &actions},
                       {"tile_sizes", &tileSizes},
                       {"max_actions_per_op", &env.state.maxActionsPerOp},
                       {"kinds", &kinds},
                       {"out", &folder},
                       {"resume", &start.resume},
                       {"from_checkpoint", &start.from}});
  const std::optional<EncodingKind> encoding = parseEncodingKind(actions);
  if (!encoding)
    throw py::value_error("train: actions are 'flat' or 'joint', not '" +
                          actions + "'");
  env.actions = makeActions(*encoding);
  if (tileSizes)
    env.encoding.tileSizes.assign(tileSizes->begin(), tileSizes->end());
  if (kinds)
    env.encoding.kinds = unwrap(ActionKinds::parse(*kinds));
  env.machine = featuresOf(Target::host(), execution.threads);

  py::gil_scoped_release release;
  std::shared_ptr<Execution> shared = unwrap(Execution::create(execution));
  start.validation = python::makePool(validation);
  auto trainer = PpoTrainer::create(python::makePool(programs), shared, env,
                                    options, folder, std::move(start));
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
  module.def("train", &train, py::kw_only(), "programs"_a, "validation"_a,
             "ppo"_a, "progress"_a = nullptr);
  mlirgym::python::bindTraining(module);
}
