#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
#include "execution/device/TemplateConfiguration.h"
#include "execution/device/image/Image.h"
#include "execution/device/image/ImageDevice.h"
#include "execution/process/ScratchFolder.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/ToolCommand.h"
#include "execution/worker/ToolWorker.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/Target.h"
#include "outcome/ContentHash.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/PathIn.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr llvm::StringLiteral prefix = "template:";
constexpr size_t shownDigits = 8;

/// A path, or the name of a file of data/devices/.
std::string fileOf(llvm::StringRef id) {
  const llvm::StringRef name = id.drop_front(prefix.size());
  if (name.ends_with(".json") || name.contains('/'))
    return name.str();
  return pathIn(dataDirectory(), "devices", name + ".json");
}

/// LLVM IR without the parts that belong to its target: the foreign compiler
/// has its own target.
std::string withoutTarget(llvm::StringRef ir) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::SmallVector<llvm::StringRef> lines;
  ir.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (line.starts_with("target triple") ||
        line.starts_with("target datalayout"))
      continue;
    if (!line.starts_with("attributes ")) {
      os << line << '\n';
      continue;
    }
    std::string kept = line.str();
    for (const char *each :
         {"\"target-cpu\"(=\"[^\"]*\")?", "\"target-features\"(=\"[^\"]*\")?",
          "\"tune-cpu\"(=\"[^\"]*\")?"})
      kept = llvm::Regex(each).sub("", kept);
    os << kept << '\n';
  }
  return text;
}

/// An image that is ready to run.
struct LoadedKernel {
  std::string key;
  ScratchFolder folder;
};

/// A device that is used through the commands of a foreign toolchain. Its id is
/// `template:FILE.json`, or `template:NAME` for a configuration in
/// data/devices/; its identity in keys is a hash of the configuration and of
/// the programs that it starts.
class TemplateDevice : public ImageDevice {
public:
  /// None: the configurations are files of users.
  static std::vector<DeviceDescription> known() { return {}; }
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: a program that is not installed; a configuration that has changed
  /// since it was described.
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);

protected:
  llvm::Expected<Flashed> runKernel(const worker::ProgramData &data,
                                    llvm::ArrayRef<char> code,
                                    const worker::KernelRun &kernel,
                                    PhaseTimes &phases,
                                    StopCheck &stop) override;

private:
  using ImageDevice::ImageDevice;

  llvm::Expected<worker::ToolWorker::Result>
  start(worker::ToolWorker &tools, const std::vector<std::string> &words,
        const ScratchFolder &folder, bool shown, StopCheck &stop) const;
  llvm::Expected<ScratchFolder> makeFolder() const;
  /// The words of a command with the files; `files` replace `{in}`.
  std::vector<std::string> fill(llvm::StringRef command,
                                llvm::ArrayRef<std::string> files,
                                llvm::StringRef out, unsigned calls) const;
  /// Makes `out` in the folder. Returns the problem, "" for success.
  llvm::Expected<std::string>
  make(worker::ToolWorker &tools, llvm::StringRef command,
       llvm::ArrayRef<std::string> files, const std::string &out,
       const ScratchFolder &folder, Status &status, StopCheck &stop) const;
  llvm::Error makeFrame(const worker::ProgramData &data, llvm::StringRef entry,
                        StopCheck &stop);
  /// The folder with the image; null if it cannot be made, with the status.
  llvm::Expected<const ScratchFolder *> load(llvm::ArrayRef<char> code,
                                             Flashed &result, StopCheck &stop);
  /// The number that a run reports; nullopt if the run is not Ok.
  llvm::Expected<std::optional<double>> runOnce(const ScratchFolder &folder,
                                                unsigned calls, bool parse,
                                                Flashed &result,
                                                StopCheck &stop);

  TemplateConfiguration configuration;
  /// Separate objects, since their timeouts differ.
  std::optional<worker::ToolWorker> compilers, linkers, runners;
  /// Object of the program that was run last, and its key.
  std::string frameKey, frame;
  /// The most recently used one first.
  std::list<LoadedKernel> loaded;
};
} // namespace

