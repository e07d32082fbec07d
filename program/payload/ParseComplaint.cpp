#include "program/payload/ParseComplaint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include <algorithm>
#include <iterator>
#include <string>

namespace mlirgym {

//===----------------------------------------------------------------------===//
// Foreign dialects
//===----------------------------------------------------------------------===//

namespace {
struct ForeignDialects {
  /// Names separated by spaces, and advice.
  llvm::StringLiteral names, howToMend;
};
} // namespace

static constexpr ForeignDialects foreignDialects[] = {
    {" vector ",
     "write the operation on tensors with linalg, vectors come from "
     "the schedule"},
    {" ml_program ",
     "make each global a tensor argument of the function, or an "
     "arith.constant in it"},
    {" tosa ", "lower it to linalg first (mlir-opt --pass-pipeline="
               "'builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,"
               "tosa-to-arith,tosa-to-tensor))')"},
    {" stablehlo mhlo chlo vhlo ",
     "lower it to linalg first (stablehlo-opt --stablehlo-legalize-to-linalg)"},
    {" torch torch_c ", "export the program as linalg on tensors (torch-mlir: "
                        "output_type=\"linalg-on-tensors\")"},
    {" onnx krnl ", "lower it to linalg first"},
    {" util flow stream hal vm iree_linalg_ext iree_encoding iree_input ",
     "take the program before IREE's own passes, as func.func with linalg on "
     "tensors"},
    {" llvm gpu nvvm rocdl spirv nvgpu amdgpu omp acc async emitc x86vector ",
     "take the program before it is lowered, as linalg on tensors"},
    {" transform ", "leave transform scripts out of the program's file"},
};

static const ForeignDialects *find(llvm::StringRef dialect) {
  const std::string wanted = (" " + dialect + " ").str();
  const ForeignDialects *entry =
      llvm::find_if(foreignDialects, [&](const ForeignDialects &each) {
        return each.names.contains(wanted);
      });
  return entry == std::end(foreignDialects) ? nullptr : entry;
}

llvm::StringRef howToAvoid(llvm::StringRef dialect) {
  if (const ForeignDialects *entry = find(dialect))
    return entry->howToMend;
  return "write the program with func, linalg, tensor, arith, math and "
         "bufferization operations";
}

static bool isWordLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

static llvm::StringRef lineOf(const ParseComplaint &complaint) {
  llvm::StringRef rest = complaint.text;
  for (unsigned line = 1; line < complaint.line; ++line)
    rest = rest.split('\n').second;
  return rest.split('\n').first;
}

/// The operation's name ("cf.br") at the location of the error, or in quotes
/// just before it. "" if there is none.
static llvm::StringRef nameAt(const ParseComplaint &complaint) {
  if (complaint.line == 0 || complaint.column == 0)
    return "";
  llvm::StringRef line = lineOf(complaint);
  size_t column = std::min<size_t>(complaint.column - 1, line.size());
  llvm::StringRef name = line.drop_front(column);
  // The error about "util.x"(...) is located after the name.
  if (llvm::StringRef before = line.take_front(column).rtrim();
      before.consume_back("\""))
    name = before.drop_front(before.rfind('"') + 1);
  name = name.take_while([](char c) { return isWordLetter(c) || c == '.'; });
  auto [dialect, rest] = name.split('.');
  return dialect.empty() || rest.empty() ? "" : name;
}

/// The dialect that a message reports as missing; "" for other messages.
static llvm::StringRef missingDialect(const ParseComplaint &complaint) {
  llvm::StringRef what = complaint.what;
  if (what.consume_front("Dialect `")) // not found for custom op
    return what.take_while(isWordLetter);
  // An unknown operation of a dialect that MLIR 22 has.
  if (llvm::StringRef name = what;
      name.consume_front("custom op '") && what.contains("is unknown"))
    if (llvm::StringRef dialect = name.take_while(isWordLetter); find(dialect))
      return dialect;
  constexpr llvm::StringLiteral prefix("dialect '");
  if (size_t at = what.find(prefix);
      at != llvm::StringRef::npos && what.contains("is unknown"))
    return what.drop_front(at + prefix.size()).take_while(isWordLetter);
  if (!what.contains("unregistered dialect"))
    return "";
  // `!"util"<"buffer">` type created with ..., #"util"<"x"> : 'none' ...
  llvm::StringRef quoted = what.ltrim("`!#\"");
  if (quoted.size() < what.size())
    return quoted.take_while(isWordLetter);
  return nameAt(complaint).split('.').first;
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral bytecodeMagic("ML\xefR");

/// "MLIR23.0.0git" from the header, which consists of a magic number, a version
/// of one byte (for the foreseeable future) and the producer.
static llvm::StringRef producerOf(llvm::StringRef bytecode) {
  constexpr size_t longest = 64;
  llvm::StringRef producer =
      bytecode.drop_front(std::min(bytecode.size(), bytecodeMagic.size() + 1))
          .split('\0')
          .first;
  return producer.size() <= longest && llvm::all_of(producer, llvm::isPrint)
             ? producer
             : "";
}

static bool isNewer(llvm::StringRef producer) {
  unsigned major = 0;
  return (producer.consume_front("MLIR") || producer.consume_front("LLVM")) &&
         !producer.consumeInteger(10, major) && major > LLVM_VERSION_MAJOR;
}

static std::string describeBytecode(const ParseComplaint &complaint) {
  const std::string own = "MLIR " + std::to_string(LLVM_VERSION_MAJOR);
  llvm::StringRef producer = producerOf(complaint.text);
  if (complaint.what.contains("is newer than the current version") ||
      isNewer(producer))
    return "bytecode of a newer MLIR" +
           (producer.empty() ? "" : " (" + producer + ")").str() + ", which " +
           own + " cannot read: " + complaint.what.str() +
           "; write the program as text, or with the mlir-opt of " + own;
  return "damaged bytecode: " + complaint.what.str() +
         "; copy or write the file again, best as text";
}

/// Bytes 4 to 7 are "TOSA". Python passes bytes beyond ASCII as several.
static bool isTosaFlatbuffer(llvm::StringRef text) {
  llvm::StringRef head = text.take_front(16);
  return head.contains('\0') && head.contains("TOSA");
}

std::string describe(const ParseComplaint &complaint) {
  if (llvm::StringRef dialect = missingDialect(complaint); !dialect.empty()) {
    llvm::StringRef name = nameAt(complaint);
    return ("dialect '" + dialect + "'" +
            (name.starts_with(dialect) ? " (" + name + ")" : "") +
            " is not supported in a payload; " + howToAvoid(dialect))
        .str();
  }
  if (complaint.what.contains("unregistered dialect"))
    return ("an operation of a dialect that is not supported in a payload; " +
            howToAvoid(""))
        .str();
  if (complaint.text.starts_with(bytecodeMagic))
    return describeBytecode(complaint);
  if (isTosaFlatbuffer(complaint.text))
    return "a flatbuffer of TOSA; write the program as the text of MLIR";
  if (complaint.what.empty())
    return "not an MLIR module; write the program as one func.func on tensors";
  return complaint.what.str() +
         "; fix the MLIR, `mlir-opt` shows the same error in its context";
}

} // namespace mlirgym
