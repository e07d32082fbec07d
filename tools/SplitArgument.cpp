//===- tools/SplitArgument.cpp - --split ----------------------------------===//
#include "tools/SplitArgument.h"

#include <CLI/CLI.hpp>

namespace mlirgym {

CLI::Option *addSplitOption(CLI::App &app, Split &split) {
  std::map<std::string, Split> names;
  for (Split each : {Split::Train, Split::Validation, Split::Test, Split::All})
    names[nameOfSplit(each).str()] = each;
  std::string about = "Part of the suite: train, validation, test or all "
                      "[default: " +
                      nameOfSplit(split).str() + "]";
  return app.add_option("--split", split, about)
      ->transform(CLI::Transformer(names).description(""))
      ->check([names](const std::string &value) {
        // The transformer has turned a name into the enumerator's number.
        for (const auto &entry : names)
          if (value == std::to_string(static_cast<int>(entry.second)))
            return std::string();
        return "'" + value +
               "' is no split; take train, validation, test or all";
      })
      ->type_name("SPLIT");
}
} // namespace mlirgym
