#include "kernels/bundle/GpuBundle.h"
#include "actions/Schedule.h"
#include "execution/ExecutionRequest.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/RandomFill.h"
#include "execution/worker/CompilePool.h"
#include "execution/worker/CompileWorker.h"
#include "kernels/benchmark/NumpyFile.h"
#include "lowering/Machine.h"
#include "lowering/gpu/LaunchPlan.h"
#include "lowering/target/Target.h"
#include "outcome/ContentHash.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/LockedFolder.h"
#include "program/files/PathIn.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Json = nlohmann::ordered_json;

/// The files that every bundle has; made by CMakeLists.txt.
struct BundleFile {
  llvm::StringLiteral name, contents;
};
constexpr BundleFile bundleFiles[] = {
#include "BundleFiles.inc"
};

constexpr llvm::StringLiteral formatName = "mlirgym-gpu-bundle";
constexpr unsigned formatVersion = 1;
/// Expected outputs of at most this size are whole files, and others a sample.
constexpr uint64_t wholeBytes = 256 << 10;
constexpr uint32_t sampledElements = 16384;

/// The operation of PyTorch that computes the same, by the name of a generated
/// program; "" if there is none. run.py compares its result.
llvm::StringRef torchOperationOf(llvm::StringRef name) {
  struct Family {
    llvm::StringLiteral prefix, operation;
  };
  constexpr Family families[] = {{"matmul_bias_relu_", "matmul_bias_relu"},
                                 {"batch_matmul_", "matmul"},
                                 {"matmul_", "matmul"},
                                 {"softmax_", "softmax"},
                                 {"add_", "add"},
                                 {"relu_", "relu"},
                                 {"conv_2d_nchw_fchw_", "conv2d"},
                                 {"conv_2d_nhwc_hwcf_", "conv2d_channels_last"},
                                 {"attention_", "attention"},
                                 {"sum_", "sum"}};
  for (const Family &family : families)
    if (llvm::StringRef rest = name; rest.consume_front(family.prefix) &&
                                     !rest.empty() && llvm::isDigit(rest[0]))
      return family.operation;
  return "";
}

/// A member of JSON from a file, which need not be as we wrote it.
Json memberOf(const Json &object, const char *member) {
  return object.is_object() ? object.value(member, Json()) : Json();
}
std::string textOf(const Json &object, const char *member) {
  const Json text = memberOf(object, member);
  return text.is_string() ? text.get<std::string>() : "";
}

/// A string literal of C.
std::string literalOf(llvm::StringRef text) {
  std::string literal;
  llvm::raw_string_ostream os(literal);
  os << '"';
  os.write_escaped(text) << '"';
  return literal;
}

/// "bundle.h" of main.c: what bundle.json says, as C.
class Header {
public:
  Header(const Program &program, const Json &bundle)
      : arguments(program.arguments()), sets(bundle["sets"]) {
    os << "/* Made by mlirgym: the tables of main.c. */\n" << declarations;
    auto define = [&](llvm::StringRef name, const char *member) {
      os << "#define " << name << " " << literalOf(textOf(bundle, member))
         << "\n";
    };
    define("PROGRAM_NAME", "program");
    define("PROGRAM_KEY", "key");
    define("PROCESSOR", "processor");
    define("TARGET", "target");
    define("TOOLCHAIN", "toolchain");
    os << "#define PROGRAM_OPERATIONS " << program.operations().size() << "\n";
  }

