#include "execution/device/MppaDevice.h"
#include "execution/device/Device.h"
#include "execution/device/TemplateConfiguration.h"
#include "execution/device/TemplateDevice.h"
#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/Target.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Metric.h"
#include "execution/worker/ToolCommand.h"
#include "program/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Json = nlohmann::json;

constexpr llvm::StringLiteral name = "mppa";
constexpr llvm::StringLiteral toolchainVariable = "KALRAY_TOOLCHAIN_DIR";

std::optional<std::string> variable(llvm::StringRef which) {
  return llvm::sys::Process::GetEnv(which);
}

/// True for what XTC takes as true; none if it is not set.
std::optional<bool> switchOf(llvm::StringRef which) {
  const auto value = variable(which);
  if (!value)
    return std::nullopt;
  return *value == "1" || *value == "true" || *value == "True";
}

llvm::Error oneOf(llvm::StringRef what, const std::string &value,
                  std::initializer_list<const char *> choices) {
  if (llvm::is_contained(choices, llvm::StringRef(value)))
    return llvm::Error::success();
  return executionError("{0} is '{1}'; choose {2}", what, value,
                        llvm::join(choices, ", "));
}

llvm::Error wrongType(llvm::StringRef member, llvm::StringRef type) {
  return executionError("'{0}' is no {1}", member, type);
}

llvm::Error readMember(MppaConfiguration &to, const std::string &member,
                       const Json &value) {
  const std::pair<const char *, std::string *> texts[] = {
      {"work_dir", &to.workDir},
      {"platform", &to.platform},
      {"arch", &to.arch},
      {"firmware", &to.firmware}};
  for (const auto &[each, text] : texts)
    if (member == each) {
      if (!value.is_string())
        return wrongType(member, "string");
      *text = value.get<std::string>();
      return llvm::Error::success();
    }
  const std::pair<const char *, bool *> switches[] = {
      {"verbose", &to.verbose},
      {"build_verbose", &to.buildVerbose},
      {"benchmark", &to.benchmark},
      {"mppa_trace_use_syscall", &to.traceUseSyscall}};
  if (member == "mppa_trace_enable") {
    if (!value.is_boolean())
      return wrongType(member, "boolean");
    to.traceEnable = value.get<bool>();
    return llvm::Error::success();
  }
  for (const auto &[each, flag] : switches)
    if (member == each) {
      if (!value.is_boolean())
        return wrongType(member, "boolean");
      *flag = value.get<bool>();
      return llvm::Error::success();
    }
  if (member != "commands")
    return executionError(
        "'{0}' is not known; choose work_dir, platform, arch, firmware, "
        "verbose, build_verbose, benchmark, mppa_trace_enable, "
        "mppa_trace_use_syscall, commands",
        member);
  if (!value.is_object())
    return wrongType(member, "object of strings");
  for (const auto &[command, text] : value.items()) {
    if (!text.is_string())
      return wrongType(member + "." + command, "string");
    if (llvm::Error error =
            oneOf("a name in 'commands'", command,
                  {"compile.c", "compile.ll", "link", "run", "pattern"}))
      return error;
    to.commands[command] = text.get<std::string>();
  }
  return llvm::Error::success();
}

/// That of an id of this class; errors name the file.
llvm::Expected<MppaConfiguration> configurationOf(llvm::StringRef id) {
  const std::string file = id.split(':').second.str();
  if (file.empty())
    return MppaConfiguration::read("");
  auto text = readRegular(file);
  if (!text)
    return executionError("{0}: {1}", file, text.getError().message());
  auto read = MppaConfiguration::read((*text)->getBuffer());
  if (!read)
    return executionError("{0}: {1}", file, llvm::toString(read.takeError()));
  return read;
}

/// Removes what templates have left there, and nothing else.
void clean(const std::string &workDir) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(workDir, error), end;
       entry != end && !error; entry.increment(error))
    if (llvm::sys::path::filename(entry->path()).starts_with("mlirgym-image"))
      llvm::sys::fs::remove_directories(entry->path());
}
} // namespace

llvm::Expected<MppaConfiguration>
MppaConfiguration::read(llvm::StringRef json) {
  MppaConfiguration made;
  if (!json.empty()) {
    const Json object = Json::parse(json.begin(), json.end(), nullptr,
                                    /*allow_exceptions=*/false,
                                    /*ignore_comments=*/true);
    if (!object.is_object())
      return executionError("no JSON object; see docs/devices.md");
    for (const auto &[member, value] : object.items())
      if (llvm::Error error = readMember(made, member, value))
        return std::move(error);
  }
  if (auto platform = variable("PLATFORM"))
    made.platform = *platform;
  if (auto benchmark = switchOf("BENCHMARK"))
    made.benchmark = *benchmark;
  if (auto enable = switchOf("MPPA_TRACE_ENABLE"))
    made.traceEnable = enable;
  if (auto syscall = switchOf("MPPA_TRACE_USE_SYSCALL"))
    made.traceUseSyscall = *syscall;
  if (llvm::Error error =
          llvm::joinErrors(oneOf("the platform (PLATFORM)", made.platform,
                                 {"hw", "iss", "qemu"}),
                           oneOf("the arch", made.arch, {"kv3-1", "kv3-2"})))
    return std::move(error);
  return made;
}

