#include "tools/Options.h"
#include "program/suites/Suite.h" // IWYU pragma: keep, for Split
#include "llvm/ADT/STLExtras.h"
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {

Option Option::type(std::string name) {
  option->type_name(std::move(name));
  return *this;
}

Option Option::describe(std::string about) {
  option->description(std::move(about));
  return *this;
}

Option Option::group(const std::string &name) {
  option->group(name);
  return *this;
}

Option Option::showDefault() {
  option->capture_default_str();
  return *this;
}

Option Option::required() {
  option->required();
  return *this;
}

Option Option::excludes(Option other) {
  option->excludes(other.option);
  return *this;
}

Option Option::excludes(std::string other) {
  option->excludes(std::move(other));
  return *this;
}

Option Option::needs(Option other) {
  option->needs(other.option);
  return *this;
}

Option Option::delimiter(char between) {
  option->delimiter(between);
  return *this;
}

Option Option::oneValueEach() {
  option->allow_extra_args(false);
  return *this;
}

Option Option::environmentVariable(std::string name) {
  option->envname(std::move(name));
  return *this;
}

Option Option::check(std::function<std::string(const std::string &)> isWrong) {
  option->check(std::move(isWrong));
  return *this;
}

Option
Option::transform(const std::function<std::string(std::string)> &replace) {
  option->transform(replace);
  return *this;
}

bool Option::isGiven() const { return option->count() > 0; }

OptionGroup::OptionGroup(CLI::App &app, const std::string &name)
    : app(app), before(app.option_defaults()->get_group()) {
  app.option_defaults()->group(name);
}

OptionGroup::~OptionGroup() { app.option_defaults()->group(before); }

std::shared_ptr<CLI::App> makeCommandLine(std::string about) {
  return std::make_shared<CLI::App>(std::move(about));
}

void parseOrExit(CLI::App &app, int argc, char **argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
}

CLI::App *addSubcommand(CLI::App &app, std::string name, std::string about) {
  return app.add_subcommand(std::move(name), std::move(about));
}

template <typename T>
Option addOption(CLI::App &app, std::string name, T &value, std::string about) {
  return Option(*app.add_option(std::move(name), value, std::move(about)));
}

#define MLIRGYM_OPTION_OF(...)                                                 \
  template Option addOption(CLI::App &, std::string, __VA_ARGS__ &,            \
                            std::string);
MLIRGYM_OPTION_OF(Split)
MLIRGYM_OPTION_OF(double)
MLIRGYM_OPTION_OF(std::string)
MLIRGYM_OPTION_OF(std::vector<double>)
MLIRGYM_OPTION_OF(std::vector<std::string>)
MLIRGYM_OPTION_OF(std::vector<unsigned>)
MLIRGYM_OPTION_OF(uint64_t)
MLIRGYM_OPTION_OF(unsigned)
#undef MLIRGYM_OPTION_OF

Option addFlag(CLI::App &app, std::string name, bool &value,
               std::string about) {
  return Option(*app.add_flag(std::move(name), value, std::move(about)));
}

Option addFlag(CLI::App &app, std::string name, std::function<void()> onFlag,
               std::string about) {
  return Option(*app.add_flag_callback(std::move(name), std::move(onFlag),
                                       std::move(about)));
}

Option optionOf(CLI::App &app, std::string name) {
  return Option(*app.get_option(std::move(name)));
}

std::vector<Option> optionsWithout(CLI::App &app,
                                   const std::vector<std::string> &names) {
  std::vector<Option> options;
  for (CLI::Option *option : app.get_options())
    if (!llvm::is_contained(names, option->get_name()))
      options.push_back(Option(*option));
  return options;
}

void setCallback(CLI::App &command, std::function<void()> onCommand) {
  command.callback(std::move(onCommand));
}

void requireSubcommand(CLI::App &command) { command.require_subcommand(1); }

void takeAllWords(CLI::App &command) { command.prefix_command(); }

void allowOptionsAfterSubcommands(CLI::App &command) {
  for (CLI::App *subcommand : command.get_subcommands({}))
    subcommand->fallthrough();
}

void refuseWithout(std::string options) {
  throw CLI::RequiredError(std::move(options));
}
} // namespace mlirgym::tools
