//===- tools/commands/KernelsCommand.cpp - mlirgym kernels ----------------===//
#include "execution/kernelcache/KernelBundle.h"
#include "execution/kernelcache/KernelCache.h"
#include "kernels/Binding.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct KernelsFlags {
  std::string folder, hash;
  OutputFlags output;
};

/// Number of digits of a hash in tables: enough to tell kernels apart.
constexpr size_t shownDigits = 12;

/// A missing folder is not created: it has no kernels.
llvm::Expected<std::unique_ptr<KernelCache>>
openFolder(const KernelsFlags &flags) {
  MLIRGYM_TRY(auto options, KernelCacheOptions::fromEnvironment(flags.folder));
  options.on = true;
  if (!llvm::sys::fs::exists(options.directory))
    options.directory.clear();
  return KernelCache::open(std::move(options));
}

std::string folderOf(const KernelsFlags &flags) {
  return flags.folder.empty() ? defaultKernelFolder() : flags.folder;
}

/// "4x8xf32 in".
std::string textOf(const Argument &argument) {
  const char *direction = !argument.isOutput ? " in"
                          : argument.isInput ? " inout"
                                             : " out";
  return typeText(argument) + direction;
}

std::string timeText(int64_t microseconds) {
  const llvm::sys::TimePoint<> point{std::chrono::microseconds(microseconds)};
  return llvm::formatv("{0:%Y-%m-%d %H:%M}", point);
}

nlohmann::ordered_json toJson(const KernelListing &kernel) {
  return {{"hash", kernel.key.hex()},
          {"program", kernel.program},
          {"schedule", kernel.schedule},
          {"bytes", kernel.bytes},
          {"used_at", double(kernel.usedAtUs) / 1e6},
          {"callable", kernel.isCallable}};
}

uint64_t bytesOf(llvm::ArrayRef<KernelListing> kernels) {
  uint64_t bytes = 0;
  for (const KernelListing &kernel : kernels)
    bytes += kernel.bytes;
  return bytes;
}

llvm::Expected<int> listKernels(const KernelsFlags &flags) {
  MLIRGYM_TRY(auto cache, openFolder(flags));
  const std::vector<KernelListing> kernels = cache->list();
  const uint64_t bytes = bytesOf(kernels);
  if (flags.output.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const KernelListing &kernel : kernels)
      list.push_back(toJson(kernel));
    printJson({{"status", "ok"},
               {"folder", folderOf(flags)},
               {"bytes", bytes},
               {"kernels", list}});
    return ExitOk;
  }
  if (!kernels.empty()) {
    Table table({{"hash"}, {"program"}, {"size"}, {"last used"}, {"schedule"}});
    for (const KernelListing &kernel : kernels)
      table.addRow({kernel.key.hex().substr(0, shownDigits), kernel.program,
                    formatBytes(kernel.bytes), timeText(kernel.usedAtUs),
                    kernel.schedule.empty() ? "-" : kernel.schedule});
    table.print(textOut());
  }
  textOut() << llvm::formatv("{0} kernels, {1}: {2}\n", kernels.size(),
                             formatBytes(bytes), folderOf(flags));
  return ExitOk;
}

nlohmann::ordered_json toJson(const KernelBundle &kernel) {
  const KernelFacts &facts = kernel.facts;
  nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
  for (const Argument &argument : facts.arguments)
    arguments.push_back({{"shape", std::vector<int64_t>(argument.shape.begin(),
                                                        argument.shape.end())},
                         {"type", nameOfElement(argument.elementType).str()},
                         {"reads", argument.isInput},
                         {"writes", argument.isOutput}});
  return {{"status", "ok"},
          {"hash", kernel.key.hex()},
          {"program", facts.program},
          {"schedule", facts.schedule},
          {"entry", facts.entry},
          {"arguments", arguments},
          {"threads", facts.threads},
          {"cpu", facts.cpu},
          {"features", facts.features},
          {"toolchain", facts.toolchain},
          {"object_bytes", kernel.object->size()},
          {"callable", facts.isCallable()},
          {"script", facts.script},
          {"payload", facts.payload}};
}

