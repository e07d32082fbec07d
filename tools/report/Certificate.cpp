#include "tools/report/Certificate.h"
#include "outcome/ContentHash.h"
#include "program/files/RegularFile.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace mlirgym::tools {

llvm::Expected<nlohmann::ordered_json> readJsonObject(llvm::StringRef path) {
  auto file = readRegular(path, mostJsonBytes);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  nlohmann::ordered_json object = nlohmann::ordered_json::parse(
      (*file)->getBufferStart(), (*file)->getBufferEnd(), nullptr,
      /*allow_exceptions=*/false);
  if (!object.is_object())
    return llvm::createStringError(path + ": is no JSON object");
  return object;
}

std::string textIn(const nlohmann::ordered_json &object, const char *name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string();
}

double numberIn(const nlohmann::ordered_json &object, const char *name) {
  const auto found = object.find(name);
  const double number =
      found != object.end() && found->is_number() ? found->get<double>() : 0;
  return std::isfinite(number) ? number : 0;
}

static std::string hashOf(const nlohmann::ordered_json &object) {
  const std::string text = toText(object);
  return contentHash({text.data(), text.size()});
}

void sign(nlohmann::ordered_json &certificate) {
  certificate.erase("content");
  certificate["content"] = hashOf(certificate);
}

bool isCertificate(const nlohmann::ordered_json &object) {
  return object.contains("certificate");
}

bool isUnchanged(nlohmann::ordered_json certificate) {
  const std::string content = textIn(certificate, "content");
  certificate.erase("content");
  return content == hashOf(certificate);
}

} // namespace mlirgym::tools
