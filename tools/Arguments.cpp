#include "tools/Arguments.h"
#include "actions/Schedule.h"
#include "execution/ExecutionRequest.h"
#include "execution/SandboxedLoader.h"
#include "pages/TaskReport.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "tools/Checks.h"
#include "tools/Options.h"
#include "tools/PythonProgram.h"
#include "tools/Terminal.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym::tools {

void ProgramArgument::addTo(CLI::App &app) {
  addOption(app, "program", name,
            "A .mlir, .mlirbc or .tosa file (FILE@NAME: its function NAME), "
            "a model (.onnx, .pt2), or the name of a generated program such "
            "as matmul_512_512_512 (`mlirgym suite families`)")
      .type("FILE|NAME")
      .required();
  addOption(app, "--shape", shapes,
            "The shape of an argument with dynamic dimensions, by its name or "
            "number: arg0=4x128; once for each argument [default: all shapes "
            "are static]")
      .type("NAME=SHAPE")
      .oneValueEach();
}

llvm::Expected<std::shared_ptr<const Program>> ProgramArgument::load() const {
  return ProgramSource().load(name, shapes);
}

static bool looksLikeFile(llvm::StringRef text) {
  llvm::StringRef extension =
      llvm::sys::path::extension(splitEntry(text).first);
  return extension == ".mlir" || extension == ".mlirbc" ||
         extension == ".tosa" || text.contains('/');
}

static bool isModel(llvm::StringRef nameOrFile) {
  return nameOrFile.ends_with(".onnx") || nameOrFile.ends_with(".pt2");
}

/// The file that a function of Python writes for a model; its arguments are the
/// model, the file, and `rest`.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
callImporter(llvm::StringRef function, llvm::StringRef model,
             llvm::ArrayRef<std::string> rest) {
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("mlirgym", "mlir", path))
    return llvm::createStringError(error, "no temporary file: %s",
                                   error.message().c_str());
  llvm::FileRemover remover(path);
  std::vector<std::string> arguments = {model.str(), path.str().str()};
  llvm::append_range(arguments, rest);
  MLIRGYM_TRY_TO(callPython("mlirgym.importers.loading", function, arguments));
  return readProgramFile(path);
}

llvm::Expected<std::optional<TaskReportFacts::Runtime>>
ProgramArgument::timeSource(unsigned threads) const {
  if (!isModel(name))
    return std::nullopt;
  std::vector<std::string> rest = {std::to_string(threads)};
  llvm::append_range(rest, shapes);
  MLIRGYM_TRY(auto file, callImporter("time_main", name, rest));
  const auto answer = nlohmann::json::parse(file->getBuffer(), nullptr,
                                            /*allow_exceptions=*/false);
  if (!answer.is_object())
    return std::nullopt;
  return TaskReportFacts::Runtime{answer.value("name", ""),
                                  answer.value("ns", 0.0)};
}

/// Tells which constants of a file are arguments of its program.
static void noteWeights(const Program &program) {
  auto tell = [&](ParameterOrigin origin, const char *before,
                  const char *after) {
    size_t count = 0;
    uint64_t bytes = 0;
    for (const SourceSignature::Value &each : program.source().parameters) {
      if (each.origin != origin || each.argument < 0)
        continue;
      ++count;
      bytes += static_cast<uint64_t>(
          program.arguments()[static_cast<size_t>(each.argument)].sizeBytes());
    }
    if (count != 0)
      printNote(program.name() + ": " + llvm::Twine(count) + before +
                (count == 1 ? "constant" : "constants") + after + " (" +
                llvm::Twine(bytes >> 20) + " MiB) " +
                (count == 1 ? "is an argument" : "are arguments") +
                " of the program, with elements that are drawn");
  };
  tell(ParameterOrigin::Constant, " large ", "");
  tell(ParameterOrigin::ElidedConstant, " ", " without data");
}

llvm::Expected<std::shared_ptr<const Program>>
ProgramSource::load(llvm::StringRef nameOrFile,
                    llvm::ArrayRef<std::string> shapes) {
  auto share = [](llvm::Expected<Program> loaded)
      -> llvm::Expected<std::shared_ptr<const Program>> {
    MLIRGYM_TRY(Program program, std::move(loaded));
    noteWeights(program);
    return std::make_shared<const Program>(std::move(program));
  };
  if (isModel(nameOrFile)) {
    MLIRGYM_TRY(auto file, callImporter("main", nameOrFile, shapes));
    return share(strangers.loadText(
        file->getBuffer(), llvm::sys::path::stem(nameOrFile), nameOrFile));
  }
  if (looksLikeFile(nameOrFile))
    return share(strangers.loadFile(nameOrFile, shapes));
  if (!shapes.empty())
    return llvm::createStringError(
        "--shape %s: the name of a generated program has its shapes; give a "
        "file, or leave it out",
        shapes.front().c_str());
  if (!own)
    own.emplace();
  return share(own->loadGenerated(nameOrFile));
}

