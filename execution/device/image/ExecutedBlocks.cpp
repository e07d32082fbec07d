#include "execution/device/image/ExecutedBlocks.h"
#include "execution/estimate/CodeBlock.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr unsigned decimal = 10, hexadecimal = 16;

bool parseBlock(llvm::StringRef line, ExecutedBlock &block) {
  llvm::SmallVector<llvm::StringRef, 5> words;
  line.split(words, ' ');
  return words.size() == 5 &&
         !words[0].getAsInteger(hexadecimal, block.address) &&
         !words[1].getAsInteger(hexadecimal, block.code.vectorState) &&
         !words[2].getAsInteger(decimal, block.executions) &&
         !words[3].getAsInteger(decimal, block.following) &&
         0 <= block.following && block.following <= block.executions &&
         words[4].size() % 2 == 0 &&
         llvm::tryGetFromHex(words[4], block.code.bytes) &&
         !block.code.bytes.empty();
}

/// The same block may be translated several times.
using Key = std::tuple<uint64_t, uint32_t, std::string>;
/// Unsigned, since sums of untrusted numbers may wrap around.
struct Counts {
  uint64_t executions = 0, following = 0;
};

std::map<Key, Counts> countsOf(llvm::ArrayRef<ExecutedBlock> blocks) {
  std::map<Key, Counts> counts;
  for (const ExecutedBlock &each : blocks) {
    Counts &sum =
        counts[{each.address, each.code.vectorState, each.code.bytes}];
    sum.executions += each.executions;
    sum.following += each.following;
  }
  return counts;
}

uint64_t endOf(const ExecutedBlock &block) {
  return block.address + block.code.bytes.size();
}

std::vector<ExecutedBlock> joined(std::vector<ExecutedBlock> blocks) {
  std::multimap<uint64_t, size_t> at; // by address
  for (auto [i, block] : llvm::enumerate(blocks))
    if (block.following == block.executions)
      at.emplace(block.address, i);
  std::vector<ExecutedBlock> whole;
  // Starting with the last block, so that a merged block already includes its
  // successors.
  std::vector<bool> taken(blocks.size());
  for (size_t i = blocks.size(); i-- > 0;) {
    ExecutedBlock &block = blocks[i];
    for (auto [next, last] = at.equal_range(endOf(block)); next != last; ++next)
      if (!taken[next->second] &&
          blocks[next->second].executions == block.executions) {
        taken[next->second] = true;
        block.code.bytes += blocks[next->second].code.bytes;
        break;
      }
  }
  for (auto [i, block] : llvm::enumerate(blocks))
    if (!taken[i])
      whole.push_back(std::move(block));
  return whole;
}
} // namespace

llvm::Expected<std::vector<ExecutedBlock>> parseBlocks(llvm::StringRef text) {
  auto [head, rest] = text.split('\n');
  size_t count = 0;
  if (!head.consume_front("blocks ") || head.getAsInteger(decimal, count))
    return llvm::createStringError("the executed blocks begin with '" +
                                   text.take_front(20) +
                                   "', not with their number");
  std::vector<ExecutedBlock> blocks;
  for (size_t i = 0; i < count; ++i) {
    auto [line, more] = rest.split('\n');
    if (!parseBlock(line, blocks.emplace_back()))
      return llvm::createStringError("block " + llvm::Twine(i) + " of " +
                                     llvm::Twine(count) + " cannot be read: '" +
                                     line.take_front(40) + "'");
    rest = more;
  }
  if (rest != "end\n")
    return llvm::createStringError("no end after " + llvm::Twine(count) +
                                   " executed blocks");
  return blocks;
}

std::vector<ExecutedBlock> furtherBlocks(llvm::ArrayRef<ExecutedBlock> run,
                                         llvm::ArrayRef<ExecutedBlock> other) {
  std::map<Key, Counts> counts = countsOf(run);
  for (const auto &[key, less] : countsOf(other)) {
    Counts &sum = counts[key];
    sum.executions -= less.executions;
    sum.following -= less.following;
  }
  std::vector<ExecutedBlock> blocks;
  for (const auto &[key, sum] : counts)
    if (sum.executions != 0)
      blocks.push_back(
          {.address = std::get<0>(key),
           .code = {.bytes = std::get<2>(key), .vectorState = std::get<1>(key)},
           .executions = static_cast<int64_t>(sum.executions),
           .following = static_cast<int64_t>(sum.following)});
  return joined(std::move(blocks));
}

} // namespace mlirgym
