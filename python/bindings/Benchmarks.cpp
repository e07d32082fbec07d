#include "actions/Schedule.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/Execution.h"
#include "kernels/Binding.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/benchmark/Microbenchmark.h"
#include "kernels/benchmark/ObjectBenchmark.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {
namespace {

KernelOutlinerOptions workersOf(const Execution &execution) {
  const ExecutionOptions &options = execution.options();
  return {.workerPath = options.workerPath,
          .memoryLimitBytes = options.memoryLimitBytes,
          .interrupted = interrupted};
}

std::string benchmarkAll(Execution &execution, const BenchmarkSet &set,
                         std::string filter, uint32_t batchSize,
                         unsigned repeats, bool coldCaches,
                         std::string preprocess) {
  BenchmarkOptions options;
  options.filter = std::move(filter);
  options.batchSize = batchSize;
  options.repeats = repeats;
  options.caches = coldCaches ? CacheState::Cold : CacheState::Warm;
  options.preprocess = std::move(preprocess);
  return unwrap(runBenchmarks(execution, set, options)).json();
}

/// The text of a binding, or its shape and the bytes of its elements.
using BindingArgument = std::pair<std::string, std::optional<py::bytes>>;

/// Shape, type and elements.
using OutputArray = std::tuple<std::vector<int64_t>, std::string, py::bytes>;

std::vector<Binding> toBindings(const std::vector<BindingArgument> &arguments) {
  std::vector<Binding> bindings;
  for (const auto &[text, elements] : arguments) {
    Binding binding = unwrap(parseBinding(text));
    if (elements) {
      const auto bytes = std::string_view(*elements);
      binding.bytes.assign(bytes.begin(), bytes.end());
      binding.argument.isInput = true;
      binding.argument.isOutput = false;
    }
    bindings.push_back(std::move(binding));
  }
  return bindings;
}
} // namespace

void bindBenchmarks(py::module_ &module) {
  module.def(
      "benchmark_program",
      [](Execution &execution, const std::shared_ptr<Program> &program,
         const std::string &schedule, const std::string &filter,
         uint32_t batchSize, unsigned repeats, bool coldCaches,
         const std::string &preprocess,
         const std::optional<std::shared_ptr<KernelSubstituter>>
             &substitutions) {
        const Schedule actions = unwrap(Schedule::parse(schedule));
        const KernelOutlinerOptions workers = workersOf(execution);
        return benchmarkAll(
            execution,
            unwrap(substitutions ? benchmarksOf(program, actions,
                                                **substitutions, workers)
                                 : benchmarksOf(program, actions, workers)),
            filter, batchSize, repeats, coldCaches, preprocess);
      },
      "execution"_a, "program"_a, "schedule"_a, "filter"_a, "batch_size"_a,
      "repeats"_a, "cold_caches"_a, "preprocess"_a, "substitutions"_a,
      py::call_guard<py::gil_scoped_release>(),
      "The object of `mlirgym benchmark --json`: see "
      "`mlirgym.benchmark_kernels`.");
  module.def(
      "benchmark_files",
      [](Execution &execution, const std::string &path,
         const std::string &filter, uint32_t batchSize, unsigned repeats,
         bool coldCaches, const std::string &preprocess) {
        return benchmarkAll(execution,
                            unwrap(readBenchmarks(path, workersOf(execution))),
                            filter, batchSize, repeats, coldCaches, preprocess);
      },
      "execution"_a, "path"_a, "filter"_a, "batch_size"_a, "repeats"_a,
      "cold_caches"_a, "preprocess"_a, py::call_guard<py::gil_scoped_release>(),
      "The same for files of a dump.");
  module.def(
      "is_benchmark_path",
      [](const std::string &path) { return isBenchmarkPath(path); }, "path"_a,
      "Whether `benchmark_files` reads it.");
  module.def(
      "benchmark_object",
      [](const Execution &execution, const std::string &path,
         const std::string &entry, const std::vector<BindingArgument> &bindings,
         const std::vector<BindingArgument> &expected,
         std::optional<double> tolerance, uint32_t batchSize, unsigned repeats,
         bool coldCaches) {
        ObjectBenchmarkOptions options;
        options.entry = entry;
        options.bindings = toBindings(bindings);
        options.expected = toBindings(expected);
        options.tolerance = tolerance;
        options.batchSize = batchSize;
        options.repeats = repeats;
        ExecutionOptions limits = execution.options();
        limits.interrupted = interrupted;
        if (coldCaches)
          limits.protocol.caches = CacheState::Cold;
        ObjectBenchmark result =
            unlocked([&] { return benchmarkObject(path, options, limits); });
        std::vector<OutputArray> outputs;
        for (const Binding &output : result.outputs)
          outputs.emplace_back(
              std::vector<int64_t>(output.argument.shape.begin(),
                                   output.argument.shape.end()),
              nameOfElement(output.argument.elementType).str(),
              py::bytes(output.bytes.data(), output.bytes.size()));
        return std::pair(std::move(result.measurement), std::move(outputs));
      },
      "execution"_a, "path"_a, "entry"_a, "bindings"_a, "expected"_a,
      "tolerance"_a, "batch_size"_a, "repeats"_a, "cold_caches"_a,
      "Measurement, and shape, type and bytes of each output: see "
      "`mlirgym.benchmark_object`.");
}

} // namespace mlirgym::python
