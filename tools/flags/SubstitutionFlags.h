//===- tools/flags/SubstitutionFlags.h - Options of substitutions ---------===//
#ifndef MLIRGYM_TOOLS_FLAGS_SUBSTITUTIONFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_SUBSTITUTIONFLAGS_H

#include "agents/Agent.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "lowering/target/Target.h"
#include "tools/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {
struct ExecutionFlags;

/// `--substitute-source NAME=FILE` and its relatives: see docs/kernels.md.
struct SubstitutionFlags {
  /// "NAME=FILE", and toolchains, as given.
  std::vector<std::string> sources, configurations, objects, toolchains;
  std::string sourcesFrom, configurationsFrom, objectsFrom;
  std::vector<std::string> objectSearchPath;
  bool allowMissing = false;

  void addTo(CLI::App &app);
  bool any() const;
  /// The names of these options that replace kernels.
  static llvm::ArrayRef<const char *> everyName();
  /// Reads the files. Null without these options. Errors: as
  /// KernelSubstituter::create().
  llvm::Expected<std::shared_ptr<KernelSubstituter>>
  open(const Target &target = Target::host()) const;

private:
  llvm::Expected<Substitutions> toSubstitutions() const;
};

/// `--device`, for a command that already has options for kernels and
/// substitutions, which need the host as device.
Option addDeviceTo(CLI::App &command, ExecutionFlags &flags);

/// One sample as the result of a search. Errors: as measure().
llvm::Expected<SearchResult> measureOne(const ExecutionRequest &request,
                                        Execution &execution);
/// The faster result of two: of a search, and of the program with substituted
/// kernels and without a schedule, which searches do not measure. Has the
/// samples of the search.
SearchResult fasterOf(SearchResult found, const SearchResult &unscheduled);

/// The value of the key `substitutions` of --json.
nlohmann::ordered_json toJson(llvm::ArrayRef<SubstitutionRecord> records);
/// One note per file on stderr.
void printNotes(llvm::ArrayRef<SubstitutionRecord> records);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_SUBSTITUTIONFLAGS_H
