#include "execution/execdata/MeasurementColumns.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <iterator>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
constexpr const char *recordOf[] = {"key", "program", "context", "schedule",
                                    "metric"};
constexpr const char *rest[] = {"object", "message", "origin", "created_at"};

std::vector<std::string> timingColumns() {
  std::vector<std::string> names;
  Timing none;
  Timing::forEachField(
      none, [&](const char *name, auto &) { names.emplace_back(name); });
  return names;
}

/// All columns except the id.
const std::vector<std::string> &measurementColumns() {
  static const std::vector<std::string> columns = [] {
    std::vector<std::string> all(std::begin(recordOf), std::end(recordOf));
    all.emplace_back("status");
    for (std::string &name : timingColumns())
      all.push_back(std::move(name));
    all.insert(all.end(), std::begin(rest), std::end(rest));
    return all;
  }();
  return columns;
}

/// `text` of each column, separated by commas.
std::string
list(llvm::ArrayRef<std::string> columns,
     llvm::function_ref<std::string(const std::string &, size_t)> text) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < columns.size(); ++i)
    texts.push_back(text(columns[i], i));
  return llvm::join(texts, ", ");
}
std::string list(llvm::ArrayRef<std::string> columns) {
  return llvm::join(columns, ", ");
}
} // namespace

std::string addMeasurementSql() {
  return llvm::formatv("INSERT INTO measurements({0}) VALUES({1})",
                       list(measurementColumns()),
                       list(measurementColumns(),
                            [](const std::string &, size_t i) {
                              return "?" + std::to_string(i + 1);
                            }))
      .str();
}

std::string replaceMeasurementSql() {
  return llvm::formatv("UPDATE measurements SET {0} WHERE id = ?{1}",
                       list(measurementColumns(),
                            [](const std::string &name, size_t i) {
                              return name + " = ?" + std::to_string(i + 1);
                            }),
                       measurementColumns().size() + 1)
      .str();
}

std::string statusAndTimingColumns() {
  return "m.status, " +
         list(timingColumns(),
              [](const std::string &name, size_t) { return "m." + name; });
}

std::string viewOfIncomingSql() {
  auto column = [](const std::string &name, size_t) {
    if (name == "program" || name == "context" || name == "origin")
      return name.substr(0, 1) + ".id AS " + name;
    return "s." + name;
  };
  return llvm::formatv(R"sql(
CREATE TEMP VIEW incoming AS SELECT s.id, {0}
  FROM other.measurements s
  JOIN other.programs sp ON sp.id = s.program
  JOIN main.programs p ON p.key = sp.key
  JOIN other.contexts sc ON sc.id = s.context
  JOIN main.contexts c ON c.machine = sc.machine
    AND c.toolchain = sc.toolchain AND c.protocol = sc.protocol
    AND c.threads = sc.threads
  JOIN other.origins so ON so.id = s.origin
  JOIN main.origins o ON o.version = so.version AND o.host = so.host;
)sql",
                       list(measurementColumns(), column))
      .str();
}

std::string takeNewerSql() {
  llvm::ArrayRef<std::string> found = measurementColumns();
  return llvm::formatv(R"sql(
UPDATE main.measurements AS m SET {0}
  FROM temp.incoming i
  WHERE m.key = i.key AND i.created_at > m.created_at;
)sql",
                       list(found.drop_front(std::size(recordOf)),
                            [](const std::string &name, size_t) {
                              return name + " = i." + name;
                            }))
      .str();
}

std::string takeMissingSql() {
  return llvm::formatv(R"sql(
INSERT INTO main.measurements({0}) SELECT {0} FROM temp.incoming i
  WHERE NOT EXISTS (SELECT 1 FROM main.measurements m WHERE m.key = i.key)
  ORDER BY i.id;
)sql",
                       list(measurementColumns()))
      .str();
}
} // namespace mlirgym
