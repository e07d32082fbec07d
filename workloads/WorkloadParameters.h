//===- workloads/WorkloadParameters.h - Schedule parameters -----*- C++ -*-===//
#ifndef MLIRGYM_WORKLOADS_WORKLOADPARAMETERS_H
#define MLIRGYM_WORKLOADS_WORKLOADPARAMETERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mlirgym {

/// A value that only its front end can interpret, such as a Python object.
class ForeignValue {
public:
  virtual ~ForeignValue();
  /// For messages.
  virtual std::string text() const = 0;
};

struct ParameterTuple;
/// Two foreign values are equal if they are the same object.
using ParameterValue =
    std::variant<int64_t, double, bool, std::string,
                 std::shared_ptr<const ForeignValue>, ParameterTuple>;
/// Several values as one value: the tile sizes (8, 16).
struct ParameterTuple {
  std::vector<ParameterValue> values;

  friend bool operator==(const ParameterTuple &left,
                         const ParameterTuple &right) {
    return left.values == right.values;
  }
};
/// The value in Python's notation, but text without quotes: "4", "True", "(8,
/// 16)".
std::string textOf(const ParameterValue &value);

/// The values that each parameter may take, by its name.
using ParameterChoices =
    std::vector<std::pair<std::string, std::vector<ParameterValue>>>;

/// A value for each of a workload's own schedule parameters, by name, in the
/// order in which they were given: `{{"rows", 4}, {"columns", 16}}`.
class WorkloadParameters {
public:
  using Entry = std::pair<std::string, ParameterValue>;
  WorkloadParameters() = default;
  WorkloadParameters(std::initializer_list<Entry> values) : entries(values) {}

  bool empty() const { return entries.empty(); }
  auto begin() const { return entries.begin(); }
  auto end() const { return entries.end(); }
  void add(std::string name, ParameterValue value) {
    entries.emplace_back(std::move(name), std::move(value));
  }
  /// nullptr if there is no parameter with this name.
  const ParameterValue *find(llvm::StringRef name) const;
  /// Errors: StringError if there is no integer parameter with this name.
  llvm::Expected<int64_t> integer(llvm::StringRef name) const;
  /// "rows=4, columns=16".
  std::string text() const;

  friend bool operator==(const WorkloadParameters &,
                         const WorkloadParameters &) = default;

private:
  std::vector<Entry> entries;
};
} // namespace mlirgym
#endif // MLIRGYM_WORKLOADS_WORKLOADPARAMETERS_H
