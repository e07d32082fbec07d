#include "actions/Schedule.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/kernels/KernelDump.h"
#include "program/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <pybind11/stl.h>

namespace py = pybind11;

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
                    std::string files) {
  KernelDumpOptions options{.sources = std::move(sources),
                            .configurations = std::move(configurations),
                            .intermediates = std::move(intermediates),
                            .binaries = std::move(binaries),
                            .benchmarks = std::move(benchmarks),
                            .files = std::move(files)};
  PrintedDump result;
  llvm::raw_string_ostream stream(result.printed);
  result.dump =
      unwrap(dumpKernels(program, unwrap(Schedule::parse(schedule)), options,
                         stream, {.interrupted = interrupted}));
  return result;
}
} // namespace

void bindKernels(py::module_ &module) {
  module.def(
      "dump_kernels",
      [](const std::shared_ptr<Program> &program, const std::string &schedule,
         const std::string &sources, const std::string &configurations,
         const std::string &intermediates, const std::string &binaries,
         const std::string &benchmarks, const std::string &files) {
        PrintedDump result;
        {
          py::gil_scoped_release release;
          result = dumpAll(program, schedule, sources, configurations,
                           intermediates, binaries, benchmarks, files);
        }
        py::dict answer;
        answer["manifest"] = result.dump.outline.manifest();
        answer["files"] = result.dump.files;
        answer["notes"] = result.dump.notes;
        answer["printed"] = result.printed;
        return answer;
      },
      py::arg("program"), py::arg("schedule"), py::arg("sources"),
      py::arg("configurations"), py::arg("intermediates"), py::arg("binaries"),
      py::arg("benchmarks"), py::arg("files"),
      "Files of the kernels of a scheduled program: see "
      "`mlirgym.dump_kernels`. Text for \"-\" is in ``printed``.");
}

} // namespace mlirgym::python
