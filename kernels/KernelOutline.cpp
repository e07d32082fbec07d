#include "kernels/KernelOutline.h"
#include "actions/Schedule.h"
#include "actions/TransformScript.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym {

using nlohmann::ordered_json;

std::string toIdentifier(llvm::StringRef name) {
  constexpr size_t longest = 64;
  std::string text;
  for (char c : name)
    text += llvm::isAlnum(c) ? c : '_';
  if (text.empty() || !llvm::isAlpha(text.front()))
    text.insert(text.begin(), 'p');
  if (text.size() <= longest)
    return text;
  auto digest = llvm::BLAKE3::hash<4>(llvm::arrayRefFromStringRef(name));
  const std::string end = "_" + llvm::toHex(digest, /*LowerCase=*/true);
  return text.substr(0, longest - end.size()) + end;
}

std::string tagOf(unsigned op) { return "op" + std::to_string(op); }

static double bytesOf(const Program &program) {
  return program.complexity().bytesRead + program.complexity().bytesWritten;
}

static ordered_json argumentsOf(const Program &program) {
  auto list = ordered_json::array();
  for (auto [i, argument] : llvm::enumerate(program.arguments()))
    list.push_back({{"name", "arg" + std::to_string(i)},
                    {"shape", std::vector<int64_t>(argument.shape.begin(),
                                                   argument.shape.end())},
                    {"type", nameOfElement(argument.elementType).str()},
                    {"direction", !argument.isOutput ? "in"
                                  : argument.isInput ? "inout"
                                                     : "out"}});
  return list;
}

static ordered_json describe(const OutlinedKernel &kernel) {
  auto tags = llvm::map_range(kernel.operations, tagOf);
  return {{"name", kernel.name},
          {"key", kernel.program.key().hex()},
          {"operations", std::vector<std::string>(tags.begin(), tags.end())},
          {"schedule", kernel.schedule.text()},
          {"arguments", argumentsOf(kernel.program)},
          {"flops", kernel.program.complexity().flops},
          {"bytes", bytesOf(kernel.program)},
          {"occurrences", kernel.calls.size()},
          {"calls", kernel.calls}};
}

std::string KernelOutline::manifest() const {
  ordered_json object{{"version", 1},
                      {"program", host.program.name().str()},
                      {"key", host.program.key().hex()},
                      {"schedule", host.schedule.text()},
                      {"machine", target.id()},
                      {"triple", target.triple},
                      {"toolchain", toolchainId()},
                      {"host", host.name},
                      {"arguments", argumentsOf(host.program)},
                      {"flops", host.program.complexity().flops},
                      {"bytes", bytesOf(host.program)},
                      {"kernels", ordered_json::array()}};
  for (const OutlinedKernel &kernel : kernels)
    object["kernels"].push_back(describe(kernel));
  return object.dump(2, ' ', /*ensure_ascii=*/false,
                     ordered_json::error_handler_t::replace) +
         "\n";
}

std::string KernelOutline::table() const {
  size_t wide = 6;
  for (const OutlinedKernel &kernel : kernels)
    wide = std::max(wide, kernel.name.size());
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::left_justify("kernel", wide)
     << "  calls       flops       bytes  schedule\n";
  for (const OutlinedKernel &kernel : kernels)
    os << llvm::left_justify(kernel.name, wide)
       << llvm::formatv("  {0,5}  {1,10:e2}  {2,10:e2}  {3}\n",
                        kernel.calls.size(), kernel.program.complexity().flops,
                        bytesOf(kernel.program),
                        kernel.schedule.empty() ? "-" : kernel.schedule.text());
  return text;
}

llvm::Expected<std::string> configuredModule(const OutlinedKernel &kernel) {
  const std::string idle = TransformScript().finish();
  llvm::StringRef source = kernel.source,
                  script = kernel.script.empty() ? idle : kernel.script;
  constexpr llvm::StringRef plain = "module {\n",
                            open = "module attributes "
                                   "{transform.with_named_sequence} {\n";
  size_t begin = source.find(plain), end = source.rfind("}\n"),
         from = script.find(open), to = script.rfind("}\n");
  if (begin == llvm::StringRef::npos || end == llvm::StringRef::npos ||
      from != 0 || to == llvm::StringRef::npos)
    return executionError("{0}: its source is no module as MLIR prints it",
                          kernel.name);
  size_t body = begin + plain.size();
  return (source.take_front(begin) + open + source.slice(body, end) +
          script.slice(open.size(), to) + "}\n")
      .str();
}

} // namespace mlirgym
