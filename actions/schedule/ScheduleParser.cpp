#include "actions/schedule/ScheduleParser.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <optional>
#include <string>

namespace mlirgym {
namespace {
/// A line that repeats what the user wrote should not fill the screen.
constexpr size_t maxQuoted = 24;

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

std::string knownNames() {
  return llvm::join(ActionKinds::all().names(), ", ");
}
} // namespace

llvm::Expected<Schedule> Schedule::parse(llvm::StringRef text) {
  return ScheduleParser(text).parse();
}

llvm::Error ScheduleParser::errorAt(size_t at, llvm::StringRef message) const {
  llvm::StringRef before = text.take_front(at);
  size_t lineStart = before.rfind('\n');
  size_t column = lineStart == llvm::StringRef::npos ? at : at - lineStart - 1;
  return actionError("schedule line {0}, column {1}: {2}",
                     before.count('\n') + 1, column + 1, message);
}

std::string ScheduleParser::found() const {
  if (atEnd())
    return "the end";
  if (peek() == '\n')
    return "the end of the line";
  llvm::StringRef rest = text.drop_front(position);
  llvm::StringRef word = rest.take_while(isWordCharacter);
  std::string quoted =
      (word.empty() ? rest.take_front() : word).take_front(maxQuoted).str();
  return llvm::isPrint(quoted.front()) ? "'" + quoted + "'"
                                       : "an unprintable character";
}

void ScheduleParser::skipBlanks() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\r')
    ++position;
  if (peek() == '#')
    position = std::min(text.find('\n', position), text.size());
}

bool ScheduleParser::consume(char c) {
  skipBlanks();
  if (peek() != c || atEnd())
    return false;
  ++position;
  return true;
}

llvm::StringRef ScheduleParser::takeWord() {
  llvm::StringRef word = text.drop_front(position).take_while(isWordCharacter);
  position += word.size();
  return word;
}

llvm::Expected<Schedule> ScheduleParser::parse() {
  Schedule schedule;
  llvm::SmallSet<unsigned, 16> seen;
  while (true) {
    while (consume(';') || consume('\n'))
      ;
    if (atEnd())
      return schedule;
    size_t start = position;
    MLIRGYM_TRY(unsigned op, parseTag());
    if (!seen.insert(op).second)
      return errorAt(
          start,
          llvm::formatv(
              "op{0} appears twice; put all its actions into one entry", op)
              .str());
    while (true) {
      skipBlanks();
      if (atEnd() || peek() == ';' || peek() == '\n')
        break;
      MLIRGYM_TRY(Action action, parseAction());
      schedule.append(op, std::move(action));
    }
  }
}

llvm::Expected<unsigned> ScheduleParser::parseTag() {
  size_t start = position;
  std::string what = found();
  llvm::StringRef word = takeWord();
  unsigned op = 0;
  if (!word.consume_front("op") || word.empty() || word.size() > 6 ||
      !llvm::all_of(word, llvm::isDigit) || word.getAsInteger(10, op))
    return errorAt(start, llvm::formatv("expected an operation such as 'op0:', "
                                        "found {0}; put the operation first",
                                        what)
                              .str());
  if (!consume(':'))
    return errorAt(position, llvm::formatv("expected ':' after 'op{0}', found "
                                           "{1}; write 'op{0}: tile(8,16)'",
                                           op, found())
                                 .str());
  return op;
}

llvm::Expected<Action> ScheduleParser::parseAction() {
  size_t start = position;
  std::string what = found();
  llvm::StringRef name = takeWord();
  std::optional<ActionKind> kind = actionKindFromName(name);
  if (!kind)
    return errorAt(start,
                   llvm::formatv("{0} is not an action; the actions are {1}",
                                 what, knownNames())
                       .str());
  llvm::SmallVector<int64_t, 8> parameters;
  bool takesParameters = traitsOf(*kind).parameters != ParameterKind::None;
  size_t open = position;
  if (consume('(')) {
    if (!takesParameters)
      return errorAt(
          open,
          llvm::formatv("{0} takes no parameters; omit the parentheses", name)
              .str());
    do {
      MLIRGYM_TRY(int64_t value, parseInteger());
      parameters.push_back(value);
    } while (consume(','));
    if (!consume(')'))
      return errorAt(
          position,
          llvm::formatv(
              "expected ',' or ')', found {0}; close the parentheses of {1}",
              found(), name)
              .str());
  }
  if (takesParameters && parameters.empty())
    return errorAt(position, llvm::formatv("expected '(' after {0}, found {1}; "
                                           "give its parameters",
                                           name, found())
                                 .str());
  if (traitsOf(*kind).parameters == ParameterKind::Input &&
      parameters.size() != 1)
    return errorAt(open, llvm::formatv("{0} takes one parameter, not {1}; give "
                                       "the index of one input",
                                       name, parameters.size())
                             .str());
  return Action(*kind, parameters);
}

llvm::Expected<int64_t> ScheduleParser::parseInteger() {
  skipBlanks();
  size_t start = position;
  std::string what = found();
  bool isNegative = consume('-');
  llvm::StringRef digits = takeWord();
  int64_t value = 0;
  // 15 digits: no size is longer, and nothing overflows later.
  if (digits.empty() || digits.size() > 15 || digits.getAsInteger(10, value))
    return errorAt(start, llvm::formatv("expected an integer, found {0}; "
                                        "parameters are numbers such as 16",
                                        what)
                              .str());
  return isNegative ? -value : value;
}

} // namespace mlirgym
