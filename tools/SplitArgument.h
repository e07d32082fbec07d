//===- tools/SplitArgument.h - --split --------------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_SPLITARGUMENT_H
#define MLIRGYM_TOOLS_SPLITARGUMENT_H

#include "program/Suite.h"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace mlirgym {

/// `--split train|validation|test|all`; `split` holds the default.
CLI::Option *addSplitOption(CLI::App &app, Split &split);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_SPLITARGUMENT_H
