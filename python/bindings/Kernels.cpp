#include "actions/Schedule.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "kernels/KernelDump.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {
namespace {

struct PrintedDump {
  KernelDump dump;
  std::string printed;
};

PrintedDump dumpAll(const std::shared_ptr<Program> &program,
                    const std::string &schedule, std::string sources,
                    std::string configurations, std::string intermediates,
                    std::string binaries, std::string benchmarks,
                    std::string files,
                    std::shared_ptr<KernelSubstituter> substitutions) {
  KernelDumpOptions options{.sources = std::move(sources),
                            .configurations = std::move(configurations),
                            .intermediates = std::move(intermediates),
                            .binaries = std::move(binaries),
                            .benchmarks = std::move(benchmarks),
                            .files = std::move(files),
                            .substituter = std::move(substitutions)};
  py::gil_scoped_release release;
  PrintedDump result;
  llvm::raw_string_ostream stream(result.printed);
  result.dump =
      unwrap(dumpKernels(program, unwrap(Schedule::parse(schedule)), options,
                         stream, {.interrupted = interrupted}));
  return result;
}

using Files = std::vector<std::pair<std::string, std::string>>;

Substitutions::Stage stageOf(const Files &files, const std::string &folder) {
  Substitutions::Stage stage{.folder = folder};
  for (const auto &[kernel, path] : files)
    stage.files.push_back({kernel, path});
  return stage;
}

std::shared_ptr<KernelSubstituter>
makeSubstituter(const Files &sources, const std::string &sourcesFrom,
                const Files &configurations,
                const std::string &configurationsFrom, const Files &objects,
                const std::string &objectsFrom,
                const std::vector<std::string> &objectSearchPath,
                const Files &toolchains, bool allowMissing) {
  Substitutions substitutions;
  substitutions.sources = stageOf(sources, sourcesFrom);
  substitutions.configurations = stageOf(configurations, configurationsFrom);
  substitutions.objects = stageOf(objects, objectsFrom);
  substitutions.objectSearchPath = objectSearchPath;
  for (const auto &[extension, command] : toolchains)
    substitutions.toolchains.push_back(
        unwrap(Toolchain::parse(extension + "=" + command)));
  if (allowMissing)
    substitutions.missing = Substitutions::Missing::Warn;
  return unwrap(
      KernelSubstituter::create(substitutions, {.interrupted = interrupted}));
}

py::list toList(llvm::ArrayRef<SubstitutionRecord> records) {
  py::list list;
  for (const SubstitutionRecord &record : records)
    list.append(py::dict(
        "kernel"_a = record.kernel, "stage"_a = nameOf(record.stage).str(),
        "file"_a = record.file, "toolchain"_a = record.toolchain,
        "replaces"_a = record.replaces, "note"_a = record.remark));
  return list;
}

void bindSubstituter(py::module_ &module) {
  py::class_<KernelSubstituter, std::shared_ptr<KernelSubstituter>>(
      module, "KernelSubstituter",
      "Files in place of kernels: see `mlirgym.Substitutions`.")
      .def(py::init(&makeSubstituter), py::kw_only(), "sources"_a,
           "sources_from"_a, "configurations"_a, "configurations_from"_a,
           "objects"_a, "objects_from"_a, "object_search_path"_a,
           "toolchains"_a, "allow_missing"_a)
      .def(
          "check",
          [](KernelSubstituter &self, const std::shared_ptr<Program> &program,
             const std::string &schedule) {
            const Schedule actions = unwrap(Schedule::parse(schedule));
            auto check = [&] { return self.check(program, actions); };
            return toList(unlocked(check).records);
          },
          "program"_a, "schedule"_a,
          "Read the files for a scheduled program; one record per file.")
      .def(
          "for_agents",
          [](KernelSubstituter &self, const std::shared_ptr<Program> &program) {
            // Program is immutable; the binding's holder is not const.
            return std::const_pointer_cast<Program>(
                unwrap(self.forAgents(program)).program);
          },
          "program"_a, py::call_guard<py::gil_scoped_release>(),
          "The program whose replaced kernels allow no action.");
}
} // namespace

void bindKernels(py::module_ &module) {
  bindSubstituter(module);
  module.def(
      "dump_kernels",
      [](const std::shared_ptr<Program> &program, const std::string &schedule,
         const std::string &sources, const std::string &configurations,
         const std::string &intermediates, const std::string &binaries,
         const std::string &benchmarks, const std::string &files,
         const std::optional<std::shared_ptr<KernelSubstituter>>
             &substitutions) {
        const PrintedDump result = dumpAll(
            program, schedule, sources, configurations, intermediates, binaries,
            benchmarks, files, substitutions.value_or(nullptr));
        return py::dict("manifest"_a = result.dump.outline.manifest(),
                        "files"_a = result.dump.files,
                        "notes"_a = result.dump.notes,
                        "printed"_a = result.printed,
                        "substitutions"_a = toList(result.dump.substitutions));
      },
      "program"_a, "schedule"_a, "sources"_a, "configurations"_a,
      "intermediates"_a, "binaries"_a, "benchmarks"_a, "files"_a,
      "substitutions"_a = std::nullopt,
      "Files of the kernels of a scheduled program: see "
      "`mlirgym.dump_kernels`. Text for \"-\" is in ``printed``.");
}

} // namespace mlirgym::python
