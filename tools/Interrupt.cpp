//===- tools/Interrupt.cpp - Ctrl-C ends the work, not the result ---------===//
#include "tools/Interrupt.h"

#include <csignal>

namespace mlirgym::tools {
namespace {
volatile std::sig_atomic_t wasInterrupted = 0;

void remember(int) { wasInterrupted = 1; }
} // namespace

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = remember;
  // One shot: the default action is back for the second signal. System calls
  // restart, so that a worker's answer under way is still read.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return wasInterrupted != 0; }
} // namespace mlirgym::tools
