//===- execution/device/TemplateConfiguration.h - A foreign toolchain -----===//
#ifndef MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H
#define MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H

#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/target/Target.h"
#include "execution/outcome/Metric.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// What the number that a run reports is of.
enum class Reported : uint8_t {
  Run,  ///< the whole run: two runs are compared
  Calls ///< the further calls alone
};

/// How a foreign toolchain makes images (Image.h) and runs them: commands,
/// whose words are separated as by a shell, though none runs them. `{in}` and
/// `{out}` are files; docs/devices.md shows the JSON. A value.
struct TemplateConfiguration {
  /// In keys, before a hash of the rest.
  std::string name = "toolchain";
  TargetName target = {};
  Metric metric = Metric::Nanoseconds;
  /// The form of a kernel before `compile`: Llvm or Assembly; none: an object.
  std::optional<LoweringStage> kernel = std::nullopt;
  /// Makes the object `{out}` of the file `{in}`, by its extension: ".c"
  /// always,
  /// ".ll" or ".s" for kernels that are no objects.
  std::map<std::string, std::string> compile = {};
  /// Makes the image `{out}` of the objects, each a word in place of `{in}`.
  std::string link = {};
  /// Runs the image `{in}` with the argument `{calls}`.
  std::string run = {};
  /// A POSIX extended regular expression, the first group of which is a number,
  /// on what a run prints, or on the file that it writes if one is named.
  std::string pattern = {}, patternFile = {};
  Reported reported = Reported::Run;
  /// Further calls that are measured; at least 1.
  unsigned calls = 4;
  /// Images that are kept for another run, the most recent ones; at least 1.
  unsigned loaded = 10;
  /// Where the folders of images are made, which then remain; "": temporary.
  std::string workDir = {};
  /// Milliseconds of one command; 0: as DeviceOptions::timeoutMs.
  double compileTimeoutMs = 60'000, linkTimeoutMs = 60'000, runTimeoutMs = 0;
  /// "NAME=value", for all commands.
  std::vector<std::string> environment = {};
  /// Print commands before they run: those that make images, those that run
  /// them.
  bool showBuild = false, showRun = false;

  /// `${NAME}` in a text is a variable of the environment, `${NAME:-OTHERWISE}`
  /// with a text in its place if it is not set. Errors: ExecutionError with the
  /// member that is wrong, and how to mend it.
  static llvm::Expected<TemplateConfiguration> read(const std::string &file);
  static llvm::Expected<TemplateConfiguration> parse(llvm::StringRef json);

  /// All commands.
  std::vector<std::string> commands() const;
  /// A hash of all that may change numbers: the configuration but its name,
  /// work directory and what is shown; and the programs that it starts with
  /// their versions, which run in a sandbox. Errors: as worker::identityOf().
  llvm::Expected<std::string> hash() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_TEMPLATECONFIGURATION_H
