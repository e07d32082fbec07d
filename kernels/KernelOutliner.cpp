#include "kernels/KernelOutliner.h"
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "execution/SandboxedLoader.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/CompileWorker.h"
#include "kernels/Binding.h"
#include "kernels/KernelOutline.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/GivenCode.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

struct KernelOutliner::Impl {
  KernelOutlinerOptions options;
  std::optional<worker::CompileWorker> compiler;
  SandboxedLoader loader;

  StopCheck stop() const { return StopCheck(options.interrupted, {}); }
};

KernelOutliner::KernelOutliner() : impl(std::make_unique<Impl>()) {}
KernelOutliner::~KernelOutliner() = default;
KernelOutliner::KernelOutliner(KernelOutliner &&) noexcept = default;
KernelOutliner &KernelOutliner::operator=(KernelOutliner &&) noexcept = default;

llvm::Expected<KernelOutliner>
KernelOutliner::create(KernelOutlinerOptions options) {
  MLIRGYM_TRY(auto path, worker::findWorker(options.workerPath));
  worker::WorkerOptions process;
  process.path = path;
  process.target = options.target;
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  KernelOutliner outliner;
  outliner.impl->compiler.emplace(std::move(process));
  outliner.impl->loader =
      SandboxedLoader({.timeoutMs = options.timeoutMs,
                       .memoryLimitBytes = options.memoryLimitBytes,
                       .workerPath = std::move(path),
                       .interrupted = options.interrupted});
  outliner.impl->options = std::move(options);
  return outliner;
}

//===----------------------------------------------------------------------===//
// Groups of operations
//===----------------------------------------------------------------------===//

namespace {
/// The operations of each kernel, ascending; kernels by their last operation.
using Groups = std::vector<std::vector<unsigned>>;

Groups groupsOf(const ScheduleState &state) {
  std::map<unsigned, std::vector<unsigned>> byRoot;
  for (unsigned op = 0; op < state.program().operations().size(); ++op) {
    unsigned root = op;
    while (state.nest(root).fusedInto >= 0)
      root = static_cast<unsigned>(state.nest(root).fusedInto);
    byRoot[root].push_back(op);
  }
  Groups groups;
  for (auto &[root, group] : byRoot)
    groups.push_back(std::move(group));
  return groups;
}

/// The entries of `schedule` for these operations, under their own numbers or
/// under their positions in `operations`.
enum class Numbers : uint8_t { OfProgram, FromZero };
Schedule partOf(const Schedule &schedule, llvm::ArrayRef<unsigned> operations,
                Numbers numbers) {
  Schedule part;
  for (const Schedule::Entry &entry : schedule.entries()) {
    const auto *place = llvm::find(operations, entry.op);
    if (place == operations.end())
      continue;
    unsigned op = numbers == Numbers::OfProgram
                      ? entry.op
                      : static_cast<unsigned>(place - operations.begin());
    for (const Action &action : entry.actions)
      part.append(op, action);
  }
  return part;
}

/// A script that applies a pass to the module.
std::string passText(llvm::StringRef pass, llvm::StringRef options) {
  return llvm::formatv(
      "module attributes {{transform.with_named_sequence} {{\n"
      "  transform.named_sequence @__transform_main(%root: "
      "!transform.any_op {{transform.consumed}) {{\n"
      "    %0 = transform.apply_registered_pass \"{0}\" {1}to %root : "
      "(!transform.any_op) -> !transform.any_op\n"
      "    transform.yield\n  }\n}\n",
      pass, options);
}

/// A script that applies the pass `mlirgym-outline-kernels`.
class OutlineScript {
public:
  /// Of the kernels: options of the pass.
  enum class Form : uint8_t { Alone, WithoutWeights, Inlined };
  OutlineScript(std::string prefix,
                llvm::ArrayRef<std::vector<unsigned>> groups,
                Form formOfKernels = Form::Alone)
      : name(std::move(prefix)), form(formOfKernels) {
    for (const std::vector<unsigned> &group : groups)
      if (group.size() > 1)
        fused.push_back(llvm::join(llvm::map_range(group, tagOf), "+"));
  }
  void callInstead(unsigned kernel, unsigned equal) {
    equals.push_back(tagOf(kernel) + "=" + tagOf(equal));
  }
  /// `only`: see the option of the pass.
  std::string text(llvm::StringRef only) const {
    std::string options =
        "\"name\" = \"" + name + "\", \"only\" = \"" + only.str() + "\"";
    if (form == Form::WithoutWeights)
      options += ", \"weights\" = true";
    if (form == Form::Inlined)
      options += ", \"inlined\" = true";
    addList(options, "groups", fused);
    addList(options, "equal", equals);
    return passText("mlirgym-outline-kernels",
                    "with options = { " + options + " } ");
  }

private:
  static void addList(std::string &options, llvm::StringRef option,
                      llvm::ArrayRef<std::string> words) {
    if (!words.empty()) // MLIR does not parse an empty list here
      options +=
          (", \"" + option + "\" = [\"" + llvm::join(words, "\", \"") + "\"]")
              .str();
  }
  std::string name;
  Form form;
  std::vector<std::string> fused, equals;
};

/// A module for each function of a module as MLIR prints it, by the name of the
/// function.
llvm::StringMap<std::string> modulesOfFunctions(llvm::StringRef module) {
  std::string aliases;
  llvm::StringMap<std::string> modules;
  std::string *function = nullptr;
  for (llvm::StringRef line : llvm::split(module, '\n')) {
    llvm::StringRef name = line;
    if (line.starts_with("#"))
      aliases += (line + "\n").str();
    else if (name.consume_front("  func.func @"))
      function = &modules[name.split('(').first];
    if (function)
      *function += (line + "\n").str();
    if (line == "  }")
      function = nullptr;
  }
  for (auto &entry : modules)
    entry.second = aliases + "module {\n" + entry.second + "}\n";
  return modules;
}
} // namespace

