#include "workloads/ScheduleKnobs.h"
#include "actions/ActionError.h"
#include "program/Try.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

constexpr llvm::StringLiteral knobOp = "transform.tune.knob";

namespace {

/// Reads attributes from the beginning of a text as MLIR prints them.
class AttributeReader {
public:
  explicit AttributeReader(llvm::StringRef text) : rest(text) {}

  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  /// A string in quotes.
  std::optional<std::string> string() {
    if (!consume("\""))
      return std::nullopt;
    std::string value;
    while (!rest.empty() && !rest.starts_with("\"")) {
      char next = take();
      if (next == '\\')
        next = escaped();
      value += next;
    }
    if (!rest.consume_front("\""))
      return std::nullopt;
    return value;
  }
  /// Skips one attribute; returns its text.
  llvm::StringRef attribute() {
    rest = rest.ltrim();
    const llvm::StringRef begin = rest;
    unsigned depth = 0;
    while (!rest.empty()) {
      const char next = rest.front();
      if (next == '"') {
        if (!string())
          break;
        continue;
      }
      const bool closes = llvm::StringRef("])}>").contains(next);
      // "->" is not a bracket.
      const bool isArrow = next == '>' && begin.size() > rest.size() &&
                           *(rest.data() - 1) == '-';
      if (depth == 0 && ((closes && !isArrow) || next == ','))
        break;
      if (llvm::StringRef("[({<").contains(next))
        ++depth;
      else if (closes && !isArrow)
        --depth;
      rest = rest.drop_front();
    }
    return begin.drop_back(rest.size()).rtrim();
  }
  /// Skips attributes and words before `token`.
  void skipTo(llvm::StringRef token) {
    while (!rest.ltrim().empty() && !rest.ltrim().starts_with(token)) {
      rest = rest.ltrim();
      if (rest.front() == '"') {
        if (!string())
          return;
      } else {
        rest = rest.drop_front();
      }
    }
  }
  /// The elements of a list in brackets, as text.
  std::optional<std::vector<llvm::StringRef>> list() {
    std::vector<llvm::StringRef> elements;
    if (!consume("["))
      return std::nullopt;
    if (consume("]"))
      return elements;
    do {
      elements.push_back(attribute());
    } while (consume(","));
    if (!consume("]"))
      return std::nullopt;
    return elements;
  }

private:
  char take() {
    const char next = rest.front();
    rest = rest.drop_front();
    return next;
  }
  /// After a backslash.
  char escaped() {
    if (rest.empty())
      return '\\';
    const char next = take();
    if (next == 'n')
      return '\n';
    if (next == 't')
      return '\t';
    if (!llvm::isHexDigit(next) || rest.empty() ||
        !llvm::isHexDigit(rest.front()))
      return next;
    return static_cast<char>(llvm::hexFromNibbles(next, take()));
  }

  llvm::StringRef rest;
};

ParameterValue valueOf(llvm::StringRef text) {
  AttributeReader reader(text);
  if (text.starts_with("["))
    if (auto elements = reader.list()) {
      ParameterTuple tuple;
      for (llvm::StringRef element : *elements)
        tuple.values.push_back(valueOf(element));
      return tuple;
    }
  if (text.starts_with("\""))
    if (auto value = reader.string())
      return *value;
  // "4 : i32"
  const llvm::StringRef number = text.split(" : ").first;
  if (number == "true" || number == "false")
    return number == "true";
  int64_t integer = 0;
  if (!number.getAsInteger(10, integer))
    return integer;
  double real = 0;
  if (!number.starts_with("0x") && !number.getAsDouble(real))
    return real;
  return text.str();
}

llvm::Expected<ScheduleKnob> readKnob(AttributeReader reader) {
  ScheduleKnob knob;
  auto name = reader.consume("<") ? reader.string() : std::nullopt;
  if (!name || !reader.consume(">"))
    return actionError("a {0} without a name; write {0}<\"name\">", knobOp);
  knob.name = std::move(*name);
  if (reader.consume("=")) {
    knob.isSelected = true;
    reader.skipTo("options");
  }
  auto options = reader.consume("options") && reader.consume("=")
                     ? reader.list()
                     : std::nullopt;
  if (!options || options->empty())
    return actionError("the knob '{0}' has no list of options; write options = "
                       "[1, 2]",
                       knob.name);
  for (llvm::StringRef text : *options)
    knob.options.emplace_back(valueOf(text), text.str());
  return knob;
}

std::string optionsOf(const ScheduleKnob &knob) {
  return llvm::join(
      llvm::map_range(knob.options,
                      [](const auto &option) { return textOf(option.first); }),
      ", ");
}
} // namespace

bool mayHaveKnobs(llvm::StringRef code) { return code.contains(knobOp); }

llvm::Expected<std::vector<ScheduleKnob>> readKnobs(llvm::StringRef printed) {
  std::vector<ScheduleKnob> knobs;
  for (size_t at = printed.find(knobOp); at != llvm::StringRef::npos;
       at = printed.find(knobOp)) {
    printed = printed.drop_front(at + knobOp.size());
    MLIRGYM_TRY(auto knob, readKnob(AttributeReader(printed)));
    auto same = llvm::find_if(knobs, [&](const ScheduleKnob &each) {
      return each.name == knob.name;
    });
    if (same == knobs.end())
      knobs.push_back(std::move(knob));
    else if (same->options != knob.options)
      return actionError("two knobs '{0}' with options {1} and {2}; give them "
                         "the same options, or other names",
                         knob.name, optionsOf(*same), optionsOf(knob));
    else
      same->isSelected &= knob.isSelected;
  }
  return knobs;
}

ParameterChoices choicesOf(llvm::ArrayRef<ScheduleKnob> knobs) {
  ParameterChoices choices;
  for (const ScheduleKnob &knob : knobs) {
    auto &[name, values] = choices.emplace_back();
    name = knob.name;
    for (const auto &[value, text] : knob.options)
      values.push_back(value);
  }
  return choices;
}

llvm::Expected<std::string> withKnobs(llvm::StringRef scripts,
                                      llvm::ArrayRef<ScheduleKnob> knobs,
                                      const WorkloadParameters &values) {
  std::vector<std::string> selections;
  for (const ScheduleKnob &knob : knobs) {
    const ParameterValue *value = values.find(knob.name);
    if (!value && knob.isSelected)
      continue;
    if (!value)
      return actionError("no value for the knob '{0}'; give one of {1}",
                         knob.name, optionsOf(knob));
    auto option = llvm::find_if(
        knob.options, [&](const auto &each) { return each.first == *value; });
    if (option == knob.options.end()) // a foreign value, such as a tuple
      option = llvm::find_if(knob.options, [&](const auto &each) {
        return textOf(each.first) == textOf(*value);
      });
    if (option == knob.options.end())
      return actionError("{0} is no option of the knob '{1}'; give one of {2}",
                         textOf(*value), knob.name, optionsOf(knob));
    std::string name;
    llvm::raw_string_ostream os(name);
    llvm::printEscapedString(knob.name, os);
    selections.push_back("\"" + name + "\" = " + option->second);
  }
  if (selections.empty())
    return scripts.str();
  return (scripts + "\nmodule attributes {mlirgym.knobs = {" +
          llvm::join(selections, ", ") + "}} {}\n")
      .str();
}

} // namespace mlirgym
