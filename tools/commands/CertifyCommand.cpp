//===- tools/commands/CertifyCommand.cpp - mlirgym certify ----------------===//
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/ProgramModule.h"
#include "execution/SandboxedLoader.h"
#include "lowering/Machine.h"
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
#include "tools/report/Certificate.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace mlirgym::tools {
namespace {

struct CertifyFlags {
  std::string result, program, out;
  ExecutionFlags execution;
  OutputFlags output;
};

/// Part of a claimed speedup that confirms it: machines and moments differ.
constexpr double mostLoss = 0.95;

/// What a result claims.
struct Claim {
  std::shared_ptr<const Program> program;
  std::string kind, text; ///< of the candidate
  double speedup = 0;     ///< 0: none is claimed
};

/// The text of a file that a result names, relative to the result.
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

/// The claim of a JSON object of `measure` or `optimize`, or of a certificate.
llvm::Expected<Claim> claimOf(const CertifyFlags &flags) {
  MLIRGYM_TRY(auto object, readJsonObject(flags.result));
  Claim claim;
  claim.speedup = numberIn(object, "speedup");
  if (isCertificate(object)) {
    const auto &program = object["program"], &candidate = object["candidate"];
    claim.kind = textIn(candidate, "kind");
    claim.text = textIn(candidate, "text");
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
  claim.kind = "schedule";
  claim.text = textIn(object, "schedule");
  return claim;
}

/// The claim as foreign code, so that its inputs are new in each call; nothing
/// is looked up or stored.
llvm::Expected<ExecutionRequest> requestOf(const Claim &claim) {
  ExecutionRequest request{.program = claim.program,
                           .results = Results::Forgotten};
  if (claim.kind == "module") {
    MLIRGYM_TRY(auto module,
                SandboxedLoader().loadModule(claim.text, *claim.program));
    request.module = std::make_shared<const ProgramModule>(std::move(module));
    return request;
  }
  MLIRGYM_TRY(auto parsed, ExecutionRequest::parse(claim.program, claim.text));
  MLIRGYM_TRY(request.script, parsed.transformScript());
  if (request.script.empty())
    return executionError("the result has neither a schedule nor a script nor "
                          "a module: there is nothing to certify");
  return request;
}

llvm::Expected<int> runCertify(const CertifyFlags &flags, const CommandLine &) {
  MLIRGYM_TRY(auto claim, claimOf(flags));
  MLIRGYM_TRY(auto request, requestOf(claim));
  MLIRGYM_TRY(auto options, flags.execution.toOptions(/*file=*/""));
  MLIRGYM_TRY(auto execution, Execution::create(std::move(options)));
  MLIRGYM_TRY(auto once, execution->measure(request));
  PairedMeasurement paired;
  paired.status = once.status;
  paired.message = once.message;
  if (once.ok()) {
    MLIRGYM_TRY(paired, execution->measurePaired(request));
  }
  const bool isConfirmed =
      paired.ok() &&
      (claim.speedup <= 0 ||
       paired.speedup() * (1 + paired.uncertainty) >= mostLoss * claim.speedup);

  nlohmann::ordered_json certificate = {
      {"certificate", 1},
      {"program",
       {{"name", claim.program->name().str()},
        {"key", claim.program->key().hex()},
        {"text", claim.program->text().str()}}},
      {"candidate", {{"kind", claim.kind}, {"text", claim.text}}},
      {"status", nameOf(paired.status).str()}};
  if (paired.ok())
    certificate.update({{"baseline_ns", paired.baselineNs},
                        {"best_ns", paired.scheduleNs},
                        {"speedup", paired.speedup()},
                        {"uncertainty", paired.uncertainty},
                        {"noisy", paired.noisy},
                        {"rounds", paired.rounds}});
  if (claim.speedup > 0)
    certificate["claimed_speedup"] = claim.speedup;
  certificate["confirmed"] = isConfirmed;
  const std::string &limits = once.ok() ? once.message : paired.message;
  if (!limits.empty())
    certificate["message"] = limits;
  const llvm::sys::TimePoint<> now{std::chrono::system_clock::now()};
  certificate.update(
      {{"checks",
        {"equal to the evaluator's outputs on inputs of a new seed",
         "new inputs in each timed call, rows of outputs compared at random",
         "timed by another process, which alone has the correct outputs",
         "in turn with the untransformed program"}},
       {"machine", execution->device().machine()},
       {"threads", flags.execution.threads},
       {"protocol", execution->options().protocol.id()},
       {"toolchain", toolchainId()},
       {"mlirgym", MLIRGYM_VERSION},
       {"date", llvm::formatv("{0:%Y-%m-%d}", now).str()}});
  sign(certificate);
  if (!flags.out.empty())
    MLIRGYM_TRY_TO(writeFile(flags.out, toText(certificate)));
  if (flags.output.json) {
    printJson(certificate);
  } else {
    textOut() << llvm::formatv("program   {0}\ncandidate a {1}\nstatus    {2}",
                               claim.program->name(), claim.kind,
                               nameOf(paired.status));
    textOut() << (paired.message.empty() ? "" : ": ") << paired.message << '\n';
    if (paired.ok())
      textOut() << llvm::formatv("baseline  {0}\nbest      {1}\nspeedup   "
                                 "{2:f3}x +- {3:f1} %\n",
                                 formatNs(paired.baselineNs),
                                 formatNs(paired.scheduleNs), paired.speedup(),
                                 paired.uncertainty * 100);
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
  flags->execution.addThreadsTo(*certify);
  flags->execution.addLimitsTo(*certify);
  flags->output.addJson(*certify);
  setRun(*certify, line, runCertify, flags, /*timings=*/nullptr);
}
} // namespace mlirgym::tools
