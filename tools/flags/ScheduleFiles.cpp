#include "tools/flags/ScheduleFiles.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <system_error>

namespace mlirgym::tools {

std::string ScheduleFiles::command() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto add = [&](llvm::StringRef argument) {
    os << " ";
    llvm::sys::printArg(os, argument, /*Quote=*/false); // quotes only if needed
  };
  if (isStock) {
    os << "mlir-opt-" << LLVM_VERSION_MAJOR;
    add(program);
    add("--transform-preload-library=transform-library-paths=" + script);
    add("--transform-interpreter");
  } else {
    os << "mlirgym measure";
    add(program);
    add("--schedule-file");
    add(script);
  }
  return text;
}

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text) {
  if (path == "-") // LLVM would write to stdout and close it
    return llvm::createStringError(
        "-: this command cannot write to stdout; name a file");
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (!folder.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError(error, "%s: %s; give another file",
                                     path.str().c_str(),
                                     error.message().c_str());
  return writeAtomically(path, text);
}

llvm::Expected<ScheduleFiles> writeScheduleFiles(const Program &program,
                                                 const SearchResult &result,
                                                 llvm::StringRef path) {
  std::string script = result.script;
  if (script.empty())
    MLIRGYM_TRY_TO(
        toTransformScript(program, result.schedule).moveInto(script));
  llvm::SmallString<128> programPath(path);
  llvm::sys::path::replace_extension(programPath, ".program.mlir");
  MLIRGYM_TRY_TO(writeFile(path, script));
  MLIRGYM_TRY_TO(writeFile(programPath, program.text()));
  return ScheduleFiles{path.str(), std::string(programPath),
                       /*isStock=*/result.script.empty()};
}
} // namespace mlirgym::tools