  std::string make() {
    addArguments();
    addSets();
    return std::move(text);
  }

private:
  void addArguments() {
    os << "enum { ARGUMENT_COUNT = " << arguments.size()
       << ", SET_COUNT = " << sets.size()
       << " };\nstatic const struct argument arguments[] = {\n";
    for (const Argument &argument : arguments)
      os << "    {ELEMENT_" << nameOfElement(argument.elementType).upper()
         << ", " << sizeOfElement(argument.elementType) << ", "
         << argument.numElements() << ", " << int(argument.isInput) << ", "
         << int(argument.isOutput) << "},\n";
    os << "};\n";
  }
  void addSets() {
    std::string inputs, goldens;
    llvm::raw_string_ostream in(inputs), out(goldens);
    unsigned numInputs = 0, numGoldens = 0;
    for (size_t set = 0; set < sets.size(); ++set) {
      for (const Json &input : sets[set]["inputs"]) {
        ++numInputs;
        in << "    {" << set << ", " << input["argument"].get<unsigned>()
           << ", GENERATOR_"
           << llvm::StringRef(textOf(input, "generator")).upper()
           << ", UINT64_C(" << input["seed"].get<uint64_t>() << "), "
           << input.value("density", 0u) << ", "
           << input.value("low", int64_t(0)) << ", "
           << input.value("high", int64_t(0)) << "},\n";
      }
      for (const Json &golden : sets[set]["outputs"]) {
        ++numGoldens;
        auto file = [&](const char *member) {
          const std::string name = textOf(golden, member);
          return name.empty() ? "0" : literalOf(name);
        };
        out << "    {" << set << ", " << golden["argument"].get<unsigned>()
            << ", " << golden["count"].get<uint64_t>() << ", "
            << file("positions") << ", " << file("expected") << ", "
            << file("tolerances") << ", "
            << llvm::formatv("{0:e17}", golden["average_limit"].get<double>())
            << "},\n";
      }
    }
    // C has no empty arrays.
    os << "enum { INPUT_COUNT = " << numInputs
       << ", GOLDEN_COUNT = " << numGoldens
       << " };\nstatic const struct input given[] = {\n"
       << (numInputs == 0 ? "    {0}\n" : inputs)
       << "};\nstatic const struct golden goldens[] = {\n"
       << goldens << "};\n";
  }

  static constexpr llvm::StringLiteral declarations = R"c(#include <stdint.h>
enum element {
  ELEMENT_F64,
  ELEMENT_F32,
  ELEMENT_F16,
  ELEMENT_BF16,
  ELEMENT_I64,
  ELEMENT_I32,
  ELEMENT_I8
};
enum generator { GENERATOR_UNIFORM, GENERATOR_SPARSE, GENERATOR_RANGE };
struct argument {
  enum element type;
  unsigned element_bytes;
  uint64_t count;
  int is_input, is_output;
};
struct input {
  unsigned set, argument;
  enum generator generator;
  uint64_t seed;
  uint32_t density;
  int64_t low, high;
};
/* Elements of an output: all, if there are no positions. */
struct golden {
  unsigned set, argument;
  uint64_t count;
  const char *positions, *expected, *tolerances;
  double average_limit;
};
)c";

  llvm::ArrayRef<Argument> arguments;
  const Json &sets;
  std::string text;
  llvm::raw_string_ostream os{text};
};

/// "schedules.h" of main.c: the schedules that have code.
std::string tableOfSchedules(const Json &schedules) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Made by mlirgym: the schedules of the .ptx files. */\n"
     << "static const struct schedule {\n  const char *ptx, *text, *object;\n} "
        "schedules[] = {\n";
  unsigned count = 0;
  for (const Json &each : schedules)
    if (const std::string file = textOf(each, "ptx"); !file.empty()) {
      ++count;
      os << "    {" << literalOf(file) << ", "
         << literalOf(textOf(each, "schedule")) << ", "
         << literalOf(textOf(each, "object")) << "},\n";
    }
  // C has no empty arrays.
  os << (count == 0 ? "    {0}\n" : "")
     << "};\nenum { SCHEDULE_COUNT = " << count << " };\n";
  return text;
}

class Writer {
public:
  Writer(const std::shared_ptr<const Program> &ofProgram, llvm::StringRef where,
         const GpuBundleOptions &given)
      : program(ofProgram), folder(where), options(given) {}

  llvm::Expected<GpuBundle> run(llvm::ArrayRef<Schedule> schedules);

private:
  llvm::Error readOld();
  Json headOf() const;
  bool hasFile(const std::string &name) const;
  bool areSetsWhole() const;
  bool isDone(const Json &entry) const;
  llvm::Error write(llvm::StringRef name, llvm::StringRef contents);
  llvm::Error writeGoldens(llvm::ArrayRef<worker::SampledSet> sets);
  llvm::Error compileAll(llvm::ArrayRef<Schedule> schedules,
                         std::vector<Json> &entries);
  llvm::Expected<Json> compile(worker::CompilePool &pool,
                               const Schedule &schedule, StopCheck &stop);
  llvm::Expected<Json> refuse(Json entry, llvm::Error why) const;

  std::shared_ptr<const Program> program;
  std::string folder;
  const GpuBundleOptions &options;
  Json bundle;
  /// Of a bundle that has none yet.
  std::optional<worker::SampledData> goldens;
};
} // namespace

