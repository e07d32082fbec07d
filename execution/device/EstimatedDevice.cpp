#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/device/image/ExecutedBlocks.h"
#include "execution/estimate/CodeBlock.h"
#include "execution/estimate/CycleEstimator.h"
#include "execution/worker/EstimateWorker.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr llvm::StringLiteral prefix = "mca:";
/// The emulated architectures.
constexpr const char *triples[] = {"aarch64-linux-gnu", "riscv64-linux-gnu"};
constexpr const char *shown[] = {"mca:cortex-a55", "mca:cortex-a510",
                                 "mca:sifive-u74", "mca:sifive-x280",
                                 "mca:spacemit-x60"};

/// LLVM's models, and so the estimates, change with its version.
std::string identityOf(llvm::StringRef id) {
  return (id + "-llvm" LLVM_VERSION_STRING "-" + llvm::Twine(estimateVersion))
      .str();
}

/// In-order processors without hardware: an emulator runs the image and counts
/// the executions of each of its blocks, and LLVM's model of the processor
/// gives the cycles of one execution (CycleEstimator.h). The result is the sum
/// of cycles over all executions.
class EstimatedDevice : public EmbeddedDevice {
public:
  /// "mca:cortex-a55" and others; describe() knows all in-order processors of
  /// AArch64 and RISC-V with a scheduling model.
  static std::vector<DeviceDescription> known() {
    std::vector<DeviceDescription> all;
    for (const char *id : shown)
      if (auto device = describe(id, /*features=*/""))
        all.push_back(llvm::cantFail(std::move(*device)));
    return all;
  }
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features) {
    llvm::StringRef cpu = id;
    if (!cpu.consume_front(prefix))
      return std::nullopt;
    for (const char *triple : triples) {
      auto known = Target::find({.triple = triple, .cpu = cpu.str()});
      if (!known || cpu.empty()) {
        llvm::consumeError(known.takeError());
        continue;
      }
      MLIRGYM_TRY(auto target, Target::find({.triple = triple,
                                             .cpu = cpu.str(),
                                             .features = features.str()}));
      MLIRGYM_TRY_TO(checkEstimable(target));
      return DeviceDescription{.id = id.str(),
                               .target = std::move(target),
                               .metric = Metric::EstimatedCycles,
                               .hasMemory = false,
                               .identity = identityOf(id)};
    }
    std::vector<std::string> names;
    for (const char *triple : triples)
      llvm::append_range(names, CycleEstimator::processors(triple));
    return executionError("LLVM knows no processor '{0}'; choose {1}", cpu,
                          llvm::join(names, ", "));
  }
  /// Errors: as EmbeddedDevice::open().
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options) {
    std::unique_ptr<EstimatedDevice> opened(
        new EstimatedDevice(std::move(device)));
    MLIRGYM_TRY(auto process, opened->prepare(options));
    process.target = opened->target();
    opened->estimator.emplace(process);
    return opened;
  }

  uint64_t restarts() const override {
    return estimator ? estimator->restarts() : 0;
  }

protected:
  llvm::StringRef recorded() const override { return "blocks"; }
  /// Counters: "instructions", and "unmodelled-instructions", a part of them.
  llvm::Error measure(llvm::StringRef once, llvm::StringRef often,
                      unsigned calls, Flashed &run, StopCheck *stop) override {
    auto before = parseBlocks(once), after = parseBlocks(often);
    if (!before || !after)
      return executionError("{0}: the emulator's plugin: {1}; build it again",
                            id(),
                            llvm::toString(llvm::joinErrors(
                                before.takeError(), after.takeError())));
    const std::vector<ExecutedBlock> blocks = furtherBlocks(*after, *before);
    std::vector<CodeBlock> code;
    for (const ExecutedBlock &each : blocks)
      code.push_back(each.code);
    MLIRGYM_TRY(auto estimated, estimator->estimate(code, stop));
    run.status = estimated.status;
    run.message = std::move(estimated.message);
    if (run.status != Status::Ok)
      return llvm::Error::success();
    double cycles = 0, instructions = 0, unmodelled = 0;
    for (auto [block, each] : llvm::zip_equal(blocks, estimated.estimates)) {
      const auto executions = static_cast<double>(block.executions);
      cycles += executions * each.cycles;
      instructions += executions * each.instructions;
      unmodelled += executions * each.unmodelled;
    }
    run.amount = cycles / calls;
    run.counters = {{"instructions", instructions / calls},
                    {"unmodelled-instructions", unmodelled / calls}};
    return llvm::Error::success();
  }

private:
  using EmbeddedDevice::EmbeddedDevice;
  std::optional<worker::EstimateWorker> estimator;
};
} // namespace

MLIRGYM_DEVICE_CLASS(EstimatedDevice)
} // namespace mlirgym
