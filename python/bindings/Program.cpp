#include "program/Program.h"
#include "bindings/Arrays.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/SandboxedLoader.h"
#include "program/EntryChoice.h"
#include "program/EnumNames.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <memory>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

// Programs are immutable and shared with environments in other threads.
using ProgramPtr = std::shared_ptr<Program>;

// Creating a loader's context or worker takes tens of milliseconds, so one per
// thread is kept. This one is for trusted text.
static ProgramLoader &loader() {
  static thread_local ProgramLoader warm;
  return warm;
}

SandboxedLoader &strangersLoader() {
  static thread_local SandboxedLoader warm({.interrupted = interrupted});
  return warm;
}

/// "d0 + 2*d4 - 1", or "?" for an index that is no sum of loops.
static std::string textOf(const AffineTerm &term) {
  if (!term.linear)
    return "?";
  std::string text;
  const auto add = [&text](int64_t factor, const std::string &what) {
    const int64_t size = std::abs(factor);
    text +=
        factor < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += what.empty() ? std::to_string(size)
            : size == 1  ? what
                         : std::to_string(size) + "*" + what;
  };
  for (auto [loop, factor] : llvm::enumerate(term.coefficients))
    if (factor != 0)
      add(factor, "d" + std::to_string(loop));
  if (term.constant != 0 || text.empty())
    add(term.constant, "");
  return text;
}

static constexpr EnumNames<Operand::Source::Other> sourceNames = {
    {"argument", "operation", "fill", "empty", "other"}};

static py::list describe(llvm::ArrayRef<Operand> operands) {
  py::list list;
  for (const Operand &operand : operands) {
    std::vector<std::string> indices;
    for (const AffineTerm &term : operand.map)
      indices.push_back(textOf(term));
    list.append(py::dict("shape"_a = std::vector<int64_t>(operand.shape.begin(),
                                                          operand.shape.end()),
                         "dtype"_a = nameOfElement(operand.elementType).str(),
                         "indices"_a = indices,
                         "source"_a = sourceNames.of(operand.source).str(),
                         "producer"_a = operand.producer));
  }
  return list;
}

static py::dict describe(const Operation &op) {
  std::vector<std::string> iterators;
  for (IteratorType type : op.iteratorTypes)
    iterators.push_back(type == IteratorType::Parallel ? "parallel"
                                                       : "reduction");
  return py::dict(
      "tag"_a = op.tag, "kind"_a = op.kind,
      "trip_counts"_a =
          std::vector<int64_t>(op.tripCounts.begin(), op.tripCounts.end()),
      "iterator_types"_a = iterators,
      "consumers"_a =
          std::vector<unsigned>(op.consumers.begin(), op.consumers.end()),
      "inputs"_a = describe(op.inputs), "inits"_a = describe(op.inits),
      "arithmetic"_a = op.counts.total());
}

static py::dict describe(const Argument &argument) {
  return py::dict("shape"_a = std::vector<int64_t>(argument.shape.begin(),
                                                   argument.shape.end()),
                  "dtype"_a = nameOfElement(argument.elementType).str(),
                  "is_input"_a = argument.isInput,
                  "is_output"_a = argument.isOutput);
}

static py::list argumentsOf(llvm::ArrayRef<SourceSignature::Value> values) {
  py::list indices;
  for (const SourceSignature::Value &value : values)
    indices.append(value.argument);
  return indices;
}

/// Positions of the parameters with an origin.
static std::vector<size_t>
positionsOf(llvm::ArrayRef<SourceSignature::Value> parameters,
            ParameterOrigin origin) {
  std::vector<size_t> positions;
  for (auto [position, parameter] : llvm::enumerate(parameters))
    if (parameter.origin == origin)
      positions.push_back(position);
  return positions;
}

/// Arrays over the elements, which are read-only.
static std::vector<py::array> arraysOf(const Program &program,
                                       const ProgramWeights &weights) {
  const auto &parameters = program.source().parameters;
  std::vector<py::array> arrays;
  for (auto [position, bytes] :
       llvm::zip_equal(positionsOf(parameters, ParameterOrigin::Constant),
                       weights.elements)) {
    Argument argument;
    argument.shape = parameters[position].shape;
    argument.elementType = parameters[position].elementType;
    py::array array = toArray({{const_cast<char *>(bytes.data()), bytes.size()},
                               std::const_pointer_cast<void>(weights.owner)},
                              argument);
    array.attr("flags").attr("writeable") = false;
    arrays.push_back(std::move(array));
  }
  return arrays;
}

