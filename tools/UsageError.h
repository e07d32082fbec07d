//===- tools/UsageError.h - What is wrong with a command line ---*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_USAGEERROR_H
#define MLIRGYM_TOOLS_USAGEERROR_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace mlirgym::tools {

/// What `error`, thrown while `app` parsed, means for whoever typed the line:
/// names the word that is wrong, the nearest one that exists, and the command
/// whose --help says more.
std::string explain(const CLI::App &app, const CLI::ParseError &error);

/// What is wrong with `arguments` that CLI11 would not see: an option with
/// nothing after its '=', for which it takes the next argument, and a short
/// option with a '=', which it takes as part of the value.
std::optional<std::string>
findHalfOption(llvm::ArrayRef<std::string> arguments);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_USAGEERROR_H
