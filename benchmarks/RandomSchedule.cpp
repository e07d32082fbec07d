#include "RandomSchedule.h"
#include "OrFail.h"
#include "actions/ScheduleState.h"
#include "program/suites/Suite.h"
#include "tests/conformance/RandomSchedule.h"
#include <iterator>
#include <set>

namespace mlirgym {

std::vector<std::string> programsOfSuites(llvm::ArrayRef<std::string> suites) {
  std::set<std::string> names;
  for (const std::string &suite :
       suites.empty() ? Suite::available() : suites.vec())
    for (std::string &program : orFail(Suite::load(suite)).programs())
      names.insert(std::move(program));
  return {names.begin(), names.end()};
}

Schedule randomSchedule(const FlatEncoding &encoding,
                        std::shared_ptr<const Program> program,
                        std::mt19937_64 &random) {
  constexpr double stops[] = {0.05, 0.25, 0.6};
  double stop = stops[random() % std::size(stops)];
  return orFail(walkAtRandom(encoding, ScheduleState(std::move(program)),
                             random, stop))
      .schedule();
}
} // namespace mlirgym
