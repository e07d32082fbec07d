#include "program/Placement.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>

namespace mlirgym {
namespace {
/// Names with the arguments that they denote.
llvm::SmallVector<std::pair<std::string, unsigned>>
namesOf(const Program &program) {
  llvm::SmallVector<std::pair<std::string, unsigned>> names;
  unsigned outputs = 0;
  for (unsigned i = 0; i < program.arguments().size(); ++i)
    names.emplace_back("arg" + std::to_string(i), i);
  for (auto [i, argument] : llvm::enumerate(program.arguments()))
    if (argument.isOutput)
      names.emplace_back("out" + std::to_string(outputs++), unsigned(i));
  return names;
}

/// "memref<8x12xf32>".
std::string typeOf(const Argument &argument) {
  std::string text = "memref<";
  for (int64_t size : argument.shape)
    text += std::to_string(size) + "x";
  return text + nameOfElement(argument.elementType).str() + ">";
}
} // namespace

llvm::Expected<Placement> Placement::of(const Program &program,
                                        llvm::ArrayRef<std::string> names) {
  Placement placement;
  placement.residents.resize(unsigned(program.arguments().size()));
  for (auto [i, argument] : llvm::enumerate(program.arguments()))
    if (argument.isOnDevice)
      placement.residents.set(unsigned(i));
  const auto known = namesOf(program);
  for (const std::string &name : names) {
    if (name == "all") {
      placement.residents.set();
      continue;
    }
    const auto *found = llvm::find_if(
        known, [&](const auto &each) { return each.first == name; });
    if (found == known.end())
      return llvm::createStringError(
          "'" + name + "' is no argument of " + program.name() +
          ", which could stay on a device; choose " +
          llvm::join(llvm::make_first_range(known), ", ") + " or all");
    placement.residents.set(found->second);
  }
  return placement;
}

std::string Placement::text() const {
  llvm::SmallVector<std::string> names;
  for (unsigned i : residents.set_bits())
    names.push_back("arg" + std::to_string(i));
  return llvm::join(names, ",");
}

std::string transfersOf(const Program &program, const Placement &placement) {
  std::string parameters, before, after, frees, operands, types;
  llvm::raw_string_ostream in(before), out(after), end(frees);
  for (auto [i, argument] : llvm::enumerate(program.arguments())) {
    const char *comma = i == 0 ? "" : ", ";
    const std::string type = typeOf(argument);
    const bool stays = placement.isResident(i);
    parameters += llvm::formatv("{0}%arg{1}: {2}", comma, i, type).str();
    if (stays)
      parameters += (" {" + onDeviceAttribute + "}").str();
    types += comma + type;
    operands +=
        llvm::formatv("{0}%{1}{2}", comma, stays ? "arg" : "copy", i).str();
    if (stays)
      continue;
    in << llvm::formatv("    %copy{0} = gpu.alloc () : {1}\n", i, type);
    if (argument.isInput)
      in << llvm::formatv("    gpu.memcpy %copy{0}, %arg{0} : {1}, {1}\n", i,
                          type);
    if (argument.isOutput)
      out << llvm::formatv("    gpu.memcpy %arg{0}, %copy{0} : {1}, {1}\n", i,
                           type);
    end << llvm::formatv("    gpu.dealloc %copy{0} : {1}\n", i, type);
  }
  return llvm::formatv("module {{\n"
                       "  func.func private @{0}({1})\n"
                       "  func.func @{0}_on_device({2}) {{\n"
                       "{3}    call @{0}({4}) : ({1}) -> ()\n"
                       "{5}{6}    return\n"
                       "  }\n"
                       "}\n",
                       program.entry(), types, parameters, before, operands,
                       after, frees)
      .str();
}

} // namespace mlirgym
