#include "agents/search/SearchDomain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

using namespace mlirgym;

Prefix::~Prefix() = default;
SearchDomain::~SearchDomain() = default;

std::string Candidate::key() const {
  if (choices.empty())
    return schedule.text();
  return "choices " +
         llvm::join(llvm::map_range(
                        choices, [](unsigned c) { return std::to_string(c); }),
                    ",");
}
