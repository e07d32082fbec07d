#include "agents/guided/CandidatePool.h"
#include "agents/guided/Drafts.h"
#include "agents/model/ScheduleFeatures.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
/// Maximum number of candidates that wait for another batch.
constexpr size_t mostWaiting = 256;
} // namespace

double PooledDraft::logSpeedup() const { return learnedLogSpeedup(speedup); }

static PooledDraft pooled(Draft draft, unsigned tag) {
  ModelPoint point{scheduleFeatures(draft.end), draft.prediction(),
                   draft.logProbability()};
  return {std::move(draft), std::move(point), tag};
}

size_t CandidatePool::add(std::vector<Draft> given, unsigned tag) {
  const size_t before = drafts.size();
  for (Draft &draft : given) {
    const std::string text = draft.schedule().text();
    if (text.empty() || !known.try_emplace(text, false).second)
      continue;
    drafts.push_back(pooled(std::move(draft), tag));
  }
  return drafts.size() - before;
}

void CandidatePool::choose(size_t index) {
  chosen.push_back(std::move(drafts[index]));
  drafts.erase(drafts.begin() + static_cast<std::ptrdiff_t>(index));
}

PooledDraft CandidatePool::addMeasured(Draft draft, const Sample &sample) {
  PooledDraft measured = pooled(std::move(draft), 0);
  learnFrom(measured, sample);
  return measured;
}

void CandidatePool::learnFrom(PooledDraft &measured, const Sample &sample) {
  measured.speedup = sample.speedup;
  measured.isKnown = sample.measurement.status != Status::NotCached;
  if (measured.isKnown)
    model.add(measured.point, measured.logSpeedup());
  known[sample.candidate.key()] = true;
}

llvm::Expected<std::vector<PooledDraft>> CandidatePool::measure() {
  std::vector<ModelPoint> points;
  points.reserve(drafts.size());
  for (const PooledDraft &waits : drafts)
    points.push_back(waits.point);
  const size_t size = std::max<size_t>(budget->nextModelBatch(), chosen.size());
  std::vector<PooledDraft> kept;
  const SpeedupModel::Ranking ranking =
      model.rank(points, size - chosen.size());
  gain = ranking.expectedGain;
  for (size_t index : ranking.order) {
    if (chosen.size() < size)
      chosen.push_back(std::move(drafts[index]));
    else if (kept.size() < mostWaiting)
      kept.push_back(std::move(drafts[index]));
    else // it may be drawn again, when more is known
      known.erase(drafts[index].draft.schedule().text());
  }
  drafts = std::move(kept);

  llvm::StringMap<PooledDraft> proposed;
  for (PooledDraft &each : chosen) {
    const Candidate candidate = each.draft.schedule();
    if (budget->propose(candidate))
      proposed.try_emplace(candidate.key(), std::move(each));
  }
  chosen.clear();
  MLIRGYM_TRY(std::vector<Sample> samples, budget->run());
  std::vector<PooledDraft> measured;
  for (const Sample &sample : samples) {
    PooledDraft &each = proposed.find(sample.candidate.key())->second;
    learnFrom(each, sample);
    measured.push_back(std::move(each));
  }
  return measured;
}
