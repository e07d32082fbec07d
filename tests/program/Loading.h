//===- tests/program/Loading.h - Programs for tests -------------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_PROGRAM_LOADING_H
#define MLIRGYM_TESTS_PROGRAM_LOADING_H

#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>

namespace mlirgym::test {

/// The program in `text`; fails the test and returns an empty one on an error.
inline Program load(llvm::StringRef text) {
  auto program = ProgramLoader().loadText(text, "test", "test.mlir");
  if (program)
    return *program;
  ADD_FAILURE() << llvm::toString(program.takeError());
  return Program();
}

/// The generated program called `name`.
inline Program loadNamed(llvm::StringRef name) {
  auto text = generateProgram(name);
  if (text)
    return load(*text);
  ADD_FAILURE() << llvm::toString(text.takeError());
  return Program();
}

/// The message that loading `text` ends with; "" if it succeeds.
inline std::string errorOf(llvm::StringRef text) {
  auto program = ProgramLoader().loadText(text, "test", "test.mlir");
  return program ? "" : llvm::toString(program.takeError());
}

} // namespace mlirgym::test
#endif // MLIRGYM_TESTS_PROGRAM_LOADING_H
