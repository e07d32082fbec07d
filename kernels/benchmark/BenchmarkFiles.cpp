//===- kernels/benchmark/BenchmarkFiles.cpp - Dumped benchmarks -----------===//
#include "actions/Schedule.h"
#include "execution/SandboxedLoader.h"
#include "execution/wire/OutputComparison.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/benchmark/Microbenchmark.h"
#include "kernels/benchmark/NumpyFile.h"
#include "outcome/ExecutionError.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr llvm::StringRef programSuffix = ".benchmark.mlir",
                          scheduleSuffix = ".benchmark.schedule",
                          moduleSuffix = ".benchmark.module.mlir";
constexpr const char *rewriteAdvice =
    "write the folder again with --dump-benchmarks-to";

llvm::Expected<std::string> textOf(llvm::StringRef path, uint64_t mostBytes) {
  auto file = readRegularFile(path, mostBytes, rewriteAdvice);
  if (!file)
    return executionError("{0}", llvm::toString(file.takeError()));
  return (*file)->getBuffer().str();
}

/// The files of one kernel: `base` is their path up to the name.
class BenchmarkFiles {
public:
  BenchmarkFiles(SandboxedLoader &fromFiles, llvm::StringRef path)
      : loader(fromFiles), base(path) {}

  llvm::Expected<KernelBenchmark> read(unsigned calls);

private:
  std::string path(llvm::StringRef suffix) const {
    return (base + suffix).str();
  }
  bool has(llvm::StringRef suffix) const {
    return llvm::sys::fs::exists(path(suffix));
  }
  llvm::Error readSchedule(KernelBenchmark &benchmark) const;
  llvm::Error readModule(KernelBenchmark &benchmark) const;

  enum class Kind : uint8_t { Input, Output, Tolerance };
  /// Reads all arrays of a kind. If none exists, there are none; if only some
  /// exist, the kernel is skipped with that reason.
  llvm::Error readArrays(KernelBenchmark &benchmark, Kind kind,
                         std::vector<std::vector<char>> &arrays) const;

  SandboxedLoader &loader;
  llvm::StringRef base;
};

llvm::Error BenchmarkFiles::readSchedule(KernelBenchmark &benchmark) const {
  if (!has(scheduleSuffix))
    return llvm::Error::success();
  MLIRGYM_TRY(auto text, textOf(path(scheduleSuffix), maxScheduleBytes));
  if (!llvm::json::isUTF8(text))
    return executionError("{0}: not a text; {1}", path(scheduleSuffix),
                          rewriteAdvice);
  MLIRGYM_TRY(auto schedule, Schedule::parse(text));
  benchmark.schedule = schedule.canonical();
  return llvm::Error::success();
}

llvm::Error BenchmarkFiles::readModule(KernelBenchmark &benchmark) const {
  if (!has(moduleSuffix))
    return llvm::Error::success();
  MLIRGYM_TRY(auto text, textOf(path(moduleSuffix), maxProgramBytes));
  return loader.loadModule(text, *benchmark.program, path(moduleSuffix))
      .moveInto(benchmark.module);
}

llvm::Error
BenchmarkFiles::readArrays(KernelBenchmark &benchmark, Kind kind,
                           std::vector<std::vector<char>> &arrays) const {
  static constexpr const char *words[] = {".input", ".output", ".tolerance"};
  std::string missing;
  for (auto [i, argument] : llvm::enumerate(benchmark.program->arguments())) {
    if (kind == Kind::Input ? !argument.isInput : !argument.isOutput)
      continue;
    const std::string suffix =
        words[static_cast<size_t>(kind)] + std::to_string(i) + ".npy";
    if (!has(suffix)) {
      missing = benchmark.name + suffix;
      continue;
    }
    ElementType type = argument.elementType;
    if (kind == Kind::Tolerance)
      type = worker::sizeOfTolerance(type) == sizeof(double) ? ElementType::F64
                                                             : ElementType::F32;
    MLIRGYM_TRY(auto bytes, readNumpyFile(path(suffix), type, argument.shape));
    arrays.push_back(std::move(bytes));
  }
  if (!missing.empty() && !arrays.empty())
    benchmark.skipped = missing + " is missing, other arrays are there";
  return llvm::Error::success();
}

llvm::Expected<KernelBenchmark> BenchmarkFiles::read(unsigned calls) {
  KernelBenchmark benchmark;
  benchmark.name = llvm::sys::path::filename(base).str();
  benchmark.calls = calls;
  if (!has(programSuffix)) {
    benchmark.skipped = benchmark.name + programSuffix.str() + " is missing";
    return benchmark;
  }
  MLIRGYM_TRY(auto program, loader.loadFile(path(programSuffix)));
  benchmark.program = std::make_shared<const Program>(std::move(program));
  MLIRGYM_TRY_TO(readSchedule(benchmark));
  MLIRGYM_TRY_TO(readModule(benchmark));
  for (auto [kind, arrays] :
       {std::pair(Kind::Input, &benchmark.inputs),
        std::pair(Kind::Output, &benchmark.outputs),
        std::pair(Kind::Tolerance, &benchmark.tolerances)})
    MLIRGYM_TRY_TO(readArrays(benchmark, kind, *arrays));
  return benchmark;
}

