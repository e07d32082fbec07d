#include "kernels/KernelDump.h"
#include "actions/Schedule.h"
#include "execution/device/image/Linker.h"
#include "kernels/CProject.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "lowering/LoweringStage.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/PathIn.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {

bool KernelDumpOptions::any() const {
  return !sources.empty() || !configurations.empty() ||
         !intermediates.empty() || !binaries.empty() || !benchmarks.empty() ||
         !files.empty();
}

namespace {

constexpr llvm::StringRef toStream = "-";

class Dumper {
public:
  Dumper(KernelOutliner &kernels, const SubstitutedKernels &substituted,
         KernelDump &result, llvm::raw_ostream &os)
      : outliner(kernels), given(substituted), dump(result), stream(os) {
    for (const OutlinedKernel &kernel : dump.outline.kernels)
      all.push_back(&kernel);
    all.push_back(&dump.outline.host);
  }

  using Files = std::vector<DumpedFile>;
  llvm::Expected<Files> sources();
  llvm::Expected<Files> configurations();
  llvm::Expected<Files> intermediates();
  llvm::Expected<Files> binaries();
  llvm::Expected<Files> benchmarks();

  /// Makes the files of a kind, if they have a destination.
  llvm::Error make(llvm::StringRef place,
                   llvm::Expected<Files> (Dumper::*kind)());
  /// Writes all files that were made.
  llvm::Error write();

private:
  llvm::Error writeTo(llvm::StringRef folder, const Files &files);
  void print(const Files &files);
  /// Golden data, computed once per kernel.
  llvm::Expected<const GoldenData *> goldenOf(const OutlinedKernel &kernel);
  bool isHost(const OutlinedKernel &kernel) const {
    return &kernel == &dump.outline.host;
  }

  /// The binary that was given for a kernel; null if there is none.
  const std::string *binaryOf(const OutlinedKernel &kernel) const;

