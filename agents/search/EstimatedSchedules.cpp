#include "agents/search/EstimatedSchedules.h"
#include "actions/ScheduleState.h"
#include "agents/model/SpeedupEstimate.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/ScheduleDomain.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchMachine.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using namespace mlirgym;

namespace {
/// Shares of the draws that change or combine the best ones, once there are as
/// many; a few are uniform.
constexpr size_t numParents = 40;
constexpr double mutated = 0.4, crossed = 0.1, uniform = 0.05;
/// Two schedules are alike if their features differ by less in sum.
constexpr float leastDistance = 3;

struct Draw {
  Candidate candidate;
  ModelPoint point;
};

bool areAlike(const Draw &a, const Draw &b) {
  float distance = 0;
  for (auto [x, y] : llvm::zip_equal(a.point.features, b.point.features))
    distance += std::abs(x - y);
  return distance < leastDistance;
}

class Evolution {
public:
  Evolution(const SearchDomain &searchDomain, uint64_t seed)
      : domain(searchDomain), random(seed) {}

  /// Sorted, the fastest first, each schedule once.
  std::vector<Draw> run(unsigned draws) {
    for (unsigned i = 0; i < draws; ++i) {
      Candidate candidate = draw();
      if (!keys.insert(candidate.key()).second)
        continue;
      ModelPoint point = domain.estimate(candidate);
      add({std::move(candidate), std::move(point)});
    }
    return std::move(ranking);
  }

private:
  Candidate draw() {
    double kind = random.uniform();
    if (kind < uniform)
      return domain.uniform(random);
    kind -= uniform;
    if (ranking.size() < numParents || kind >= mutated + crossed)
      return domain.plausible(random);
    return kind < mutated ? domain.mutate(parent(), random)
                          : domain.cross(parent(), parent(), random);
  }
  const Candidate &parent() {
    return ranking[random.below(numParents)].candidate;
  }
  void add(Draw draw) {
    auto isFaster = [](const Draw &a, const Draw &b) {
      return a.point.value > b.point.value;
    };
    auto place = std::ranges::upper_bound(ranking, draw, isFaster);
    ranking.insert(place, std::move(draw));
  }

  const SearchDomain &domain;
  RandomStream random;
  llvm::StringSet<> keys;
  std::vector<Draw> ranking;
};
} // namespace

std::vector<EstimatedSchedule>
mlirgym::scheduleByEstimates(const std::shared_ptr<const Program> &program,
                             const Target &target,
                             const EstimateOptions &options) {
  const SearchSpace space(program, withPlacesFor(*program, {}), options.state,
                          target.threads, SketchMachine::of(target));
  const ScheduleDomain domain(space, target);
  const std::vector<Draw> ranking =
      Evolution(domain, options.seed).run(options.draws);

  std::vector<const Draw *> chosen;
  std::vector<const Draw *> rest;
  const auto fastest =
      size_t(std::round(double(options.count) * (1 - options.spread)));
  for (const Draw &draw : ranking) {
    const bool isNew = llvm::none_of(
        chosen, [&](const Draw *other) { return areAlike(draw, *other); });
    if (chosen.size() < fastest && isNew)
      chosen.push_back(&draw);
    else
      rest.push_back(&draw);
  }
  const size_t left =
      std::min<size_t>(options.count - chosen.size(), rest.size());
  for (size_t i = 0; i < left; ++i)
    chosen.push_back(rest[(2 * i + 1) * rest.size() / (2 * left)]);

  const ScheduleState start = space.start();
  const double untransformed =
      SpeedupEstimate(start, target, space.threads()).amount(start);
  std::vector<EstimatedSchedule> result;
  for (const Draw *draw : chosen)
    result.push_back({draw->candidate.schedule,
                      untransformed / std::exp(draw->point.value)});
  return result;
}
