#include "program/generators/Family.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/generators/Generators.h" // IWYU pragma: keep, for the .def
#include "program/suites/Network.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

static std::vector<llvm::StringRef> splitParameters(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, '_');
  return {parts.begin(), parts.end()};
}

static double product(const Family &, llvm::ArrayRef<int64_t> numbers) {
  return llvm::product_of(numbers, 1.0);
}

/// For convolutions and poolings, H and W follow from the output and the
/// window.
static double windowed(const Family &family, llvm::ArrayRef<int64_t> numbers) {
  double count = 1;
  for (auto [parameter, number] : llvm::zip(family.parameters, numbers))
    if (parameter != "H" && parameter != "W")
      count *= static_cast<double>(number) *
               (parameter == "K" ? static_cast<double>(number) : 1);
  return count;
}

static double layered(const Family &, llvm::ArrayRef<int64_t> numbers) {
  double largest = 0;
  for (auto [in, out] : llvm::zip(numbers.drop_front(), numbers.drop_front(2)))
    largest =
        std::max(largest, static_cast<double>(in) * static_cast<double>(out));
  return largest * static_cast<double>(numbers[0]);
}

static double attended(const Family &family, llvm::ArrayRef<int64_t> numbers) {
  return product(family, numbers) * static_cast<double>(numbers[1]);
}

static double square(const Family &family, llvm::ArrayRef<int64_t> numbers) {
  return product(family, numbers) * product(family, numbers);
}

static double firstSquared(const Family &family,
                           llvm::ArrayRef<int64_t> numbers) {
  return product(family, numbers) * static_cast<double>(numbers.front());
}

static double lastSquared(const Family &family,
                          llvm::ArrayRef<int64_t> numbers) {
  return product(family, numbers) * static_cast<double>(numbers.back());
}

/// NI x NK by NK x NJ, then NI x NJ by NJ x NL.
static double product2mm(const Family &, llvm::ArrayRef<int64_t> n) {
  return static_cast<double>(n[0]) * static_cast<double>(n[1]) *
         static_cast<double>(std::max(n[2], n[3]));
}

/// As above, and NJ x NM by NM x NL.
static double product3mm(const Family &family, llvm::ArrayRef<int64_t> n) {
  return std::max(product2mm(family, n), static_cast<double>(n[1]) *
                                             static_cast<double>(n[3]) *
                                             static_cast<double>(n[4]));
}

/// Values of the joint index of spin and colour, cubed: those of three quarks.
static constexpr double threeQuarks = 6 * 6 * 6;

static double baryonic(const Family &, llvm::ArrayRef<int64_t> numbers) {
  const auto sites = static_cast<double>(numbers[0]);
  return threeQuarks * sites * sites * std::max(6., double(numbers[1]));
}

static double dibaryonic(const Family &, llvm::ArrayRef<int64_t> numbers) {
  const auto sites = static_cast<double>(numbers[0]);
  return threeQuarks * 6 * sites * sites * sites;
}

static double hexaquarkic(const Family &, llvm::ArrayRef<int64_t> numbers) {
  const auto sites = static_cast<double>(numbers[0]);
  return sites * sites * std::max(threeQuarks * 6, double(numbers[1]));
}