  KernelOutliner &outliner;
  const SubstitutedKernels &given;
  KernelDump &dump;
  llvm::raw_ostream &stream;
  std::vector<const OutlinedKernel *> all; ///< the host function last
  std::map<const OutlinedKernel *, GoldenData> golden;
  std::vector<std::pair<std::string, Files>> made; ///< by their place
};

llvm::Expected<const GoldenData *>
Dumper::goldenOf(const OutlinedKernel &kernel) {
  if (auto known = golden.find(&kernel); known != golden.end())
    return &known->second;
  MLIRGYM_TRY(auto data, outliner.golden(kernel));
  if (!data.missing.empty())
    dump.notes.push_back(kernel.name + ": no golden data: " + data.missing);
  return &golden.emplace(&kernel, std::move(data)).first->second;
}

const std::string *Dumper::binaryOf(const OutlinedKernel &kernel) const {
  auto found = given.objects.find(kernel.name);
  return found == given.objects.end() ? nullptr : &found->second;
}

llvm::Expected<Dumper::Files> Dumper::sources() {
  Files files;
  for (const OutlinedKernel &kernel : given.sources.kernels)
    files.push_back({kernel.name + ".mlir", kernel.source});
  const OutlinedKernel &host = given.sources.host;
  files.push_back({host.name + ".mlir", host.source});
  return files;
}

llvm::Expected<Dumper::Files> Dumper::configurations() {
  Files files;
  for (const OutlinedKernel *kernel : all) {
    MLIRGYM_TRY(auto text, configuredModule(*kernel));
    files.push_back({kernel->name + ".configured.mlir", std::move(text)});
  }
  return files;
}

llvm::Expected<Dumper::Files> Dumper::intermediates() {
  struct Form {
    LoweringStage stage;
    const char *extension;
    bool isText;
  };
  Files files;
  for (const OutlinedKernel *kernel : all) {
    if (binaryOf(*kernel)) {
      dump.notes.push_back(kernel->name +
                           ": no LLVM IR, since its object was given");
      continue;
    }
    for (auto [stage, extension, isText] :
         {Form{LoweringStage::Llvm, ".ll", true},
          Form{LoweringStage::Bitcode, ".bc", false},
          Form{LoweringStage::Assembly, ".s", true}}) {
      MLIRGYM_TRY(auto contents, outliner.lower(*kernel, stage));
      files.push_back({kernel->name + extension, std::move(contents), isText});
    }
  }
  return files;
}

llvm::Expected<Dumper::Files> Dumper::binaries() {
  Files files, objects;
  std::vector<std::string> kernelNames, checked;
  std::vector<CProjectPart> parts;
  bool parallel = false;
  for (const OutlinedKernel *kernel : all) {
    MLIRGYM_TRY(std::string code, binaryOf(*kernel)
                                      ? *binaryOf(*kernel)
                                      : outliner.compile(*kernel));
    // Entry points of OpenMP's run-time library.
    parallel |= llvm::StringRef(code).contains("__kmpc_");
    parts.push_back({kernel->name, isHost(*kernel)
                                       ? kernelNames
                                       : std::vector<std::string>()});
    kernelNames.push_back(kernel->name);
    objects.push_back({kernel->name + ".o", std::move(code), false});
  }
  const auto threads =
      parallel ? cproject::Threads::Several : cproject::Threads::One;
  for (const CProjectPart &part : parts) {
    std::vector<llvm::StringRef> linked;
    for (const DumpedFile &object : objects)
      if (object.name == part.name + ".o" || !part.uses.empty())
        linked.push_back(object.contents);
    auto library = linkShared(linked, dump.outline.target);
    if (library)
      files.push_back({part.name + ".so", std::move(*library), false});
    else
      dump.notes.push_back(part.name +
                           ".so: " + llvm::toString(library.takeError()) +
                           "; `make` in the folder makes it");
  }
  llvm::move(objects, std::back_inserter(files));
  for (const OutlinedKernel *kernel : all) {
    files.push_back(cproject::header(cproject::functionOf(*kernel)));
    MLIRGYM_TRY(auto data, goldenOf(*kernel));
    if (!data->missing.empty())
      continue;
    llvm::append_range(files,
                       cproject::arrays(cproject::functionOf(*kernel), *data));
    files.push_back(cproject::mainFile(cproject::functionOf(*kernel), *data));
    checked.push_back(kernel->name);
  }
  files.push_back(cproject::checkHeader());
  files.push_back(
      cproject::makefile({parts, checked, threads, dump.outline.target}));
  return files;
}

llvm::Expected<Dumper::Files> Dumper::benchmarks() {
  Files files;
  for (const OutlinedKernel *kernel : all) {
    const std::string name = kernel->name + ".benchmark";
    files.push_back({name + ".mlir", kernel->program.text().str()});
    files.push_back({name + ".schedule", kernel->ownSchedule.text() + "\n"});
    if (kernel->isSubstituted && !isHost(*kernel)) {
      MLIRGYM_TRY(auto module,
                  outliner.lower(*kernel, LoweringStage::Scheduled));
      files.push_back({name + ".module.mlir", std::move(module)});
    }
    MLIRGYM_TRY(auto data, goldenOf(*kernel));
    for (DumpedFile &file :
         cproject::arrays(cproject::functionOf(*kernel), *data))
      if (llvm::StringRef(file.name).contains(".input"))
        files.push_back(std::move(file));
  }
  return files;
}

void Dumper::print(const Files &files) {
  for (const DumpedFile &file : files)
    if (file.isText)
      stream << "// -----// " << file.name << " //----- //\n" << file.contents;
    else
      dump.notes.push_back(file.name + ": not printed, since it is no text");
  stream.flush();
}

llvm::Error Dumper::writeTo(llvm::StringRef folder, const Files &files) {
  auto write = [&](const DumpedFile &file) -> llvm::Error {
    const std::string path = pathIn(folder, file.name);
    if (llvm::Error error = writeAtomically(path, file.contents))
      return executionError("{0}", llvm::toString(std::move(error)));
    dump.files.push_back(path);
    return llvm::Error::success();
  };
  for (const DumpedFile &file : files)
    MLIRGYM_TRY_TO(write(file));
  return write({"manifest.json", dump.outline.manifest()});
}

llvm::Error Dumper::make(llvm::StringRef place,
                         llvm::Expected<Files> (Dumper::*kind)()) {
  if (place.empty())
    return llvm::Error::success();
  if (place == toStream && kind == &Dumper::binaries)
    return executionError("binaries are no text to print; give a folder");
  MLIRGYM_TRY(Files files, (this->*kind)());
  auto known = llvm::find_if(
      made, [&](const auto &other) { return other.first == place; });
  if (known == made.end())
    known = made.insert(made.end(), {place.str(), Files()});
  for (DumpedFile &file : files)
    // Several kinds include the inputs.
    if (place == toStream ||
        llvm::none_of(known->second, [&](const DumpedFile &other) {
          return other.name == file.name;
        }))
      known->second.push_back(std::move(file));
  return llvm::Error::success();
}

llvm::Error Dumper::write() {
  for (const auto &[place, files] : made)
    if (place != toStream)
      if (std::error_code error = llvm::sys::fs::create_directories(place))
        return executionError("{0}: {1}; give another folder", place,
                              error.message());
  for (const auto &[place, files] : made) {
    if (place == toStream)
      print(files);
    else if (llvm::Error error = writeTo(place, files))
      return error;
  }
  return llvm::Error::success();
}
} // namespace