std::string fusionScript() { return passText("mlirgym-fuse-elementwise", ""); }

std::string scriptForParts(const Program &program,
                           llvm::ArrayRef<std::vector<unsigned>> parts,
                           llvm::StringRef script) {
  const OutlineScript divide(toIdentifier(program.name()), parts,
                             OutlineScript::Form::Inlined);
  return divide.text("") + script.str() + passText("inline", "");
}

static std::string textOf(const worker::MemoryFile &file) {
  llvm::ArrayRef<char> bytes = file.bytes();
  return std::string(bytes.begin(), bytes.end());
}

llvm::Expected<std::string> KernelOutliner::divide(const Program &program,
                                                   const std::string &script) {
  StopCheck stop = impl->stop();
  MLIRGYM_TRY(auto text,
              impl->compiler->compile(program.text(), program.entry(), script,
                                      LoweringStage::Scheduled, &stop));
  if (text.status != Status::Ok)
    return executionError("{0}: cannot be divided into kernels: {1}",
                          program.name(), text.message);
  return textOf(text.object);
}

llvm::Expected<std::shared_ptr<const Program>>
KernelOutliner::fuseElementwise(std::shared_ptr<const Program> program) {
  MLIRGYM_TRY(auto text, divide(*program, fusionScript()));
  MLIRGYM_TRY(auto fused,
              impl->loader.loadText(text, program->name(), program->name()));
  if (fused.operations().size() == program->operations().size())
    return program;
  return std::make_shared<const Program>(std::move(fused));
}

llvm::Expected<std::vector<Program>>
KernelOutliner::cut(const Program &program,
                    llvm::ArrayRef<std::vector<unsigned>> groups) {
  const std::string prefix = toIdentifier(program.name());
  const OutlineScript script(prefix, groups,
                             OutlineScript::Form::WithoutWeights);
  MLIRGYM_TRY(auto text, divide(program, script.text("")));
  const llvm::StringMap<std::string> modules = modulesOfFunctions(text);
  std::vector<Program> parts(groups.size());
  for (auto [part, group] : llvm::zip_equal(parts, groups)) {
    const std::string name = prefix + "_" + tagOf(group.back());
    MLIRGYM_TRY(part, impl->loader.loadText(modules.lookup(name), name, name));
    if (part.operations().size() != group.size())
      return executionError("{0}: has {1} operations in place of {2}; report "
                            "this program as a bug of mlirgym",
                            name, part.operations().size(), group.size());
  }
  return parts;
}

