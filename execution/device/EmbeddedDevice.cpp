#include "execution/device/EmbeddedDevice.h"
#include "execution/device/Device.h"
#include "execution/device/Emulator.h"
#include "execution/device/Image.h"
#include "execution/device/Linker.h"
#include "execution/device/OutputCheck.h"
#include "execution/lowering/Target.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/Metric.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/ProgramData.h"
#include "execution/worker/ScratchFolder.h"
#include "execution/worker/ToolWorker.h"
#include "execution/worker/WorkerPath.h"
#include "execution/worker/WorkerProcess.h"
#include "program/AtomicFile.h"
#include "program/RegularFile.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <memory>
#include <mutex>
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

/// Calls beside the first ones whose instructions are counted.
constexpr unsigned countedCalls = 4;

llvm::Error writeImage(const std::string &path, llvm::StringRef image) {
  if (llvm::Error error = writeAtomically(path, image))
    return executionError("{0}", llvm::toString(std::move(error)));
  if (std::error_code error =
          llvm::sys::fs::setPermissions(path, llvm::sys::fs::perms::owner_all))
    return executionError("{0}: {1}", path, error.message());
  return llvm::Error::success();
}

/// Of a file that an image may have written; "" unless it is a regular one.
std::string contentsOf(const std::string &path) {
  constexpr uint64_t most = uint64_t(1) << 30; // no tool writes longer ones
  auto file = readRegular(path, most);
  return file ? (*file)->getBuffer().str() : "";
}
} // namespace

struct EmbeddedDevice::Impl {
  std::string id, plugin;
  std::vector<std::string> command;
  std::optional<worker::ToolWorker> tools;
  std::timed_mutex mutex; ///< guards `tools` and `frame` in run()
  /// Of the program that was run last.
  std::optional<ImageFrame> frame;

  /// The instructions of the whole image; none if the run is not Ok.
  llvm::Expected<std::optional<uint64_t>> count(const ScratchFolder &folder,
                                                unsigned furtherCalls,
                                                Flashed &run, StopCheck *stop);
};

EmbeddedDevice::EmbeddedDevice(DeviceDescription device)
    : Device(std::move(device)), impl(std::make_unique<Impl>()) {}
EmbeddedDevice::~EmbeddedDevice() = default;

static llvm::Expected<DeviceDescription> descriptionOf(const Emulated &device,
                                                       llvm::StringRef more) {
  std::string features = device.features;
  if (!more.empty())
    features += (features.empty() ? "" : ",") + more.str();
  auto target = Target::find({.triple = device.triple, .features = features});
  if (!target)
    return target.takeError();
  return DeviceDescription{.id = device.id,
                           .target = std::move(*target),
                           .metric = Metric::Instructions,
                           .hasMemory = false};
}

std::vector<DeviceDescription> EmbeddedDevice::known() {
  std::vector<DeviceDescription> all;
  for (const Emulated &each : emulated)
    all.push_back(llvm::cantFail(descriptionOf(each, /*more=*/"")));
  return all;
}

std::optional<llvm::Expected<DeviceDescription>>
EmbeddedDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  for (const Emulated &each : emulated)
    if (id == each.id)
      return descriptionOf(each, features);
  return std::nullopt;
}

llvm::Expected<std::unique_ptr<Device>>
EmbeddedDevice::open(DeviceDescription device, const DeviceOptions &options) {
  const std::string id = device.id;
  if (options.threads > 1)
    return executionError("{0}: has one thread, and kernels are to have {1}; "
                          "choose one thread",
                          id, options.threads);
  std::vector<std::string> emulator = emulatorOf(device.target);
  auto path = llvm::sys::findProgramByName(emulator.front());
  if (!path)
    return executionError("{0}: {1} is not installed; install the package "
                          "qemu-user",
                          id, emulator.front());
  emulator.front() = std::move(*path);
  auto compiler = findLinker(device.target);
  if (!compiler)
    return executionError("{0}: {1}; install it with the C library of its "
                          "target",
                          id, llvm::toString(compiler.takeError()));
  auto worker = worker::findWorker(options.workerPath);
  if (!worker)
    return worker.takeError();
  llvm::SmallString<128> plugin(*worker);
  llvm::sys::path::remove_filename(plugin);
  llvm::sys::path::append(plugin, "mlirgym-count-instructions.so");
  if (!llvm::sys::fs::exists(plugin))
    return executionError("{0}: {1} is missing; build it", id, plugin);

  std::unique_ptr<EmbeddedDevice> opened(new EmbeddedDevice(std::move(device)));
  Impl &impl = *opened->impl;
  impl.id = id;
  impl.plugin = std::string(plugin);
  impl.command = std::move(emulator);
  worker::WorkerOptions process;
  process.path = std::move(*worker);
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  impl.tools.emplace(process);
  return opened;
}

