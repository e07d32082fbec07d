//===- execution/ExecutionFolder.h - Executions of a test -------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_EXECUTION_EXECUTIONFOLDER_H
#define MLIRGYM_TESTS_EXECUTION_EXECUTIONFOLDER_H

#include "actions/Schedule.h"
#include "execution/ExecutionOptions.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <unistd.h>

namespace mlirgym {

inline std::shared_ptr<const Program> load(llvm::StringRef name) {
  return std::make_shared<const Program>(llvm::cantFail(
      ProgramLoader().loadText(llvm::cantFail(generateProgram(name)), name)));
}

inline Schedule parse(llvm::StringRef text) {
  return llvm::cantFail(Schedule::parse(text));
}

/// A folder for exec data, and options of executions with real workers.
class ExecutionFolder : public testing::Test {
protected:
  void SetUp() override {
    folder = std::filesystem::path(testing::TempDir()) /
             ("mlirgym-execution-" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    options.execDataFile = (folder / "timings.sqlite").string();
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0; // a loaded machine is no reason
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
  ExecutionOptions options;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_EXECUTIONFOLDER_H
