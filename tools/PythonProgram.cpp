//===- tools/PythonProgram.cpp - Commands that run in Python --------------===//
#include "tools/PythonProgram.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace mlirgym::tools {

/// Python's program: the function, or a message that says how to install it.
/// Files in the current folder must not replace Python's own modules; what
/// needs that folder adds it.
static std::string programOf(llvm::StringRef module, llvm::StringRef function) {
  return llvm::formatv(
             "import sys\n"
             "sys.path[:] = [folder for folder in sys.path if folder]\n"
             "try:\n"
             "    from {0} import {1}\n"
             "except ModuleNotFoundError as error:\n"
             "    print('mlirgym: error: ' + sys.executable + ': ' + "
             "str(error) + '; run \"pip install .\" in the clone of mlirgym "
             "with this Python, or name another one in MLIRGYM_PYTHON', "
             "file=sys.stderr)\n"
             "    sys.exit(1)\n"
             "sys.exit({1}())\n",
             module, function)
      .str();
}

static std::string interpreter() {
  const char *named = std::getenv("MLIRGYM_PYTHON");
  return named && *named ? named : "python3";
}

static llvm::Error noPython(llvm::StringRef python, std::error_code error) {
  return llvm::createStringError(
      error,
      "%s: %s; this command runs in Python: install it, or name it in "
      "MLIRGYM_PYTHON",
      python.str().c_str(), error.message().c_str());
}

llvm::Error becomePython(llvm::StringRef module, llvm::StringRef function,
                         llvm::ArrayRef<std::string> given) {
  const std::string python = interpreter();
  const std::string program = programOf(module, function);
  std::vector<const char *> arguments = {python.c_str(), "-c", program.c_str()};
  for (const std::string &argument : given)
    arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  llvm::outs().flush();
  execvp(python.c_str(), const_cast<char *const *>(arguments.data()));
  return noPython(python, {errno, std::generic_category()});
}

static llvm::Expected<std::string> findInterpreter() {
  const std::string python = interpreter();
  auto path = llvm::sys::findProgramByName(python);
  if (!path || !llvm::sys::fs::can_execute(*path))
    return noPython(python,
                    std::make_error_code(std::errc::no_such_file_or_directory));
  return *path;
}

llvm::Expected<llvm::sys::ProcessInfo>
startPython(llvm::StringRef module, llvm::StringRef function, int descriptor) {
  MLIRGYM_TRY(std::string python, findInterpreter());
  const std::string program = programOf(module, function);
  const std::string number = std::to_string(descriptor);
  std::string problem;
  llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(
      python, {python, "-c", program, number}, std::nullopt,
      {"", std::nullopt, std::nullopt}, /*MemoryLimit=*/0, &problem);
  if (process.Pid == llvm::sys::ProcessInfo::InvalidPid)
    return llvm::createStringError("%s: %s", python.c_str(), problem.c_str());
  return process;
}

llvm::Error callPython(llvm::StringRef module, llvm::StringRef function,
                       llvm::ArrayRef<std::string> given) {
  MLIRGYM_TRY(std::string path, findInterpreter());
  llvm::SmallString<128> said;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("mlirgym", "txt", said))
    return llvm::createStringError(error, "no temporary file: %s",
                                   error.message().c_str());
  llvm::FileRemover remover(said);
  const std::string program = programOf(module, function);
  std::vector<llvm::StringRef> arguments = {path, "-c", program};
  arguments.insert(arguments.end(), given.begin(), given.end());
  const int status = llvm::sys::ExecuteAndWait(path, arguments, std::nullopt,
                                               {"", "", llvm::StringRef(said)});
  if (status == 0)
    return llvm::Error::success();
  auto text = llvm::MemoryBuffer::getFile(said);
  llvm::StringRef message = text ? (*text)->getBuffer().trim() : "";
  // Packages may have printed warnings before it.
  if (auto [notes, error] = message.rsplit("mlirgym: error: "); !error.empty())
    message = error;
  if (message.empty())
    message = "it ended without a message";
  return llvm::createStringError(message);
}
} // namespace mlirgym::tools
