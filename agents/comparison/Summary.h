//===- agents/comparison/Summary.h - The figures of a comparison ----------===//
#ifndef MLIRGYM_AGENTS_COMPARISON_SUMMARY_H
#define MLIRGYM_AGENTS_COMPARISON_SUMMARY_H

#include "agents/comparison/Comparison.h"
#include "agents/comparison/Statistics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// "evolutionary@200": an agent after a number of samples, whose speed is the
/// unit of the shares.
struct ReferencePoint {
  std::string agent;
  unsigned samples = 0;

  std::string text() const;
  /// Errors: text that is not an agent, "@" and a number of samples.
  static llvm::Expected<ReferencePoint> parse(llvm::StringRef text);
  /// Errors: text if the agent is not among `agents`, or has fewer samples.
  llvm::Error check(llvm::ArrayRef<std::string> agents,
                    unsigned largestBudget) const;
};

/// Mean, interquartile mean and families of one quantity.
struct FigureSet {
  Figure mean, interquartile;
  std::map<std::string, Figure> families;
  /// Name of the family with the lowest mean; "" if there is no program.
  llvm::StringRef worstFamily() const;
};

/// An agent after a number of samples, or of seconds.
struct PointSummary {
  FigureSet speedup;
  /// Speed as a share of the reference's speed, program by program.
  std::optional<FigureSet> share;
};

struct AgentSummary {
  std::string agent;
  /// Points of comparison, as in Comparison.
  std::vector<PointSummary> budgets = {}, seconds = {};
  /// Performance profile after the largest budget: see Summary::thresholds.
  std::vector<double> profile = {};
};

struct Summary {
  std::optional<ReferencePoint> reference;
  std::vector<AgentSummary> agents;
  /// Thresholds of the profile: shares of the reference's speed on the same
  /// program or, without a reference, of the fastest schedule that any run
  /// found for it.
  std::vector<double> thresholds;
  /// Number of answers that were measured in turn, and of those timed only by
  /// the search.
  size_t answersInTurn = 0, answersBySearch = 0;
  /// Number of noisy answers among those in turn.
  size_t answersNoisy = 0;
};

/// Errors: a reference agent or number of samples that was not compared.
llvm::Expected<Summary> summarize(const Comparison &comparison,
                                  std::optional<ReferencePoint> reference,
                                  const BootstrapOptions &options = {});

/// comparison.json, as docs/comparing.md describes it. Wall times are left out
/// if Comparison::seconds is empty, so that the same timings give the same
/// text.
nlohmann::ordered_json toJson(const Comparison &comparison,
                              const Summary &summary);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_SUMMARY_H
