//===- tools/UsageError.h - Errors of a command line ------------*- C++ -*-===//
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

/// The message for an `error` thrown by the parser of `app`: names the invalid
/// word, the most similar valid one, and the command whose --help explains
/// more.
std::string explain(const CLI::App &app, const CLI::ParseError &error);

/// An error in `arguments` that CLI11 does not report: an option without a
/// value after its '=', for which CLI11 uses the next argument, or a short
/// option with a '=', which CLI11 makes a part of the value.
std::optional<std::string>
findHalfOption(llvm::ArrayRef<std::string> arguments);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_USAGEERROR_H
