#include "actions/Schedule.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/execdata/ExecData.h"
#include "mlirrl/MlirRlJson.h"
#include "mlirrl/MlirRlKey.h"
#include "mlirrl/MlirRlProgram.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {
namespace {

using ProgramPtr = std::shared_ptr<Program>;
using Programs = std::map<std::string, ProgramPtr>;

py::dict importTimings(const std::string &file, const std::string &json,
                       const Programs &programs, unsigned threads) {
  MlirRlImported report;
  {
    py::gil_scoped_release release;
    auto data = unwrap(ExecData::open({.file = file}));
    MlirRlImport options;
    options.threads = threads;
    options.programs =
        [&](llvm::StringRef name) -> std::shared_ptr<const Program> {
      auto found = programs.find(name.str());
      return found == programs.end() ? nullptr : found->second;
    };
    report = unwrap(importMlirRlJson(*data, json, options));
  }
  return py::dict("imported"_a = report.entries, "resolved"_a = report.resolved,
                  "without_program"_a = report.withoutProgram,
                  "without_schedule"_a = report.withoutSchedule,
                  "first_reason"_a = report.firstReason,
                  "failed_baselines"_a = report.failed);
}

/// Programs that the caller lacks are generated, if their names denote any.
std::string exportTimings(const std::string &file, const Programs &programs) {
  auto data = unwrap(ExecData::open({.file = file, .readOnly = true}));
  ProgramLoader loader;
  std::map<std::string, ProgramPtr> known = programs; // by key
  return unwrap(exportMlirRlJson(
      *data, nullptr,
      [&](const ProgramKey &key, llvm::StringRef name) -> const Program * {
        auto [entry, isNew] = known.try_emplace(key.hex());
        if (!isNew)
          return entry->second.get();
        auto generated = loader.loadGenerated(name);
        if (generated && generated->key() == key)
          entry->second = std::make_shared<Program>(std::move(*generated));
        else if (!generated)
          llvm::consumeError(generated.takeError());
        return entry->second.get();
      }));
}

ProgramPtr rewritten(const ProgramPtr &program, bool img2col, bool fillsApart) {
  // Creating a context takes tens of milliseconds, so one per thread is kept.
  static thread_local MlirRlRewriter warm;
  return std::make_shared<Program>(unwrap(
      warm.rewrite(*program, {.img2col = img2col, .fillsApart = fillsApart})));
}

std::string scheduleOfKey(const ProgramPtr &program, const std::string &key) {
  return unwrap(fromMlirRlKeyText(program, key, MlirRlReading::Nearest)).text();
}

std::string scheduleOfActions(const ProgramPtr &program,
                              const std::vector<std::string> &lists) {
  std::vector<llvm::StringRef> texts(lists.begin(), lists.end());
  return unwrap(fromMlirRlActions(program, texts, MlirRlReading::Nearest))
      .text();
}
} // namespace

void bindMlirRl(py::module_ &module) {
  module.def("import_mlir_rl", &importTimings, "exec_data_file"_a,
             "json_text"_a, "programs"_a = Programs{}, "threads"_a = 1,
             "Add ``{bench: {key: ns}}`` to an exec-data file; ``programs`` by "
             "name. Returns counts.");
  module.def("export_mlir_rl", &exportTimings, "exec_data_file"_a,
             "programs"_a = Programs{},
             py::call_guard<py::gil_scoped_release>(),
             "Exec data as MLIR-RL's JSON; ``programs`` by key.");
  module.def(
      "mlir_rl_takes_columns",
      [](const std::string &name) { return mlirRlTakesColumns(name); },
      "program_name"_a,
      "Whether MLIR-RL turns the convolutions of that program into "
      "products.");
  module.def("mlir_rl_program", &rewritten, "program"_a, "img2col"_a,
             "fills_apart"_a,
             "The program in MLIR-RL's form, under the same name.");
  module.def("mlir_rl_schedule", &scheduleOfKey, "program"_a, "key"_a,
             "Schedule text of a key of MLIR-RL.");
  module.def("mlir_rl_schedule_of", &scheduleOfActions, "program"_a, "lists"_a,
             "Schedule text of one list of MLIR-RL's actions per operation.");
}

} // namespace mlirgym::python
