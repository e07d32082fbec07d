#include "execution/batch/MemoryNeeds.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace mlirgym {

static constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

/// The number after `key` in a file of lines "key number ..."; 0 if there is
/// none.
static uint64_t entryOf(const std::string &path, llvm::StringRef key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    uint64_t number = 0;
    if (words >> name >> number && name == key)
      return number;
  }
  return 0;
}

/// The number in a file; `unlimited` if the file contains a word or does not
/// exist.
static uint64_t numberIn(const std::string &path) {
  std::ifstream file(path);
  uint64_t number = 0;
  return file >> number ? number : unlimited;
}

namespace {
/// The file names of one version of control groups.
struct GroupFiles {
  const char *prefix; ///< of a line of /proc/self/cgroup, after the number
  const char *root, *limit, *usage, *cache;
};
constexpr GroupFiles groupFiles[] = {
    {":", "/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"},
    {"memory:", "/sys/fs/cgroup/memory", "/memory.limit_in_bytes",
     "/memory.usage_in_bytes", "total_inactive_file"}};
} // namespace

/// The page cache counts as available, since the system frees it when memory is
/// needed.
static uint64_t leftInGroup(const GroupFiles &files, const std::string &group) {
  const std::string folder = files.root + group;
  uint64_t most = numberIn(folder + files.limit),
           used = numberIn(folder + files.usage);
  if (most == unlimited || used == unlimited)
    return unlimited;
  uint64_t cache = entryOf(folder + "/memory.stat", files.cache);
  used -= std::min(used, cache);
  return most - std::min(most, used);
}

uint64_t availableMemoryBytes() {
  uint64_t left = entryOf("/proc/meminfo", "MemAvailable:") << 10;
  if (left == 0) // no such file
    left = unlimited;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    for (const GroupFiles &files : groupFiles) {
      llvm::StringRef group = llvm::StringRef(line).split(':').second;
      if (!group.consume_front(files.prefix))
        continue;
      // Every group up to the root, which has a limit in a container.
      for (; group.size() > 1; group = llvm::sys::path::parent_path(group))
        left = std::min(left, leftInGroup(files, group.str()));
      left = std::min(left, leftInGroup(files, ""));
    }
  return left;
}

llvm::Error requireMemory(const Program &program, uint64_t limitBytes,
                          uint64_t availableBytes) {
  double bytes = 0; // the sum of many tensors may overflow 64 bits
  for (const Argument &argument : program.arguments())
    bytes += double(argument.sizeBytes()) *
             ((argument.isInput ? 1 : 0) + (argument.isOutput ? 1 : 0));
  constexpr double mebibyte = 1 << 20;
  if (limitBytes != 0 && bytes > double(limitBytes))
    return executionError("{0}: its arguments take {1:f0} MiB, the memory "
                          "limit is {2} MiB; use smaller tensors, or raise the "
                          "limit",
                          program.name(), bytes / mebibyte, limitBytes >> 20);
  if (2 * bytes > double(availableBytes))
    return executionError("{0}: running it takes {1:f0} MiB of memory, {2} MiB "
                          "are available; use smaller tensors, or free memory",
                          program.name(), 2 * bytes / mebibyte,
                          availableBytes >> 20);
  return llvm::Error::success();
}

} // namespace mlirgym
