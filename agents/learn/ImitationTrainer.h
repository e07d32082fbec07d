//===- agents/learn/ImitationTrainer.h - Learning from exec data ----------===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_LEARN_IMITATIONTRAINER_H
#define MLIRGYM_AGENTS_LEARN_IMITATIONTRAINER_H

#include "agents/learn/Dataset.h"
#include "agents/learn/StoredTimings.h"
#include "agents/policy/nets/NetOptions.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The programs to learn from, and their stored timings.
struct ImitationSources {
  StoredTimingsQuery timings;
  std::vector<std::shared_ptr<const Program>> train;
  /// Programs held out for early stopping. Programs that are also in `train`
  /// are ignored.
  std::vector<std::shared_ptr<const Program>> validation;
};

/// Advantage-weighted imitation of the best stored schedules, and regression of
/// the critic on all of them.
struct ImitationOptions {
  uint64_t seed = 0;
  /// A checkpoint of any trainer with flat decisions, whose weights are the
  /// initial ones. Its network, encoding and limits of schedules replace the
  /// options below. "": random weights.
  std::string from = {};
  unsigned epochs = 30;
  /// Number of decisions, and of states for the critic, per gradient step.
  unsigned minibatch = 512;
  /// Peak learning rate of AdamW (Loshchilov and Hutter, arXiv:1711.05101) in
  /// one cycle (Smith and Topin, arXiv:1708.07120).
  double learningRate = 1e-3;
  double weightDecay = 0.01, maxGradNorm = 1;
  /// Weight of the critic's loss.
  double criticCoefficient = 0.5;
  /// Epochs without an improvement on the validation programs after which
  /// training ends.
  unsigned patience = 10;
  /// Epochs between checkpoints.
  unsigned saveEvery = 1;
  /// Threads of LibTorch, for the whole process.
  unsigned torchThreads = 1;
  NetOptions net = {.kind = NetKind::Trunk, .hidden = {256, 256}};
  DatasetOptions data;
};

/// Metrics of one epoch, a line of metrics.jsonl. Means are weighted like the
/// loss.
struct ImitationMetrics {
  unsigned epoch = 0;
  double learningRate = 0;
  /// Cross-entropy in nats per decision. Accuracy: share of decisions that are
  /// the most likely ones under the policy.
  double trainCrossEntropy = 0, trainAccuracy = 0;
  /// Mean Huber loss of the critic.
  double criticLoss = 0;
  /// The same for the validation programs, if any of them has timings.
  std::optional<double> validationCrossEntropy, validationAccuracy;
  /// Spearman's rank correlation between the critic's values of whole schedules
  /// and their measured speedups, mean over the validation programs.
  std::optional<double> criticCorrelation;
  double seconds = 0;
  /// One line, keys in snake_case; null for missing values.
  std::string toJson() const;
};

/// The size of the training data.
struct ImitationSummary {
  size_t trainPrograms = 0, trainProgramsAsked = 0, validationPrograms = 0;
  size_t trainSchedules = 0, validationSchedules = 0;
  size_t decisions = 0, criticStates = 0;
  /// Schedules that the encoding cannot express, and the first of them.
  uint64_t unfit = 0;
  std::string firstUnfit;
  StoredTimingsReport timings;
};

/// The folder of a training run, and options for its start and end.
struct ImitationRun {
  /// `agent.pt`, the network of the best epoch; `checkpoint.pt`, to resume;
  /// `metrics.jsonl`, a line per epoch; `config.json`; `lock`.
  std::string folder;
  /// Continue exactly from the checkpoint in the folder. Only saveEvery,
  /// torchThreads and patience may differ.
  bool resume = false;
  /// Polled before each gradient step; true ends training and saves the last
  /// complete epoch.
  std::function<bool()> interrupted = nullptr;
};

/// The same options, programs and timings give bitwise equal weights on one
/// machine with one version of LibTorch and one number of its threads.
class ImitationTrainer {
public:
  /// Errors: text naming the file or option; no timings of the programs; a
  /// folder with a training run, unless resumed, or in use by another process.
  static llvm::Expected<std::unique_ptr<ImitationTrainer>>
  create(ImitationSources sources, ImitationOptions options,
         const MachineFeatures &machine, ImitationRun run);
  ~ImitationTrainer();

  const ImitationSummary &summary() const;
  /// Number of completed epochs, and the epoch with the best validation (the
  /// last one without validation); 0 before the first epoch.
  unsigned epochsDone() const;
  unsigned bestEpoch() const;
  /// True once all epochs are done, or patience has run out.
  bool finished() const;

  using Progress = std::function<bool(const ImitationMetrics &)>;
  /// Continues training, and calls `progress` after each epoch, which stops
  /// training by returning false. Saves in any case. Errors: gradients that are
  /// not finite, a full disk; the last checkpoint remains.
  llvm::Error train(const Progress &progress = nullptr);

private:
  ImitationTrainer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_IMITATIONTRAINER_H
