//===- agents/search/Searchers.h - Searchers by name ------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SEARCHERS_H
#define MLIRGYM_AGENTS_SEARCH_SEARCHERS_H

#include "agents/Agent.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Makes a searcher of Searchers.def: "random", "greedy", "beam",
/// "evolutionary". Errors: ActionError listing the names. Does not need
/// LibTorch.
llvm::Expected<std::unique_ptr<Agent>> makeSearcher(llvm::StringRef name);
std::vector<std::string> searcherNames();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SEARCHERS_H
