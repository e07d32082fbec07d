//===- tools/ProgramArgument.cpp - A program by file or by name -----------===//
#include "tools/ProgramArgument.h"

#include "llvm/Support/Path.h"
#include <CLI/CLI.hpp>

namespace mlirgym {

CLI::Option *addProgramArgument(CLI::App &app, std::string &program) {
  return app
      .add_option("program", program,
                  "A .mlir or .mlirbc file, or the name of a generated program "
                  "such as matmul_512_512_512 (`mlirgym suite families`)")
      ->type_name("FILE|NAME")
      ->required();
}

static bool looksLikeFile(llvm::StringRef text) {
  llvm::StringRef extension = llvm::sys::path::extension(text);
  return extension == ".mlir" || extension == ".mlirbc" || text.contains('/');
}

llvm::Expected<std::shared_ptr<const Program>>
ProgramSource::load(llvm::StringRef nameOrFile) {
  auto share = [](llvm::Expected<Program> program)
      -> llvm::Expected<std::shared_ptr<const Program>> {
    if (!program)
      return program.takeError();
    return std::make_shared<const Program>(std::move(*program));
  };
  if (looksLikeFile(nameOrFile))
    return share(strangers.loadFile(nameOrFile));
  if (!own)
    own.emplace();
  return share(own->loadGenerated(nameOrFile));
}

llvm::Expected<std::shared_ptr<const Program>>
loadProgram(llvm::StringRef nameOrFile) {
  return ProgramSource().load(nameOrFile);
}

llvm::Expected<std::vector<std::shared_ptr<const Program>>>
loadPrograms(llvm::ArrayRef<std::string> namesOrFiles) {
  ProgramSource source;
  std::vector<std::shared_ptr<const Program>> programs;
  for (const std::string &name : namesOrFiles) {
    auto program = source.load(name);
    if (!program)
      return program.takeError();
    programs.push_back(std::move(*program));
  }
  return programs;
}
} // namespace mlirgym