static llvm::Expected<SubstitutedKernels>
divide(std::shared_ptr<const Program> program, const Schedule &schedule,
       const KernelDumpOptions &options, KernelOutliner &outliner) {
  if (options.substituter)
    return options.substituter->check(std::move(program), schedule,
                                      KernelSubstituter::OtherNames::Ignore);
  MLIRGYM_TRY(auto outline, outliner.outline(std::move(program), schedule));
  SubstitutedKernels kernels;
  kernels.sources = outline;
  kernels.configurations = std::move(outline);
  return kernels;
}

llvm::Expected<KernelDump> dumpKernels(std::shared_ptr<const Program> program,
                                       const Schedule &schedule,
                                       const KernelDumpOptions &options,
                                       llvm::raw_ostream &stream,
                                       KernelOutlinerOptions workers) {
  MLIRGYM_TRY(auto outliner, KernelOutliner::create(std::move(workers)));
  MLIRGYM_TRY(auto substituted,
              divide(std::move(program), schedule, options, outliner));
  KernelDump dump;
  dump.outline = substituted.configurations;
  dump.substitutions = std::move(substituted.records);
  Dumper dumper(outliner, substituted, dump, stream);
  auto placeOf = [&](const std::string &own) -> llvm::StringRef {
    return own.empty() ? options.files : own;
  };
  // Objects cannot be printed, but this must not prevent the other files from
  // being printed.
  const bool printsAll = options.files == toStream && options.binaries.empty();
  if (printsAll)
    dump.notes.push_back("binaries: not printed, since they are no text");
  using Make = llvm::Expected<Dumper::Files> (Dumper::*)();
  for (auto [place, make] :
       {std::pair<llvm::StringRef, Make>(placeOf(options.sources),
                                         &Dumper::sources),
        std::pair<llvm::StringRef, Make>(placeOf(options.configurations),
                                         &Dumper::configurations),
        std::pair<llvm::StringRef, Make>(placeOf(options.intermediates),
                                         &Dumper::intermediates),
        std::pair<llvm::StringRef, Make>(printsAll ? llvm::StringRef()
                                                   : placeOf(options.binaries),
                                         &Dumper::binaries),
        std::pair<llvm::StringRef, Make>(placeOf(options.benchmarks),
                                         &Dumper::benchmarks)})
    MLIRGYM_TRY_TO(dumper.make(place, make));
  MLIRGYM_TRY_TO(dumper.write());
  return dump;
}

} // namespace mlirgym
