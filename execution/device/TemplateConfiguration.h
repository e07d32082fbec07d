//===- execution/device/TemplateConfiguration.h - A foreign toolchain -----===//
#ifndef MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H
#define MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H

#include "lowering/LoweringStage.h"
#include "lowering/target/Target.h"
#include "outcome/Metric.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The scope of the number that a run reports.
enum class Reported : uint8_t {
  Run,  ///< the whole run: two runs are compared
  Calls ///< the further calls alone
};

/// The commands by which a foreign toolchain makes images (Image.h) and runs
/// them. They are split into words as by a shell, but run without one. `{in}`
/// and `{out}` are files; docs/devices.md shows the JSON. A value.
struct TemplateConfiguration {
  /// Part of keys, before a hash of the other members.
  std::string name = "toolchain";
  TargetName target = {};
  Metric metric = Metric::Nanoseconds;
  /// The form of a kernel before `compile`: Llvm or Assembly; none: an object.
  std::optional<LoweringStage> kernel = std::nullopt;
  /// Commands that compile the file `{in}` to the object `{out}`, by extension:
  /// ".c" always, ".ll" or ".s" for kernels that are not objects.
  std::map<std::string, std::string> compile = {};
  /// Makes the image `{out}` of the objects, each a word in place of `{in}`.
  std::string link = {};
  /// Runs the image `{in}` with the argument `{calls}`.
  std::string run = {};
  /// A POSIX extended regular expression whose first group is a number, and the
  /// file to which it is applied; without a file it is applied to the output of
  /// a run.
  std::string pattern = {}, patternFile = {};
  Reported reported = Reported::Run;
  /// Number of further calls that are measured; at least 1.
  unsigned calls = 4;
  /// Number of most recent images that are kept for another run; at least 1.
  unsigned loaded = 10;
  /// Parent of the folders of images, which are then kept; "": temporary
  /// folders.
  std::string workDir = {};
  /// Time limit of one command in milliseconds; 0: DeviceOptions::timeoutMs.
  double compileTimeoutMs = 60'000, linkTimeoutMs = 60'000, runTimeoutMs = 0;
  /// "NAME=value", for all commands.
  std::vector<std::string> environment = {};
  /// Print the commands that make images, and those that run them, before they
  /// run.
  bool showBuild = false, showRun = false;

  /// `${NAME}` in a text is an environment variable, `${NAME:-DEFAULT}` one
  /// with a default. Errors: ExecutionError with the invalid member, and how to
  /// fix it.
  static llvm::Expected<TemplateConfiguration> read(const std::string &file);
  static llvm::Expected<TemplateConfiguration> parse(llvm::StringRef json);

  /// All commands.
  std::vector<std::string> commands() const;
  /// A hash of everything that may change the measured amounts: the
  /// configuration without its name, work directory and display options, and
  /// the programs that it starts with their versions, which are queried in a
  /// sandbox. Errors: as worker::identityOf().
  llvm::Expected<std::string> hash() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H
