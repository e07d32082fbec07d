//===- execution/server/ToolServer.h - Runs other programs ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_TOOLSERVER_H
#define MLIRGYM_EXECUTION_SERVER_TOOLSERVER_H

#include "execution/wire/Messages.h"

namespace mlirgym::worker {

/// Runs a program to its end in enterToolSandbox(), in its folder. Requires: no
/// other thread.
ToolRanMessage runTool(const RunToolMessage &request);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_TOOLSERVER_H
