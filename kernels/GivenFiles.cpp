#include "kernels/GivenFiles.h"
#include "execution/batch/Pipeline.h"
#include "kernels/KernelOutline.h"
#include "kernels/Substitutions.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym {
namespace {

namespace path = llvm::sys::path;

constexpr llvm::StringLiteral mlirExtensions[] = {".mlir", ".mlirbc"};
constexpr llvm::StringLiteral linkedExtensions[] = {".o",  ".a",  ".so",
                                                    ".ll", ".bc", ".s"};
constexpr llvm::StringLiteral configuredSuffix = ".configured";

template <typename... Args>
llvm::Error fileError(const char *format, Args &&...args) {
  return llvm::make_error<ProgramError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// "softmax_8_24" for "softmax_8_24_op3" and "softmax_8_24_host"; "" for other
/// names.
llvm::StringRef programIn(llvm::StringRef kernel) {
  auto [program, last] = kernel.rsplit('_');
  if (last == "host")
    return program;
  return last.consume_front("op") && !last.empty() &&
                 llvm::all_of(last, llvm::isDigit)
             ? program
             : llvm::StringRef();
}

class Reader {
public:
  Reader(const Substitutions &substitutions, GivenFiles &files)
      : given(substitutions), result(files) {}

  llvm::Error read(KernelStage stage, const Substitutions::Stage &from);

private:
  llvm::Error readFolder(KernelStage stage, const std::string &folder);
  /// The files of a folder that are named like kernels; its folders are
  /// appended to `folders`.
  llvm::Error readFiles(KernelStage stage, const std::string &folder,
                        std::vector<std::string> *folders);
  llvm::Error readNamed(KernelStage stage, const Substitutions::File &file);
  /// Reads a file whose ending is known.
  llvm::Error add(GivenFile file);
  /// The kernel whose name a file of a folder has; "" for none.
  llvm::StringRef kernelOf(KernelStage stage, llvm::StringRef file) const;
  std::string commandFor(llvm::StringRef extension) const;
  std::string find(KernelStage stage, const std::string &file) const;
  /// An error, or a record.
  llvm::Error missing(KernelStage stage, llvm::StringRef kernel,
                      llvm::StringRef file, const std::string &what);

  const Substitutions &given;
  GivenFiles &result;
};

std::string Reader::commandFor(llvm::StringRef extension) const {
  for (const Toolchain &toolchain : llvm::reverse(given.toolchains))
    if (toolchain.extension == extension)
      return toolchain.command;
  return "";
}

llvm::Error Reader::missing(KernelStage stage, llvm::StringRef kernel,
                            llvm::StringRef file, const std::string &what) {
  if (given.missing == Substitutions::Missing::Refuse)
    return fileError("{0}: {1}; --allow-missing continues without it", file,
                     what);
  result.records.push_back({stage, kernel.str(), file.str(), "", false, what});
  return llvm::Error::success();
}

llvm::StringRef Reader::kernelOf(KernelStage stage,
                                 llvm::StringRef file) const {
  const llvm::StringRef extension = path::extension(file);
  llvm::StringRef stem = path::stem(file);
  const bool isMlir = llvm::is_contained(mlirExtensions, extension);
  switch (stage) {
  case KernelStage::Source:
    return isMlir && !programIn(stem).empty() ? stem : llvm::StringRef();
  case KernelStage::Configuration:
    return isMlir && stem.consume_back(configuredSuffix) &&
                   !programIn(stem).empty()
               ? stem
               : llvm::StringRef();
  case KernelStage::Object:
    break;
  }
  const bool isKnown = llvm::is_contained(linkedExtensions, extension) ||
                       !commandFor(extension).empty();
  return isKnown && !programIn(stem).empty() ? stem : llvm::StringRef();
}

llvm::Error Reader::add(GivenFile file) {
  MLIRGYM_TRY(auto buffer, readRegularFile(file.path, maxProgramBytes,
                                           "give the code of one kernel only"));
  file.bytes = buffer->getBuffer().str();
  const std::string manifest =
      pathIn(path::parent_path(file.path), "manifest.json");
  if (file.stage == KernelStage::Object && llvm::sys::fs::exists(manifest))
    if (auto text = readRegular(manifest))
      file.manifest = (*text)->getBuffer().str();
  const std::string identity =
      (nameOf(file.stage) + "\n" + file.kernel + "\n" + file.extension + "\n" +
       file.command + "\n" +
       contentHash({file.bytes.data(), file.bytes.size()}))
          .str();
  file.hash = contentHash({identity.data(), identity.size()});
  result.files.push_back(std::move(file));
  return llvm::Error::success();
}

llvm::Error Reader::readFiles(KernelStage stage, const std::string &folder,
                              std::vector<std::string> *folders) {
  std::error_code error;
  std::vector<std::string> found;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error)) {
    if (folders && llvm::sys::fs::is_directory(entry->path()))
      folders->push_back(entry->path());
    else if (!kernelOf(stage, path::filename(entry->path())).empty())
      found.push_back(entry->path());
  }
  if (error)
    return fileError("{0}: {1}; give a folder that can be read", folder,
                     error.message());
  llvm::sort(found); // the order of a folder is random
  for (const std::string &each : found) {
    GivenFile file;
    file.stage = stage;
    file.path = each;
    file.kernel = kernelOf(stage, path::filename(each)).str();
    file.extension = path::extension(each).str();
    file.command = llvm::is_contained(linkedExtensions, file.extension)
                       ? ""
                       : commandFor(file.extension);
    file.isFromFolder = true;
    MLIRGYM_TRY_TO(add(std::move(file)));
  }
  return llvm::Error::success();
}

