//===- tools/Interrupt.h - Handles Ctrl-C -----------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_INTERRUPT_H
#define MLIRGYM_TOOLS_INTERRUPT_H

namespace mlirgym::tools {

/// From now on the first SIGINT or SIGTERM only makes interrupted() true, so
/// that a search can return its best result; a second one ends the process.
void catchInterrupts();
/// True once a signal was caught.
bool interrupted();

/// For work that follows a search that a signal has ended: from now on
/// stopRequested() is false until the next signal, which does not end the
/// process either.
void resumeAfterInterrupt();
bool stopRequested();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_INTERRUPT_H
