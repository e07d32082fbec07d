#include "kernels/KernelSubstituter.h"
#include "actions/Schedule.h"
#include "execution/CodeSubstitution.h"
#include "execution/SandboxedLoader.h"
#include "execution/batch/Pipeline.h"
#include "execution/device/image/Linker.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/ToolCommand.h"
#include "execution/worker/ToolWorker.h"
#include "kernels/Binding.h"
#include "kernels/GivenFiles.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/Substitutions.h"
#include "kernels/ToolchainRun.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/GivenCode.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/normalform/GivenOperations.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

bool SubstitutedKernels::any() const {
  return llvm::any_of(records, [](const SubstitutionRecord &record) {
    return record.replaces;
  });
}

namespace {

template <typename... Args>
llvm::Error misfit(const char *format, Args &&...args) {
  return llvm::make_error<ProgramError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

std::string hashOf(llvm::StringRef text) {
  return contentHash({text.data(), text.size()});
}

/// "(in 8x24xf32, out 8x24xf32)".
std::string signatureOf(const OutlinedKernel &kernel) {
  std::string text = "(";
  for (const Argument &argument : kernel.program.arguments()) {
    text += text.size() > 1 ? ", " : "";
    text += !argument.isOutput ? "in " : argument.isInput ? "inout " : "out ";
    text += typeText(argument);
  }
  return text + ")";
}

/// The same for a kernel in the text of a manifest; "" if it is missing.
std::string signatureIn(const std::string &manifest, llvm::StringRef kernel) {
  using nlohmann::json;
  const json object =
      json::parse(manifest, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object() || !object.contains("kernels") ||
      !object["kernels"].is_array())
    return "";
  for (const json &each : object["kernels"]) {
    if (!each.is_object() || each.value("name", json()) != kernel.str() ||
        !each.contains("arguments") || !each["arguments"].is_array())
      continue;
    std::string text = "(";
    for (const json &argument : each["arguments"]) {
      if (!argument.is_object() || !argument.contains("shape") ||
          !argument["shape"].is_array() || !argument.contains("type") ||
          !argument["type"].is_string() || !argument.contains("direction") ||
          !argument["direction"].is_string())
        return "";
      text += text.size() > 1 ? ", " : "";
      text += argument["direction"].get<std::string>() + " ";
      for (const json &extent : argument["shape"])
        text += extent.dump() + "x";
      text += argument["type"].get<std::string>();
    }
    return text + ")";
  }
  return "";
}

std::string textOf(const worker::MemoryFile &file) {
  llvm::ArrayRef<char> bytes = file.bytes();
  return std::string(bytes.begin(), bytes.end());
}

CodeForm formOf(llvm::StringRef extension) {
  if (extension == ".ll" || extension == ".bc")
    return CodeForm::LlvmIr;
  return extension == ".s" ? CodeForm::Assembly : CodeForm::Binary;
}

/// All kernels, the host function last.
std::vector<OutlinedKernel *> allOf(KernelOutline &outline) {
  std::vector<OutlinedKernel *> all;
  for (OutlinedKernel &kernel : outline.kernels)
    all.push_back(&kernel);
  all.push_back(&outline.host);
  return all;
}

OutlinedKernel *find(KernelOutline &outline, llvm::StringRef name) {
  for (OutlinedKernel *kernel : allOf(outline))
    if (kernel->name == name)
      return kernel;
  return nullptr;
}

/// The error for a name that no kernel has.
llvm::Error noSuchKernel(const GivenFile &file, KernelOutline &outline) {
  for (const OutlinedKernel &kernel : outline.kernels)
    if (llvm::is_contained(kernel.calls, file.kernel))
      return misfit("{0}: {1} is the same kernel as {2}, which is called in "
                    "its place; substitute {2}",
                    file.path, file.kernel, kernel.name);
  std::vector<std::string> names;
  for (const OutlinedKernel *kernel : allOf(outline))
    names.push_back(kernel->name);
  constexpr size_t mostNamed = 20;
  const std::string rest = names.size() > mostNamed ? ", ..." : "";
  if (names.size() > mostNamed)
    names.resize(mostNamed);
  const std::string schedule = outline.host.schedule.text();
  return misfit("{0}: no kernel {1} in program {2}{3}; its kernels are {4}{5}",
                file.path, file.kernel, outline.host.program.name(),
                schedule.empty() ? std::string(" without a schedule")
                                 : " under schedule '" + schedule + "'",
                llvm::join(names, ", "), rest);
}
} // namespace

//===----------------------------------------------------------------------===//
// KernelSubstituter::Impl
//===----------------------------------------------------------------------===//

struct KernelSubstituter::Impl {
  Substitutions::Missing missing = Substitutions::Missing::Refuse;
  GivenFiles given;
  std::function<bool()> interrupted;
  std::mutex mutex; ///< guards the rest
  std::optional<KernelOutliner> outliner;
  std::optional<worker::ToolWorker> tools;
  /// Object code by source and script, and binaries by file and signature.
  std::map<std::string, worker::CompiledKernel> compiled;
  struct Binary {
    std::string bytes, remark;
  };
  std::map<std::string, Binary> binaries;
  /// Signatures of objects, which do not contain them: the signature of the
  /// kernel when its object was first used.
  std::map<std::string, std::string> signatures;

