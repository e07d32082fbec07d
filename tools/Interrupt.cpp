#include "tools/Interrupt.h"
#include <csignal>

namespace mlirgym::tools {
namespace {
volatile std::sig_atomic_t caught = 0, resumedAfter = 0; ///< signals

void remember(int) { caught = caught + 1; }
} // namespace

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = remember;
  // The handler serves one signal: the second one has the default action.
  // System calls are restarted, so that the current answer of a worker is still
  // read.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return caught != 0; }

void resumeAfterInterrupt() {
  resumedAfter = caught;
  catchInterrupts();
}

bool stopRequested() { return caught != resumedAfter; }
} // namespace mlirgym::tools
