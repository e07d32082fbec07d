#include "agents/search/SampleBudget.h"
#include "actions/ActionError.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/Agent.h"
#include "agents/search/SearchDomain.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Noise.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;

SampleBudget::SampleBudget(std::shared_ptr<const Program> payload,
                           Execution &runner, const SearchOptions &options)
    : program(std::move(payload)), execution(&runner), opts(options) {
  opts.batch = std::max(1u, opts.batch);
  soFar.program = program->name().str();
  soFar.statusCounts.resize(numStatuses);
  soFar.curve.reserve(opts.budget);
  soFar.curveSeconds.reserve(opts.budget);
}

Starts::Starts(const std::shared_ptr<const Program> &program,
               const SearchOptions &options, const Execution &execution,
               const StateOptions &state) {
  const auto onDevice = StateOptions::asWritten(execution.searchLimits());
  for (const Schedule &start : options.starts)
    for (auto [list, rules] :
         {std::pair(&legal, state), std::pair(&others, onDevice)}) {
      auto end = llvm::expectedToOptional(
          ScheduleState::replay(program, start, rules));
      if (!end)
        continue;
      list->emplace_back(end->schedule());
      break;
    }
}

llvm::Error Starts::measureOthers(SampleBudget &budget) const {
  for (const Candidate &start : others)
    budget.propose(start);
  return budget.run().takeError();
}

llvm::Expected<SampleBudget>
SampleBudget::start(const std::shared_ptr<const Program> &program,
                    Execution &execution, const SearchOptions &options) {
  SampleBudget budget(program, execution, options);
  MLIRGYM_TRY(Measurement baseline, execution.baseline(program));
  if (!baseline.ok() || baseline.medianNs <= 0) {
    const llvm::StringRef mend =
        baseline.status == Status::NotCached
            ? "record it first, or search without replay"
            : "the program must run untransformed before it can be searched";
    return llvm::createStringError(
        "%s: the baseline is %s%s%s; %s", program->name().str().c_str(),
        nameOf(baseline.status).str().c_str(),
        baseline.message.empty() ? "" : ": ", baseline.message.c_str(),
        mend.str().c_str());
  }
  budget.soFar.baseline = budget.soFar.best = baseline;
  return budget;
}

llvm::Expected<SampleBudget> SampleBudget::start(const ParameterGrid &grid,
                                                 Execution &execution,
                                                 const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget = start(grid.program, execution, options);
  if (budget)
    budget->grid = &grid;
  return budget;
}

unsigned SampleBudget::remaining() const {
  return opts.budget - soFar.samples - static_cast<unsigned>(queue.size());
}

unsigned SampleBudget::nextModelBatch() const {
  constexpr unsigned smallBatch = 4, smallUntil = 24;
  return soFar.samples < smallUntil
             ? std::min(smallBatch * execution->concurrency(), batch())
             : batch();
}

bool SampleBudget::propose(const Candidate &candidate) {
  if (exhausted())
    return false;
  const std::string key = candidate.key();
  if (key.empty() || !asked.try_emplace(key, std::nullopt).second)
    return false;
  queue.push_back(candidate);
  return true;
}

llvm::Expected<ExecutionRequest>
SampleBudget::requestOf(const Candidate &candidate) const {
  if (candidate.choices.empty())
    return ExecutionRequest{program, candidate.schedule};
  return grid->request(candidate.choices);
}

/// A point of a grid may be illegal for this payload: that is a failed sample.
/// An illegal schedule of a searcher is a defect.
static llvm::Expected<Measurement>
failedIfIllegal(llvm::Expected<Measurement> answer) {
  if (answer || !answer.errorIsA<ActionError>())
    return answer;
  Measurement failed;
  failed.status = Status::TransformFailed;
  failed.message = llvm::toString(answer.takeError());
  return failed;
}

llvm::Expected<std::vector<Sample>> SampleBudget::run() {
  std::vector<Candidate> candidates = std::move(queue);
  queue.clear();
  std::vector<ExecutionRequest> requests;
  for (const Candidate &candidate : candidates) {
    MLIRGYM_TRY(ExecutionRequest request, requestOf(candidate));
    requests.push_back(std::move(request));
  }
  std::vector<llvm::Expected<Measurement>> answers =
      execution->measureBatch(requests);
  assert(answers.size() == requests.size() && "one answer a request");

  std::vector<Sample> samples;
  samples.reserve(requests.size());
  llvm::Error failed = llvm::Error::success();
  for (auto [candidate, answer] : llvm::zip_equal(candidates, answers)) {
    if (grid)
      answer = failedIfIllegal(std::move(answer));
    if (answer.errorIsA<InterruptedError>()) {
      // Earlier results are kept, and the search ends.
      llvm::consumeError(answer.takeError());
      stopped = true;
      continue;
    }
    if (!answer) {
      failed = llvm::joinErrors(std::move(failed), answer.takeError());
      continue;
    }
    Sample sample{std::move(candidate), std::move(*answer), 0};
    if (sample.measurement.ok() && sample.measurement.medianNs > 0)
      sample.speedup = soFar.baseline.medianNs / sample.measurement.medianNs;
    samples.push_back(std::move(sample));
  }
  if (failed)
    return std::move(failed);
  for (const Sample &sample : samples)
    record(sample);
  return samples;
}

