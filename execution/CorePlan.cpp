#include "execution/CorePlan.h"
#include "execution/ExecutionError.h"
#include <sched.h>
#include <unistd.h>

namespace mlirgym {

llvm::Expected<CorePlan> CorePlan::make(unsigned threads) {
  std::vector<uint32_t> usable;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(::getpid(), sizeof(set), &set) == 0)
    for (uint32_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set))
        usable.push_back(cpu);
  if (threads == 0 || threads > usable.size())
    return executionError("{0} threads on {1} processors; use 1 to {1}",
                          threads, usable.size());
  CorePlan plan;
  plan.measuring.assign(usable.end() - threads, usable.end());
  plan.compiling.assign(usable.begin(), usable.end() - threads);
  plan.shared = plan.compiling.empty();
  if (plan.shared)
    plan.compiling = usable;
  return plan;
}

} // namespace mlirgym
