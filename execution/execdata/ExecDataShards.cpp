#include "execution/execdata/ExecDataShards.h"
#include "execution/execdata/ExecData.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

using namespace mlirgym;
namespace fs = llvm::sys::fs;

static llvm::Error folderError(llvm::StringRef path, std::error_code code) {
  return llvm::createStringError(
      code, "%s: %s; check its permissions, or choose another folder",
      path.str().c_str(), code.message().c_str());
}

llvm::Expected<std::vector<std::string>>
mlirgym::execDataFilesIn(llvm::StringRef folder) {
  std::vector<std::string> files;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code))
    if (llvm::sys::path::extension(entry->path()) == ".db")
      files.push_back(entry->path());
  if (code)
    return folderError(folder, code);
  llvm::sort(files);
  return files;
}

llvm::Expected<std::vector<std::string>>
mlirgym::execDataFilesOf(llvm::ArrayRef<std::string> filesOrFolders) {
  std::vector<std::string> files;
  for (const std::string &each : filesOrFolders) {
    if (!fs::is_directory(each)) {
      files.push_back(each);
      continue;
    }
    MLIRGYM_TRY(auto found, execDataFilesIn(each));
    if (found.empty())
      return llvm::createStringError(
          "%s: no exec-data files (*.db) in this folder; fill it with "
          "`mlirgym collect`, or name files",
          each.c_str());
    llvm::append_range(files, found);
  }
  return files;
}

/// The text of a machine may have slashes and colons.
static std::string fileNameOf(llvm::StringRef machine) {
  std::string name;
  for (char c : machine)
    name += llvm::isAlnum(c) || c == '-' ? c : '_';
  return name;
}

ExecDataShards::ExecDataShards(llvm::StringRef folder, llvm::StringRef machine)
    : folder(folder.str()), stem(fileNameOf(machine) + "-") {}

llvm::Expected<ExecDataShards> ExecDataShards::open(llvm::StringRef folder,
                                                    llvm::StringRef machine) {
  ExecDataShards shards(folder, machine);
  MLIRGYM_TRY(auto files, execDataFilesIn(folder));
  for (const std::string &file : files) {
    llvm::StringRef name = llvm::sys::path::stem(file);
    unsigned found = 0;
    if (name.consume_front(shards.stem) && !name.getAsInteger(10, found))
      shards.number = std::max(shards.number, found);
  }
  // The permission is the mark, and not the right: root may write anything.
  auto permissions = fs::getPermissions(shards.current());
  if (permissions && !(*permissions & fs::owner_write))
    ++shards.number;
  return shards;
}

std::string ExecDataShards::current() const {
  return pathIn(folder, llvm::formatv("{0}{1,0+4}.db", stem, number));
}

llvm::Expected<std::vector<std::string>> ExecDataShards::others() const {
  MLIRGYM_TRY(auto files, execDataFilesIn(folder));
  llvm::erase(files, current());
  return files;
}

llvm::Error ExecDataShards::seal() {
  const std::string file = current();
  MLIRGYM_TRY_TO(ExecData::compact(file));
  if (std::error_code code = fs::setPermissions(file, fs::all_read))
    return folderError(file, code);
  ++number;
  return llvm::Error::success();
}
