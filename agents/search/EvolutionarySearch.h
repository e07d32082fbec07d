//===- agents/search/EvolutionarySearch.h - Mutation and crossover --*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H

#include "agents/Agent.h"

namespace mlirgym {

/// A population of whole schedules, begun with sketches (SketchSampler) and
/// some uniform walks. Each generation is one batch of children: mutations of
/// parents drawn by tournament, crossovers, and fresh sketches so that it does
/// not settle too early. The best survive (elitism), each schedule once.
class EvolutionarySearch : public Agent {
public:
  llvm::StringRef name() const override;
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H
