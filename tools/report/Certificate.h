//===- tools/report/Certificate.h - Results measured again ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_CERTIFICATE_H
#define MLIRGYM_TOOLS_REPORT_CERTIFICATE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace mlirgym::tools {

/// Size limit of the files that are read here, and of those that they name.
inline constexpr uint64_t mostJsonBytes = uint64_t(64) << 20;

/// The object of a JSON file. Errors: text naming the file
/// (not readable, no object).
llvm::Expected<nlohmann::ordered_json> readJsonObject(llvm::StringRef path);

/// Text of a member, "" if there is none or it is no text.
std::string textIn(const nlohmann::ordered_json &object, const char *name);
/// A finite number of a member, 0 if there is none.
double numberIn(const nlohmann::ordered_json &object, const char *name);

/// Adds "content", a hash of all other members.
void sign(nlohmann::ordered_json &certificate);
bool isCertificate(const nlohmann::ordered_json &object);
/// True if the hash is that of the other members: nothing was changed since.
bool isUnchanged(nlohmann::ordered_json certificate);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_CERTIFICATE_H