llvm::Error Writer::readOld() {
  const std::string path = pathIn(folder, "bundle.json");
  if (!llvm::sys::fs::exists(path))
    return llvm::Error::success();
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return executionError("{0}: {1}", path, buffer.getError().message());
  Json old = Json::parse((*buffer)->getBuffer(), nullptr,
                         /*allow_exceptions=*/false);
  const Json head = headOf();
  for (const char *member : {"format", "version", "key", "processor", "target",
                             "toolchain", "operations", "arguments"}) {
    const Json there = memberOf(old, member);
    if (there != head[member])
      return executionError("{0}: a bundle of another {1} ({2} in place of "
                            "{3}); give another folder, or remove this one",
                            path, member, there.dump(), head[member].dump());
  }
  if (!old.contains("schedules") || !old["schedules"].is_array())
    return executionError("{0}: damaged; remove the folder", path);
  bundle["schedules"] = std::move(old["schedules"]);
  bundle["sets"] = std::move(old["sets"]);
  if (!areSetsWhole())
    bundle.erase("sets"); // they are made again
  return llvm::Error::success();
}

bool Writer::hasFile(const std::string &name) const {
  return !name.empty() && llvm::sys::fs::exists(pathIn(folder, name));
}

/// True if the inputs and expected outputs are as they were written.
bool Writer::areSetsWhole() const {
  if (!hasFile("bundle.h") || !bundle["sets"].is_array() ||
      bundle["sets"].empty())
    return false;
  return llvm::all_of(bundle["sets"], [&](const Json &set) {
    const Json inputs = memberOf(set, "inputs"),
               outputs = memberOf(set, "outputs");
    return inputs.is_array() && outputs.is_array() && !outputs.empty() &&
           llvm::all_of(inputs,
                        [](const Json &input) {
                          return memberOf(input, "seed").is_number_unsigned();
                        }) &&
           llvm::all_of(outputs, [&](const Json &output) {
             const std::string positions = textOf(output, "positions");
             return hasFile(textOf(output, "expected")) &&
                    hasFile(textOf(output, "tolerances")) &&
                    (positions.empty() || hasFile(positions));
           });
  });
}

/// True if the schedule of `entry` need not be compiled again: its code is
/// there, or it has none and the caller wants to know that only.
bool Writer::isDone(const Json &entry) const {
  const std::string file = textOf(entry, "ptx");
  if (textOf(entry, "status") == "ok")
    return hasFile(file) || hasFile(file + ".gz");
  return options.refusals == GpuBundleOptions::Refusals::Record;
}

Json Writer::headOf() const {
  Json head = {{"format", formatName.str()},
               {"version", formatVersion},
               {"program", program->name().str()},
               {"key", program->key().hex()},
               {"operations", program->operations().size()},
               {"processor", options.target.cpu},
               {"target", options.target.id()},
               {"toolchain", toolchainId()},
               {"metric", "nanoseconds"},
               {"flops", program->complexity().flops},
               {"bytes", program->complexity().bytesRead +
                             program->complexity().bytesWritten},
               {"torch", torchOperationOf(program->name()).str()}};
  Json arguments = Json::array();
  for (const Argument &argument : program->arguments())
    arguments.push_back({{"shape", std::vector<int64_t>(argument.shape.begin(),
                                                        argument.shape.end())},
                         {"type", nameOfElement(argument.elementType).str()},
                         {"input", argument.isInput},
                         {"output", argument.isOutput}});
  head["arguments"] = std::move(arguments);
  return head;
}

llvm::Error Writer::write(llvm::StringRef name, llvm::StringRef contents) {
  if (llvm::Error error = writeAtomically(pathIn(folder, name), contents))
    return executionError("{0}; give another folder",
                          llvm::toString(std::move(error)));
  return llvm::Error::success();
}

static Json toJson(const worker::CountedFill &fill) {
  switch (fill.kind) {
  case worker::CountedFill::Kind::Uniform:
    return {{"generator", "uniform"}, {"seed", fill.seed}};
  case worker::CountedFill::Kind::Sparse:
    return {{"generator", "sparse"},
            {"seed", fill.seed},
            {"density", fill.density}};
  case worker::CountedFill::Kind::Range:
    return {{"generator", "range"},
            {"seed", fill.seed},
            {"low", fill.low},
            {"high", fill.high}};
  }
  llvm_unreachable("every kind has a name");
}

