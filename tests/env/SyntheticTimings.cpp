#include "SyntheticTimings.h"
#include "TestPrograms.h"
#include "execution/execdata/ExecData.h"
#include "llvm/Support/FileSystem.h"
#include <cmath>
#include <map>

namespace mlirgym::testing {
namespace {
const llvm::ExitOnError exitOnError("synthetic timings: ");

double factorOf(const Action &action) {
  double factor = 1;
  switch (action.kind) {
  case ActionKind::Vectorize:
    return 0.25;
  case ActionKind::Winograd:
    return 0.1;
  case ActionKind::Interchange:
    return 1.05;
  case ActionKind::TileParallel:
  case ActionKind::TileParallelFuse:
    factor = 0.6;
    break;
  default:
    break;
  }
  // The best tile is 8 wide; each loop that is cut helps.
  for (int64_t size : action.parameters)
    if (size > 0)
      factor *= 0.8 + 0.1 * std::abs(std::log2(double(size)) - 3);
  return factor;
}

void visitStates(const FlatEncoding &encoding, const DecisionState &state,
                 const std::function<void(const ScheduleState &)> &visit) {
  if (state.kind < 0)
    visit(state.schedule);
  if (state.schedule.finished())
    return;
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);
  for (unsigned action = 0; action < mask.size(); ++action) {
    if (!mask[action])
      continue;
    DecisionState next = state;
    encoding.step(next, action);
    visitStates(encoding, next, visit);
  }
}
} // namespace

EnvOptions tinyOptions() {
  EnvOptions options;
  options.encoding.tileSizes = {0, 4, 8};
  options.encoding.maxLoops = 4;
  options.encoding.kinds = {ActionKind::Tile, ActionKind::TileParallel,
                            ActionKind::Interchange, ActionKind::Vectorize,
                            ActionKind::Done};
  options.state.maxActionsPerOp = 2;
  return options;
}

double syntheticNs(const Program &program, const Schedule &schedule) {
  double total = 0;
  for (unsigned op = 0; op < program.operations().size(); ++op) {
    double ns = 1e5;
    for (const Schedule::Entry &entry : schedule.entries())
      if (entry.op == op)
        for (const Action &action : entry.actions)
          ns *= factorOf(action);
    total += ns;
  }
  return total;
}

std::vector<Schedule> reachableSchedules(std::shared_ptr<const Program> program,
                                         const EnvOptions &options) {
  std::map<std::string, Schedule> found;
  FlatEncoding encoding(options.encoding);
  visitStates(encoding,
              DecisionState(ScheduleState(std::move(program), options.state)),
              [&](const ScheduleState &state) {
                Schedule canonical = state.schedule().canonical();
                found.emplace(canonical.text(), canonical);
              });
  std::vector<Schedule> schedules;
  for (auto &[text, schedule] : found)
    schedules.push_back(std::move(schedule));
  return schedules;
}

std::optional<Measurement> syntheticTiming(const Program &program,
                                           const Schedule &schedule) {
  Measurement timing;
  timing.status = Status::Ok;
  timing.medianNs = timing.minNs = syntheticNs(program, schedule);
  timing.repeats = 5;
  timing.number = 100;
  timing.uncertainty = 0.0123;
  timing.noisy = true;
  return timing;
}

void writeSyntheticTimings(const std::string &file, const ProgramPool &pool,
                           const EnvOptions &options,
                           const TimingOf &timingOf) {
  std::vector<ExecData::Record> records;
  for (const auto &program : pool.programs)
    for (const Schedule &schedule : reachableSchedules(program, options)) {
      std::optional<Measurement> timing = timingOf(*program, schedule);
      if (!timing)
        continue;
      ExecData::Record record;
      record.key.program = program->key();
      record.key.schedule = schedule.text();
      record.key.machine = record.key.toolchain = record.key.protocol =
          "synthetic";
      record.key.threads = options.machine.threads;
      record.measurement = *timing;
      record.provenance.programName = program->name().str();
      records.push_back(std::move(record));
    }
  auto data = exitOnError(ExecData::open({.file = file}));
  exitOnError(data->insertAll(records));
}

std::shared_ptr<Execution>
syntheticExecution(const ProgramPool &pool, const EnvOptions &options,
                   const TimingOf &timingOf,
                   std::function<bool()> interrupted) {
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("mlirgym-synthetic", "db", path))
    llvm::report_fatal_error(llvm::Twine(error.message()));
  // SQLite makes the file itself.
  llvm::sys::fs::remove(path);
  std::string file = path.str().str();
  writeSyntheticTimings(file, pool, options, timingOf);
  ExecutionOptions execution;
  execution.threads = options.machine.threads;
  execution.mainExecData = {file};
  execution.replay = true;
  execution.anyMachine = true;
  execution.interrupted = std::move(interrupted);
  auto *made = exitOnError(Execution::create(execution)).release();
  return std::shared_ptr<Execution>(made, [file](Execution *gone) {
    delete gone;
    for (const char *suffix : {"", "-wal", "-shm"})
      llvm::sys::fs::remove(file + suffix);
  });
}

std::shared_ptr<const ProgramPool>
poolOf(llvm::ArrayRef<llvm::StringRef> programNames) {
  auto pool = std::make_shared<ProgramPool>();
  for (llvm::StringRef name : programNames)
    pool->programs.push_back(program(name));
  return pool;
}

} // namespace mlirgym::testing
