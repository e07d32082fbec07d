#include "agents/policy/TrainingFolder.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/LockedFolder.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include <nlohmann/json.hpp>
#include <string>

using namespace mlirgym;

llvm::Expected<TrainingFolder> TrainingFolder::open(llvm::StringRef path) {
  MLIRGYM_TRY(LockedFolder folder, LockedFolder::open(path));
  return TrainingFolder(std::move(folder));
}

llvm::Error TrainingFolder::checkUnused() const {
  for (const std::string &used : {checkpoint(), state()})
    if (llvm::sys::fs::exists(used))
      return llvm::createStringError(
          used + ": there is a training run in this folder; "
                 "resume it, or choose another folder");
  return llvm::Error::success();
}

llvm::Error TrainingFolder::forgetMetricsAfter(llvm::StringRef counter,
                                               unsigned last) const {
  std::string kept;
  auto file = readRegular(metrics());
  if (file)
    for (llvm::line_iterator line(**file); !line.is_at_eof(); ++line) {
      const auto parsed =
          nlohmann::json::parse(line->begin(), line->end(), nullptr,
                                /*allow_exceptions=*/false);
      if (!parsed.is_object())
        break;
      const auto count = parsed.find(counter.str());
      if (count == parsed.end() || !count->is_number() ||
          count->get<uint64_t>() > last)
        break;
      kept += (*line + "\n").str();
    }
  return writeAtomically(metrics(), kept);
}
