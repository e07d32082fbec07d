//===- agents/policy/nets/Guarded.h - Exceptions to errors ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_NETS_GUARDED_H
#define MLIRGYM_AGENTS_POLICY_NETS_GUARDED_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace mlirgym {

/// The first line of LibTorch's message; the rest is a stack trace.
inline std::string firstLine(llvm::StringRef text) {
  return text.take_until([](char c) { return c == '\n'; }).trim().str();
}

/// The current exception in one line. Requires: an exception is being handled.
inline std::string describeException() {
  const char *noMemory =
      "more memory is needed than there is; ask for less at once";
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return noMemory;
  } catch (const std::length_error &) { // more than a vector can hold
    return noMemory;
  } catch (const std::exception &exception) {
    return firstLine(exception.what());
  } catch (...) {
    return "unknown exception";
  }
}

/// Calls `function` and turns exceptions of LibTorch, the JSON library and
/// allocations into an llvm::Error: "<what>: <first line of the exception>". No
/// exception leaves agents/ppo, since callers may have LLVM frames above.
/// `function` returns an llvm::Error, an llvm::Expected, or nothing.
template <typename Function>
auto guarded(llvm::StringRef what, Function &&function) {
  using Result = std::invoke_result_t<Function>;
  auto failure = [&what] {
    return llvm::createStringError(what.str() + ": " + describeException());
  };
  if constexpr (std::is_void_v<Result>) {
    try {
      std::forward<Function>(function)();
      return llvm::Error(llvm::Error::success());
    } catch (...) {
      return llvm::Error(failure());
    }
  } else {
    try {
      return std::forward<Function>(function)();
    } catch (...) {
      return Result(failure());
    }
  }
}
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_GUARDED_H
