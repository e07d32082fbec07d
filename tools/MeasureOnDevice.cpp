//===- tools/MeasureOnDevice.cpp - measure --device -----------------------===//
#include "tools/MeasureOnDevice.h"
#include "execution/ExecutionRequest.h"
#include "execution/device/EmbeddedDevice.h"
#include "execution/kernels/DeviceMeasuring.h"
#include "execution/kernels/KernelOutliner.h"
#include "execution/outcome/Measurement.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <nlohmann/json.hpp>
#include <string>

namespace mlirgym::tools {
namespace {

/// The run that failed, or else the last one.
const EmbeddedDevice::Run &decisive(const DeviceMeasurement &measured) {
  return measured.baseline.status == Status::Ok ? measured.best
                                                : measured.baseline;
}

std::string instructionsOf(const EmbeddedDevice::Run &run) {
  if (run.status != Status::Ok)
    return "-";
  return llvm::formatv("{0:f0} instructions per call", run.instructions);
}

nlohmann::ordered_json valueOf(const EmbeddedDevice::Run &run) {
  return run.status == Status::Ok ? nlohmann::ordered_json(run.instructions)
                                  : nlohmann::ordered_json(nullptr);
}

void printText(const EmbeddedDevice &device, const ExecutionRequest &request,
               const DeviceMeasurement &measured) {
  const EmbeddedDevice::Run &run = decisive(measured);
  llvm::raw_ostream &os = llvm::outs();
  os << "program   " << request.program->name() << "\ndevice    " << device.id()
     << "\nschedule  " << request.schedule.text() << "\nstatus    "
     << nameOf(run.status);
  if (!run.message.empty())
    os << ": " << llvm::StringRef(run.message).split('\n').first;
  os << "\nbaseline  " << instructionsOf(measured.baseline) << "\nbest      "
     << instructionsOf(measured.best) << "\nspeedup   ";
  if (measured.speedup > 0)
    os << llvm::formatv("{0:f2}x in instructions\n", measured.speedup);
  else
    os << "-\n";
}
} // namespace

int measureOnDevice(EmbeddedDevice &device, const ExecutionRequest &request,
                    const OutputFlags &output) {
  KernelOutlinerOptions workers;
  workers.interrupted = interrupted;
  auto measured = measureOn(device, request.program, request.schedule, workers);
  if (!measured)
    return output.fail(measured.takeError());
  const EmbeddedDevice::Run &run = decisive(*measured);
  if (output.json) {
    nlohmann::ordered_json object{
        {"status", nameOf(run.status).str()},
        {"program", request.program->name().str()},
        {"schedule", request.schedule.text()},
        {"device", device.id().str()},
        {"target", device.target().id()},
        {"metric", "instructions"},
        {"baseline", valueOf(measured->baseline)},
        {"best", valueOf(measured->best)},
        {"speedup", measured->speedup > 0
                        ? nlohmann::ordered_json(measured->speedup)
                        : nlohmann::ordered_json(nullptr)}};
    if (!run.message.empty())
      object["message"] = run.message;
    printJson(object);
  } else {
    printText(device, request, *measured);
  }
  return run.status == Status::Ok ? ExitOk : ExitFailed;
}
} // namespace mlirgym::tools