static llvm::Expected<DeviceDescription>
described(llvm::StringRef id, const TemplateConfiguration &configuration,
          llvm::StringRef features) {
  TargetName name = configuration.target;
  if (!features.empty())
    name.features += (name.features.empty() ? "" : ",") + features.str();
  MLIRGYM_TRY(auto target, Target::find(name));
  MLIRGYM_TRY(auto hash, configuration.hash());
  return DeviceDescription{.id = id.str(),
                           .target = std::move(target),
                           .metric = configuration.metric,
                           .hasMemory = false,
                           .identity = prefix.str() + configuration.name + "-" +
                                       hash.substr(0, shownDigits),
                           .code = configuration.kernel};
}

std::optional<llvm::Expected<DeviceDescription>>
TemplateDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  if (!id.starts_with(prefix))
    return std::nullopt;
  MLIRGYM_TRY(auto configuration, TemplateConfiguration::read(fileOf(id)));
  return described(id, configuration, features);
}

llvm::Expected<std::unique_ptr<Device>>
TemplateDevice::open(DeviceDescription device, const DeviceOptions &options) {
  const std::string id = device.id;
  MLIRGYM_TRY(auto configuration, TemplateConfiguration::read(fileOf(id)));
  if (options.threads > 1)
    return executionError("{0}: has one thread, and kernels are to have {1}; "
                          "choose one thread",
                          id, options.threads);
  for (const std::string &command : configuration.commands()) {
    const std::string program = worker::splitCommand(command).front();
    // For a path this succeeds even if the file does not exist.
    const auto found = llvm::sys::findProgramByName(program);
    if (!found || !llvm::sys::fs::can_execute(*found))
      return executionError("{0}: {1} is not installed; install it, or name "
                            "another program",
                            id, program);
  }
  MLIRGYM_TRY(auto now, described(id, configuration, /*features=*/""));
  if (now.identity != device.identity)
    return executionError("{0}: its configuration or its programs have "
                          "changed meanwhile; start again",
                          id);
  MLIRGYM_TRY(auto path, worker::findWorker(options.workerPath));
  std::unique_ptr<TemplateDevice> opened(new TemplateDevice(std::move(device)));
  worker::WorkerOptions process;
  process.path = std::move(path);
  process.memoryLimitBytes = options.memoryLimitBytes;
  auto within = [&](double limitMs) {
    process.timeoutMs = limitMs > 0 ? limitMs : options.timeoutMs;
    return process;
  };
  opened->compilers.emplace(within(configuration.compileTimeoutMs));
  opened->linkers.emplace(within(configuration.linkTimeoutMs));
  opened->runners.emplace(within(configuration.runTimeoutMs));
  opened->configuration = std::move(configuration);
  return opened;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

std::vector<std::string> TemplateDevice::fill(llvm::StringRef command,
                                              llvm::ArrayRef<std::string> files,
                                              llvm::StringRef out,
                                              unsigned calls) const {
  std::vector<std::string> words;
  for (const std::string &word : worker::splitCommand(command)) {
    if (word == "{in}") {
      llvm::append_range(words, files);
      continue;
    }
    std::string filled = worker::replaced(word, "{in}", files.front());
    filled = worker::replaced(filled, "{out}", out);
    words.push_back(worker::replaced(filled, "{calls}", std::to_string(calls)));
  }
  return words;
}

llvm::Expected<worker::ToolWorker::Result> TemplateDevice::start(
    worker::ToolWorker &tools, const std::vector<std::string> &words,
    const ScratchFolder &folder, bool shown, StopCheck &stop) const {
  if (shown)
    llvm::errs() << id() << ": " << llvm::join(words, " ") << "\n";
  std::vector<std::string> variables = {"TMPDIR=" + folder.path()};
  llvm::append_range(variables, configuration.environment);
  return tools.tryRun(words, folder.path(), variables, &stop);
}

llvm::Expected<std::string>
TemplateDevice::make(worker::ToolWorker &tools, llvm::StringRef command,
                     llvm::ArrayRef<std::string> files, const std::string &out,
                     const ScratchFolder &folder, Status &status,
                     StopCheck &stop) const {
  const std::vector<std::string> words = fill(command, files, out, /*calls=*/0);
  MLIRGYM_TRY(auto ran,
              start(tools, words, folder, configuration.showBuild, stop));
  if (ran.status != Status::Ok) {
    status = ran.status;
    return words.front() + ": " + ran.output;
  }
  status = Status::CompileFailed;
  if (ran.exitCode != 0)
    return words.front() + " ends with code " + std::to_string(ran.exitCode) +
           ": " + llvm::StringRef(ran.output).trim().str();
  if (!llvm::sys::fs::is_regular_file(out))
    return words.front() + " makes no file {out}; write the binary there";
  status = Status::Ok;
  return std::string();
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

llvm::Expected<ScratchFolder> TemplateDevice::makeFolder() const {
  const std::string &place = configuration.workDir;
  llvm::SmallString<128> start("mlirgym-image");
  if (!place.empty()) {
    if (std::error_code error = llvm::sys::fs::create_directories(place))
      return executionError("{0}: {1}: {2}", id(), place, error.message());
    start = place;
    llvm::sys::fs::make_absolute(start);
    llvm::sys::path::append(start, "mlirgym-image");
  }
  auto folder = ScratchFolder::create(start);
  if (!folder)
    return executionError("{0}", llvm::toString(folder.takeError()));
  if (!place.empty())
    folder->keep();
  return folder;
}

llvm::Error TemplateDevice::makeFrame(const worker::ProgramData &data,
                                      llvm::StringRef entry, StopCheck &stop) {
  const std::string key =
      std::to_string(data.inputs().identity()) + " " + entry.str();
  if (key == frameKey)
    return llvm::Error::success();
  MLIRGYM_TRY(auto folder, makeFolder());
  const llvm::ArrayRef<char> inputs = data.inputs().bytes();
  const std::string in = folder / "main.c", out = folder / "main.o";
  if (llvm::Error error =
          llvm::joinErrors(writeAtomically(in, imageSource(data, entry)),
                           writeAtomically(folder / "inputs.bin",
                                           {inputs.data(), inputs.size()})))
    return executionError("{0}", llvm::toString(std::move(error)));
  Status status = Status::Ok;
  MLIRGYM_TRY(auto wrong, make(*compilers, configuration.compile.at(".c"), {in},
                               out, folder, status, stop));
  if (!wrong.empty())
    return executionError("{0}: no image can be made: {1}", id(), wrong);
  frame = contentsOfMade(out);
  frameKey = key;
  return llvm::Error::success();
}

llvm::Expected<const ScratchFolder *>
TemplateDevice::load(llvm::ArrayRef<char> code, Flashed &result,
                     StopCheck &stop) {
  const std::string key = frameKey + " " + contentHash(code);
  auto known = llvm::find_if(
      loaded, [&](const LoadedKernel &each) { return each.key == key; });
  if (known != loaded.end()) {
    loaded.splice(loaded.begin(), loaded, known);
    return &loaded.front().folder;
  }
  MLIRGYM_TRY(auto folder, makeFolder());
  const std::string mainObject = folder / "main.o",
                    object = folder / "kernel.o", image = folder / "image";
  if (llvm::Error error = writeAtomically(mainObject, frame))
    return executionError("{0}", llvm::toString(std::move(error)));
  const llvm::StringRef text(code.data(), code.size());
  const std::optional<LoweringStage> form = configuration.kernel;
  const std::string extension = !form                          ? ".o"
                                : *form == LoweringStage::Llvm ? ".ll"
                                                               : ".s";
  const std::string source = folder / ("kernel" + extension);
  if (llvm::Error error = writeAtomically(source, form == LoweringStage::Llvm
                                                      ? withoutTarget(text)
                                                      : text.str()))
    return executionError("{0}", llvm::toString(std::move(error)));
  std::string wrong;
  if (form) {
    MLIRGYM_TRY(wrong, make(*compilers, configuration.compile.at(extension),
                            {source}, object, folder, result.status, stop));
  }
  if (wrong.empty()) {
    MLIRGYM_TRY(wrong, make(*linkers, configuration.link, {mainObject, object},
                            image, folder, result.status, stop));
  }
  result.message = std::move(wrong);
  if (result.status != Status::Ok)
    return nullptr;
  if (std::error_code error =
          llvm::sys::fs::setPermissions(image, llvm::sys::fs::perms::owner_all))
    return executionError("{0}: {1}", image, error.message());
  loaded.push_front({key, std::move(folder)});
  if (loaded.size() > configuration.loaded)
    loaded.pop_back();
  return &loaded.front().folder;
}

llvm::Expected<std::optional<double>>
TemplateDevice::runOnce(const ScratchFolder &folder, unsigned calls, bool parse,
                        Flashed &result, StopCheck &stop) {
  const std::string outputs = folder / "outputs";
  const std::string &named = configuration.patternFile;
  llvm::sys::fs::remove(outputs); // of the previous run
  if (!named.empty())
    llvm::sys::fs::remove(folder / named);
  const std::vector<std::string> words =
      fill(configuration.run, {folder / "image"}, /*out=*/"", calls);
  MLIRGYM_TRY(auto ran,
              start(*runners, words, folder, configuration.showRun, stop));
  // The program that starts the image may also end with 1; the image itself
  // opens this file first.
  if (!tookPlace(ran, llvm::sys::fs::exists(outputs), result))
    return std::nullopt;
  if (!parse)
    return 0.0;
  const std::string text =
      named.empty() ? ran.output : contentsOfMade(folder / named);
  llvm::SmallVector<llvm::StringRef> groups;
  double number = 0;
  if (!llvm::Regex(configuration.pattern, llvm::Regex::Newline)
           .match(text, &groups) ||
      groups.size() < 2 || groups[1].getAsDouble(number))
    return executionError("{0}: no number in the output of `run` is matched by "
                          "'{1}'; it begins with: {2}",
                          id(), configuration.pattern,
                          llvm::StringRef(text).take_front(200));
  return number;
}

llvm::Expected<TemplateDevice::Flashed> TemplateDevice::runKernel(
    const worker::ProgramData &data, llvm::ArrayRef<char> code,
    const worker::KernelRun &kernel, PhaseTimes &phases, StopCheck &stop) {
  const Stopwatch taken;
  MLIRGYM_TRY_TO(makeFrame(data, kernel.entry, stop));
  Flashed result;
  MLIRGYM_TRY(auto folder, load(code, result, stop));
  if (!folder)
    return result;
  phases.verifyMs = taken.milliseconds();
  const Stopwatch running;
  const TemplateConfiguration &with = configuration;
  const bool twice = kernel.time && with.reported == Reported::Run;
  double once = 0;
  if (twice || !kernel.time) {
    MLIRGYM_TRY(auto ran, runOnce(*folder, 0, kernel.time, result, stop));
    once = ran.value_or(0);
  }
  if (kernel.time && result.status == Status::Ok) {
    MLIRGYM_TRY(auto ran, runOnce(*folder, with.calls, true, result, stop));
    if (ran) {
      result.calls = with.calls;
      result.amount = (*ran - once) / with.calls;
      if (result.amount <= 0)
        return executionError("{0}: {1} further calls add nothing to what "
                              "`run` reports; raise 'calls'",
                              id(), with.calls);
    }
  }
  phases.measureMs = running.milliseconds();
  result.outputs = contentsOfMade(*folder / "outputs");
  return result;
}

MLIRGYM_DEVICE_CLASS(TemplateDevice)
} // namespace mlirgym
