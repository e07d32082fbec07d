#include "agents/model/SpeedupModel.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Population.h"
#include "agents/search/strategies/Strategies.h"
#include "outcome/Measurement.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <vector>

using namespace mlirgym;

namespace {
/// Number of candidates drawn for each measured one.
constexpr size_t drawsPerSample = 12;
/// Shares of mutations, crossovers and uniform candidates among them, once
/// there are parents; the rest are plausible ones.
constexpr double mutated = 0.45, crossed = 0.15, uniform = 0.03;
/// Consecutive draws of known candidates after which the space counts as
/// exhausted.
constexpr unsigned maxMisses = 500;

/// A candidate that was drawn, and its estimate.
struct Draw {
  Candidate candidate;
  ModelPoint point;
};

class Optimization {
public:
  Optimization(const SearchDomain &searchDomain, SampleBudget &sampleBudget,
               RandomStream &stream)
      : domain(searchDomain), budget(sampleBudget), random(stream) {}

  llvm::Error run() {
    std::vector<Draw> starts;
    for (Candidate &candidate : domain.known()) {
      ModelPoint point = domain.estimate(candidate);
      starts.push_back({std::move(candidate), std::move(point)});
    }
    if (!starts.empty())
      MLIRGYM_TRY_TO(measure(std::move(starts)));
    while (!budget.exhausted()) {
      std::vector<Draw> drawn = drawMany();
      if (drawn.empty())
        break;
      MLIRGYM_TRY_TO(measure(mostPromising(std::move(drawn))));
    }
    return llvm::Error::success();
  }

private:
  size_t batch() const {
    return std::min(budget.nextModelBatch(), budget.remaining());
  }

  Candidate draw() {
    double kind = random.uniform();
    if (kind < uniform)
      return domain.uniform(random);
    kind -= uniform;
    if (population.empty() || kind >= mutated + crossed)
      return domain.plausible(random);
    if (kind < mutated || population.size() == 1)
      return domain.mutate(population.parent(random), random);
    return population.cross(domain, random);
  }

  /// Candidates that were not measured, each once; fewer if the space is
  /// exhausted.
  std::vector<Draw> drawMany() {
    const size_t wanted = batch() * drawsPerSample;
    std::vector<Draw> drawn;
    llvm::StringSet<> keys;
    for (unsigned misses = 0; drawn.size() < wanted && misses < maxMisses;) {
      Candidate candidate = draw();
      const bool isNew = !budget.knownSpeedup(candidate) &&
                         keys.insert(candidate.key()).second;
      misses = isNew ? 0 : misses + 1;
      if (!isNew)
        continue;
      ModelPoint point = domain.estimate(candidate);
      drawn.push_back({std::move(candidate), std::move(point)});
    }
    return drawn;
  }

  std::vector<Draw> mostPromising(std::vector<Draw> drawn) {
    std::vector<ModelPoint> points;
    points.reserve(drawn.size());
    for (const Draw &each : drawn)
      points.push_back(each.point);
    const size_t count = std::min(batch(), drawn.size());
    const SpeedupModel::Ranking ranking = model.rank(points, count);
    budget.expect(ranking.expectedGain);
    std::vector<Draw> best;
    for (size_t index : llvm::ArrayRef(ranking.order).take_front(count))
      best.push_back(std::move(drawn[index]));
    return best;
  }

  llvm::Error measure(std::vector<Draw> drawn) {
    llvm::StringMap<ModelPoint> points;
    for (Draw &each : drawn)
      if (budget.propose(each.candidate))
        points.try_emplace(each.candidate.key(), std::move(each.point));
    MLIRGYM_TRY(std::vector<Sample> samples, budget.run());
    for (const Sample &sample : samples)
      // A missing timing in a replay gives no information.
      if (sample.measurement.status != Status::NotCached)
        model.add(std::move(points[sample.candidate.key()]),
                  learnedLogSpeedup(sample.speedup));
    population.add(std::move(samples));
    return llvm::Error::success();
  }

  const SearchDomain &domain;
  SampleBudget &budget;
  RandomStream &random;
  SpeedupModel model{PredictionErrors::ofEstimates()};
  Population population;
};
} // namespace

/// Bayesian optimisation. Candidates are drawn as by evolution: mutations and
/// crossovers of the fastest, plausible and uniform ones. A SpeedupModel of the
/// domain's estimates and of all measurements ranks many of them by expected
/// improvement, and the best are measured.
llvm::Error BayesianSearch::search(const SearchDomain &domain,
                                   SampleBudget &budget, RandomStream &random) {
  return Optimization(domain, budget, random).run();
}
