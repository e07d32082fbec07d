#include "tools/UsageError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// The innermost command that was parsed.
static const CLI::App &innermost(const CLI::App &app) {
  std::vector<CLI::App *> parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.back());
}

static std::string fullName(const CLI::App &command) {
  const CLI::App *parent = command.get_parent();
  return parent ? fullName(*parent) + " " + command.get_name()
                : command.get_name();
}

/// ", did you mean --budget?", or "" if no option is similar.
static std::string suggestion(llvm::StringRef word,
                              llvm::ArrayRef<std::string> known) {
  const std::string *nearest = nullptr;
  unsigned best = static_cast<unsigned>(word.size()) / 3;
  for (const std::string &candidate : known)
    if (unsigned distance =
            word.edit_distance(candidate, /*AllowReplacements=*/true, best);
        distance <= best && (!nearest || distance < best)) {
      best = distance;
      nearest = &candidate;
    }
  return nearest ? ", did you mean " + *nearest + "?" : "";
}

static std::string unknownOption(const CLI::App &command,
                                 llvm::StringRef word) {
  word = word.split('=').first;
  std::vector<std::string> known;
  for (const CLI::App *app = &command; app; app = app->get_parent())
    for (const CLI::Option *option : app->get_options())
      for (const std::string &name : option->get_lnames())
        known.push_back("--" + name);
  return fullName(command) + " has no option " + word.str() +
         suggestion(word, known);
}

static std::string unknownCommand(const CLI::App &command,
                                  llvm::StringRef word) {
  std::vector<std::string> known;
  for (const CLI::App *sub : command.get_subcommands({}))
    known.push_back(sub->get_name());
  if (word.empty())
    return fullName(command) + ": no command; give one of " +
           llvm::join(known, ", ");
  return fullName(command) + " has no command '" + word.str() + "'" +
         suggestion(word, known);
}

static std::string whatIsWrong(const CLI::App &command,
                               llvm::ArrayRef<std::string> unread,
                               const CLI::ParseError &error) {
  const auto *option = llvm::find_if(unread, [](llvm::StringRef word) {
    return word.size() > 1 && word.starts_with("-");
  });
  if (option != unread.end())
    return unknownOption(command, *option);
  bool wantsCommand = command.get_require_subcommand_min() > 0;
  if (wantsCommand && command.get_subcommands().empty())
    return unknownCommand(command, unread.empty() ? "" : unread.front());
  if (!unread.empty())
    return fullName(command) + ": '" + unread.front() +
           "' is an unexpected argument";
  return error.what();
}

std::string explain(const CLI::App &app, const CLI::ParseError &error) {
  const CLI::App &command = innermost(app);
  std::vector<std::string> unread = app.remaining(/*recurse=*/true);
  return whatIsWrong(command, unread, error) + "; see " + fullName(command) +
         " --help";
}

std::optional<std::string>
findHalfOption(llvm::ArrayRef<std::string> arguments) {
  for (llvm::StringRef argument : arguments) {
    if (argument == "--")
      break;
    if (!argument.starts_with("-"))
      continue;
    auto [name, value] = argument.split('=');
    bool hasEquals = name.size() < argument.size();
    if (hasEquals && name.starts_with("--") && value.empty())
      return name.str() +
             ": its value is empty; give one, or leave the option out";
    if (hasEquals && name.size() == 2)
      return argument.str() + ": a short option takes no '='; write " +
             name.str() + " " + (value.empty() ? "VALUE" : value).str();
  }
  return std::nullopt;
}
} // namespace mlirgym::tools