  /// Makes the programs that the commands start a part of the files' hashes.
  llvm::Error addToolchains(worker::WorkerOptions process, StopCheck &stop);
  llvm::Expected<SubstitutedKernels>
  resolve(std::shared_ptr<const Program> program, const Schedule &schedule,
          StopCheck &stop);
  llvm::Expected<std::optional<worker::CompiledKernel>>
  link(SubstitutedKernels kernels, StopCheck &stop);

  llvm::Error replaceAll(KernelStage stage, KernelOutline &outline,
                         SubstitutedKernels &result, StopCheck &stop);
  llvm::Error replace(KernelStage stage, OutlinedKernel &kernel,
                      llvm::ArrayRef<const GivenFile *> files,
                      KernelOutline &outline, SubstitutedKernels &result,
                      StopCheck &stop);
  /// True if a dump writes the same bytes.
  llvm::Expected<bool> isAsDumped(const GivenFile &file,
                                  const OutlinedKernel &kernel,
                                  KernelOutline &outline);
  llvm::Expected<std::string> dumpOf(const GivenFile &file,
                                     const OutlinedKernel &kernel,
                                     KernelOutline &outline);
  /// Replaces the kernel by the file. Returns a remark.
  llvm::Expected<std::string> put(const GivenFile &file, OutlinedKernel &kernel,
                                  SubstitutedKernels &result, StopCheck &stop);
  llvm::Expected<std::string> putModule(const GivenFile &file,
                                        OutlinedKernel &kernel);
  llvm::Expected<std::string> putBinary(const GivenFile &file,
                                        const OutlinedKernel &kernel,
                                        SubstitutedKernels &result,
                                        StopCheck &stop);
  llvm::Expected<const worker::CompiledKernel *>
  compile(const OutlinedKernel &kernel);
};

llvm::Expected<const worker::CompiledKernel *>
KernelSubstituter::Impl::compile(const OutlinedKernel &kernel) {
  constexpr size_t mostKept = 256;
  const std::string key =
      hashOf(kernel.name + "\n" + kernel.script + "\n" + kernel.source);
  if (auto known = compiled.find(key); known != compiled.end())
    return &known->second;
  MLIRGYM_TRY(auto code, outliner->tryCompile(kernel));
  if (compiled.size() >= mostKept) // each holds a descriptor
    compiled.clear();
  return &compiled.emplace(key, std::move(code)).first->second;
}

//===----------------------------------------------------------------------===//
// Files and kernels
//===----------------------------------------------------------------------===//

llvm::Expected<std::string>
KernelSubstituter::Impl::dumpOf(const GivenFile &file,
                                const OutlinedKernel &kernel,
                                KernelOutline &outline) {
  if (file.stage == KernelStage::Source)
    return kernel.source;
  if (file.stage == KernelStage::Configuration)
    return configuredModule(kernel);
  if (file.extension == ".ll")
    return outliner->lower(kernel, LoweringStage::Llvm);
  if (file.extension == ".bc")
    return outliner->lower(kernel, LoweringStage::Bitcode);
  if (file.extension == ".s")
    return outliner->lower(kernel, LoweringStage::Assembly);
  std::vector<std::string> objects;
  for (const OutlinedKernel *each : allOf(outline)) {
    const bool isPart = each == &kernel ||
                        (&kernel == &outline.host && file.extension == ".so");
    if (!isPart)
      continue;
    MLIRGYM_TRY(auto code, compile(*each));
    if (code->status != Status::Ok)
      return executionError("{0}: {1}", each->name, code->message);
    objects.push_back(textOf(code->object));
  }
  if (file.extension == ".o")
    return objects.front();
  return linkShared(
      std::vector<llvm::StringRef>(objects.begin(), objects.end()),
      outline.target);
}

llvm::Expected<bool>
KernelSubstituter::Impl::isAsDumped(const GivenFile &file,
                                    const OutlinedKernel &kernel,
                                    KernelOutline &outline) {
  static constexpr llvm::StringLiteral dumpedForms[] = {".ll", ".bc", ".s",
                                                        ".o", ".so"};
  if (file.stage == KernelStage::Object &&
      !llvm::is_contained(dumpedForms, file.extension))
    return false;
  auto dumped = dumpOf(file, kernel, outline);
  if (dumped)
    return *dumped == file.bytes;
  if (dumped.errorIsA<InterruptedError>())
    return dumped.takeError();
  // A stage that cannot be dumped differs from the file.
  llvm::consumeError(dumped.takeError());
  return false;
}

llvm::Expected<std::string>
KernelSubstituter::Impl::putModule(const GivenFile &file,
                                   OutlinedKernel &kernel) {
  MLIRGYM_TRY(auto module, outliner->read(kernel, file.bytes, file.path));
  std::string remark;
  if (file.stage == KernelStage::Configuration) {
    if (!kernel.script.empty())
      remark = "in place of its schedule '" + kernel.schedule.text() + "'";
    kernel.script = std::move(module.script);
  } else {
    // The host function has the schedule of the whole program, and no script.
    const bool isScheduled = !kernel.script.empty();
    for (const Schedule::Entry &entry : kernel.schedule.entries())
      if (isScheduled && !llvm::is_contained(module.tags, tagOf(entry.op)))
        return misfit("{0}: no operation has the tag {1} (mlirgym.op), to "
                      "which the schedule of {2} applies; keep the tag, or "
                      "give a configuration, which replaces the schedule '{3}'",
                      file.path, tagOf(entry.op), kernel.name,
                      kernel.schedule.text());
    if (!module.script.empty())
      remark = "its transform script is not applied; give it as a "
               "configuration";
    else if (isScheduled && !kernel.schedule.empty())
      remark = "under its schedule '" + kernel.schedule.text() + "'";
  }
  kernel.source = std::move(module.text);
  kernel.isSubstituted = true;
  return remark;
}

llvm::Expected<std::string> KernelSubstituter::Impl::putBinary(
    const GivenFile &file, const OutlinedKernel &kernel,
    SubstitutedKernels &result, StopCheck &stop) {
  const std::string signature = signatureOf(kernel);
  if (const std::string made = signatureIn(file.manifest, kernel.name);
      !made.empty() && made != signature)
    return misfit("{0}: is for {1}{2}, as the manifest.json beside it says, "
                  "but under this schedule the kernel is {1}{3}; dump it again",
                  file.path, kernel.name, made, signature);
  const auto [known, isNew] =
      signatures.try_emplace(file.hash + kernel.name, signature);
  if (!isNew && known->second != signature)
    return misfit("{0}: was given for {1}{2}, but under this schedule the "
                  "kernel is {1}{3}",
                  file.path, kernel.name, known->second, signature);
  auto place = binaries.find(file.hash + signature);
  if (place == binaries.end()) {
    Binary binary;
    std::string bytes = file.bytes;
    if (!file.command.empty()) {
      MLIRGYM_TRY(auto made, runToolchain(*tools, file, &stop));
      bytes = std::move(made.bytes);
      binary.remark = std::move(made.remark);
    }
    if (bytes.empty())
      return misfit("{0}: is empty; give an object, an archive, a shared "
                    "library, LLVM IR or assembly",
                    file.path);
    MLIRGYM_TRY(
        binary.bytes,
        outliner->assemble(
            {bytes, formOf(file.extension), file.path, kernel.name,
             static_cast<unsigned>(kernel.program.arguments().size())}));
    place = binaries.emplace(file.hash + signature, std::move(binary)).first;
  }
  result.objects[kernel.name] = place->second.bytes;
  std::string remark = place->second.remark;
  if (!kernel.script.empty() && !kernel.schedule.empty())
    remark += (remark.empty() ? "" : "; ") +
              ("in place of its schedule '" + kernel.schedule.text() + "'");
  return remark;
}

llvm::Expected<std::string>
KernelSubstituter::Impl::put(const GivenFile &file, OutlinedKernel &kernel,
                             SubstitutedKernels &result, StopCheck &stop) {
  return file.stage == KernelStage::Object
             ? putBinary(file, kernel, result, stop)
             : putModule(file, kernel);
}

llvm::Error
KernelSubstituter::Impl::replace(KernelStage stage, OutlinedKernel &kernel,
                                 llvm::ArrayRef<const GivenFile *> files,
                                 KernelOutline &outline,
                                 SubstitutedKernels &result, StopCheck &stop) {
  const GivenFile *differs = nullptr;
  for (const GivenFile *file : files) {
    MLIRGYM_TRY(auto same, isAsDumped(*file, kernel, outline));
    if (!same && differs)
      return misfit("{0} and {1}: both differ from the kernel {2}; give one of "
                    "them with --substitute-{3}",
                    differs->path, file->path, kernel.name, nameOf(stage));
    if (!same)
      differs = file;
  }
  if (!differs) {
    result.records.push_back({stage, kernel.name, files.front()->path, "",
                              /*replaces=*/false, "it is the same"});
    return llvm::Error::success();
  }
  SubstitutionRecord record{stage, kernel.name, differs->path,
                            differs->command};
  auto remark = put(*differs, kernel, result, stop);
  if (remark) {
    record.replaces = true;
    record.remark = std::move(*remark);
  } else if (remark.errorIsA<ProgramError>() &&
             missing == Substitutions::Missing::Warn) {
    record.remark = llvm::toString(remark.takeError());
  } else {
    return remark.takeError();
  }
  result.records.push_back(std::move(record));
  return llvm::Error::success();
}

llvm::Error KernelSubstituter::Impl::replaceAll(KernelStage stage,
                                                KernelOutline &outline,
                                                SubstitutedKernels &result,
                                                StopCheck &stop) {
  std::map<std::string, std::vector<const GivenFile *>> byKernel;
  for (const GivenFile &file : given.files)
    if (file.stage == stage && file.belongsTo(outline.host.program.name()))
      byKernel[file.kernel].push_back(&file);
  for (const auto &[name, files] : byKernel) {
    if (stop.requested())
      return llvm::make_error<InterruptedError>();
    OutlinedKernel *kernel = find(outline, name);
    if (kernel) {
      MLIRGYM_TRY_TO(replace(stage, *kernel, files, outline, result, stop));
      continue;
    }
    llvm::Error error = noSuchKernel(*files.front(), outline);
    if (missing == Substitutions::Missing::Refuse)
      return error;
    result.records.push_back({stage, name, files.front()->path, "",
                              /*replaces=*/false,
                              llvm::toString(std::move(error))});
  }
  return llvm::Error::success();
}

llvm::Expected<SubstitutedKernels>
KernelSubstituter::Impl::resolve(std::shared_ptr<const Program> program,
                                 const Schedule &schedule, StopCheck &stop) {
  MLIRGYM_TRY(auto outline, outliner->outline(std::move(program), schedule));
  SubstitutedKernels result;
  result.sources = std::move(outline);
  MLIRGYM_TRY_TO(replaceAll(KernelStage::Source, result.sources, result, stop));
  result.configurations = result.sources;
  MLIRGYM_TRY_TO(replaceAll(KernelStage::Configuration, result.configurations,
                            result, stop));
  MLIRGYM_TRY_TO(
      replaceAll(KernelStage::Object, result.configurations, result, stop));
  std::set<unsigned> operations;
  for (const SubstitutionRecord &record : result.records)
    for (const OutlinedKernel &kernel : result.configurations.kernels)
      if (record.replaces && record.kernel == kernel.name)
        for (const std::string &call : kernel.calls) {
          // Equal kernels contain other operations, of which `call` is the
          // last.
          unsigned last = 0;
          if (!llvm::StringRef(call).rsplit("_op").second.getAsInteger(10,
                                                                       last))
            for (unsigned op : kernel.operations)
              operations.insert(last + op - kernel.operations.back());
        }
  result.operations.assign(operations.begin(), operations.end());
  return result;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

llvm::Expected<std::optional<worker::CompiledKernel>>
KernelSubstituter::Impl::link(SubstitutedKernels kernels, StopCheck &stop) {
  KernelOutline &outline = kernels.configurations;
  MLIRGYM_TRY(auto entry, outliner->compileEntry(outline.host));
  worker::CompiledKernel whole;
  // In order: the entry, the kernels, the host function. A binary that was
  // given for several kernels is linked once.
  std::vector<std::pair<std::string, std::string>> parts{
      {"entry.o", std::move(entry)}};
  for (const OutlinedKernel *kernel : allOf(outline)) {
    if (stop.requested())
      return llvm::make_error<InterruptedError>();
    const std::string name = kernel->name + ".o";
    if (auto own = kernels.objects.find(kernel->name);
        own != kernels.objects.end()) {
      if (llvm::none_of(parts, [&](const auto &part) {
            return part.second == own->second;
          }))
        parts.emplace_back(name, own->second);
      continue;
    }
    MLIRGYM_TRY(auto code, compile(*kernel));
    whole.phases.transformMs += code->phases.transformMs;
    whole.phases.lowerMs += code->phases.lowerMs;
    whole.phases.compileMs += code->phases.compileMs;
    if (code->status != Status::Ok) {
      whole.status = code->status;
      whole.message = kernel->name + ": " + code->message;
      whole.fromOutside = code->fromOutside;
      return std::optional(std::move(whole));
    }
    parts.emplace_back(name, textOf(code->object));
  }
  std::vector<llvm::NewArchiveMember> members;
  for (const auto &[name, bytes] : parts)
    members.emplace_back(llvm::MemoryBufferRef(bytes, name));
  MLIRGYM_TRY(auto archive, llvm::writeArchiveToBuffer(
                                members, llvm::SymtabWritingMode::NoSymtab,
                                llvm::object::Archive::K_GNU,
                                /*Deterministic=*/true, /*Thin=*/false));
  llvm::StringRef bytes = archive->getBuffer();
  MLIRGYM_TRY(whole.object,
              worker::MemoryFile::create("mlirgym-object",
                                         {bytes.data(), bytes.size()}));
  return std::optional(std::move(whole));
}

llvm::Error
KernelSubstituter::Impl::addToolchains(worker::WorkerOptions process,
                                       StopCheck &stop) {
  constexpr double longestMs = 5000; // to print a version
  process.timeoutMs = std::min(process.timeoutMs, longestMs);
  worker::ToolWorker asking(process);
  std::map<std::string, std::string> identities; // by command
  for (GivenFile &file : given.files) {
    if (file.command.empty())
      continue;
    auto [known, isNew] = identities.try_emplace(file.command);
    if (isNew) {
      MLIRGYM_TRY(known->second,
                  worker::identityOf(asking, file.command, &stop));
    }
    file.hash = hashOf(file.hash + known->second);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// KernelSubstituter
//===----------------------------------------------------------------------===//

KernelSubstituter::KernelSubstituter() : impl(std::make_unique<Impl>()) {}
KernelSubstituter::~KernelSubstituter() = default;

llvm::Expected<std::shared_ptr<KernelSubstituter>>
KernelSubstituter::create(const Substitutions &substitutions,
                          KernelOutlinerOptions workers) {
  MLIRGYM_TRY(auto files, GivenFiles::read(substitutions));
  MLIRGYM_TRY(auto path, worker::findWorker(workers.workerPath));
  std::shared_ptr<KernelSubstituter> substituter(new KernelSubstituter);
  Impl &impl = *substituter->impl;
  impl.missing = substitutions.missing;
  impl.given = std::move(files);
  impl.interrupted = workers.interrupted;
  worker::WorkerOptions process;
  process.path = path;
  process.memoryLimitBytes = workers.memoryLimitBytes;
  process.timeoutMs = workers.timeoutMs;
  StopCheck stop(impl.interrupted, {});
  MLIRGYM_TRY_TO(impl.addToolchains(process, stop));
  impl.tools.emplace(std::move(process));
  MLIRGYM_TRY(impl.outliner, KernelOutliner::create(std::move(workers)));
  return substituter;
}

llvm::Expected<SubstitutedKernels>
KernelSubstituter::check(std::shared_ptr<const Program> program,
                         const Schedule &schedule, OtherNames others) {
  const std::vector<std::string> foreign =
      namesOutside({program->name().str()});
  const bool refuses = others == OtherNames::Refuse;
  std::lock_guard lock(impl->mutex);
  StopCheck stop(impl->interrupted, {});
  auto kernels = impl->resolve(std::move(program), schedule, stop);
  if (!kernels || !refuses)
    return kernels;
  for (const GivenFile &file : impl->given.files) {
    if (!llvm::is_contained(foreign, file.kernel))
      continue;
    llvm::Error error = noSuchKernel(file, kernels->sources);
    if (impl->missing == Substitutions::Missing::Refuse)
      return std::move(error);
    kernels->records.push_back({file.stage, file.kernel, file.path, "",
                                /*replaces=*/false,
                                llvm::toString(std::move(error))});
  }
  return kernels;
}

llvm::Expected<KernelSubstituter::AgentProgram>
KernelSubstituter::forAgents(const std::shared_ptr<const Program> &program,
                             OtherNames others) {
  MLIRGYM_TRY(auto kernels, check(program, Schedule(), others));
  auto replaces = [&](const GivenFile &file) {
    return llvm::any_of(kernels.records, [&](const SubstitutionRecord &each) {
      return each.replaces && each.stage == file.stage &&
             each.kernel == file.kernel;
    });
  };
  std::lock_guard lock(impl->mutex);
  std::erase_if(impl->given.files, [&](const GivenFile &file) {
    return file.belongsTo(program->name()) && !replaces(file);
  });
  return AgentProgram{std::make_shared<const Program>(
                          withGivenOperations(*program, kernels.operations)),
                      std::move(kernels.records)};
}

std::vector<std::string>
KernelSubstituter::namesOutside(llvm::ArrayRef<std::string> programs) const {
  std::vector<std::string> names;
  for (const GivenFile &file : impl->given.files)
    if (!file.isFromFolder &&
        llvm::none_of(programs, [&](const std::string &program) {
          return file.belongsTo(program);
        }))
      names.push_back(file.kernel);
  return names;
}

llvm::ArrayRef<SubstitutionRecord> KernelSubstituter::fileRecords() const {
  return impl->given.records;
}

std::string KernelSubstituter::keyOf(const Program &program) const {
  std::string hashes;
  for (const GivenFile &file : impl->given.files)
    if (file.belongsTo(program.name()))
      hashes += file.hash;
  return hashes.empty() ? hashes : hashOf(hashes);
}

llvm::Expected<std::optional<worker::CompiledKernel>>
KernelSubstituter::compile(const std::shared_ptr<const Program> &program,
                           const Schedule &schedule, StopCheck &stop) {
  std::lock_guard lock(impl->mutex);
  auto kernels = impl->resolve(program, schedule, stop);
  if (kernels.errorIsA<ProgramError>()) {
    worker::CompiledKernel failed;
    failed.status = Status::TransformFailed;
    failed.message = llvm::toString(kernels.takeError());
    return std::optional(std::move(failed));
  }
  if (!kernels)
    return kernels.takeError();
  if (!kernels->any())
    return std::nullopt;
  return impl->link(std::move(*kernels), stop);
}

} // namespace mlirgym
