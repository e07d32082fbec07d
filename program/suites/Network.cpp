#include "program/suites/Network.h"
#include "program/ProgramLoader.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {

static std::string networksFolder() {
  llvm::SmallString<256> path(dataDirectory());
  llvm::sys::path::append(path, "networks");
  return path.str().str();
}

std::vector<std::string> networks() {
  std::vector<std::string> found;
  std::error_code ignored; // a missing folder contains none
  for (llvm::sys::fs::directory_iterator it(networksFolder(), ignored), end;
       it != end && !ignored; it.increment(ignored))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      found.push_back(llvm::sys::path::stem(it->path()).str());
  llvm::sort(found);
  return found;
}

llvm::StringRef networkOf(llvm::StringRef programName) {
  return programName.split('.').first;
}

namespace {
struct Section {
  llvm::StringRef name, text;
};

/// A file of scripts/networks.py. Its sections begin with their name,
/// "// resnet18.op5"; the first one is the network.
class NetworkFile {
public:
  static llvm::Expected<NetworkFile> read(llvm::StringRef network) {
    if (!llvm::is_contained(networks(), network))
      return llvm::make_error<ProgramError>(
          llvm::formatv("{0}: no such network; use one of {1}", network,
                        llvm::join(networks(), ", ")));
    llvm::SmallString<256> path(networksFolder());
    llvm::sys::path::append(path, network + ".mlir");
    NetworkFile file;
    if (llvm::Error error = readProgramFile(path).moveInto(file.buffer))
      return std::move(error);
    for (llvm::StringRef text :
         llvm::split(file.buffer->getBuffer(), "// -----\n")) {
      text.consume_front("// ");
      auto [name, rest] = text.split('\n');
      file.sections.push_back({name, rest});
    }
    return file;
  }

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::vector<Section> sections;
};
} // namespace

llvm::Expected<std::string> readNetwork(llvm::StringRef programName) {
  auto file = NetworkFile::read(networkOf(programName));
  if (!file)
    return file.takeError();
  for (const Section &section : file->sections)
    if (section.name == programName)
      return section.text.str();
  return llvm::make_error<ProgramError>(llvm::formatv(
      "{0}: the network has no such task; use one of {1}", programName,
      llvm::join(
          llvm::map_range(llvm::drop_begin(file->sections),
                          [](const Section &section) { return section.name; }),
          ", ")));
}

llvm::Expected<std::vector<std::string>>
tasksOfNetwork(llvm::StringRef network) {
  auto file = NetworkFile::read(network);
  if (!file)
    return file.takeError();
  std::vector<std::string> names;
  for (const Section &section : llvm::drop_begin(file->sections))
    names.push_back(section.name.str());
  return names;
}

} // namespace mlirgym
