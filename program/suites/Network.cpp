#include "program/suites/Network.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

std::vector<std::string> networks() { return stemsInData("networks", ".mlir"); }

std::vector<std::string> operators() {
  return stemsInData("operators", ".mlir");
}

llvm::StringRef networkOf(llvm::StringRef programName) {
  return programName.split('.').first;
}

bool isStored(llvm::StringRef programName) {
  return llvm::is_contained(networks(), networkOf(programName)) ||
         llvm::is_contained(operators(), programName);
}

namespace {
struct Section {
  llvm::StringRef name, text;
};

/// A file of scripts/networks.py or scripts/operators.py. Its sections begin
/// with their name, "// resnet18.op5"; the first one is the network.
class StoredFile {
public:
  static llvm::Expected<StoredFile> read(llvm::StringRef folder,
                                         llvm::StringRef program) {
    if (!llvm::is_contained(stemsInData(folder, ".mlir"), program))
      return llvm::make_error<ProgramError>(
          llvm::formatv("{0}: no such network; use one of {1}", program,
                        llvm::join(networks(), ", ")));
    StoredFile file;
    MLIRGYM_TRY(file.buffer, readProgramFile(pathIn(dataDirectory(), folder,
                                                    program + ".mlir")));
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

llvm::Expected<std::string> readStored(llvm::StringRef programName) {
  const bool isOperator = llvm::is_contained(operators(), programName);
  MLIRGYM_TRY(auto file, StoredFile::read(isOperator ? "operators" : "networks",
                                          networkOf(programName)));
  for (const Section &section : file.sections)
    if (section.name == programName)
      return section.text.str();
  return llvm::make_error<ProgramError>(llvm::formatv(
      "{0}: the network has no such task; use one of {1}", programName,
      llvm::join(
          llvm::map_range(llvm::drop_begin(file.sections),
                          [](const Section &section) { return section.name; }),
          ", ")));
}

llvm::Expected<std::vector<std::string>>
tasksOfNetwork(llvm::StringRef network) {
  MLIRGYM_TRY(auto file, StoredFile::read("networks", network));
  std::vector<std::string> names;
  for (const Section &section : llvm::drop_begin(file.sections))
    names.push_back(section.name.str());
  return names;
}

} // namespace mlirgym
