#include "execution/device/image/EmbeddedDevice.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
#include "execution/device/image/Emulator.h"
#include "execution/device/image/Image.h"
#include "execution/device/image/ImageDevice.h"
#include "execution/device/image/Linker.h"
#include "execution/process/ScratchFolder.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/ToolWorker.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

struct Emulated {
  const char *id, *triple, *cpu, *features;
};
constexpr Emulated emulated[] = {
    {"qemu:aarch64", "aarch64-linux-gnu", "", ""},
    // Its registers of SVE have 256 bits.
    {"qemu:aarch64-sve", "aarch64-linux-gnu", "neoverse-v1", ""},
    {"qemu:riscv64", "riscv64-linux-gnu", "", "+v"},
};

/// Number of measured calls in addition to the first ones.
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
  std::string plugin;
  std::vector<std::string> command;
  std::optional<worker::ToolWorker> tools;
  /// The frame of the program that was run last.
  std::optional<ImageFrame> frame;

  /// The plugin's output for the whole image; nullopt if the run is not Ok.
  llvm::Expected<std::optional<std::string>>
  record(llvm::StringRef what, const ScratchFolder &folder,
         unsigned furtherCalls, Flashed &run, StopCheck *stop);
};

EmbeddedDevice::EmbeddedDevice(DeviceDescription device)
    : ImageDevice(std::move(device)), impl(std::make_unique<Impl>()) {}
EmbeddedDevice::~EmbeddedDevice() = default;

static llvm::Expected<DeviceDescription> descriptionOf(const Emulated &device,
                                                       llvm::StringRef more) {
  std::string features = device.features;
  if (!more.empty())
    features += (features.empty() ? "" : ",") + more.str();
  MLIRGYM_TRY(auto target, Target::find({.triple = device.triple,
                                         .cpu = device.cpu,
                                         .features = features}));
  return DeviceDescription{.id = device.id,
                           .target = std::move(target),
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

llvm::Expected<worker::WorkerOptions>
EmbeddedDevice::prepare(const DeviceOptions &options) {
  if (options.threads > 1)
    return executionError("{0}: has one thread, and kernels are to have {1}; "
                          "choose one thread",
                          id(), options.threads);
  impl->command = emulatorOf(target());
  auto path = llvm::sys::findProgramByName(impl->command.front());
  if (!path)
    return executionError("{0}: {1} is not installed; install the package "
                          "qemu-user",
                          id(), impl->command.front());
  impl->command.front() = std::move(*path);
  auto compiler = findLinker(target());
  if (!compiler)
    return executionError("{0}: {1}; install it with the C library of its "
                          "target",
                          id(), llvm::toString(compiler.takeError()));
  MLIRGYM_TRY(std::string worker, worker::findWorker(options.workerPath));
  llvm::SmallString<128> plugin(worker);
  llvm::sys::path::remove_filename(plugin);
  llvm::sys::path::append(plugin, "mlirgym-count-instructions.so");
  if (!llvm::sys::fs::exists(plugin))
    return executionError("{0}: {1} is missing; build it", id(), plugin);
  impl->plugin = std::string(plugin);
  worker::WorkerOptions process;
  process.path = std::move(worker);
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  impl->tools.emplace(process);
  return process;
}

llvm::Expected<std::unique_ptr<Device>>
EmbeddedDevice::open(DeviceDescription device, const DeviceOptions &options) {
  std::unique_ptr<EmbeddedDevice> opened(new EmbeddedDevice(std::move(device)));
  if (auto process = opened->prepare(options); !process)
    return process.takeError();
  return opened;
}

std::vector<std::string> EmbeddedDevice::command() const {
  return impl->command;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

llvm::Expected<std::optional<std::string>>
EmbeddedDevice::Impl::record(llvm::StringRef what, const ScratchFolder &folder,
                             unsigned furtherCalls, Flashed &run,
                             StopCheck *stop) {
  const std::string file = folder / "record";
  llvm::sys::fs::remove(file); // of the previous run
  std::vector<std::string> words = command;
  words.insert(words.end(), {"-plugin", plugin + "," + what.str() + "=" + file,
                             folder / "image", std::to_string(furtherCalls)});
  MLIRGYM_TRY(auto ran, tools->tryRun(words, folder.path(), {}, stop));
  // The emulator also ends with 1 if it cannot run the image.
  if (!tookPlace(ran, llvm::sys::fs::exists(file), run))
    return std::nullopt;
  std::string text = contentsOfMade(file);
  if (text.empty())
    return executionError("{0}: {1} counts no instructions; install "
                          "qemu-user 7.2, whose plugins it takes",
                          command.front(), plugin);
  return text;
}

llvm::Error EmbeddedDevice::measure(llvm::StringRef once, llvm::StringRef often,
                                    unsigned calls, Flashed &run, StopCheck *) {
  uint64_t before = 0, after = 0;
  if (once.trim().getAsInteger(/*Radix=*/10, before) ||
      often.trim().getAsInteger(/*Radix=*/10, after))
    return executionError("{0}: the emulator's plugin wrote '{1}' in place of "
                          "a number of instructions; build it again",
                          id(), often.trim().take_front(40));
  run.amount = static_cast<double>(after - before) / calls;
  return llvm::Error::success();
}

llvm::Expected<EmbeddedDevice::Flashed>
EmbeddedDevice::flash(llvm::StringRef image, Count count, StopCheck *stop) {
  auto folder = ScratchFolder::create();
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  MLIRGYM_TRY_TO(writeImage(*folder / "image", image));
  Flashed run;
  MLIRGYM_TRY(auto once, impl->record(recorded(), *folder, 0, run, stop));
  if (once && count == Count::Calls) {
    MLIRGYM_TRY(auto often,
                impl->record(recorded(), *folder, countedCalls, run, stop));
    run.calls = countedCalls;
    if (often)
      MLIRGYM_TRY_TO(measure(*once, *often, countedCalls, run, stop));
  }
  run.outputs = contentsOfMade(*folder / "outputs");
  return run;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

llvm::Expected<EmbeddedDevice::Flashed> EmbeddedDevice::runKernel(
    const worker::ProgramData &data, llvm::ArrayRef<char> object,
    const worker::KernelRun &kernel, PhaseTimes &phases, StopCheck &stop) {
  const Stopwatch taken;
  if (!impl->frame || !impl->frame->isOf(data, kernel.entry)) {
    MLIRGYM_TRY(impl->frame, ImageFrame::make(data, kernel.entry, target()));
  }
  auto image = impl->frame->link(object);
  if (!image)
    return Flashed{.status = Status::CompileFailed,
                   .message = llvm::toString(image.takeError())};
  phases.verifyMs = taken.milliseconds();
  const Stopwatch running;
  auto flashed =
      flash(*image, kernel.time ? Count::Calls : Count::Nothing, &stop);
  phases.measureMs = running.milliseconds();
  return flashed;
}

MLIRGYM_DEVICE_CLASS(EmbeddedDevice)
} // namespace mlirgym
