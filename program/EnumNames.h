//===- program/EnumNames.h - Names of an enumeration ------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_ENUMNAMES_H
#define MLIRGYM_PROGRAM_ENUMNAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace mlirgym {

/// One name for each value of an enumeration, from 0 to `last`, in this order.
template <auto last> struct EnumNames {
  using Enum = decltype(last);
  std::array<llvm::StringLiteral, static_cast<size_t>(last) + 1> names;

  constexpr llvm::StringRef of(Enum value) const {
    return names[static_cast<size_t>(value)];
  }
  std::optional<Enum> parse(llvm::StringRef name) const {
    const auto *found = llvm::find(names, name);
    return found == names.end()
               ? std::nullopt
               : std::optional(static_cast<Enum>(found - names.begin()));
  }
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_ENUMNAMES_H
