//===- conformance/StockMlirOpt.cpp ---------------------------------------===//
#include "StockMlirOpt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <optional>

namespace mlirgym {
namespace {

/// A folder that goes away with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-opt", path));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(path); }
  std::string file(llvm::StringRef name) const {
    return (path + "/" + name).str();
  }
  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream os(file(name), error);
    EXPECT_FALSE(error) << error.message();
    os << text;
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<128> path;
};
} // namespace

bool hasStockMlirOpt() { return llvm::sys::fs::can_execute(MLIRGYM_MLIR_OPT); }

StockResult applyInStockMlirOpt(const Program &program,
                                llvm::StringRef script) {
  const std::string tool = MLIRGYM_MLIR_OPT;
  TemporaryFolder folder; // a redirect does not shorten an old file
  folder.write("payload.mlir", program.text());
  folder.write("script.mlir", script);
  std::string libraryOption = "--transform-preload-library="
                              "transform-library-paths=" +
                              folder.file("script.mlir");
  std::string out = folder.file("out.mlir"), err = folder.file("err.txt");
  std::optional<llvm::StringRef> redirects[] = {std::nullopt, out, err};
  StockResult result;
  result.status =
      llvm::sys::ExecuteAndWait(tool,
                                {tool, libraryOption, "--transform-interpreter",
                                 folder.file("payload.mlir")},
                                std::nullopt, redirects);
  result.ir = folder.read("out.mlir");
  result.message = folder.read("err.txt");
  return result;
}

} // namespace mlirgym