llvm::Error Writer::writeGoldens(llvm::ArrayRef<worker::SampledSet> sets) {
  Json list = Json::array();
  for (auto [s, set] : llvm::enumerate(sets)) {
    Json inputs = Json::array(), outputs = Json::array();
    for (auto [i, argument] : llvm::enumerate(program->arguments()))
      if (argument.isInput) {
        Json input = {{"argument", i}};
        input.update(toJson(set.inputs[i]));
        inputs.push_back(std::move(input));
      }
    for (const worker::SampledOutput &output : set.outputs) {
      const Argument &argument = program->arguments()[output.argument];
      const auto count = static_cast<int64_t>(output.positions.size());
      const bool isWhole = count == argument.numElements();
      const std::string stem =
          "set" + std::to_string(s) + ".arg" + std::to_string(output.argument);
      Json entry = {{"argument", output.argument},
                    {"count", count},
                    {"positions", isWhole ? "" : stem + ".positions.npy"},
                    {"expected", stem + ".expected.npy"},
                    {"tolerances", stem + ".tolerances.npy"},
                    {"average_limit", output.averageLimit},
                    {"largest_tolerance", output.largestTolerance}};
      llvm::ArrayRef<char> positions(
          reinterpret_cast<const char *>(output.positions.data()),
          output.positions.size() * sizeof(int64_t));
      if (!isWhole)
        MLIRGYM_TRY_TO(write(textOf(entry, "positions"),
                             toNumpyFile(ElementType::I64, count, positions)));
      MLIRGYM_TRY_TO(
          write(textOf(entry, "expected"),
                toNumpyFile(argument.elementType, count, output.expected)));
      const ElementType ofTolerance = argument.elementType == ElementType::F64
                                          ? ElementType::F64
                                          : ElementType::F32;
      MLIRGYM_TRY_TO(write(textOf(entry, "tolerances"),
                           toNumpyFile(ofTolerance, count, output.tolerances)));
      outputs.push_back(std::move(entry));
    }
    list.push_back(
        {{"inputs", std::move(inputs)}, {"outputs", std::move(outputs)}});
  }
  bundle["sets"] = std::move(list);
  return write("bundle.h", Header(*program, bundle).make());
}

/// The entry of a schedule that has no code.
llvm::Expected<Json> Writer::refuse(Json entry, llvm::Error why) const {
  if (options.refusals == GpuBundleOptions::Refusals::Fail ||
      why.isA<InterruptedError>())
    return std::move(why);
  entry["status"] = "refused";
  entry["message"] = llvm::toString(std::move(why));
  return entry;
}

llvm::Expected<Json> Writer::compile(worker::CompilePool &pool,
                                     const Schedule &schedule,
                                     StopCheck &stop) {
  Json entry = {{"schedule", schedule.canonical().text()}};
  auto script = ExecutionRequest{program, schedule}.transformScript(
      /*forOneThread=*/false);
  if (!script)
    return refuse(std::move(entry), script.takeError());
  MLIRGYM_TRY(auto code, pool.compile(program->text(), program->entry(),
                                      *script, std::nullopt, &stop));
  if (code.status != Status::Ok) {
    entry["reason"] = nameOf(code.status).str();
    llvm::Error why = executionError("{0} under '{1}': {2}: {3}",
                                     program->name(), textOf(entry, "schedule"),
                                     nameOf(code.status), code.message);
    return refuse(std::move(entry), std::move(why));
  }
  llvm::ArrayRef<char> bytes = code.object.bytes();
  const llvm::StringRef ptx(bytes.data(), bytes.size());
  MLIRGYM_TRY(auto plan, LaunchPlan::parse(ptx));
  const std::string hash = contentHash(bytes),
                    file = hash.substr(0, 16) + ".ptx";
  MLIRGYM_TRY_TO(write(file, ptx));
  entry["status"] = "ok";
  entry["ptx"] = file;
  entry["object"] = hash;
  entry["launches"] = plan.launches.size();
  return entry;
}

