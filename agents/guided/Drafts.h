//===- agents/guided/Drafts.h - Schedules that a policy draws ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_DRAFTS_H
#define MLIRGYM_AGENTS_GUIDED_DRAFTS_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/Policy.h"
#include "agents/model/SpeedupEstimate.h"
#include "lowering/target/Target.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// The first decisions of a draft, as in Draft.
struct DraftBeginning {
  llvm::ArrayRef<uint16_t> decisions;
  llvm::ArrayRef<double> logProbabilities;
};

/// A schedule with the outputs of a network for it.
struct Draft {
  /// The finished state. Its schedule is not canonical.
  ScheduleState end;
  /// Flat decisions that lead to `end`, or to the schedule for one thread that
  /// `end` shares among more, and the log-probability of each decision under
  /// the policy. The latter is empty if the policy was not evaluated.
  std::vector<uint16_t> decisions;
  std::vector<double> logProbabilities;
  /// Log speedup predicted by the critic, 0 if it does not rank schedules, and
  /// log speedup by the estimate of processor cycles.
  double value = 0, estimate = 0;

  Schedule schedule() const { return end.schedule().canonical(); }
  double logProbability() const;
  /// Valid as long as the draft. Requires: logProbabilities are present.
  DraftBeginning beginning(size_t numDecisions) const {
    return {llvm::ArrayRef(decisions).take_front(numDecisions),
            llvm::ArrayRef(logProbabilities).take_front(numDecisions)};
  }
  /// Ranks drafts before any measurement of the program. The log-probability is
  /// included because critics err most on schedules unlike those of their
  /// training, which the policy finds unlikely.
  double score() const { return prediction() + 0.15 * logProbability(); }
  /// Mean of critic and estimate. The critic errs most on schedules unlike
  /// those of its training, the estimate on effects that its model of a
  /// processor lacks.
  double prediction() const { return (value + estimate) / 2; }
};

/// Chooses the next decision of a walk.
using ChooseDecision =
    llvm::function_ref<unsigned(llvm::ArrayRef<float> logits)>;

/// Draws decisions from the policy's distribution. Keeps a reference to
/// `random`.
inline auto sampling(RandomStream &random) {
  return [&random](llvm::ArrayRef<float> logits) {
    return sampleAction(logits, random.uniform());
  };
}

/// Draws schedules of one program in parallel, with one pass of the network for
/// each decision. A policy that was not trained with the number of threads
/// draws schedules for one thread; of the variants that share one among all
/// threads, the draft is the one with the best estimate. Errors of its
/// functions: those of BoundPolicy.
class Drafter {
public:
  /// `on`: bound for Policy::askedThreads(). `target`, `threads`: the processor
  /// and the number of threads of the kernels. `vectorsPerCycle`: as for
  /// estimatedCycles().
  Drafter(const Policy &from, BoundPolicy &on, const Target &target,
          unsigned threads, double vectorsPerCycle = 1)
      : policy(&from), bound(&on),
        estimates(on.start().schedule, target, threads, vectorsPerCycle),
        threads(threads), isShared(from.askedThreads(threads) != threads) {}

  /// Draws `count` episodes from the start.
  llvm::Expected<std::vector<Draft>> draw(unsigned count,
                                          ChooseDecision choose);
  /// Continues each beginning.
  llvm::Expected<std::vector<Draft>>
  redecide(llvm::ArrayRef<DraftBeginning> beginnings, ChooseDecision choose);
  /// Drafts with predictions for given schedules. Schedules that the encoding
  /// cannot express are left out.
  llvm::Expected<std::vector<Draft>> judge(llvm::ArrayRef<Schedule> schedules);
  /// Fills in the logProbabilities of drafts from judge().
  llvm::Error addLogProbabilities(llvm::ArrayRef<Draft *> drafts);

private:
  struct Walk;
  llvm::Expected<std::vector<Draft>> finish(std::vector<Walk> walks,
                                            ChooseDecision choose);
  llvm::Expected<std::vector<Draft>> valued(std::vector<Walk> finished);
  /// `end`, or its best variant for all threads.
  ScheduleState shared(const ScheduleState &end) const;

  const Policy *policy;
  BoundPolicy *bound;
  SpeedupEstimate estimates;
  unsigned threads;
  bool isShared; ///< among more threads than the policy is asked about
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_DRAFTS_H
