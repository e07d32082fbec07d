//===- stress/StressFolder.h - A temporary folder -----------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_STRESS_STRESSFOLDER_H
#define MLIRGYM_TESTS_STRESS_STRESSFOLDER_H

#include <filesystem>

namespace mlirgym {

/// A new folder in $TMPDIR, removed at the end with all its contents.
class StressFolder {
public:
  StressFolder();
  ~StressFolder();
  StressFolder(const StressFolder &) = delete;
  StressFolder &operator=(const StressFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_STRESS_STRESSFOLDER_H
