#include "execution/execdata/PublishingRule.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;

using Indices = std::vector<size_t>;

/// Takes `count` of `from`, in turns one of each class; the first ones of a
/// class come first. Returns the others.
static Indices takeEvenly(const Indices &from, size_t count,
                          llvm::function_ref<long(size_t)> classOf,
                          llvm::function_ref<void(size_t)> take) {
  std::map<long, size_t> seen;
  std::vector<std::pair<size_t, size_t>> turns; // of the class, place in `from`
  for (size_t place = 0; place < from.size(); ++place)
    turns.emplace_back(seen[classOf(from[place])]++, place);
  llvm::sort(turns);
  Indices left;
  for (const auto &[turn, place] : turns)
    if (count > 0) {
      take(from[place]);
      --count;
    } else {
      left.push_back(from[place]);
    }
  return left;
}

std::vector<Fate>
PublishingRule::apply(llvm::ArrayRef<ExecData::Record> records) const {
  std::vector<ExecDataHash> keys;
  for (const ExecData::Record &record : records)
    keys.push_back(hashOf(record.key));
  auto isBaseline = [&](size_t i) { return records[i].key.schedule.empty(); };
  Indices order(records.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_pair(!isBaseline(a), keys[a].bytes) <
           std::make_pair(!isBaseline(b), keys[b].bytes);
  });

  std::vector<Fate> fates(records.size(), Fate::Kept);
  llvm::StringSet<> code;
  Indices timed, failed;
  size_t room = timings;
  for (size_t i : order) {
    const std::string &object = records[i].provenance.objectHash;
    if (!object.empty() && !code.insert(object).second) {
      fates[i] = Fate::EqualCode;
    } else if (isBaseline(i)) {
      room -= std::min<size_t>(room, 1);
    } else if (records[i].measurement.ok()) {
      timed.push_back(i);
      fates[i] = Fate::Timed;
    } else {
      failed.push_back(i);
      fates[i] = Fate::Failure;
    }
  }
  auto keep = [&](size_t i) {
    fates[i] = Fate::Kept;
    --room;
  };
  auto shareOf = [&](double share) {
    return std::min(room, static_cast<size_t>(std::lround(share * timings)));
  };
  takeEvenly(
      failed, shareOf(failures),
      [&](size_t i) {
        return static_cast<long>(records[i].measurement.status);
      },
      keep);
  auto nsOf = [&](size_t i) { return records[i].measurement.medianNs; };
  llvm::sort(timed, [&](size_t a, size_t b) {
    return std::make_pair(nsOf(a), keys[a].bytes) <
           std::make_pair(nsOf(b), keys[b].bytes);
  });
  // All of one class: the first ones.
  Indices others =
      takeEvenly(timed, shareOf(fastest), [](size_t) { return 0; }, keep);
  llvm::sort(others, [&](size_t a, size_t b) {
    return std::make_pair(records[a].measurement.noisy, keys[a].bytes) <
           std::make_pair(records[b].measurement.noisy, keys[b].bytes);
  });
  takeEvenly(
      others, room,
      [&](size_t i) { return std::lround(std::log2(nsOf(i)) / bin); }, keep);
  return fates;
}

std::string PublishingRule::describe() const {
  return llvm::formatv(
      "- Of several timings of a key, the newest remains: one that was noisy "
      "and was taken again is\n  replaced.\n"
      "- Of the schedules of a program with equal object code, one remains, "
      "the untransformed program if\n  it is among them.\n"
      "- Of each program and machine (with toolchain, protocol, threads and "
      "metric) at most {0:N} timings\n  remain: the untransformed program, the "
      "{1:N} fastest schedules, at most {2} failures, in turns one of\n  each "
      "status, and others in turns one of each bin of log speedup, {3} "
      "doublings wide, those that\n  are not noisy first.\n"
      "- A program without a time of its untransformed form is left out.\n",
      timings, std::lround(fastest * timings), std::lround(failures * timings),
      bin);
}
