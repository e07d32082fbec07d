//===- tests/OwnCaches.cpp - A cache folder of each test ------------------===//
// Linked into every test program: $XDG_CACHE_HOME is a new folder in each test,
// so that kernels are compiled anew and not stored with the user's.

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace {
namespace fs = std::filesystem;

class OwnCaches : public testing::EmptyTestEventListener {
public:
  void OnTestProgramStart(const testing::UnitTest &) override {
    std::string name = (fs::temp_directory_path() / "mlirgym-caches-XXXXXX");
    if (!::mkdtemp(name.data()))
      std::abort();
    root = name;
    enter("suites"); // for what is made before the first test
    ::unsetenv("MLIRGYM_CACHE_DIR");
  }
  void OnTestStart(const testing::TestInfo &) override {
    enter(std::to_string(count++));
  }
  void OnTestProgramEnd(const testing::UnitTest &) override {
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }

private:
  void enter(const std::string &name) const {
    ::setenv("XDG_CACHE_HOME", (root / name).c_str(), /*overwrite=*/1);
  }

  fs::path root;
  unsigned count = 0;
};

[[maybe_unused]] const bool isListening = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new OwnCaches);
  return true;
}();
} // namespace
