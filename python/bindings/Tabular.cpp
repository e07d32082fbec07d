#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "program/files/PathIn.h"
#include <llvm/Support/FileSystem.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

static TabularTask taskOf(const std::string &folder, const std::string &name) {
  return unwrap(TabularTask::named({name}, unwrap(TabularTask::loadAll(
                                               pathIn(folder, "tasks.json")))))
      .front();
}

static TimingTable tableOf(const std::string &folder, const std::string &name) {
  return unwrap(TimingTable::read(pathIn(folder, name + ".tsv")));
}

void bindTabular(py::module_ &module) {
  module.def(
      "tabular_tasks",
      [](const std::string &folder) {
        std::vector<std::string> names;
        const std::string tasks = pathIn(folder, "tasks.json");
        if (!llvm::sys::fs::exists(tasks))
          return names;
        for (const TabularTask &task : unwrap(TabularTask::loadAll(tasks)))
          if (llvm::sys::fs::exists(pathIn(folder, task.name + ".tsv")))
            names.push_back(task.name);
        return names;
      },
      "folder"_a, "Names of the tasks of a folder that have a table.");
  module.def(
      "tabular_table",
      [](const std::string &folder, const std::string &name) {
        const TabularTask task = taskOf(folder, name);
        const TimingTable table = tableOf(folder, name);
        const std::shared_ptr<const Program> program =
            unwrap(task.loadProgram());
        py::dict machine("vector_bits"_a = table.target.vectorBits,
                         "l1_bytes"_a = table.target.l1Bytes,
                         "l2_bytes"_a = table.target.l2Bytes,
                         "l3_bytes"_a = table.target.l3Bytes);
        return py::dict("program"_a = std::const_pointer_cast<Program>(program),
                        "exec_data"_a = unwrap(
                            table.execDataIn(defaultTableFolder(), *program)),
                        "machine"_a = machine, "hash"_a = table.hash(),
                        "schedules"_a = table.rows.size() - 1,
                        "baseline_ns"_a = table.baselineNs(),
                        "best_ns"_a = table.best().medianNs,
                        "best_schedule"_a = table.best().schedule,
                        "roofline_ns"_a = table.rooflineNs);
      },
      "folder"_a, "name"_a,
      "The table of a task: its `program`, and `exec_data` with the outcome of "
      "each schedule, made at the first call. Raises RuntimeError for a file "
      "that is missing or wrong.");
}

} // namespace mlirgym::python
