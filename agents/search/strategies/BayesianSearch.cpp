#include "agents/model/SpeedupModel.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Population.h"
#include "agents/search/strategies/Strategies.h"
#include "execution/outcome/Measurement.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <vector>

using namespace mlirgym;

namespace {
/// Candidates drawn for each one that is measured.
constexpr size_t drawsPerSample = 12;
/// Of these the shares of mutations, crossovers and uniform ones, once there
/// are parents; the rest is plausible.
constexpr double mutated = 0.45, crossed = 0.15, uniform = 0.03;
/// Draws in a row that may be ones seen before: the space is taken for
/// exhausted then.
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
      if (llvm::Error error = measure(std::move(starts)))
        return error;
    while (!budget.exhausted()) {
      std::vector<Draw> drawn = drawMany();
      if (drawn.empty())
        break;
      if (llvm::Error error = measure(mostPromising(std::move(drawn))))
        return error;
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

  /// Candidates that were not measured, each once; fewer at the end of the
  /// space.
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
    llvm::Expected<std::vector<Sample>> samples = budget.run();
    if (!samples)
      return samples.takeError();
    for (const Sample &sample : *samples)
      // A replay teaches nothing of what it lacks.
      if (sample.measurement.status != Status::NotCached)
        model.add(std::move(points[sample.candidate.key()]),
                  learnedLogSpeedup(sample.speedup));
    population.add(std::move(*samples));
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
/// crossovers of the fastest, plausible and uniform ones. Of many, those with
/// the highest expected improvement are measured; a SpeedupModel of the
/// domain's estimates and of all that was measured says which these are.
llvm::Error BayesianSearch::search(const SearchDomain &domain,
                                   SampleBudget &budget, RandomStream &random) {
  return Optimization(domain, budget, random).run();
}
