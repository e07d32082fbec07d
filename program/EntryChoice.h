//===- program/EntryChoice.h - What of a module is the program --*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_ENTRYCHOICE_H
#define MLIRGYM_PROGRAM_ENTRYCHOICE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The function of a module that is the program, and what it leaves open.
struct EntryChoice {
  EntryChoice() = default;
  EntryChoice(llvm::StringRef function) : function(function.str()) {}
  EntryChoice(const char *function) : function(function) {}

  /// "": there is one alone.
  std::string function;
  /// Shapes of arguments with dynamic dimensions: "arg0=4x128". An argument is
  /// its name in the text, or its number, counted from 0, with or without
  /// "arg".
  std::vector<std::string> shapes;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_ENTRYCHOICE_H
