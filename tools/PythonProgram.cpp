//===- tools/PythonProgram.cpp - Commands that run in Python --------------===//
#include "tools/PythonProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
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

llvm::Error becomePython(llvm::StringRef module, llvm::StringRef function,
                         llvm::ArrayRef<std::string> given) {
  const char *named = std::getenv("MLIRGYM_PYTHON");
  const std::string python = named && *named ? named : "python3";
  const std::string program = programOf(module, function);
  std::vector<const char *> arguments = {python.c_str(), "-c", program.c_str()};
  for (const std::string &argument : given)
    arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  llvm::outs().flush();
  execvp(python.c_str(), const_cast<char *const *>(arguments.data()));
  std::error_code error(errno, std::generic_category());
  return llvm::createStringError(
      error,
      "%s: %s; this command runs in Python: install it, or name it in "
      "MLIRGYM_PYTHON",
      python.c_str(), error.message().c_str());
}
} // namespace mlirgym::tools