llvm::Expected<KernelOutline>
KernelOutliner::outline(std::shared_ptr<const Program> program,
                        const Schedule &schedule) {
  // A schedule written by hand may be longer than an episode.
  MLIRGYM_TRY(auto state, ScheduleState::replay(program, schedule,
                                                StateOptions::asWritten()));
  const Groups groups = groupsOf(state);
  const std::string prefix = toIdentifier(program->name());
  OutlineScript script(prefix, groups);
  auto cut = [&](llvm::StringRef only) {
    return divide(*program, script.text(only));
  };

  KernelOutline result;
  result.target = impl->options.target;
  // By key and schedule: both kernels are then the same code.
  std::map<std::pair<ProgramKey, std::string>, size_t> known;
  for (const std::vector<unsigned> &group : groups) {
    const unsigned root = group.back();
    OutlinedKernel kernel;
    kernel.name = prefix + "_" + tagOf(root);
    kernel.operations = group;
    kernel.schedule = partOf(schedule, group, Numbers::OfProgram).canonical();
    kernel.ownSchedule = partOf(schedule, group, Numbers::FromZero).canonical();
    MLIRGYM_TRY(kernel.source, cut(tagOf(root)));
    MLIRGYM_TRY(kernel.program,
                impl->loader.loadText(kernel.source, kernel.name, kernel.name));
    auto [place, isNew] =
        known.try_emplace({kernel.program.key(), kernel.ownSchedule.text()},
                          result.kernels.size());
    if (!isNew) {
      OutlinedKernel &equal = result.kernels[place->second];
      equal.calls.push_back(kernel.name);
      script.callInstead(root, equal.operations.back());
      continue;
    }
    if (!kernel.schedule.empty()) {
      MLIRGYM_TRY(kernel.script, toTransformScript(*program, kernel.schedule));
    }
    kernel.calls = {kernel.name};
    result.kernels.push_back(std::move(kernel));
  }

  OutlinedKernel &host = result.host;
  MLIRGYM_TRY(auto source, cut("host"));
  host.name = prefix + "_host";
  host.source = std::move(source);
  host.program = *program;
  host.schedule = schedule.canonical();
  host.ownSchedule = host.schedule;
  host.calls = {host.name};
  for (unsigned op = 0; op < program->operations().size(); ++op)
    host.operations.push_back(op);
  return result;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Expected<std::string>
KernelOutliner::run(const OutlinedKernel &kernel,
                    std::optional<LoweringStage> stage) {
  StopCheck stop = impl->stop();
  MLIRGYM_TRY(auto code, impl->compiler->compile(kernel.source, kernel.name,
                                                 kernel.script, stage, &stop));
  if (code.status != Status::Ok)
    return executionError("{0}: {1}: {2}", kernel.name, nameOf(code.status),
                          code.message);
  return textOf(code.object);
}

llvm::Expected<std::string>
KernelOutliner::compile(const OutlinedKernel &kernel) {
  return run(kernel, std::nullopt);
}

llvm::Expected<std::string> KernelOutliner::lower(const OutlinedKernel &kernel,
                                                  LoweringStage stage) {
  return run(kernel, stage);
}

llvm::Expected<worker::CompiledKernel>
KernelOutliner::tryCompile(const OutlinedKernel &kernel) {
  StopCheck stop = impl->stop();
  return impl->compiler->compile(kernel.source, kernel.name, kernel.script,
                                 std::nullopt, &stop);
}

static std::string memrefType(const Argument &argument) {
  return "memref<" + typeText(argument) + ">";
}

llvm::Expected<std::string>
KernelOutliner::compileEntry(const OutlinedKernel &host) {
  llvm::ArrayRef<Argument> arguments = host.program.arguments();
  auto parameter = [](unsigned i) { return "%arg" + std::to_string(i); };
  std::string types, parameters, operands;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const std::string between = i == 0 ? "" : ", ";
    const auto index = static_cast<unsigned>(i);
    types += between + memrefType(argument);
    parameters += between + parameter(index) + ": " + memrefType(argument);
    operands += between + parameter(index);
  }
  OutlinedKernel entry;
  entry.name = host.program.entry().str();
  entry.source = llvm::formatv(
      "module {{\n  func.func private @{0}({1}) attributes {{llvm.bareptr}\n"
      "  func.func @{2}({3}) attributes {{llvm.emit_c_interface} {{\n"
      "    call @{0}({4}) : ({1}) -> ()\n    return\n  }\n}\n",
      host.name, types, entry.name, parameters, operands);
  return compile(entry);
}

llvm::Expected<KernelModule> KernelOutliner::read(const OutlinedKernel &kernel,
                                                  llvm::StringRef text,
                                                  llvm::StringRef origin) {
  return impl->loader.loadKernel(text, kernel.name, kernel.program.arguments(),
                                 origin);
}

llvm::Expected<std::string> KernelOutliner::assemble(const GivenCode &code) {
  StopCheck stop = impl->stop();
  MLIRGYM_TRY(auto binary, impl->compiler->assemble(code, &stop));
  return textOf(binary);
}

//===----------------------------------------------------------------------===//
// Golden data
//===----------------------------------------------------------------------===//

llvm::Expected<GoldenData>
KernelOutliner::golden(const OutlinedKernel &kernel) {
  StopCheck stop = impl->stop();
  MLIRGYM_TRY(auto prepared, impl->compiler->prepare(kernel.program, &stop));
  GoldenData data;
  if (!prepared.data) {
    data.missing = prepared.message;
    return data;
  }
  // The first set of inputs: the others serve to find rare mistakes.
  const worker::ProgramData &own = *prepared.data;
  const worker::LoadProgramMessage &layout = own.message();
  llvm::ArrayRef<char> inputs = own.inputs().bytes(),
                       outputs = own.reference().bytes();
  for (auto [i, argument] : llvm::enumerate(kernel.program.arguments())) {
    const worker::ArgumentRecord &at = layout.arguments[i];
    const auto index = static_cast<unsigned>(i);
    const auto size = static_cast<size_t>(argument.sizeBytes());
    auto slice = [](llvm::ArrayRef<char> from, size_t offset, size_t length) {
      llvm::ArrayRef<char> part = from.slice(offset, length);
      return std::vector<char>(part.begin(), part.end());
    };
    if (argument.isInput)
      data.inputs.push_back({index, slice(inputs, at.inputOffset, size)});
    if (!argument.isOutput)
      continue;
    data.outputs.push_back({index, slice(outputs, at.referenceOffset, size)});
    data.tolerances.push_back(
        {index, slice(outputs, layout.referenceBytes + at.toleranceOffset,
                      static_cast<size_t>(argument.numElements()) *
                          worker::sizeOfTolerance(argument.elementType))});
    data.averageLimits.push_back(layout.averageLimits[i]);
  }
  return data;
}

} // namespace mlirgym
