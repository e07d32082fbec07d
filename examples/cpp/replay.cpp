// Looks up recorded timings, without a compiler: replay [EXEC-DATA]
//
// The shipped file was recorded on another machine. What runs on it is
// deterministic and takes microseconds: searches, environments, training.
#include "execution/Execution.h"
#include "execution/execdata/ExecData.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/suites/Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("replay: ");
  std::string file = argc > 1 ? argv[1] : dataDirectory() + "/replay.db";

  // The schedules of each program, as they were stored.
  std::map<std::string, std::vector<std::string>> stored;
  auto data = orExit(ExecData::open({.file = file, .readOnly = true}));
  orExit(data->forEachRecord(
      ExecData::Order::Added, [&](const ExecData::Record &record) {
        stored[record.provenance.programName].push_back(record.key.schedule);
        return llvm::Error::success();
      }));

  ExecutionOptions options = {.replay = true, .anyMachine = true};
  options.mainExecData = {file};
  std::unique_ptr<Execution> execution = orExit(Execution::create(options));
  ProgramLoader loader;
  Stopwatch watch;
  size_t lookups = 0;
  for (const auto &[name, schedules] : stored) {
    auto program =
        std::make_shared<const Program>(orExit(loader.loadGenerated(name)));
    double baseline = orExit(execution->baseline(program)).medianNs;
    double best = 1;
    std::string fastest;
    for (const std::string &text : schedules) {
      Measurement timed =
          orExit(execution->measure(program, orExit(Schedule::parse(text))));
      ++lookups;
      if (timed.status == Status::Ok && baseline / timed.medianNs > best) {
        best = baseline / timed.medianNs;
        fastest = text;
      }
    }
    llvm::outs() << llvm::formatv("{0,-44} {1,6:f1}x  {2}\n", name, best,
                                  fastest);
  }
  llvm::outs() << llvm::formatv("{0} schedules of {1} programs in {2:f0} ms\n",
                                lookups, stored.size(), watch.seconds() * 1e3);
}
