#include "execution/kernelcache/KernelBundle.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <array>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using Json = nlohmann::json;

struct FileHeader {
  char magic[8];
  uint8_t checksum[32]; ///< BLAKE3 over key, facts and object
  uint64_t factsBytes, objectBytes;
};
constexpr char fileMagic[8] = {'M', 'L', 'G', 'K', 'R', 'N', '0', '1'};
/// Larger than any tensor that is run.
constexpr int64_t mostElements = int64_t(1) << 45;

std::array<uint8_t, 32> checksumOf(const KernelKey &key, llvm::StringRef facts,
                                   llvm::StringRef object) {
  llvm::BLAKE3 hash;
  hash.update(key.bytes);
  const uint64_t size = facts.size(); // divides facts from object
  hash.update(llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(&size),
                                      sizeof(size)));
  hash.update(facts);
  hash.update(object);
  return hash.final<32>();
}

std::string toJson(const KernelFacts &facts) {
  Json arguments = Json::array();
  for (const Argument &argument : facts.arguments)
    arguments.push_back({{"shape", std::vector<int64_t>(argument.shape.begin(),
                                                        argument.shape.end())},
                         {"type", nameOfElement(argument.elementType).str()},
                         {"reads", argument.isInput},
                         {"writes", argument.isOutput}});
  const Json object = {
      {"program", facts.program},     {"payload", facts.payload},
      {"schedule", facts.schedule},   {"script", facts.script},
      {"entry", facts.entry},         {"arguments", arguments},
      {"toolchain", facts.toolchain}, {"cpu", facts.cpu},
      {"features", facts.features},   {"threads", facts.threads}};
  return object.dump(-1, ' ', /*ensure_ascii=*/false,
                     Json::error_handler_t::replace);
}

std::string textAt(const Json &object, const char *name) {
  auto found = object.find(name);
  const auto *text =
      found == object.end() ? nullptr : found->get_ptr<const std::string *>();
  return text ? *text : std::string();
}

bool isTrueAt(const Json &object, const char *name) {
  auto found = object.find(name);
  const auto *value = found == object.end()
                          ? nullptr
                          : found->get_ptr<const Json::boolean_t *>();
  return value && *value;
}

/// Any process may write a file in the folder, so its contents are not trusted.
std::optional<Argument> readArgument(const Json &object) {
  if (!object.is_object())
    return std::nullopt;
  Argument argument;
  auto type = parseElementType(textAt(object, "type"));
  auto shape = object.find("shape");
  if (!type || shape == object.end() || !shape->is_array())
    return std::nullopt;
  int64_t elements = 1;
  for (const Json &size : *shape) {
    if (!size.is_number_integer())
      return std::nullopt;
    const auto number = size.get<int64_t>();
    if (number <= 0 || __builtin_mul_overflow(elements, number, &elements) ||
        elements > mostElements)
      return std::nullopt;
    argument.shape.push_back(number);
  }
  argument.elementType = *type;
  argument.isInput = isTrueAt(object, "reads");
  argument.isOutput = isTrueAt(object, "writes");
  return argument;
}

std::optional<KernelFacts> readFacts(llvm::StringRef text) {
  const Json object = Json::parse(text.begin(), text.end(), nullptr,
                                  /*allow_exceptions=*/false);
  if (!object.is_object())
    return std::nullopt;
  KernelFacts facts;
  facts.program = textAt(object, "program");
  facts.payload = textAt(object, "payload");
  facts.schedule = textAt(object, "schedule");
  facts.script = textAt(object, "script");
  facts.toolchain = textAt(object, "toolchain");
  facts.cpu = textAt(object, "cpu");
  facts.features = textAt(object, "features");
  auto threads = object.find("threads");
  if (threads != object.end() && threads->is_number_unsigned())
    facts.threads = threads->get<unsigned>();
  auto arguments = object.find("arguments");
  if (arguments == object.end() || !arguments->is_array() ||
      arguments->size() > maxArguments)
    return facts; // not callable
  for (const Json &one : *arguments) {
    auto argument = readArgument(one);
    if (!argument)
      return facts;
    facts.arguments.push_back(std::move(*argument));
  }
  facts.entry = textAt(object, "entry");
  return facts;
}
} // namespace

std::string encodeBundle(const KernelKey &key, const KernelFacts &facts,
                         llvm::ArrayRef<char> object) {
  const std::string text = toJson(facts);
  const llvm::StringRef code(object.data(), object.size());
  FileHeader header{};
  std::memcpy(header.magic, fileMagic, sizeof(fileMagic));
  std::memcpy(header.checksum, checksumOf(key, text, code).data(),
              sizeof(header.checksum));
  header.factsBytes = text.size();
  header.objectBytes = code.size();
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof(header));
  bytes += text;
  bytes += code;
  return bytes;
}

std::optional<KernelBundle> decodeBundle(const KernelKey &key,
                                         llvm::StringRef bytes) {
  FileHeader header;
  if (bytes.size() < sizeof(header))
    return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const llvm::StringRef rest = bytes.drop_front(sizeof(header));
  if (std::memcmp(header.magic, fileMagic, sizeof(fileMagic)) != 0 ||
      header.factsBytes > rest.size() ||
      header.objectBytes != rest.size() - header.factsBytes)
    return std::nullopt;
  const llvm::StringRef text = rest.take_front(header.factsBytes),
                        object = rest.drop_front(header.factsBytes);
  if (std::memcmp(header.checksum, checksumOf(key, text, object).data(),
                  sizeof(header.checksum)) != 0)
    return std::nullopt;
  auto facts = readFacts(text);
  if (!facts)
    return std::nullopt;
  return KernelBundle{
      key, std::move(*facts),
      std::make_shared<const std::vector<char>>(object.begin(), object.end())};
}

} // namespace mlirgym