llvm::Expected<TemplateConfiguration>
MppaConfiguration::templates(const std::string &toolchain) const {
  auto command = [&](const char *which, llvm::StringRef usual) {
    auto own = commands.find(which);
    std::string text = own == commands.end() ? usual.str() : own->second;
    text = worker::replaced(text, "{toolchain}", toolchain);
    text = worker::replaced(text, "{arch}", arch);
    return worker::replaced(text, "{firmware}", firmware);
  };
  const char *runner =
      platform == "hw"
          ? "{toolchain}/bin/kvx-jtag-runner --exec-file={in} -- {calls}"
      : platform == "iss"
          ? "{toolchain}/bin/kvx-cluster --march={arch} -- {in} {calls}"
          : "{toolchain}/bin/kvx-qemu --arch {arch} -- {in} {calls}";
  TemplateConfiguration made;
  made.name = platform + "-" + arch;
  // No back end of LLVM makes its code: scalar IR of a little-endian machine of
  // 64 bits does for all of them.
  made.target = {.triple = "riscv64-linux-gnu"};
  made.metric = Metric::Nanoseconds;
  made.kernel = LoweringStage::Llvm;
  made.compile[".c"] =
      command("compile.c", "{toolchain}/bin/kvx-cos-gcc -march={arch} -O2 "
                           "-DMLIRGYM_TIME -c {in} -o {out}");
  made.compile[".ll"] =
      command("compile.ll", "{toolchain}/bin/clang --target=kvx-cos "
                            "-march={arch} -O3 -c {in} -o {out}");
  made.link =
      command("link", "{toolchain}/bin/kvx-cos-gcc -march={arch} {in} -o {out} "
                      "-lm");
  made.run = command("run", runner);
  made.pattern = command("pattern", "mlirgym: ([0-9]+) in");
  made.reported = Reported::Calls;
  made.workDir = workDir;
  made.showBuild = buildVerbose;
  made.showRun = verbose;
  if (platform == "hw")
    made.environment.push_back("OMP_MPPA_FIRMWARE_NAME=" + firmware);
  if (traceEnable.value_or(benchmark))
    made.environment.push_back(
        std::string("MPPA_ENVP=MPPA_TRACE_ENABLE_META=1") +
        (traceUseSyscall ? " MPPA_TRACE_USE_SYSCALL=1" : ""));
  if (llvm::Error error = made.check())
    return std::move(error);
  return made;
}

/// Without what costs time or can fail.
static DeviceDescription absent(llvm::StringRef id, Target target) {
  return {.id = id.str(),
          .target = std::move(target),
          .hasMemory = false,
          .code = LoweringStage::Llvm};
}

static llvm::Expected<TemplateConfiguration> templatesOf(llvm::StringRef id) {
  auto configuration = configurationOf(id);
  if (!configuration)
    return configuration.takeError();
  return configuration->templates(variable(toolchainVariable).value_or(""));
}

std::vector<DeviceDescription> MppaDevice::known() {
  return {absent(
      name, llvm::cantFail(Target::find({.triple = "riscv64-linux-gnu"})))};
}

std::optional<llvm::Expected<DeviceDescription>>
MppaDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  if (id != name && !id.starts_with(name.str() + ":"))
    return std::nullopt;
  auto templates = templatesOf(id);
  if (!templates)
    return templates.takeError();
  return TemplateDevice::describe(id, *templates, features);
}

llvm::Expected<std::unique_ptr<Device>>
MppaDevice::open(DeviceDescription device, const DeviceOptions &options) {
  if (variable(toolchainVariable).value_or("").empty())
    return executionError("{0}: {1} is not set; install Kalray's AccessCore "
                          "and source its environment",
                          device.id, toolchainVariable);
  auto templates = templatesOf(device.id);
  if (!templates)
    return executionError("{0}: {1}", device.id,
                          llvm::toString(templates.takeError()));
  if (switchOf("CLEAN_WORK_DIR").value_or(false) && !templates->workDir.empty())
    clean(templates->workDir);
  if (device.identity.empty()) { // one of known()
    auto described =
        TemplateDevice::describe(device.id, *templates, /*features=*/"");
    if (!described)
      return described.takeError();
    device = std::move(*described);
  }
  return TemplateDevice::open(std::move(device), std::move(*templates),
                              options);
}

} // namespace mlirgym
