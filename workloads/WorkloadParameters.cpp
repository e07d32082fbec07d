#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>
#include <string>
#include <variant>

namespace mlirgym {

ForeignValue::~ForeignValue() = default;

std::string textOf(const ParameterValue &value) {
  if (const auto *text = std::get_if<std::string>(&value))
    return *text;
  if (const auto *foreign =
          std::get_if<std::shared_ptr<const ForeignValue>>(&value))
    return (*foreign)->text();
  if (const auto *number = std::get_if<double>(&value))
    return llvm::formatv("{0}", *number);
  if (const auto *flag = std::get_if<bool>(&value))
    return *flag ? "True" : "False";
  if (const auto *tuple = std::get_if<ParameterTuple>(&value))
    return "(" + llvm::join(llvm::map_range(tuple->values, textOf), ", ") +
           (tuple->values.size() == 1 ? ",)" : ")");
  return std::to_string(std::get<int64_t>(value));
}

const ParameterValue *WorkloadParameters::find(llvm::StringRef name) const {
  auto entry = llvm::find_if(
      entries, [&](const Entry &each) { return each.first == name; });
  return entry == entries.end() ? nullptr : &entry->second;
}

llvm::Expected<int64_t>
WorkloadParameters::integer(llvm::StringRef name) const {
  const ParameterValue *value = find(name);
  const auto *number = value ? std::get_if<int64_t>(value) : nullptr;
  if (!number)
    return llvm::createStringError(
        llvm::formatv("no integer for the parameter '{0}'; give one", name)
            .str());
  return *number;
}

std::string WorkloadParameters::text() const {
  std::string result;
  for (const auto &[name, value] : entries)
    result += (result.empty() ? "" : ", ") + name + "=" + textOf(value);
  return result;
}

} // namespace mlirgym
