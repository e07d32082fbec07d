//===- tools/Checks.h - Checks of option values -----------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_CHECKS_H
#define MLIRGYM_TOOLS_CHECKS_H

#include "tools/Options.h"
#include <cstdint>
#include <string>
#include <utility>

namespace mlirgym::tools {

// Checks of CLI11 options: they return "" for a valid value, else the error.
// CLI11's own ranges accept NaN.

/// Only decimal digits, from `least` to `most`.
struct WholeNumber {
  uint64_t least = 0, most = UINT64_MAX;
  std::string operator()(const std::string &value) const;
};

/// A decimal number above `above` (or equal, with `orEqual`), at most `most`.
struct Number {
  uint64_t above = 0, most = 1'000'000'000;
  bool orEqual = false;
  std::string operator()(const std::string &value) const;
};

/// Adds an option for a whole number, with its default in the help.
template <typename T>
Option addCount(CLI::App &app, std::string name, T &value, WholeNumber range,
                std::string about) {
  return addOption(app, std::move(name), value, std::move(about))
      .check(range)
      .type("N")
      .showDefault();
}

/// Adds an option for one or several numbers, with their default in the help.
template <typename T>
Option addNumber(CLI::App &app, std::string name, T &value, Number range,
                 std::string unit, std::string about) {
  return addOption(app, std::move(name), value, std::move(about))
      .check(range)
      .type(std::move(unit))
      .showDefault();
}

/// An existing file or folder of any kind.
std::string checkFileOrFolderIsThere(const std::string &value);

/// An existing file of any kind; not a folder.
std::string checkFileIsThere(const std::string &value);

/// For every option of `app` and its subcommands, rejects a value that is empty
/// (except `--schedule ""`, the untransformed program) or another option: CLI11
/// accepts any next argument as the value. A value of `--features` may begin
/// with a sign.
void checkValuesOf(CLI::App &app);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_CHECKS_H
