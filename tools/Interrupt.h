//===- tools/Interrupt.h - Ctrl-C ends the work, not the result -*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_INTERRUPT_H
#define MLIRGYM_TOOLS_INTERRUPT_H

namespace mlirgym::tools {

/// From now on the first SIGINT or SIGTERM only makes interrupted() true, so
/// that a search can hand over what it has found; a second one ends the
/// process.
void catchInterrupts();
bool interrupted();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_INTERRUPT_H
