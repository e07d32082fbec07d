#include "lowering/gpu/LaunchPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <string>

namespace mlirgym {
namespace {
constexpr llvm::StringLiteral prefix = "//mlirgym ";

/// The words of a line, taken one by one.
class Words {
public:
  explicit Words(llvm::StringRef line) {
    line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  }
  bool isEmpty() const { return next == words.size(); }
  llvm::StringRef take() { return isEmpty() ? "" : words[next++]; }
  bool accept(llvm::StringRef wanted) { return take() == wanted; }
  template <typename Integer> bool take(Integer &value) {
    return !take().getAsInteger(10, value);
  }
  bool take(std::array<unsigned, 3> &values) {
    return llvm::all_of(values,
                        [&](unsigned &each) { return take(each) && each > 0; });
  }

private:
  llvm::SmallVector<llvm::StringRef> words;
  size_t next = 0;
};

bool parseLaunch(Words &words, LaunchPlan &plan) {
  LaunchPlan::Launch launch;
  launch.kernel = words.take().str();
  if (launch.kernel.empty() || !words.accept("grid") ||
      !words.take(launch.grid) || !words.accept("block") ||
      !words.take(launch.block) || !words.accept("shared") ||
      !words.take(launch.sharedBytes) || !words.accept("buffers"))
    return false;
  while (!words.isEmpty()) {
    unsigned buffer = 0;
    if (!words.take(buffer) ||
        buffer >= plan.numArguments + plan.scratchBytes.size())
      return false;
    launch.buffers.push_back(buffer);
  }
  plan.launches.push_back(std::move(launch));
  return true;
}

bool parseLine(llvm::StringRef line, LaunchPlan &plan) {
  Words words(line);
  if (plan.entry.empty()) {
    plan.entry = words.take().str();
    return words.take(plan.numArguments) && words.isEmpty();
  }
  const llvm::StringRef kind = words.take();
  if (kind == "scratch")
    return words.take(plan.scratchBytes.emplace_back()) && words.isEmpty();
  return kind == "launch" && parseLaunch(words, plan);
}
} // namespace

std::string LaunchPlan::text() const {
  std::string lines =
      llvm::formatv("{0}{1} {2}\n", prefix, entry, numArguments);
  for (uint64_t bytes : scratchBytes)
    lines += llvm::formatv("{0}scratch {1}\n", prefix, bytes);
  for (const Launch &launch : launches) {
    lines += llvm::formatv(
        "{0}launch {1} grid {2:$[ ]} block {3:$[ ]} shared {4} buffers", prefix,
        launch.kernel, llvm::make_range(launch.grid.begin(), launch.grid.end()),
        llvm::make_range(launch.block.begin(), launch.block.end()),
        launch.sharedBytes);
    for (unsigned buffer : launch.buffers)
      lines += " " + std::to_string(buffer);
    lines += "\n";
  }
  return lines;
}

llvm::Expected<LaunchPlan> LaunchPlan::parse(llvm::StringRef ptx) {
  LaunchPlan plan;
  while (true) {
    auto [line, rest] = ptx.split('\n');
    if (!line.consume_front(prefix))
      break;
    if (!parseLine(line, plan))
      return llvm::createStringError("no launch: '" + line + "'");
    ptx = rest;
  }
  if (plan.launches.empty())
    return llvm::createStringError(
        "PTX without launches in its first lines; compile it with "
        "`mlirgym dump --target nvptx64 --stage asm`");
  return plan;
}
} // namespace mlirgym
