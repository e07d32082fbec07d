#include "agents/search/Searchers.h"
#include "actions/ActionError.h"
#include "agents/Agent.h"
#include "agents/search/strategies/Strategies.h" // IWYU pragma: keep, for the .def
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::makeSearcher(llvm::StringRef name) {
#define MLIRGYM_SEARCHER(Class, Name, Basis, Summary)                          \
  if (name == Name)                                                            \
    return std::make_unique<Class>();
#include "agents/search/Searchers.def"
  return actionError("there is no searcher '{0}'; choose one of {1}", name,
                     llvm::join(searcherNames(), ", "));
}

std::vector<std::string> mlirgym::searcherNames() {
  return {
#define MLIRGYM_SEARCHER(Class, Name, Basis, Summary) Name,
#include "agents/search/Searchers.def"
  };
}
