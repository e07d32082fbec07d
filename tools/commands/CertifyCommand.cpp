//===- tools/commands/CertifyCommand.cpp - mlirgym certify ----------------===//
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/ProgramModule.h"
#include "execution/SandboxedLoader.h"
#include "execution/process/ScratchFolder.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "lowering/Machine.h"
#include "outcome/ContentHash.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/RegularFile.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/report/Certificate.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct CertifyFlags {
  std::string result, program, out;
  unsigned runs = 3;
  std::vector<std::string> toolchains;
  ExecutionFlags execution;
  OutputFlags output;
};

/// Part of a claimed speedup that confirms it: machines and moments differ.
constexpr double mostLoss = 0.95;

/// A file in place of a kernel.
struct GivenKernel {
  std::string kernel, stage, name, bytes;
};

/// What a result claims.
struct Claim {
  std::shared_ptr<const Program> program;
  std::string kind, text; ///< of the candidate
  std::vector<GivenKernel> kernels;
  double speedup = 0; ///< 0: none is claimed
};

/// The contents of a file that a result names, relative to the result.
llvm::Expected<std::string> fileBeside(llvm::StringRef result,
                                       llvm::StringRef name) {
  llvm::SmallString<128> path(name);
  if (llvm::sys::path::is_relative(path)) {
    path = llvm::sys::path::parent_path(result);
    llvm::sys::path::append(path, name);
  }
  auto file = readRegular(path, mostJsonBytes);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  return (*file)->getBuffer().str();
}

std::string hashOf(llvm::StringRef bytes) {
  return contentHash(llvm::ArrayRef(bytes.data(), bytes.size()));
}

