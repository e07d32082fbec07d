//===- tools/Options.h - Commands and their options -------------*- C++ -*-===//
//
// The part of CLI11 that commands use. CLI11 consists of headers only: each
// file that includes it takes three to five seconds more to compile.
// Options.cpp compiles it for all.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_TOOLS_OPTIONS_H
#define MLIRGYM_TOOLS_OPTIONS_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace mlirgym::tools {

/// An option, flag or argument of a command, which owns it. Each function
/// returns the option itself, for chaining.
class Option {
public:
  explicit Option(CLI::Option &option) : option(&option) {}

  /// The name of its value in the help.
  Option type(std::string name);
  Option describe(std::string about);
  Option group(const std::string &name);
  /// Shows the current value of its variable in the help.
  Option showDefault();
  Option required();
  Option excludes(Option other);
  Option excludes(std::string other);
  /// Rejects this option without `other`.
  Option needs(Option other);
  /// Splits one word into several values.
  Option delimiter(char between);
  /// Takes one value per occurrence of the option, where a list would take all
  /// following words.
  Option oneValueEach();
  Option environmentVariable(std::string name);
  /// `isWrong` returns the error of a value, "" if it is valid.
  Option check(std::function<std::string(const std::string &)> isWrong);
  /// Replaces the text of a value, before the checks.
  Option transform(const std::function<std::string(std::string)> &replace);

  /// After parsing: true if the command line has it.
  bool isGiven() const;

private:
  CLI::Option *option;
};

/// While it lives, options that are added to `app` are of one group of its
/// help.
class OptionGroup {
public:
  OptionGroup(CLI::App &app, const std::string &name);
  ~OptionGroup();
  OptionGroup(const OptionGroup &) = delete;
  OptionGroup &operator=(const OptionGroup &) = delete;

private:
  CLI::App &app;
  const std::string before;
};

/// The command line of a program without subcommands.
std::shared_ptr<CLI::App> makeCommandLine(std::string about);

/// Ends the program with code 0 after --help, and with code 2 and a message if
/// the command line is invalid.
void parseOrExit(CLI::App &app, int argc, char **argv);

CLI::App *addSubcommand(CLI::App &app, std::string name, std::string about);

/// For the types of values that are listed in Options.cpp; with any other type,
/// linking fails.
template <typename T>
Option addOption(CLI::App &app, std::string name, T &value, std::string about);

Option addFlag(CLI::App &app, std::string name, bool &value, std::string about);
/// Calls `onFlag` if the flag is given.
Option addFlag(CLI::App &app, std::string name, std::function<void()> onFlag,
               std::string about);

/// The option that was added as `name`, such as "--exec-data".
Option optionOf(CLI::App &app, std::string name);
/// All options except the named ones.
std::vector<Option> optionsWithout(CLI::App &app,
                                   const std::vector<std::string> &names);

/// Calls `onCommand` after the command line was parsed, if it names `command`.
void setCallback(CLI::App &command, std::function<void()> onCommand);

/// Makes exactly one subcommand mandatory.
void requireSubcommand(CLI::App &command);

/// Accepts all words after `command`, which are not parsed.
void takeAllWords(CLI::App &command);

/// Allows options of `command` after its subcommand, too.
void allowOptionsAfterSubcommands(CLI::App &command);

/// In a callback: rejects a command line without `options`.
[[noreturn]] void refuseWithout(std::string options);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_OPTIONS_H
