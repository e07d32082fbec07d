//===- python/bindings/Options.h - Options by name --------------*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_OPTIONS_H
#define MLIRGYM_PYTHON_BINDINGS_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <pybind11/stl.h>
#include <string>

namespace mlirgym::python {

/// A member of an options struct, by its name in Python.
struct OptionMember {
  template <typename T>
  OptionMember(const char *name, T *member)
      : name(name), assign([member](pybind11::handle value) {
          *member = value.cast<T>();
        }) {}

  const char *name;
  std::function<void(pybind11::handle)> assign;
};

/// Sets the members named in `values`; None leaves one as it is. Raises
/// ValueError for other names: "unknown `kind` option".
inline void readOptions(const pybind11::dict &values, const char *kind,
                        llvm::ArrayRef<OptionMember> members) {
  for (auto [key, value] : values) {
    const auto name = key.cast<std::string>();
    const auto *member = llvm::find_if(
        members, [&](const OptionMember &known) { return name == known.name; });
    if (member == members.end())
      throw pybind11::value_error(std::string("unknown ") + kind + " option '" +
                                  name + "'");
    if (!value.is_none())
      member->assign(value);
  }
}
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_OPTIONS_H