llvm::Error Reader::readFolder(KernelStage stage, const std::string &folder) {
  if (folder.empty())
    return llvm::Error::success();
  if (!llvm::sys::fs::is_directory(folder))
    return missing(stage, "", folder, "no such folder");
  const size_t before = result.files.size();
  std::vector<std::string> folders;
  MLIRGYM_TRY_TO(readFiles(stage, folder, &folders));
  // `evaluate` writes a folder per program.
  llvm::sort(folders);
  for (const std::string &each : folders)
    MLIRGYM_TRY_TO(readFiles(stage, each, nullptr));
  if (result.files.size() == before)
    return missing(stage, "", folder,
                   llvm::formatv("no file is named like a kernel ({0})",
                                 stage == KernelStage::Source ? "NAME.mlir"
                                 : stage == KernelStage::Configuration
                                     ? "NAME.configured.mlir"
                                     : "NAME.o"));
  return llvm::Error::success();
}

std::string Reader::find(KernelStage stage, const std::string &file) const {
  if (stage != KernelStage::Object || path::is_absolute(file) ||
      llvm::sys::fs::exists(file))
    return file;
  for (const std::string &folder : given.objectSearchPath) {
    std::string candidate = pathIn(folder, file);
    if (llvm::sys::fs::exists(candidate))
      return candidate;
  }
  return file;
}

llvm::Error Reader::readNamed(KernelStage stage,
                              const Substitutions::File &named) {
  GivenFile file;
  file.stage = stage;
  file.kernel = named.kernel;
  file.path = find(stage, named.path);
  file.extension = path::extension(file.path).str();
  if (stage != KernelStage::Object) {
    if (!llvm::is_contained(mlirExtensions, file.extension))
      return fileError("{0}: a {1} is MLIR (.mlir or .mlirbc); give code with "
                       "--substitute-object",
                       file.path, nameOf(stage));
  } else if (!llvm::is_contained(linkedExtensions, file.extension)) {
    file.command = commandFor(file.extension);
    if (file.command.empty())
      return fileError(
          "{0}: no toolchain for '{1}'; give one, such as --toolchain "
          "'{1}=clang -O3 -c {{in} -o {{out}', or a .o, .a, .so, .ll, .bc or "
          ".s",
          file.path, file.extension);
  }
  if (!llvm::sys::fs::exists(file.path))
    return missing(stage, file.kernel, file.path, "no such file");
  return add(std::move(file));
}

llvm::Error Reader::read(KernelStage stage, const Substitutions::Stage &from) {
  MLIRGYM_TRY_TO(readFolder(stage, from.folder));
  // The last one counts.
  std::map<std::string, const Substitutions::File *> last;
  for (const Substitutions::File &file : from.files)
    last[file.kernel] = &file;
  for (const auto &[kernel, file] : last) {
    std::erase_if(result.files, [&, name = kernel](const GivenFile &other) {
      return other.stage == stage && other.kernel == name;
    });
    MLIRGYM_TRY_TO(readNamed(stage, *file));
  }
  return llvm::Error::success();
}
} // namespace

bool GivenFile::belongsTo(llvm::StringRef program) const {
  return programIn(kernel) == toIdentifier(program);
}

llvm::Expected<GivenFiles>
GivenFiles::read(const Substitutions &substitutions) {
  GivenFiles result;
  Reader reader(substitutions, result);
  for (auto [stage, from] :
       {std::pair(KernelStage::Source, &substitutions.sources),
        std::pair(KernelStage::Configuration, &substitutions.configurations),
        std::pair(KernelStage::Object, &substitutions.objects)})
    MLIRGYM_TRY_TO(reader.read(stage, *from));
  return result;
}

} // namespace mlirgym