llvm::Error Writer::compileAll(llvm::ArrayRef<Schedule> schedules,
                               std::vector<Json> &entries) {
  worker::WorkerOptions workers;
  workers.target = options.target;
  workers.memoryLimitBytes = options.memoryLimitBytes;
  workers.timeoutMs = options.timeoutMs;
  MLIRGYM_TRY(workers.path, worker::findWorker(options.workerPath));
  const unsigned cores = llvm::hardware_concurrency().compute_thread_count();
  const auto most = static_cast<unsigned>(schedules.size()) + 1;
  const unsigned threads =
      std::min(options.workers == 0 ? cores : options.workers, most);
  worker::CompilePool pool(threads, workers, /*gate=*/nullptr);
  std::stop_source stopped;
  entries.resize(schedules.size());
  llvm::Error first = llvm::Error::success();
  std::mutex mutex;
  auto keep = [&](llvm::Error error) {
    if (!error)
      return;
    std::lock_guard lock(mutex);
    if (first)
      llvm::consumeError(std::move(error));
    else
      first = std::move(error);
    stopped.request_stop();
  };
  llvm::DefaultThreadPool tasks(llvm::hardware_concurrency(threads));
  std::atomic<size_t> left = schedules.size();
  const std::function<bool()> never;
  for (size_t i = 0; i < schedules.size(); ++i)
    tasks.async([&, i] {
      StopCheck stop(never, stopped.get_token());
      if (!stop.requested()) {
        auto entry = compile(pool, schedules[i], stop);
        if (entry)
          entries[i] = std::move(*entry);
        else
          keep(entry.takeError());
      }
      --left;
    });
  // Callers are asked for an interruption on their own thread.
  StopCheck stop(options.interrupted, stopped.get_token());
  if (!bundle.contains("sets")) {
    worker::CompileWorker evaluator(workers);
    auto made = evaluator.sample(*program, wholeBytes, sampledElements, &stop);
    if (made)
      goldens = std::move(*made);
    else
      keep(made.takeError());
  }
  while (left > 0) {
    if (stop.requested())
      stopped.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  tasks.wait();
  if (first)
    return first;
  if (!goldens)
    return stop.requested() ? llvm::make_error<InterruptedError>()
                            : llvm::Error::success();
  const std::string missing =
      goldens->status == Status::Ok
          ? goldens->missing
          : nameOf(goldens->status).str() + ": " + goldens->message;
  if (!missing.empty())
    return executionError("{0}: its outputs cannot be computed here: {1}; "
                          "choose a smaller program, or one of operations that "
                          "the evaluator knows",
                          program->name(), missing);
  return llvm::Error::success();
}

llvm::Expected<GpuBundle> Writer::run(llvm::ArrayRef<Schedule> schedules) {
  MLIRGYM_TRY(auto locked, LockedFolder::open(folder));
  bundle = headOf();
  MLIRGYM_TRY_TO(readOld());
  // Schedules that the bundle does not have yet, each once.
  Json all = bundle.contains("schedules") ? bundle["schedules"] : Json::array();
  auto entryOf = [&](const std::string &text) {
    return llvm::find_if(all, [&](const Json &entry) {
      return textOf(entry, "schedule") == text;
    });
  };
  std::vector<Schedule> missing;
  std::vector<std::string> texts;
  for (const Schedule &schedule : schedules) {
    std::string text = schedule.canonical().text();
    const auto entry = entryOf(text);
    if ((entry != all.end() && isDone(*entry)) ||
        llvm::is_contained(texts, text))
      continue;
    missing.push_back(schedule);
    texts.push_back(std::move(text));
  }
  std::vector<Json> entries;
  MLIRGYM_TRY_TO(compileAll(missing, entries));
  for (Json &made : entries) {
    const auto entry = entryOf(textOf(made, "schedule"));
    if (entry == all.end())
      all.push_back(std::move(made));
    else
      *entry = std::move(made);
  }
  auto isRefused = [](const Json &entry) {
    return textOf(entry, "status") == "refused";
  };
  if (!all.empty() && llvm::all_of(all, isRefused))
    return executionError("no schedule has code for {0}; the first: {1}",
                          options.target.cpu, textOf(all[0], "message"));
  if (goldens)
    MLIRGYM_TRY_TO(writeGoldens(goldens->sets));
  bundle["schedules"] = std::move(all);
  for (const BundleFile &file : bundleFiles)
    MLIRGYM_TRY_TO(write(file.name, file.contents));
  MLIRGYM_TRY_TO(write("schedules.h", tableOfSchedules(bundle["schedules"])));
  MLIRGYM_TRY_TO(write("bundle.json", bundle.dump(1) + "\n"));

  GpuBundle report;
  report.schedules = bundle["schedules"].size();
  report.compiled = missing.size();
  report.refused = llvm::count_if(bundle["schedules"], isRefused);
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       !error && file != end; file.increment(error))
    if (auto status = file->status())
      report.bytes += status->getSize();
  return report;
}

llvm::Expected<GpuBundle>
writeGpuBundle(const std::shared_ptr<const Program> &program,
               llvm::ArrayRef<Schedule> schedules, llvm::StringRef folder,
               const GpuBundleOptions &options) {
  return Writer(program, folder, options).run(schedules);
}

} // namespace mlirgym
