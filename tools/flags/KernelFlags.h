//===- tools/flags/KernelFlags.h - Options of kernel dumps ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_KERNELFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_KERNELFLAGS_H

#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "kernels/KernelDump.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// `--dump-sources-to DIR|-` and its relatives: see docs/kernels.md.
struct KernelFlags {
  struct Place {
    const char *option;
    std::string KernelDumpOptions::*member;
    const char *about;
  };
  static constexpr Place everyPlace[] = {
      {"--dump-sources-to", &KernelDumpOptions::sources,
       "Write each kernel as a module before scheduling"},
      {"--dump-configurations-to", &KernelDumpOptions::configurations,
       "Write each kernel as a module with its transform script"},
      {"--dump-intermediates-to", &KernelDumpOptions::intermediates,
       "Write each kernel as LLVM IR, bitcode and assembly"},
      {"--dump-binaries-to", &KernelDumpOptions::binaries,
       "Write each kernel as object code, with a C project that checks it; "
       "cannot go to stdout"},
      {"--dump-benchmarks-to", &KernelDumpOptions::benchmarks,
       "Write each kernel as a program of its own, with inputs and schedule"},
      {"--dump-files-to", &KernelDumpOptions::files,
       "Write all of these files"}};
  KernelDumpOptions places;
  /// The target of their code: an option of `dump` only.
  Target target = Target::host();

  void addTo(CLI::App &app);
  bool any() const { return places.any(); }

  /// Writes the files, text for "-" to stdout. `subfolder`: of each folder, for
  /// a command that dumps several programs; "": none. `substituter`: see
  /// KernelDumpOptions. Errors: as dumpKernels();
  /// "-" together with --json, which prints one object.
  llvm::Expected<KernelDump>
  dump(std::shared_ptr<const Program> program, const Schedule &schedule,
       const OutputFlags &output, llvm::StringRef subfolder = "",
       std::shared_ptr<KernelSubstituter> substituter = nullptr) const;
  /// Writes the kernels of the best schedule. nullopt without these options,
  /// or, with a note on stderr, if no schedule has a time.
  llvm::Expected<std::optional<KernelDump>>
  dumpBest(std::shared_ptr<const Program> program, const SearchResult &result,
           const OutputFlags &output, llvm::StringRef subfolder = "",
           std::shared_ptr<KernelSubstituter> substituter = nullptr) const;
};

/// The value of the key `kernels` of --json: manifest, files, notes.
nlohmann::ordered_json toJson(const KernelDump &dump);
/// Prints the number of files as a line on stdout, and the notes.
void print(const KernelDump &dump);
/// Prints the omissions on stderr.
void printNotes(const KernelDump &dump);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_KERNELFLAGS_H