void print(const KernelBundle &kernel) {
  const KernelFacts &facts = kernel.facts;
  Table table({{}, {}});
  table.addRow({"hash", kernel.key.hex()});
  table.addRow({"program", facts.program});
  table.addRow({"schedule", facts.schedule.empty() ? "-" : facts.schedule});
  table.addRow({"entry", facts.entry.empty() ? "-" : facts.entry});
  for (const Argument &argument : facts.arguments)
    table.addRow({"  argument", textOf(argument)});
  table.addRow({"threads", std::to_string(facts.threads)});
  table.addRow({"processor", facts.cpu});
  table.addRow({"toolchain", facts.toolchain});
  table.addRow({"object", formatBytes(kernel.object->size())});
  table.print(textOut());
}

llvm::Expected<int> showKernel(const KernelsFlags &flags) {
  MLIRGYM_TRY(auto cache, openFolder(flags));
  return flags.output.report(
      cache->find(flags.hash),
      [](const KernelBundle &kernel) { return toJson(kernel); },
      [](const KernelBundle &kernel) { print(kernel); });
}

llvm::Expected<int> showStats(const KernelsFlags &flags) {
  MLIRGYM_TRY(auto cache, openFolder(flags));
  const std::vector<KernelListing> kernels = cache->list();
  const KernelCacheStatistics counts =
      KernelCache::statisticsOf(cache->options().directory);
  if (flags.output.json) {
    printJson({{"status", "ok"},
               {"folder", folderOf(flags)},
               {"kernels", kernels.size()},
               {"bytes", bytesOf(kernels)},
               {"memory_hits", counts.memoryHits},
               {"disk_hits", counts.diskHits},
               {"misses", counts.misses},
               {"stores", counts.stores},
               {"rejected", counts.rejected}});
    return ExitOk;
  }
  Table table({{}, {}});
  table.addRow({"folder", folderOf(flags)});
  table.addRow({"kernels", llvm::formatv("{0}, {1}", kernels.size(),
                                         formatBytes(bytesOf(kernels)))
                               .str()});
  table.addRow({"hits", llvm::formatv("{0} on disk, {1} in memory",
                                      counts.diskHits, counts.memoryHits)
                            .str()});
  table.addRow({"misses", std::to_string(counts.misses)});
  table.addRow({"stored", std::to_string(counts.stores)});
  table.addRow({"damaged", std::to_string(counts.rejected)});
  table.print(textOut());
  return ExitOk;
}

llvm::Expected<int> clearKernels(const KernelsFlags &flags) {
  MLIRGYM_TRY(auto cache, openFolder(flags));
  const uint64_t deleted = cache->clear();
  if (flags.output.json)
    printJson(
        {{"status", "ok"}, {"folder", folderOf(flags)}, {"deleted", deleted}});
  else
    textOut() << llvm::formatv("deleted {0} kernels: {1}\n", deleted,
                               folderOf(flags));
  return ExitOk;
}
} // namespace

void addKernelsCommand(CLI::App &app, CommandLine &line) {
  CLI::App *kernels = addSubcommand(
      app, "kernels", "List, show and delete the compiled kernels on disk");
  requireSubcommand(*kernels);
  auto flags = std::make_shared<KernelsFlags>();
  auto add = [&](const char *name, const char *about,
                 llvm::Expected<int> (*work)(const KernelsFlags &)) {
    CLI::App *command = addSubcommand(*kernels, name, about);
    addOption(*command, "--cache-dir", flags->folder,
              "Folder of the kernels [default: $MLIRGYM_CACHE_DIR, else " +
                  defaultKernelFolder() + "]")
        .environmentVariable("MLIRGYM_CACHE_DIR")
        .type("DIR");
    flags->output.addJson(*command);
    setRun(*command, line,
           [=] { return flags->output.exitCode(work(*flags)); });
    return command;
  };
  add("list", "List the compiled kernels, the most recently used first",
      listKernels);
  CLI::App *show = add(
      "show", "Show a compiled kernel; --json adds IR and script", showKernel);
  addOption(*show, "hash", flags->hash,
            "Its hash, or as many first digits as tell it apart")
      .type("HASH")
      .required();
  add("stats", "Count kernels, bytes, hits and misses of all processes",
      showStats);
  add("clear", "Delete all compiled kernels; stored timings remain",
      clearKernels);
}
} // namespace mlirgym::tools
