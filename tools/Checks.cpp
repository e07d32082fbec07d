#include "tools/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <CLI/CLI.hpp>
#include <cmath>
#include <string>
#include <system_error>

namespace mlirgym::tools {

std::string WholeNumber::operator()(const std::string &value) const {
  uint64_t number = 0;
  if (llvm::all_of(value, llvm::isDigit) &&
      !llvm::StringRef(value).getAsInteger(10, number) && number >= least &&
      number <= most)
    return "";
  return llvm::formatv("'{0}' is not an integer from {1} to {2}", value, least,
                       most);
}

std::string Number::operator()(const std::string &value) const {
  double number = 0;
  bool isNumber =
      llvm::to_float(value, number) && std::isfinite(number); // not "nan"
  auto least = static_cast<double>(above);
  if (isNumber && (number > least || (orEqual && number == least)) &&
      number <= static_cast<double>(most))
    return "";
  return llvm::formatv("'{0}' is not a number {1} {2} and at most {3}", value,
                       orEqual ? "from" : "above", above, most);
}

std::string checkFileOrFolderIsThere(const std::string &value) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(value, status))
    return "'" + value + "': " + error.message() + "; name an existing file";
  return "";
}

std::string checkFileIsThere(const std::string &value) {
  if (llvm::sys::fs::is_directory(value))
    return "'" + value + "': a folder; name a file";
  return checkFileOrFolderIsThere(value);
}

/// "-5" and "-" (stdout) are values, "-o" and "--json" are options.
static bool looksLikeOption(llvm::StringRef value) {
  return value.consume_front("-") && !value.empty() &&
         (value[0] == '-' || llvm::isAlpha(value[0]));
}

void checkValuesOf(CLI::App &app) {
  for (CLI::Option *option : app.get_options()) {
    if (option->get_items_expected_max() == 0)
      continue; // a flag
    const bool mayBeEmpty = option->get_name() == "--schedule",
               isSigned = option->get_name() == "--features"; // -avx512f
    option->check([mayBeEmpty,
                   isSigned](const std::string &value) -> std::string {
      if (value.empty() && !mayBeEmpty)
        return "its value is empty; give one, or leave the option out";
      if (looksLikeOption(value) &&
          (!isSigned || llvm::StringRef(value).starts_with("--")))
        return "'" + value +
               "' is an option, not a value; give a value (a file of that name "
               "is ./" +
               value + ")";
      return "";
    });
  }
  for (CLI::App *command : app.get_subcommands({}))
    checkValuesOf(*command);
}
} // namespace mlirgym::tools
