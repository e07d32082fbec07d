#include "tools/flags/OutputFlags.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <nlohmann/json.hpp>
#include <string>

namespace mlirgym::tools {

void OutputFlags::addJson(CLI::App &app) {
  addFlag(app, "--json", json,
          "Print exactly one JSON object on stdout, also on failure");
}

void OutputFlags::addJsonAndProgress(CLI::App &app) {
  addJson(app);
  addFlag(app, "--progress", progress,
          "Show progress on stderr even with --json");
}

int OutputFlags::fail(llvm::Error error) const {
  std::string message = llvm::toString(std::move(error));
  if (json)
    printJson({{"status", "error"}, {"error", message}});
  return reportError(llvm::createStringError(message));
}

std::string toText(const nlohmann::ordered_json &object) {
  // Messages may quote bytes of a damaged file: invalid UTF-8 is replaced
  // instead of raising an exception.
  // The library does not escape control characters of Unicode.
  return printableJson(object.dump(
             2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         "\n";
}

void printJson(const nlohmann::ordered_json &object) {
  llvm::outs() << toText(object);
}
} // namespace mlirgym::tools
