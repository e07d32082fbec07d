#include "agents/search/SampleBudget.h"
#include <algorithm>

using namespace mlirgym;

SampleBudget::SampleBudget(std::shared_ptr<const Program> payload,
                           Execution &runner, const SearchOptions &options)
    : program(std::move(payload)), execution(&runner), opts(options),
      started(std::chrono::steady_clock::now()) {
  opts.batch = std::max(1u, opts.batch);
  soFar.program = program->name().str();
  soFar.statusCounts.resize(static_cast<size_t>(Status::NotCached) + 1);
  soFar.curve.reserve(opts.budget);
}

llvm::Expected<SampleBudget>
SampleBudget::start(std::shared_ptr<const Program> program,
                    Execution &execution, const SearchOptions &options) {
  SampleBudget budget(program, execution, options);
  llvm::Expected<Measurement> baseline = execution.baseline(program);
  if (!baseline)
    return baseline.takeError();
  if (!baseline->ok() || baseline->medianNs <= 0) {
    llvm::StringRef mend =
        baseline->status == Status::NotCached
            ? "record it first, or search without replay"
            : "the program must run untransformed before it can be searched";
    return llvm::createStringError(
        "%s: the baseline is %s%s%s; %s", program->name().str().c_str(),
        nameOf(baseline->status).str().c_str(),
        baseline->message.empty() ? "" : ": ", baseline->message.c_str(),
        mend.str().c_str());
  }
  budget.soFar.baseline = budget.soFar.best = *baseline;
  return budget;
}

unsigned SampleBudget::remaining() const {
  return opts.budget - soFar.samples - static_cast<unsigned>(queue.size());
}

bool SampleBudget::propose(const Schedule &schedule) {
  if (exhausted())
    return false;
  Schedule canonical = schedule.canonical();
  if (canonical.empty())
    return false;
  if (!asked.try_emplace(canonical.text(), std::nullopt).second)
    return false;
  queue.push_back({program, std::move(canonical)});
  return true;
}

llvm::Expected<std::vector<Sample>> SampleBudget::run() {
  std::vector<ExecutionRequest> requests = std::move(queue);
  queue.clear();
  std::vector<llvm::Expected<Measurement>> answers =
      execution->executeBatch(requests);
  assert(answers.size() == requests.size() && "one answer a request");

  std::vector<Sample> samples;
  samples.reserve(requests.size());
  llvm::Error failed = llvm::Error::success();
  for (auto [request, answer] : llvm::zip_equal(requests, answers)) {
    if (!answer) {
      failed = llvm::joinErrors(std::move(failed), answer.takeError());
      continue;
    }
    Sample sample{std::move(request.schedule), std::move(*answer), 0};
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
  asked[sample.schedule.text()] = sample.speedup;
  ++soFar.samples;
  soFar.cacheHits += sample.measurement.cacheHit;
  ++soFar.statusCounts[static_cast<size_t>(sample.measurement.status)];
  if (sample.speedup > soFar.speedup) {
    soFar.speedup = sample.speedup;
    soFar.best = sample.measurement;
    soFar.schedule = sample.schedule;
  }
  soFar.curve.push_back(soFar.speedup);
  // Answers that were on their way when the callback said stop still count.
  if (stopped || !opts.progress)
    return;
  SearchOptions::Progress progress{soFar.samples, opts.budget, soFar.speedup,
                                   &soFar.schedule};
  stopped = !opts.progress(progress);
}

std::optional<double>
SampleBudget::knownSpeedup(const Schedule &schedule) const {
  Schedule canonical = schedule.canonical();
  if (canonical.empty())
    return 1;
  auto found = asked.find(canonical.text());
  return found == asked.end() ? std::nullopt : found->second;
}

SearchResult SampleBudget::finish() && {
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - started;
  soFar.seconds = taken.count();
  return std::move(soFar);
}
