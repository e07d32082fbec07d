#include "agents/ppo/rollout/SeenSchedules.h"
#include "actions/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/xxhash.h"
#include <string>

using namespace mlirgym;

uint64_t mlirgym::fingerprint(unsigned program, const Schedule &schedule) {
  const std::string text =
      std::to_string(program) + " " + schedule.canonical().text();
  // DenseSet reserves the two highest values.
  return llvm::xxh3_64bits(text) >> 1;
}

bool SeenSchedules::insert(uint64_t fingerprint) {
  if (!known.insert(fingerprint).second)
    return false;
  inOrder.push_back(fingerprint);
  return true;
}

std::string SeenSchedules::state() const {
  std::string bytes(inOrder.size() * sizeof(uint64_t), '\0');
  for (size_t i = 0; i < inOrder.size(); ++i)
    llvm::support::endian::write64le(bytes.data() + i * sizeof(uint64_t),
                                     inOrder[i]);
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

llvm::Error SeenSchedules::restore(llvm::StringRef state) {
  std::string bytes;
  if (!llvm::tryGetFromHex(state, bytes) ||
      bytes.size() % sizeof(uint64_t) != 0)
    return llvm::createStringError("its list of schedules is damaged");
  known.clear();
  inOrder.clear();
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t))
    insert(llvm::support::endian::read64le(bytes.data() + at));
  return llvm::Error::success();
}
