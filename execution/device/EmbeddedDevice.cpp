#include "execution/device/EmbeddedDevice.h"
#include "execution/device/Emulator.h"
#include "execution/lowering/Target.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/ScratchFolder.h"
#include "execution/worker/ToolWorker.h"
#include "execution/worker/WorkerPath.h"
#include "execution/worker/WorkerProcess.h"
#include "program/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

struct Emulated {
  const char *id, *triple, *features;
};
constexpr Emulated emulated[] = {
    {"qemu:aarch64", "aarch64-linux-gnu", ""},
    {"qemu:riscv64", "riscv64-linux-gnu", "+v"},
};
constexpr const char *allIds[] = {"qemu:aarch64", "qemu:riscv64"};
static_assert(std::size(emulated) == std::size(allIds));

/// Calls beside the first one whose instructions are counted.
constexpr unsigned countedCalls = 4;

llvm::Error writeImage(const std::string &path, llvm::StringRef image) {
  if (llvm::Error error = writeAtomically(path, image))
    return executionError("{0}", llvm::toString(std::move(error)));
  if (std::error_code error =
          llvm::sys::fs::setPermissions(path, llvm::sys::fs::perms::owner_all))
    return executionError("{0}: {1}", path, error.message());
  return llvm::Error::success();
}
} // namespace

struct EmbeddedDevice::Impl {
  std::string id, plugin;
  Target target;
  std::vector<std::string> command;
  std::optional<worker::ToolWorker> tools;

  /// The instructions of the whole image; none if the run is not Ok.
  llvm::Expected<std::optional<uint64_t>> count(const ScratchFolder &folder,
                                                unsigned furtherCalls, Run &run,
                                                StopCheck *stop);
};

EmbeddedDevice::EmbeddedDevice() : impl(std::make_unique<Impl>()) {}
EmbeddedDevice::EmbeddedDevice(EmbeddedDevice &&) noexcept = default;
EmbeddedDevice &EmbeddedDevice::operator=(EmbeddedDevice &&) noexcept = default;
EmbeddedDevice::~EmbeddedDevice() = default;

llvm::ArrayRef<const char *> EmbeddedDevice::ids() { return allIds; }
llvm::StringRef EmbeddedDevice::id() const { return impl->id; }
const Target &EmbeddedDevice::target() const { return impl->target; }
std::vector<std::string> EmbeddedDevice::command() const {
  return impl->command;
}

llvm::Expected<EmbeddedDevice>
EmbeddedDevice::open(llvm::StringRef id, const EmbeddedDeviceOptions &options) {
  const auto *known = llvm::find_if(
      emulated, [&](const Emulated &each) { return id == each.id; });
  if (known == std::end(emulated))
    return executionError("there is no device '{0}'; choose {1}", id,
                          llvm::join(ids(), " or "));
  std::string features = known->features;
  if (!options.features.empty())
    features += (features.empty() ? "" : ",") + options.features;
  auto target = Target::find({.triple = known->triple, .features = features});
  if (!target)
    return executionError("{0}: {1}", id, llvm::toString(target.takeError()));
  std::vector<std::string> emulator = emulatorOf(*target);
  auto path = llvm::sys::findProgramByName(emulator.front());
  if (!path)
    return executionError("{0}: {1} is not installed; install the package "
                          "qemu-user",
                          id, emulator.front());
  emulator.front() = std::move(*path);
  auto worker = worker::findWorker(options.workerPath);
  if (!worker)
    return worker.takeError();
  llvm::SmallString<128> plugin(*worker);
  llvm::sys::path::remove_filename(plugin);
  llvm::sys::path::append(plugin, "mlirgym-count-instructions.so");
  if (!llvm::sys::fs::exists(plugin))
    return executionError("{0}: {1} is missing; build it", id, plugin);

  EmbeddedDevice device;
  Impl &impl = *device.impl;
  impl.id = id.str();
  impl.plugin = std::string(plugin);
  impl.target = std::move(*target);
  impl.command = std::move(emulator);
  worker::WorkerOptions process;
  process.path = std::move(*worker);
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  impl.tools.emplace(process);
  return device;
}

llvm::Expected<std::optional<uint64_t>>
EmbeddedDevice::Impl::count(const ScratchFolder &folder, unsigned furtherCalls,
                            Run &run, StopCheck *stop) {
  constexpr int wrongResult = 1;
  const std::string number = folder / "instructions";
  llvm::sys::fs::remove(number); // that of the run before
  std::vector<std::string> words = command;
  words.insert(words.end(), {"-plugin", plugin + ",out=" + number,
                             folder / "image", std::to_string(furtherCalls)});
  auto ran = tools->tryRun(words, folder.path(), {}, stop);
  if (!ran)
    return ran.takeError();
  if (ran->status != Status::Ok || ran->exitCode != 0) {
    // The emulator ends with 1, too, if it cannot run the image.
    const bool isWrong =
        ran->exitCode == wrongResult && llvm::sys::fs::exists(number);
    run.status = ran->status != Status::Ok ? ran->status
                 : isWrong                 ? Status::WrongResult
                                           : Status::Crashed;
    run.message = llvm::StringRef(ran->output).trim().str();
    if (run.message.empty())
      run.message = "ended with code " + std::to_string(ran->exitCode);
    return std::nullopt;
  }
  auto file = llvm::MemoryBuffer::getFile(number);
  uint64_t instructions = 0;
  if (!file ||
      (*file)->getBuffer().trim().getAsInteger(/*Radix=*/10, instructions))
    return executionError("{0}: {1} counts no instructions; install "
                          "qemu-user 7.2, whose plugins it takes",
                          id, command.front());
  return instructions;
}

llvm::Expected<EmbeddedDevice::Run> EmbeddedDevice::flash(llvm::StringRef image,
                                                          StopCheck *stop) {
  auto folder = ScratchFolder::create();
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  if (llvm::Error error = writeImage(*folder / "image", image))
    return std::move(error);
  Run run;
  auto once = impl->count(*folder, 0, run, stop);
  if (!once)
    return once.takeError();
  if (!*once)
    return run;
  auto often = impl->count(*folder, countedCalls, run, stop);
  if (!often)
    return often.takeError();
  if (*often)
    run.instructions = static_cast<double>(**often - **once) / countedCalls;
  return run;
}

} // namespace mlirgym
