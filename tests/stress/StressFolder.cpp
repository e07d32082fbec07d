#include "StressFolder.h"
#include "benchmarks/OrFail.h"
#include <cstdlib>

namespace mlirgym {

StressFolder::StressFolder() {
  std::string name =
      (std::filesystem::temp_directory_path() / "mlirgym-stress-XXXXXX")
          .string();
  if (!mkdtemp(name.data()))
    fail(llvm::createStringError(name + ": cannot be made; set TMPDIR"));
  folder = name;
}

StressFolder::~StressFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}
} // namespace mlirgym
