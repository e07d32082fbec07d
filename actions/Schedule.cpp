#include "actions/Schedule.h"
#include "actions/Action.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym {

std::string Schedule::text() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  for (const Entry &entry : list) {
    os << separator << "op" << entry.op << ':';
    for (const Action &action : entry.actions)
      os << ' ' << toText(action);
  }
  return text;
}

void Schedule::append(unsigned op, Action action) {
  auto place = llvm::find_if(list, [op](const Entry &e) { return e.op <= op; });
  if (place == list.end() || place->op != op)
    place = list.insert(place, Entry{.op = op, .actions = {}});
  place->actions.push_back(std::move(action));
}

llvm::ArrayRef<Action> Schedule::actionsOf(unsigned op) const {
  for (const Entry &entry : list)
    if (entry.op == op)
      return entry.actions;
  return {};
}

} // namespace mlirgym
