//===- execution/device/MppaDevice.h - Kalray's manycores -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_MPPADEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_MPPADEVICE_H

#include "execution/device/Device.h"
#include "execution/device/TemplateConfiguration.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// How an MPPA is used, in the names of XTC. The environment is stronger than a
/// file.
struct MppaConfiguration {
  /// Where the folders of images are made; "": temporary.
  std::string workDir = {};
  /// "hw" (a board), "iss" (the simulator of instructions) or "qemu".
  std::string platform = "hw";
  /// "kv3-1" or "kv3-2".
  std::string arch = "kv3-2";
  /// Of a board.
  std::string firmware = "ocl_fw_l1.elf";
  bool verbose = false, buildVerbose = false;
  /// Traces, unless `traceEnable` says otherwise.
  bool benchmark = false;
  std::optional<bool> traceEnable = std::nullopt;
  bool traceUseSyscall = true;
  /// In place of single commands of templates(): "compile.c", "compile.ll",
  /// "link", "run", "pattern".
  std::map<std::string, std::string> commands = {};

  /// `json`: members as in XTC, and `commands`; "" for none. Then PLATFORM,
  /// BENCHMARK, MPPA_TRACE_ENABLE and MPPA_TRACE_USE_SYSCALL of the
  /// environment. Errors: ExecutionError with the member or variable that is
  /// wrong.
  static llvm::Expected<MppaConfiguration> read(llvm::StringRef json);

  /// The commands of the toolchain in this folder.
  llvm::Expected<TemplateConfiguration>
  templates(const std::string &toolchain) const;
};

/// `mppa`, and `mppa:FILE.json` with a configuration: a TemplateDevice on the
/// toolchain in $KALRAY_TOOLCHAIN_DIR. With CLEAN_WORK_DIR, folders of images
/// that earlier runs have left in the work directory are removed first. It has
/// not run on hardware.
class MppaDevice {
public:
  /// "mppa".
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: KALRAY_TOOLCHAIN_DIR is not set; as TemplateDevice::open().
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_MPPADEVICE_H