//===----------------------------------------------------------------------===//
// The manifest
//===----------------------------------------------------------------------===//

/// The parts of a manifest that are read.
struct Manifest {
  std::string program, host;
  Schedule schedule;
  std::vector<std::pair<std::string, unsigned>> kernels; ///< name, calls
};

std::string textIn(const nlohmann::json &object, const char *key) {
  auto found = object.find(key);
  return found == object.end() || !found->is_string()
             ? std::string()
             : found->get<std::string>();
}

/// Names become parts of paths.
bool isKernelName(const std::string &name) {
  return !name.empty() && toIdentifier(name) == name;
}

llvm::Expected<Manifest> readManifest(llvm::StringRef path) {
  constexpr uint64_t mostBytes = 64 << 20;
  MLIRGYM_TRY(auto text, textOf(path, mostBytes));
  auto damaged = [&](llvm::StringRef what) {
    return executionError("{0}: {1}; {2}", path, what, rewriteAdvice);
  };
  const auto object =
      nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object() || !object.contains("kernels") ||
      !object["kernels"].is_array())
    return damaged("not a manifest of kernels");
  Manifest manifest{textIn(object, "program"), textIn(object, "host"), {}, {}};
  if (!isKernelName(manifest.host))
    return damaged("no name of the host function");
  auto schedule = Schedule::parse(textIn(object, "schedule"));
  if (!schedule)
    return damaged(llvm::toString(schedule.takeError()));
  manifest.schedule = std::move(*schedule);
  for (const auto &kernel : object["kernels"]) {
    if (!kernel.is_object() || !isKernelName(textIn(kernel, "name")) ||
        !kernel.contains("occurrences") ||
        !kernel["occurrences"].is_number_unsigned())
      return damaged("a kernel without name or occurrences");
    manifest.kernels.emplace_back(textIn(kernel, "name"),
                                  kernel["occurrences"].get<unsigned>());
  }
  return manifest;
}

llvm::Expected<BenchmarkSet> readFolder(llvm::StringRef folder,
                                        SandboxedLoader &loader) {
  const std::string path = pathIn(folder, "manifest.json");
  if (!llvm::sys::fs::exists(path))
    return executionError("{0}: there is no manifest.json; give a folder that "
                          "--dump-benchmarks-to or --dump-files-to wrote",
                          folder);
  MLIRGYM_TRY(auto manifest, readManifest(path));
  auto read = [&](const std::string &name, unsigned calls) {
    const std::string base = pathIn(folder, name);
    return BenchmarkFiles(loader, base).read(calls);
  };
  BenchmarkSet set{manifest.program, std::move(manifest.schedule), {}, {}};
  for (const auto &[name, calls] : manifest.kernels) {
    MLIRGYM_TRY(auto kernel, read(name, calls));
    set.kernels.push_back(std::move(kernel));
  }
  MLIRGYM_TRY(set.whole, read(manifest.host, 1));
  // The modules of kernels are not in the program of the host function.
  auto given = llvm::find_if(set.kernels, [](const KernelBenchmark &kernel) {
    return kernel.module.has_value();
  });
  if (given != set.kernels.end() && set.whole->skipped.empty())
    set.whole->skipped = given->name +
                         " has a module of its own; time the program with "
                         "--substitute-sources-from";
  return set;
}
} // namespace

bool isBenchmarkPath(llvm::StringRef path) {
  return llvm::sys::fs::is_directory(path) || path.ends_with(programSuffix);
}

llvm::Expected<BenchmarkSet> readBenchmarks(llvm::StringRef path,
                                            KernelOutlinerOptions workers) {
  SandboxedLoader loader({.timeoutMs = workers.timeoutMs,
                          .memoryLimitBytes = workers.memoryLimitBytes,
                          .workerPath = std::move(workers.workerPath),
                          .interrupted = std::move(workers.interrupted)});
  llvm::StringRef base = path;
  if (!base.consume_back(programSuffix))
    return readFolder(path, loader);
  if (!llvm::sys::fs::exists(path))
    return executionError("{0}: there is no such file", path);
  MLIRGYM_TRY(auto kernel, BenchmarkFiles(loader, base).read(/*calls=*/1));
  BenchmarkSet set{kernel.name, kernel.schedule, {}, {}};
  set.kernels.push_back(std::move(kernel));
  return set;
}

} // namespace mlirgym
