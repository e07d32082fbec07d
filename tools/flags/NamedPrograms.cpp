#include "tools/flags/NamedPrograms.h"
#include "program/Program.h"
#include "program/files/PathIn.h"
#include "tools/Terminal.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

std::shared_ptr<const Program> NamedPrograms::find(llvm::StringRef name) {
  if (place.empty())
    return nullptr;
  if (place == "generated") {
    auto program = source.load((name + "_f64").str());
    if (program)
      return std::move(*program);
    llvm::consumeError(program.takeError()); // a name that denotes none
    return nullptr;
  }
  // A name from a file must not lead out of the folder.
  if (name.contains('/'))
    return nullptr;
  const std::string file = pathIn(place, (name + ".mlir").str());
  return llvm::sys::fs::exists(file) ? load(file) : nullptr;
}

std::shared_ptr<const Program> NamedPrograms::find(const ProgramKey &key,
                                                   llvm::StringRef name) {
  std::shared_ptr<const Program> program = find(name);
  if (program && program->key() == key)
    return program;
  if (name.contains('/') || name.ends_with(".mlir") ||
      name.ends_with(".mlirbc"))
    return nullptr; // a name, not a file
  auto generated = source.load(name);
  if (generated && (*generated)->key() == key)
    return std::move(*generated);
  if (!generated)
    llvm::consumeError(generated.takeError());
  return nullptr;
}

std::shared_ptr<const Program> NamedPrograms::load(const std::string &file) {
  auto program = source.load(file);
  if (program)
    return std::move(*program);
  printNote(llvm::toString(program.takeError()));
  return nullptr;
}

} // namespace mlirgym::tools