void bindProgram(py::module_ &module) {
  py::class_<Program, ProgramPtr>(module, "Program", R"doc(
A payload in normal form. Immutable; created by `load_program`, `parse_program`
or `generate_program`.)doc")
      .def(refuseCalls<Program>(
          "a Program comes from load_program, parse_program or "
          "generate_program"))
      // Immutable: a copy is the object itself.
      .def("__copy__", [](const ProgramPtr &self) { return self; })
      .def("__deepcopy__",
           [](const ProgramPtr &self, const py::dict &) { return self; })
      .def_property_readonly(
          "name", [](const Program &self) { return self.name().str(); },
          "Name in messages and exec data.")
      .def_property_readonly(
          "text", [](const Program &self) { return self.text().str(); },
          "Normalised module; stock mlir-opt reads it.")
      .def_property_readonly(
          "key", [](const Program &self) { return self.key().hex(); },
          "32 hexadecimal digits; equal programs have equal keys, whatever "
          "their names.")
      .def_property_readonly(
          "operations",
          [](const Program &self) {
            py::list list;
            for (const Operation &op : self.operations())
              list.append(describe(op));
            return list;
          },
          "One dict per operation, in program order: tag (its name in "
          "schedules), "
          "kind, trip_counts and iterator_types (outermost loop first), "
          "consumers (indices of operations), inputs and inits (one dict per "
          "operand: shape, dtype, indices as sums of the loops d0, d1, ..., "
          "source, producer), arithmetic (operations per iteration).")
      .def_property_readonly(
          "arguments",
          [](const Program &self) {
            py::list list;
            for (const Argument &argument : self.arguments())
              list.append(describe(argument));
            return list;
          },
          "One dict per argument, in order: shape, dtype, is_input, is_output.")
      .def_property_readonly(
          "source",
          [](const Program &self) {
            const auto &parameters = self.source().parameters;
            return py::dict("parameters"_a = argumentsOf(parameters),
                            "results"_a = argumentsOf(self.source().results),
                            "weights"_a = positionsOf(
                                parameters, ParameterOrigin::Constant),
                            "elided"_a = positionsOf(
                                parameters, ParameterOrigin::ElidedConstant));
          },
          "The function as it was written: for each of its parameters and "
          "results the index in `arguments`, -1 for a parameter on which no "
          "result depends. The last parameters may be constants of the file: "
          "weights and elided are their positions, the latter of those whose "
          "elements the file lacks.")
      .def_property_readonly(
          "complexity",
          [](const Program &self) {
            return py::dict("flops"_a = self.complexity().flops,
                            "bytes_read"_a = self.complexity().bytesRead,
                            "bytes_written"_a = self.complexity().bytesWritten);
          },
          "Work of one call: flops, bytes_read, bytes_written.")
      .def("__repr__",
           [](const Program &self) {
             return "<mlirgym.Program " + self.name().str() + ", " +
                    std::to_string(self.operations().size()) + " operations>";
           })
      .def(py::pickle(
          [](const Program &self) {
            return py::make_tuple(self.text().str(), self.name().str());
          },
          [](const py::tuple &state) {
            // Loading a pickle can execute any code in any case, so its text is
            // trusted.
            return std::make_shared<Program>(unwrap(loader().loadText(
                state[0].cast<std::string>(), state[1].cast<std::string>())));
          }));

  module.def(
      "load_program",
      [](const std::string &path, const std::vector<std::string> &shapes) {
        return std::make_shared<Program>(
            unwrap(strangersLoader().loadFile(path, shapes)));
      },
      "path"_a, "shapes"_a = std::vector<std::string>(),
      py::call_guard<py::gil_scoped_release>(),
      R"doc(Load, check and normalise an ``.mlir`` or ``.mlirbc`` file, in a worker process.

`shapes` fixes dynamic dimensions of arguments: ``"arg0=4x128"``.

Raises
------
ProgramError
    With file, line, what is wrong and how to fix it; also if MLIR's parser
    crashes on the file, or takes too long or too much memory.
ExecutionError
    If no worker can be started.
)doc");
  module.def(
      "parse_program",
      [](const std::string &text, const std::string &name,
         const std::vector<std::string> &shapes) {
        EntryChoice entry;
        entry.shapes = shapes;
        return std::make_shared<Program>(
            unwrap(strangersLoader().loadText(text, name, "<text>", entry)));
      },
      "text"_a, "name"_a = "program", "shapes"_a = std::vector<std::string>(),
      py::call_guard<py::gil_scoped_release>(),
      "Load a payload from MLIR text, in a worker process. Raises as "
      "`load_program`.");
  module.def(
      "load_weights",
      [](const std::string &path, const std::vector<std::string> &shapes) {
        ProgramWeights weights;
        auto load = [&] {
          return strangersLoader().loadFile(path, shapes, &weights);
        };
        const Program program = unlocked(load);
        return arraysOf(program, weights);
      },
      "path"_a, "shapes"_a = std::vector<std::string>(),
      "The elements of the constants of a file that are arguments of its "
      "program, in the order of `Program.source`. Raises as `load_program`.");
  module.def(
      "parse_weights",
      [](const std::string &text) {
        ProgramWeights weights;
        auto load = [&] {
          return strangersLoader().loadText(text, "program", "<text>", {},
                                            &weights);
        };
        const Program program = unlocked(load);
        return arraysOf(program, weights);
      },
      "text"_a, "The same for MLIR text. Raises as `load_program`.");
  module.def(
      "generate_program",
      [](const std::string &name) {
        return std::make_shared<Program>(unwrap(loader().loadGenerated(name)));
      },
      "name"_a,
      "Generate a program by its name, such as ``matmul_256_1536_1000``. "
      "Raises ProgramError, which lists the families.");
  module.def("suites", &Suite::available, "Names of the installed suites.");
  module.def(
      "suite_programs",
      [](const std::string &suite, const std::string &split) {
        Split which = unwrap(parseSplit(split));
        return unwrap(Suite::load(suite)).programs(which);
      },
      "suite"_a, "split"_a = "all",
      "Program names of a suite; split is train, validation, test or all.");
  module.def("data_directory", &dataDirectory,
             "Folder with suites, programs and recorded exec data.");
}

} // namespace mlirgym::python
