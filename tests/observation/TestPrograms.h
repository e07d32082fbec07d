//===- tests/observation/TestPrograms.h - Programs and walks ----*- C++ -*-===//
#ifndef MLIRGYM_TESTS_OBSERVATION_TESTPROGRAMS_H
#define MLIRGYM_TESTS_OBSERVATION_TESTPROGRAMS_H

#include "actions/encoding/Encoding.h"
#include <functional>
#include <random>

namespace mlirgym::testing {

/// The generated program of that name (Suite.h). Ends the test program with a
/// message if there is none.
std::shared_ptr<const Program> program(llvm::StringRef name);

/// Small programs, one or more of each family, chains among them.
std::vector<std::string> smallProgramNames();

/// Takes random legal decisions until the episode is finished. `visit` sees
/// every state, the first and the last included.
void randomWalk(const FlatEncoding &encoding,
                std::shared_ptr<const Program> program, std::mt19937_64 &random,
                const std::function<void(const DecisionState &)> &visit,
                StateOptions options = {});

/// The state after `schedule` (text form) on `program`.
DecisionState stateAfter(std::shared_ptr<const Program> program,
                         llvm::StringRef schedule);
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_OBSERVATION_TESTPROGRAMS_H
