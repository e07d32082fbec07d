//===- tools/commands/BenchmarkObjectCommand.cpp - Objects ----------------===//
#include "kernels/Binding.h"
#include "kernels/benchmark/ObjectBenchmark.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct ObjectFlags {
  std::string object, entry;
  std::vector<std::string> bindings, expected;
  double tolerance = -1;
  unsigned batchSize = 0, repeats = 0;
  ExecutionFlags execution;
  OutputFlags output;
};

llvm::Expected<std::vector<Binding>>
parseAll(const std::vector<std::string> &texts) {
  std::vector<Binding> bindings;
  for (const std::string &text : texts) {
    MLIRGYM_TRY(auto binding, parseBinding(text));
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

llvm::Expected<ObjectBenchmark> benchmark(const ObjectFlags &flags) {
  MLIRGYM_TRY(auto bindings, parseAll(flags.bindings));
  MLIRGYM_TRY(auto expected, parseAll(flags.expected));
  MLIRGYM_TRY(auto limits, flags.execution.toOptions(/*file=*/""));
  ObjectBenchmarkOptions options;
  options.entry = flags.entry;
  options.bindings = std::move(bindings);
  options.expected = std::move(expected);
  if (flags.tolerance >= 0)
    options.tolerance = flags.tolerance;
  options.batchSize = flags.batchSize;
  options.repeats = flags.repeats;
  return benchmarkObject(flags.object, options, limits);
}

nlohmann::ordered_json toJson(const ObjectBenchmark &result,
                              const ObjectFlags &flags) {
  const Measurement &measurement = result.measurement;
  nlohmann::ordered_json object{{"status", nameOf(measurement.status).str()},
                                {"object", flags.object},
                                {"entry", flags.entry}};
  if (!measurement.ok()) {
    object["message"] = measurement.message;
    return object;
  }
  object["median_ns"] = measurement.medianNs;
  object["min_ns"] = measurement.minNs;
  object["uncertainty"] = measurement.uncertainty;
  object["noisy"] = measurement.noisy;
  object["repeats"] = measurement.repeats;
  object["number"] = measurement.number;
  object["compared"] = !flags.expected.empty();
  if (!flags.expected.empty())
    return object;
  constexpr size_t mostValues = 65536;
  object["outputs"] = nlohmann::ordered_json::array();
  for (const Binding &output : result.outputs) {
    auto values = nlohmann::ordered_json::array();
    // JSON has neither NaN nor infinities: they are texts.
    for (const std::string &value : output.values(mostValues))
      values.push_back(nlohmann::ordered_json::accept(value)
                           ? nlohmann::ordered_json::parse(value)
                           : nlohmann::ordered_json(value));
    object["outputs"].push_back(
        {{"shape", std::vector<int64_t>(output.argument.shape.begin(),
                                        output.argument.shape.end())},
         {"type", nameOfElement(output.argument.elementType).str()},
         {"values", std::move(values)}});
  }
  return object;
}

void print(const ObjectBenchmark &result, const ObjectFlags &flags) {
  const Measurement &measurement = result.measurement;
  if (!measurement.ok()) {
    textOut() << "status    " << nameOf(measurement.status) << ": "
              << measurement.message << "\n";
    return;
  }
  textOut() << llvm::formatv(
      "time      {0} per call ({1} repeats of {2} calls){3}\n",
      formatNs(measurement.medianNs), measurement.repeats, measurement.number,
      measurement.noisy
          ? "; noisy: the machine was not quiet, see `mlirgym doctor`"
          : "");
  if (!flags.expected.empty())
    textOut() << "outputs   as expected\n";
  constexpr size_t mostValues = 16;
  for (const Binding &output : result.outputs) {
    const bool all = size_t(output.argument.numElements()) <= mostValues;
    textOut() << "output    " << output.shapeText() << "="
              << llvm::join(output.values(mostValues), ",")
              << (all ? "" : ",...") << "\n";
  }
}

llvm::Expected<int> runBenchmarkObject(const ObjectFlags &flags,
                                       const CommandLine &) {
  MLIRGYM_TRY(auto result, benchmark(flags));
  if (flags.output.json)
    printJson(toJson(result, flags));
  else
    print(result, flags);
  return result.measurement.ok() ? ExitOk : ExitFailed;
}
} // namespace

void addBenchmarkObjectCommand(CLI::App &app, CommandLine &line) {
  CLI::App *benchmark = addSubcommand(
      app, "benchmark-object",
      "Call and time a function of a shared or relocatable object of your own, "
      "in the sandbox of a worker process: its time is no reward, since code "
      "that deceives is not noticed");
  auto flags = std::make_shared<ObjectFlags>();
  addOption(*benchmark, "object", flags->object, "A .so or .o file")
      .type("FILE")
      .check(checkFileIsThere)
      .required();
  addOption(*benchmark, "--entry", flags->entry,
            "Function of the C calling convention that takes one pointer per "
            "binding (required)")
      .type("NAME")
      .required();
  addOption(*benchmark, "--binding", flags->bindings,
            "An array, for each argument in order: 4xf32=1,2,3,4 or "
            "4xf32=@FILE.npy is read, 4xf32=0 is zero everywhere, 4xf32 is "
            "written, inout:4xf32=0 both (required)")
      .type("SHAPExTYPE[=VALUES]")
      .oneValueEach()
      .required();
  Option expected =
      addOption(*benchmark, "--expected", flags->expected,
                "The expected values, for each binding that is written, in "
                "order; the outputs are then compared and not printed "
                "[default: none]")
          .type("SHAPExTYPE=VALUES")
          .oneValueEach();
  addOption(*benchmark, "--tolerance", flags->tolerance,
            "Allowed difference, relative to the magnitude of the output "
            "[default: 256 times the distance from 1 to the next number of "
            "f64 or f32, 4 times that of f16 or bf16]")
      .check(Number{.orEqual = true})
      .type("X")
      .needs(expected);
  addOption(*benchmark, "--batch-size", flags->batchSize,
            "Calls per repeat [default: as many as take 0.2 ms]")
      .check(WholeNumber{1, 1'000'000'000})
      .type("N");
  addOption(*benchmark, "--repeats", flags->repeats,
            "Repeats, within --budget-ms [default: until the median settles, "
            "5 to 100]")
      .check(WholeNumber{1, 1'000'000})
      .type("N");
  flags->execution.addThreadsTo(*benchmark);
  flags->execution.addLimitsTo(*benchmark);
  flags->output.addJson(*benchmark);
  setRun(*benchmark, line, runBenchmarkObject, flags, nullptr);
}
} // namespace mlirgym::tools
