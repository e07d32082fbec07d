//===- agents/policy/JsonMembers.h - Members of JSON objects ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_JSONMEMBERS_H
#define MLIRGYM_AGENTS_POLICY_JSONMEMBERS_H

#include <nlohmann/json.hpp>
#include <optional>

namespace mlirgym {

/// Null if there is no value.
inline nlohmann::ordered_json orNull(const std::optional<double> &value) {
  return value ? nlohmann::ordered_json(*value)
               : nlohmann::ordered_json(nullptr);
}

/// Writes a member. A function that calls it for each member of a struct can
/// take a MemberReader as well, so that the names are listed once.
struct MemberWriter {
  nlohmann::ordered_json &object;

  template <typename T>
  void operator()(const char *name, const T &value) const {
    object[name] = value;
  }
  void operator()(const char *name, const std::optional<double> &value) const {
    object[name] = orNull(value);
  }
};

/// Reads a member. Throws nlohmann::json::exception if it is missing or of
/// another type: call inside guarded().
struct MemberReader {
  const nlohmann::ordered_json &object;

  template <typename T> void operator()(const char *name, T &value) const {
    object.at(name).get_to(value);
  }
  void operator()(const char *name, std::optional<double> &value) const {
    const nlohmann::ordered_json &member = object.at(name);
    value =
        member.is_null() ? std::nullopt : std::optional(member.get<double>());
  }
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_JSONMEMBERS_H