/// The files of a list, of a result (`substitutions`) or of a certificate,
/// which has their texts, and hashes of what is no text.
llvm::Expected<std::vector<GivenKernel>>
kernelsIn(const nlohmann::ordered_json &object, const char *list,
          llvm::StringRef result) {
  std::vector<GivenKernel> kernels;
  const auto found = object.find(list);
  if (found == object.end() || !found->is_array())
    return kernels;
  for (const auto &each : *found) {
    if (!each.is_object() ||
        (each.contains("replaces") && each["replaces"] == false))
      continue;
    const std::string name = textIn(each, "file"), hash = textIn(each, "hash");
    GivenKernel kernel{textIn(each, "kernel"), textIn(each, "stage"), name,
                       textIn(each, "text")};
    if (kernel.bytes.empty()) {
      MLIRGYM_TRY(kernel.bytes, fileBeside(result, name));
    }
    if (!hash.empty() && hash != hashOf(kernel.bytes))
      return executionError("{0}: is not the file that was certified", name);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// The claim of a JSON object of `measure` or `optimize`, or of a certificate.
llvm::Expected<Claim> claimOf(const CertifyFlags &flags) {
  MLIRGYM_TRY(auto object, readJsonObject(flags.result));
  Claim claim;
  claim.speedup = numberIn(object, "speedup");
  if (isCertificate(object)) {
    const auto &program = object["program"], &candidate = object["candidate"];
    claim.kind = textIn(candidate, "kind");
    claim.text = textIn(candidate, "text");
    MLIRGYM_TRY(claim.kernels, kernelsIn(candidate, "kernels", flags.result));
    MLIRGYM_TRY(auto loaded, SandboxedLoader().loadText(textIn(program, "text"),
                                                        textIn(program, "name"),
                                                        flags.result));
    claim.program = std::make_shared<const Program>(std::move(loaded));
    return claim;
  }
  MLIRGYM_TRY(claim.program,
              ProgramSource().load(flags.program.empty()
                                       ? textIn(object, "program")
                                       : flags.program));
  for (const char *kind : {"module", "script"})
    if (const std::string name = textIn(object, kind); !name.empty()) {
      claim.kind = kind;
      MLIRGYM_TRY(claim.text, fileBeside(flags.result, name));
      return claim;
    }
  MLIRGYM_TRY(claim.kernels, kernelsIn(object, "substitutions", flags.result));
  claim.kind = claim.kernels.empty() ? "schedule" : "kernels";
  claim.text = textIn(object, "schedule");
  return claim;
}

/// The claim as foreign code, so that its inputs are new in each call; nothing
/// is looked up or stored.
llvm::Expected<ExecutionRequest> requestOf(const Claim &claim) {
  ExecutionRequest request{.program = claim.program};
  if (claim.kind == "module") {
    MLIRGYM_TRY(auto module,
                SandboxedLoader().loadModule(claim.text, *claim.program));
    request.module = std::make_shared<const ProgramModule>(std::move(module));
  } else {
    MLIRGYM_TRY(request, ExecutionRequest::parse(claim.program, claim.text));
    if (claim.text.empty() && claim.kernels.empty())
      return executionError("the result has neither a schedule nor a script "
                            "nor a module nor kernels: there is nothing to "
                            "certify");
  }
  request.asForeign = true;
  request.results = Results::Forgotten;
  return request;
}

/// Puts the files of a claim in place of kernels; null if there are none. Only
/// the caller's own toolchains are run.
llvm::Expected<std::shared_ptr<KernelSubstituter>>
substituterOf(const Claim &claim, const CertifyFlags &flags) {
  if (claim.kernels.empty())
    return nullptr;
  MLIRGYM_TRY(auto folder, ScratchFolder::create());
  SubstitutionFlags files;
  files.toolchains = flags.toolchains;
  for (const auto &[i, kernel] : llvm::enumerate(claim.kernels)) {
    const std::string path =
        folder /
        (std::to_string(i) + llvm::sys::path::extension(kernel.name).str());
    MLIRGYM_TRY_TO(writeFile(path, kernel.bytes));
    auto &stage = kernel.stage == nameOf(KernelStage::Source) ? files.sources
                  : kernel.stage == nameOf(KernelStage::Configuration)
                      ? files.configurations
                      : files.objects;
    stage.push_back(kernel.kernel + "=" + path);
  }
  return files.open();
}

/// Runs on new inputs, each by processes of its own.
struct Runs {
  Status status = Status::Ok;
  std::string message, machine, protocol;
  std::vector<PairedMeasurement> pairs; ///< by speedup

  const PairedMeasurement &median() const { return pairs[pairs.size() / 2]; }
  /// Largest minus least speedup, divided by the median.
  double spread() const {
    return (pairs.back().speedup() - pairs.front().speedup()) /
           median().speedup();
  }
  double uncertainty() const {
    return std::max(median().uncertainty, spread() / 2);
  }
};

llvm::Expected<Runs> measureRuns(const Claim &claim,
                                 const CertifyFlags &flags) {
  MLIRGYM_TRY(auto request, requestOf(claim));
  MLIRGYM_TRY(auto substituter, substituterOf(claim, flags));
  if (substituter)
    MLIRGYM_TRY_TO(
        substituter->check(claim.program, request.schedule).takeError());
  Runs runs;
  for (unsigned run = 0; run < flags.runs && runs.status == Status::Ok; ++run) {
    MLIRGYM_TRY(auto options, flags.execution.toOptions(/*file=*/""));
    options.substitution = substituter;
    MLIRGYM_TRY(auto execution, Execution::create(std::move(options)));
    runs.machine = execution->device().machine();
    runs.protocol = execution->options().protocol.id();
    if (run == 0) {
      MLIRGYM_TRY(auto once, execution->measure(request));
      runs.status = once.status;
      runs.message = once.message; // also how far it was checked
    }
    if (runs.status != Status::Ok)
      break;
    MLIRGYM_TRY(auto paired, execution->measurePaired(request));
    if (paired.ok()) {
      runs.pairs.push_back(paired);
      continue;
    }
    runs.status = paired.status;
    runs.message = paired.message;
  }
  llvm::sort(runs.pairs, [](const auto &a, const auto &b) {
    return a.speedup() < b.speedup();
  });
  return runs;
}

nlohmann::ordered_json toJson(const Claim &claim) {
  nlohmann::ordered_json object = {{"kind", claim.kind}, {"text", claim.text}};
  if (claim.kernels.empty())
    return object;
  auto &list = object["kernels"] = nlohmann::ordered_json::array();
  for (const GivenKernel &kernel : claim.kernels) {
    nlohmann::ordered_json entry = {{"kernel", kernel.kernel},
                                    {"stage", kernel.stage},
                                    {"file", kernel.name},
                                    {"hash", hashOf(kernel.bytes)}};
    if (llvm::json::isUTF8(kernel.bytes) &&
        !llvm::is_contained(kernel.bytes, '\0'))
      entry["text"] = kernel.bytes;
    list.push_back(std::move(entry));
  }
  return object;
}

llvm::Expected<int> runCertify(const CertifyFlags &flags, const CommandLine &) {
  MLIRGYM_TRY(auto claim, claimOf(flags));
  MLIRGYM_TRY(auto runs, measureRuns(claim, flags));
  const bool isOk = runs.status == Status::Ok;
  const double speedup = isOk ? runs.median().speedup() : 0;
  const double uncertainty = isOk ? runs.uncertainty() : 0;
  const bool isConfirmed =
      isOk && (claim.speedup <= 0 ||
               speedup * (1 + uncertainty) >= mostLoss * claim.speedup);

  nlohmann::ordered_json certificate = {
      {"certificate", 1},
      {"program",
       {{"name", claim.program->name().str()},
        {"key", claim.program->key().hex()},
        {"text", claim.program->text().str()}}},
      {"candidate", toJson(claim)},
      {"status", nameOf(runs.status).str()}};
  if (isOk) {
    auto list = nlohmann::ordered_json::array();
    for (const PairedMeasurement &pair : runs.pairs)
      list.push_back({{"speedup", pair.speedup()},
                      {"baseline_ns", pair.baselineNs},
                      {"best_ns", pair.scheduleNs},
                      {"uncertainty", pair.uncertainty},
                      {"rounds", pair.rounds}});
    certificate.update({{"baseline_ns", runs.median().baselineNs},
                        {"best_ns", runs.median().scheduleNs},
                        {"speedup", speedup},
                        {"spread", runs.spread()},
                        {"uncertainty", uncertainty},
                        {"noisy", uncertainty > MeasureProtocol::driftLimit},
                        {"runs", std::move(list)}});
  }
  if (claim.speedup > 0)
    certificate["claimed_speedup"] = claim.speedup;
  certificate["confirmed"] = isConfirmed;
  if (!runs.message.empty())
    certificate["message"] = runs.message;
  const llvm::sys::TimePoint<> now{std::chrono::system_clock::now()};
  certificate.update(
      {{"checks",
        {"equal to the evaluator's outputs on inputs of a new seed per run",
         "new inputs in each timed call, rows of outputs compared at random",
         "timed by another process, which alone has the correct outputs",
         "in turn with the untransformed program, which is measured in the "
         "same way"}},
       {"machine", runs.machine},
       {"threads", flags.execution.threads},
       {"protocol", runs.protocol},
       {"toolchain", toolchainId()},
       {"mlirgym", MLIRGYM_VERSION},
       {"date", llvm::formatv("{0:%Y-%m-%d}", now).str()}});
  sign(certificate);
  if (!flags.out.empty())
    MLIRGYM_TRY_TO(writeFile(flags.out, toText(certificate)));
  if (flags.output.json) {
    printJson(certificate);
  } else {
    textOut() << llvm::formatv("program   {0}\ncandidate {1}\nstatus    {2}",
                               claim.program->name(), claim.kind,
                               nameOf(runs.status));
    textOut() << (runs.message.empty() ? "" : ": ") << runs.message << '\n';
    if (isOk)
      textOut() << llvm::formatv("baseline  {0}\nbest      {1}\nspeedup   "
                                 "{2:f3}x +- {3:f1} %, {4} runs\n",
                                 formatNs(runs.median().baselineNs),
                                 formatNs(runs.median().scheduleNs), speedup,
                                 uncertainty * 100, runs.pairs.size());
    if (claim.speedup > 0)
      textOut() << llvm::formatv("claimed   {0:f3}x: {1}\n", claim.speedup,
                                 isConfirmed ? "confirmed" : "not confirmed");
  }
  return isConfirmed ? ExitOk : ExitFailed;
}
} // namespace

void addCertifyCommand(CLI::App &app, CommandLine &line) {
  CLI::App *certify = addSubcommand(
      app, "certify",
      "Measure a claimed result again, with new inputs, and write a "
      "certificate");
  auto flags = std::make_shared<CertifyFlags>();
  addOption(*certify, "RESULT", flags->result,
            "JSON file that `measure` or `optimize` printed with --json, or "
            "another certificate")
      .check(checkFileIsThere)
      .required();
  addOption(*certify, "--program", flags->program,
            "The program, if RESULT has the name of a file's program "
            "[default: the program of RESULT]")
      .type("PROGRAM");
  addOption(*certify, "--out", flags->out,
            "Write the certificate to this file [default: none]")
      .type("FILE");
  addOption(*certify, "--runs", flags->runs,
            "Measurements by new processes on inputs of a new seed, of which "
            "the median counts [default: 3]")
      .check(WholeNumber{1, 100})
      .type("N");
  addOption(*certify, "--toolchain", flags->toolchains,
            "Command for kernels of RESULT with an ending, such as "
            "'.c=clang -O3 -c {in} -o {out}'; that of RESULT is not run. May "
            "be repeated [default: none]")
      .type(".END=COMMAND")
      .oneValueEach();
  flags->execution.addThreadsTo(*certify);
  flags->execution.addLimitsTo(*certify);
  flags->output.addJson(*certify);
  setRun(*certify, line, runCertify, flags, /*timings=*/nullptr);
}
} // namespace mlirgym::tools
