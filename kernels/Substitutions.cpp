#include "kernels/Substitutions.h"
#include "program/EnumNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

static constexpr EnumNames<KernelStage::Object> stageNames = {
    {"source", "configuration", "object"}};

llvm::StringRef nameOf(KernelStage stage) { return stageNames.of(stage); }

llvm::Expected<Toolchain> Toolchain::parse(llvm::StringRef text) {
  auto [extension, command] = text.split('=');
  if (extension.size() > 1 && extension.starts_with(".") &&
      !extension.contains('/') && command.contains("{in}") &&
      command.contains("{out}"))
    return Toolchain{extension.str(), command.str()};
  return llvm::createStringError(
      "'" + text +
      "' is no toolchain; give an ending and a command with {in} and {out}, "
      "such as '.c=clang -O3 -c {in} -o {out}'");
}

llvm::Expected<Substitutions::File>
Substitutions::File::parse(llvm::StringRef text) {
  auto [kernel, path] = text.split('=');
  if (!kernel.empty() && !path.empty())
    return File{kernel.str(), path.str()};
  return llvm::createStringError(
      "'" + text +
      "' names no kernel and file; write name=FILE, `mlirgym dump "
      "--kernels` lists the names");
}

bool Substitutions::any() const {
  for (const Stage *stage : {&sources, &configurations, &objects})
    if (!stage->files.empty() || !stage->folder.empty())
      return true;
  return false;
}

std::string SubstitutionRecord::text() const {
  std::string line =
      kernel.empty() ? file
                     : kernel + ": " + nameOf(stage).str() + " from " + file;
  if (replaces && !toolchain.empty())
    line += " by `" + toolchain + "`";
  if (!replaces && !kernel.empty())
    line += " replaces nothing";
  return remark.empty() ? line : line + ": " + remark;
}

} // namespace mlirgym
