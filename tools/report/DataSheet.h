//===- tools/report/DataSheet.h - The data sheet of exec data ---*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_DATASHEET_H
#define MLIRGYM_TOOLS_REPORT_DATASHEET_H

#include "execution/execdata/ExecData.h"
#include "execution/execdata/Publication.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// The numbers of timings in a collected file by sampler: NAME.json beside
/// NAME.db. A file without it has timings of unknown samplers.
struct SampleOrigin {
  std::map<std::string, uint64_t> samplers;

  /// Empty if there is none, or if it cannot be read.
  static SampleOrigin read(llvm::StringRef file);
  /// Errors: those of writeAtomically().
  llvm::Error write(llvm::StringRef file) const;
};

/// Describes published exec data in Markdown, from the data themselves.
class DataSheet {
public:
  /// Publication::Visit.
  void add(llvm::ArrayRef<ExecData::Record> kept, const Measurement &baseline);

  /// What is not in the timings.
  struct Facts {
    Publication::Counts counts;
    PublishingRule rule;
    /// Of the files before thinning, by name.
    std::map<std::string, uint64_t> samplers;
    /// Names and bytes.
    std::vector<std::pair<std::string, uint64_t>> files;
    std::string licence;
  };
  std::string toMarkdown(const Facts &facts) const;
  uint64_t programs() const;

private:
  /// The programs whose names begin with the same word.
  struct Family {
    std::set<std::string> programs;
    uint64_t timings = 0, failures = 0;
    /// Sum over programs and contexts of the log of the best speedup.
    double sumLogBest = 0;
    uint64_t groups = 0;
  };
  std::map<std::string, Family> families;
  std::map<std::string, uint64_t> statuses, machines, toolchains, protocols,
      hosts;
  std::vector<float> uncertainties;
  uint64_t timings = 0, noisy = 0;
  int64_t firstUs = INT64_MAX, lastUs = 0;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_DATASHEET_H
