#include "program/suites/Suite.h"
#include "program/EnumNames.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Network.h"
#include "program/suites/SuiteFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym {

static constexpr EnumNames<Split::All> splitNames = {
    {"train", "validation", "test", "all"}};

llvm::StringRef nameOfSplit(Split split) { return splitNames.of(split); }

llvm::Expected<Split> parseSplit(llvm::StringRef text) {
  if (const std::optional<Split> split = splitNames.parse(text))
    return *split;
  return llvm::make_error<ProgramError>(
      ("split '" + text + "' is unknown; use train, validation, test or all")
          .str());
}

static std::string suitesFolder() { return pathIn(dataDirectory(), "suites"); }

std::vector<std::string> stemsInData(llvm::StringRef folder,
                                     llvm::StringRef extension) {
  const std::string path = pathIn(dataDirectory(), folder);
  std::vector<std::string> found;
  std::error_code ignored; // a missing folder has no files
  for (llvm::sys::fs::directory_iterator it(path, ignored), end;
       it != end && !ignored; it.increment(ignored))
    if (llvm::sys::path::extension(it->path()) == extension)
      found.push_back(llvm::sys::path::stem(it->path()).str());
  llvm::sort(found);
  return found;
}

std::vector<std::string> Suite::available() {
  return stemsInData("suites", ".json");
}

llvm::Expected<Suite> Suite::load(llvm::StringRef nameOrPath) {
  bool isPath = nameOrPath.contains('/') || nameOrPath.ends_with(".json");
  const std::string path =
      isPath ? nameOrPath.str() : pathIn(suitesFolder(), nameOrPath + ".json");
  const bool isMissing = !isPath && !llvm::sys::fs::exists(path);
  if (isMissing && available().empty())
    return llvm::make_error<ProgramError>(
        suitesFolder() + ": no suites; set MLIRGYM_DATA_DIR to mlirgym's "
                         "folder `data`");
  if (isMissing)
    return llvm::make_error<ProgramError>(
        path + ": no suite '" + nameOrPath.str() + "'; use one of " +
        llvm::join(available(), ", ") + ", or the path of a suite file");
  MLIRGYM_TRY(auto buffer, readRegularFile(path, maxSuiteBytes,
                                           "draw programs with \"generate\""));
  MLIRGYM_TRY(auto file, readSuite(buffer->getBuffer(), path));
  Suite suite;
  suite.suiteName = llvm::sys::path::stem(path).str();
  suite.about = std::move(file.summary);
  suite.names = std::move(file.programs);
  suite.test.insert_range(file.test);
  suite.validation.insert_range(file.validation);
  return suite;
}

Split Suite::splitOf(llvm::StringRef programName) {
  // f32 is the default: both names denote the same program.
  programName.consume_back("_f32");
  auto hash = llvm::BLAKE3::hash<8>(
      llvm::arrayRefFromStringRef(networkOf(programName)));
  switch (llvm::support::endian::read64le(hash.data()) % 10) {
  case 0:
    return Split::Test;
  case 1:
    return Split::Validation;
  default:
    return Split::Train;
  }
}

Split Suite::split(llvm::StringRef programName) const {
  if (test.empty())
    return splitOf(programName);
  if (test.contains(programName))
    return Split::Test;
  if (validation.contains(programName))
    return Split::Validation;
  if (!validation.empty())
    return Split::Train;
  // The other programs are for training, one in nine of them for validation.
  return splitOf(programName) == Split::Validation ? Split::Validation
                                                   : Split::Train;
}

std::vector<std::string> Suite::programs(Split which) const {
  if (which == Split::All)
    return names;
  std::vector<std::string> chosen;
  llvm::copy_if(names, std::back_inserter(chosen),
                [&](llvm::StringRef name) { return split(name) == which; });
  return chosen;
}

} // namespace mlirgym