std::vector<std::string> EmbeddedDevice::command() const {
  return impl->command;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

llvm::Expected<std::optional<uint64_t>>
EmbeddedDevice::Impl::count(const ScratchFolder &folder, unsigned furtherCalls,
                            Flashed &run, StopCheck *stop) {
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
  uint64_t instructions = 0;
  if (llvm::StringRef(contentsOf(number))
          .trim()
          .getAsInteger(/*Radix=*/10, instructions))
    return executionError("{0}: {1} counts no instructions; install "
                          "qemu-user 7.2, whose plugins it takes",
                          id, command.front());
  return instructions;
}

llvm::Expected<EmbeddedDevice::Flashed>
EmbeddedDevice::flash(llvm::StringRef image, Count count, StopCheck *stop) {
  auto folder = ScratchFolder::create();
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  if (llvm::Error error = writeImage(*folder / "image", image))
    return std::move(error);
  Flashed run;
  auto once = impl->count(*folder, 0, run, stop);
  if (!once)
    return once.takeError();
  if (*once && count == Count::Instructions) {
    auto often = impl->count(*folder, countedCalls, run, stop);
    if (!often)
      return often.takeError();
    if (*often)
      run.instructions = static_cast<double>(**often - **once) / countedCalls;
  }
  run.outputs = contentsOf(*folder / "outputs");
  return run;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

llvm::Expected<worker::KernelOutcome>
EmbeddedDevice::run(const worker::ProgramData &data,
                    const worker::MemoryFile &object,
                    const worker::KernelRun &kernel, StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(impl->mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  const Stopwatch taken;
  if (!impl->frame || !impl->frame->isOf(data, kernel.entry)) {
    auto frame = ImageFrame::make(data, kernel.entry, target());
    if (!frame)
      return frame.takeError();
    impl->frame = std::move(*frame);
  }
  worker::KernelOutcome outcome;
  Measurement &measurement = outcome.measurement;
  measurement.metric = metric();
  auto image = impl->frame->link(object.bytes());
  if (!image) {
    measurement.status = Status::CompileFailed;
    measurement.message = llvm::toString(image.takeError());
    return outcome;
  }
  measurement.phases.verifyMs = taken.milliseconds();
  const Stopwatch running;
  auto flashed =
      flash(*image, kernel.time ? Count::Instructions : Count::Nothing, &stop);
  if (!flashed)
    return flashed.takeError();
  measurement.phases.measureMs = running.milliseconds();
  measurement.status = flashed->status;
  measurement.message = std::move(flashed->message);
  if (!measurement.ok())
    return outcome;
  OutputCheck outputs(data);
  const bool again = kernel.time && impl->frame->repeatsOutputs();
  if (llvm::Error error = outputs.take(
          {flashed->outputs.data(), flashed->outputs.size()}, again)) {
    measurement.status = Status::Crashed;
    measurement.message = llvm::toString(std::move(error));
    return outcome;
  }
  if (auto wrong = outputs.compare()) {
    measurement.status = Status::WrongResult;
    measurement.message = std::move(*wrong);
    return outcome;
  }
  if (kernel.makeReference) {
    auto reference = outputs.reference();
    if (!reference)
      return reference.takeError();
    outcome.reference = std::move(*reference);
  }
  if (!kernel.time)
    return outcome;
  measurement.medianNs = measurement.minNs = flashed->instructions;
  measurement.repeats = 1;
  measurement.number = countedCalls;
  measurement.counters = {{"instructions", flashed->instructions}};
  return outcome;
}

} // namespace mlirgym