llvm::Expected<std::vector<std::shared_ptr<const Program>>>
loadPrograms(llvm::ArrayRef<std::string> namesOrFiles) {
  ProgramSource source;
  std::vector<std::shared_ptr<const Program>> programs;
  for (const std::string &name : namesOrFiles) {
    MLIRGYM_TRY(auto program, source.load(name));
    programs.push_back(std::move(program));
  }
  return programs;
}

llvm::Expected<std::vector<std::string>>
namesIn(llvm::ArrayRef<std::string> suites, Split split) {
  std::vector<std::string> names;
  llvm::StringSet<> seen;
  for (const std::string &each : suites) {
    MLIRGYM_TRY(Suite suite, Suite::load(each));
    for (std::string &name : suite.programs(split))
      if (seen.insert(name).second)
        names.push_back(std::move(name));
  }
  return names;
}

llvm::Expected<std::vector<std::string>>
someNamesIn(llvm::ArrayRef<std::string> suites, Split split) {
  auto names = namesIn(suites, split);
  if (names && names->empty())
    return llvm::createStringError(
        "suite %s has no program in split %s; choose another with --split",
        llvm::join(suites, ", ").c_str(), nameOfSplit(split).str().c_str());
  return names;
}

void ScheduleArgument::addTo(CLI::App &app) {
  Option asText =
      addOption(app, "--schedule", text,
                "Actions per operation, the last operation first: \"op1: "
                "tile_fuse(8,16) vectorize; op0: vectorize\" [default: "
                "none, the untransformed program]")
          .type("TEXT");
  addOption(
      app, "--schedule-file", file,
      "File with the text of the schedule, or with a transform script: an "
      "MLIR module with a transform.named_sequence @__transform_main "
      "[default: none]")
      .type("FILE")
      .check(checkFileIsThere)
      .excludes(asText);
}

/// The contents of a file as a request. Errors: without the file's name.
static llvm::Expected<ExecutionRequest>
parseFile(std::shared_ptr<const Program> program, llvm::StringRef path,
          llvm::StringRef contents) {
  if (contents.starts_with("ML\xefR"))
    return llvm::createStringError(
        "MLIR bytecode; give the transform script as text, which mlir-opt "
        "prints");
  auto request = ExecutionRequest::parse(std::move(program), contents);
  if (request || llvm::sys::path::extension(path) != ".mlir")
    return request;
  llvm::consumeError(request.takeError());
  return llvm::createStringError(
      "no transform.named_sequence in this module; give a transform script "
      "with @__transform_main, or the text of a schedule");
}

llvm::Expected<ExecutionRequest>
ScheduleArgument::requestFor(std::shared_ptr<const Program> program) const {
  if (file.empty()) {
    MLIRGYM_TRY(auto schedule, Schedule::parse(text));
    return ExecutionRequest{std::move(program), std::move(schedule)};
  }
  MLIRGYM_TRY(auto buffer,
              readRegularFile(file, maxScriptBytes,
                              "give schedule text or a transform script"));
  auto request = parseFile(std::move(program), file, buffer->getBuffer());
  if (!request)
    return llvm::createStringError(file + ": " +
                                   llvm::toString(request.takeError()));
  return request;
}

llvm::Expected<ExecutionRequest> ScheduleArgument::requestForKernels(
    std::shared_ptr<const Program> program) const {
  auto request = requestFor(std::move(program));
  if (!request || request->script.empty())
    return request;
  return llvm::createStringError(
      file + ": kernels are those of a schedule, and this is a transform "
             "script; give schedule text");
}

Option addSplitOption(CLI::App &app, Split &split) {
  std::map<std::string, Split> names;
  for (Split each : {Split::Train, Split::Validation, Split::Test, Split::All})
    names[nameOfSplit(each).str()] = each;
  std::string about = "Part of the suite: train, validation, test or all "
                      "[default: " +
                      nameOfSplit(split).str() + "]";
  return addOption(app, "--split", split, about)
      .transform([names](const std::string &value) {
        auto found = names.find(value);
        return found == names.end()
                   ? value
                   : std::to_string(static_cast<int>(found->second));
      })
      .check([names](const std::string &value) {
        // A name has become the enumerator's number.
        for (const auto &entry : names)
          if (value == std::to_string(static_cast<int>(entry.second)))
            return std::string();
        return "'" + value +
               "' is not a split; choose train, validation, test or all";
      })
      .type("SPLIT");
}
} // namespace mlirgym::tools
