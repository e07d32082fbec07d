//===- agents/ppo/Guarded.h - Exceptions end here ---------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_GUARDED_H
#define MLIRGYM_AGENTS_PPO_GUARDED_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <exception>
#include <string>
#include <type_traits>
#include <utility>

namespace mlirgym {

/// First line of what LibTorch has to say; the rest is a stack trace.
inline std::string firstLine(llvm::StringRef text) {
  return text.take_until([](char c) { return c == '\n'; }).trim().str();
}

/// Calls `function` and turns what LibTorch or the JSON library throws into an
/// llvm::Error: "<what>: <first line of the exception>". No exception leaves
/// agents/ppo, since callers may have LLVM frames above. `function` returns an
/// llvm::Error, an llvm::Expected, or nothing.
template <typename Function>
auto guarded(llvm::StringRef what, Function &&function) {
  using Result = std::invoke_result_t<Function>;
  auto failure = [&what](llvm::StringRef text) {
    return llvm::createStringError(what.str() + ": " + firstLine(text));
  };
  if constexpr (std::is_void_v<Result>) {
    try {
      std::forward<Function>(function)();
      return llvm::Error(llvm::Error::success());
    } catch (const std::exception &exception) {
      return llvm::Error(failure(exception.what()));
    } catch (...) {
      return llvm::Error(failure("unknown exception"));
    }
  } else {
    try {
      return std::forward<Function>(function)();
    } catch (const std::exception &exception) {
      return Result(failure(exception.what()));
    } catch (...) {
      return Result(failure("unknown exception"));
    }
  }
}
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_GUARDED_H