void SampleBudget::record(const Sample &sample) {
  asked[sample.candidate.key()] = sample.speedup;
  ++soFar.samples;
  soFar.cacheHits += sample.measurement.cacheHit;
  ++soFar.statusCounts[static_cast<size_t>(sample.measurement.status)];
  if (sample.speedup > soFar.speedup) {
    takeAsBest(sample);
    incumbents.push_back(sample);
    if (!grid)
      soFar.improvements.push_back({soFar.samples, sample.candidate.schedule});
  }
  keepIfPromising(sample);
  soFar.curve.push_back(soFar.speedup);
  soFar.curveSeconds.push_back(taken.seconds());
  // Results that arrive after the callback has requested the end still count.
  if (stopped || !opts.progress)
    return;
  const SearchOptions::Progress progress{soFar.samples, opts.budget,
                                         soFar.speedup, &soFar.schedule};
  stopped = !opts.progress(progress);
}

void SampleBudget::takeAsBest(const Sample &sample) {
  soFar.speedup = sample.speedup;
  soFar.best = sample.measurement;
  soFar.schedule = sample.candidate.schedule;
  soFar.choices = sample.candidate.choices;
}

void SampleBudget::expect(double gain) {
  constexpr unsigned patience = 4;
  if (opts.minGain <= 0)
    return;
  const double least = std::log1p(opts.minGain);
  if (gain >= least || poorBatches == 0 ||
      soFar.speedup > speedupBefore * (1 + opts.minGain)) {
    poorBatches = gain >= least ? 0 : 1;
    speedupBefore = soFar.speedup;
    return;
  }
  stopped = stopped || ++poorBatches > patience;
}

std::optional<double>
SampleBudget::knownSpeedup(const Candidate &candidate) const {
  const std::string key = candidate.key();
  if (key.empty())
    return 1;
  auto found = asked.find(key);
  return found == asked.end() ? std::nullopt : found->second;
}

void SampleBudget::keepIfPromising(const Sample &sample) {
  constexpr size_t mostKept = 8; // some may fail in the repeated measurement
  if (sample.speedup <= 1)
    return;
  auto place = llvm::upper_bound(
      promising, sample,
      [](const Sample &a, const Sample &b) { return a.speedup > b.speedup; });
  promising.insert(place, sample);
  if (promising.size() > mostKept)
    promising.pop_back();
}

size_t SampleBudget::chooseContenders() {
  constexpr size_t mostFastest = 4, mostEarlier = 2;
  size_t count = std::min(promising.size(), mostFastest);
  const size_t most = count + mostEarlier;
  for (const Sample &earlier : llvm::reverse(incumbents)) {
    const auto racing = promising.begin() + static_cast<std::ptrdiff_t>(count);
    const auto place = llvm::find_if(promising, [&](const Sample &each) {
      return each.candidate.key() == earlier.candidate.key();
    });
    if (place < racing)
      continue;
    if (place != promising.end())
      std::rotate(racing, place, place + 1);
    else
      promising.insert(racing, earlier);
    if (++count == most)
      break;
  }
  return count;
}

llvm::Error SampleBudget::measureInTurn() {
  size_t atOnce = chooseContenders();
  bool known = false;
  const Sample *best = nullptr, *unpaired = nullptr;
  PairedMeasurement bestPair;
  const auto &interrupted = execution->options().interrupted;
  llvm::ArrayRef<Sample> rest = promising;
  while (!rest.empty() &&
         !(best && bestPair.speedup() >= rest.front().speedup)) {
    // Before the caller's code() is called again.
    if (interrupted && interrupted())
      break;
    const llvm::ArrayRef<Sample> some = rest.take_front(atOnce);
    rest = rest.drop_front(some.size());
    atOnce = 4;
    std::vector<ExecutionRequest> requests;
    for (const Sample &sample : some) {
      MLIRGYM_TRY(ExecutionRequest request, requestOf(sample.candidate));
      requests.push_back(std::move(request));
    }
    auto measured = execution->measureInTurn(requests);
    if (measured.errorIsA<InterruptedError>()) {
      // The remaining candidates keep their timings of the search.
      llvm::consumeError(measured.takeError());
      break;
    }
    if (!measured)
      return measured.takeError();
    for (auto [sample, paired] : llvm::zip_equal(some, *measured)) {
      if (paired.status == Status::NotCached) { // replay
        if (!known) // the fastest one keeps its timing of the search
          return llvm::Error::success();
        unpaired = unpaired ? unpaired : &sample;
        continue;
      }
      known = true;
      if (!paired.ok() || (best && bestPair.speedup() >= paired.speedup()))
        continue;
      best = &sample;
      bestPair = std::move(paired);
    }
  }
  if (!known)
    return llvm::Error::success();
  if (unpaired && (!best || bestPair.speedup() <= 1)) {
    // The speedups of the others were not reproduced, and this candidate was
    // not measured again.
    takeAsBest(*unpaired);
    return llvm::Error::success();
  }

  soFar.pairedRounds = bestPair.rounds;
  soFar.speedupUncertainty = bestPair.uncertainty;
  soFar.noisy = bestPair.noisy;
  if (best)
    soFar.baseline.medianNs = bestPair.baselineNs;
  if (!best || bestPair.speedup() <= 1) {
    soFar.schedule = Schedule();
    soFar.choices.clear();
    soFar.best = soFar.baseline;
    soFar.speedup = 1;
    return llvm::Error::success();
  }
  takeAsBest(*best);
  soFar.best.medianNs = bestPair.scheduleNs;
  soFar.speedup = bestPair.speedup();
  return llvm::Error::success();
}

llvm::Expected<SearchResult> SampleBudget::finish() && {
  if (opts.measureInTurn)
    MLIRGYM_TRY_TO(measureInTurn());
  if (soFar.pairedRounds == 0)
    soFar.noisy = isNoisy(uncertaintyOfRatio(soFar.baseline, soFar.best));
  soFar.seconds = taken.seconds();
  return std::move(soFar);
}