llvm::ArrayRef<Family> families() {
  static const std::vector<Family> table = {
#define MLIRGYM_FAMILY(Class, name, parameters, iterations, summary)           \
  {name,       name "_" parameters, summary, splitParameters(parameters),      \
   iterations, generate##Class},
#include "program/generators/Families.def"
#undef MLIRGYM_FAMILY
  };
  return table;
}

const Family *findFamily(llvm::StringRef name) {
  const Family *found = llvm::find_if(
      families(), [&](const Family &family) { return family.name == name; });
  return found == families().end() ? nullptr : found;
}

llvm::ArrayRef<ProgramFamily> programFamilies() {
  static const std::vector<ProgramFamily> table = [] {
    std::vector<ProgramFamily> rows;
    for (const Family &family : families())
      rows.push_back({family.name, family.pattern, family.summary});
    return rows;
  }();
  return table;
}

/// The family with the longest name that `name` starts with.
static const Family *familyOf(llvm::StringRef name) {
  const Family *best = nullptr;
  for (const Family &family : families())
    if ((name == family.name || name.starts_with(family.name.str() + "_")) &&
        (!best || family.name.size() > best->name.size()))
      best = &family;
  return best;
}

/// Removes a suffix such as "_f64" from `name`.
static std::optional<ElementType> takeElementType(llvm::StringRef &name) {
  auto [rest, last] = name.rsplit('_');
  std::optional<ElementType> type = parseElementType(last);
  if (type)
    name = rest;
  return type;
}

/// True for families whose sums may be longer than their factors.
static bool isSumOfProducts(const Family &family) {
  return llvm::is_contained(
      {"matmul", "batch_matmul", "conv_2d_nchw_fchw", "conv_2d_nhwc_hwcf"},
      family.name);
}

static bool isLonger(ElementType type, ElementType than) {
  return isFloat(type) == isFloat(than) &&
         sizeOfElement(type) > sizeOfElement(than);
}

template <typename... Args>
static llvm::Error nameError(llvm::StringRef name, const char *format,
                             Args &&...args) {
  return llvm::make_error<ProgramError>(
      (name + ": " + llvm::formatv(format, std::forward<Args>(args)...).str())
          .str());
}

llvm::Expected<ParsedName> parseProgramName(llvm::StringRef name) {
  ParsedName parsed;
  parsed.family = familyOf(name);
  if (!parsed.family)
    return nameError(
        name,
        "no such program family, and no network or operator; use one of {0}, "
        "{1}, or of `mlirgym suite show operators`",
        llvm::join(llvm::map_range(families(),
                                   [](const Family &family) {
                                     return family.pattern.str();
                                   }),
                   ", "),
        llvm::join(networks(), ", "));
  const Family &family = *parsed.family;
  llvm::StringRef rest = name;
  if (std::optional<ElementType> type = takeElementType(rest)) {
    parsed.type = parsed.argumentType = *type;
    if (std::optional<ElementType> shorter = takeElementType(rest)) {
      parsed.argumentType = *shorter;
      if (!isSumOfProducts(family) || !isLonger(*type, *shorter))
        return nameError(name,
                         "two element types are those of the factors and of "
                         "longer sums, of matmul, batch_matmul and conv_2d, "
                         "such as i8_i32 and bf16_f32; write one");
    }
  }
  rest = rest.drop_front(std::min(rest.size(), family.name.size() + 1));

  llvm::SmallVector<llvm::StringRef> parts;
  if (!rest.empty())
    rest.split(parts, '_');
  for (auto [i, part] : llvm::enumerate(parts)) {
    int64_t number = 0;
    if (part.getAsInteger(10, number) || number < 1 || number > maxExtent)
      return nameError(name,
                       "'{0}' is not a number between 1 and {1}; write {2}",
                       part, maxExtent, family.pattern);
    // A second name of the same program could be in another split.
    if (part.starts_with("0"))
      return nameError(name, "'{0}' begins with a zero; write {1}", part,
                       number);
    parsed.numbers.push_back(number);
  }
  size_t wanted = family.minNumbers();
  if (parsed.numbers.size() < wanted)
    return nameError(name, "{0} numbers, {1} is missing; write {2}",
                     parsed.numbers.size(),
                     family.parameters[parsed.numbers.size()], family.pattern);
  if (parsed.numbers.size() > wanted && !family.isVariadic())
    return nameError(name, "{0} numbers instead of {1}; write {2}",
                     parsed.numbers.size(), wanted, family.pattern);
  return parsed;
}

/// True if a file has the program.
static bool isInFile(llvm::StringRef name) {
  return !familyOf(name) && isStored(name);
}

llvm::Error checkProgramName(llvm::StringRef name) {
  return isInFile(name) ? readStored(name).takeError()
                        : parseProgramName(name).takeError();
}

llvm::Expected<std::string> generateProgram(llvm::StringRef name) {
  if (isInFile(name))
    return readStored(name);
  MLIRGYM_TRY(auto parsed, parseProgramName(name));
  auto text = parsed.family->generate(
      {parsed.numbers, parsed.type, parsed.argumentType});
  if (!text)
    return nameError(name, "{0}", llvm::toString(text.takeError()));
  return text;
}

} // namespace mlirgym
