//===- actions/schedule/ScheduleParser.h - Text to actions ------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_SCHEDULE_SCHEDULEPARSER_H
#define MLIRGYM_ACTIONS_SCHEDULE_SCHEDULEPARSER_H

#include "actions/Action.h"
#include "actions/Schedule.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// Reads
///
///     schedule   ::= { entry (";" | newline) }
///     entry      ::= [ "op" number ":" { action } ]
///     action     ::= name [ "(" integer { "," integer } ")" ]
///
/// with spaces and tabs anywhere between words, and comments from '#' to the
/// end of the line.
class ScheduleParser {
public:
  explicit ScheduleParser(llvm::StringRef scheduleText) : text(scheduleText) {}

  /// Errors: ActionError "line 1, column 9: ...".
  llvm::Expected<Schedule> parse();

private:
  llvm::Expected<unsigned> parseTag();
  llvm::Expected<Action> parseAction();
  llvm::Expected<int64_t> parseInteger();
  void skipBlanks();
  bool consume(char c);
  bool atEnd() const { return position >= text.size(); }
  char peek() const { return atEnd() ? '\0' : text[position]; }
  llvm::StringRef takeWord();
  /// The text at the current position, quoted for messages.
  std::string found() const;
  llvm::Error errorAt(size_t at, llvm::StringRef message) const;

  llvm::StringRef text;
  size_t position = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULE_SCHEDULEPARSER_H
