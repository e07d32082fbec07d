#include "agents/tasks/Seam.h"
#include "agents/tasks/Task.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace mlirgym {

std::vector<unsigned> Seam::Pair::joined() const {
  std::vector<unsigned> all = producer;
  llvm::append_range(all, consumer);
  llvm::sort(all);
  return all;
}

static double bytesOfResult(const Operation &op) {
  return op.inits.empty()
             ? 0
             : static_cast<double>(llvm::product_of(op.inits[0].shape)) *
                   sizeOfElement(op.inits[0].elementType);
}

std::vector<Seam> seamsOf(const Program &fused, llvm::ArrayRef<Task> tasks) {
  struct Place {
    size_t task = 0;
    const std::vector<unsigned> *part = nullptr;
  };
  std::vector<Place> places(fused.operations().size());
  std::map<unsigned, Place> producers; // by the last operation
  for (auto [number, task] : llvm::enumerate(tasks))
    for (const std::vector<unsigned> &part : task.parts) {
      for (unsigned op : part)
        places[op] = {number, &part};
      producers[part.back()] = {number, &part};
    }

  std::vector<Seam> seams;
  std::map<std::pair<size_t, size_t>, size_t> known;
  for (const auto &[last, from] : producers) {
    const Operation &op = fused.operations()[last];
    if (op.isReadElsewhere || op.consumers.empty())
      continue;
    const Place to = places[op.consumers.front()];
    const bool hasOneReader =
        llvm::all_of(op.consumers, [&, part = to.part](unsigned consumer) {
          return places[consumer].part == part;
        });
    if (!hasOneReader ||
        from.part->size() + to.part->size() > mostOperationsOfPart)
      continue;
    auto [seam, isNew] = known.try_emplace({from.task, to.task}, seams.size());
    if (isNew)
      seams.push_back({from.task, to.task, {}, bytesOfResult(op)});
    seams[seam->second].pairs.push_back({*from.part, *to.part});
  }
  for (Seam &seam : seams) {
    // A part may have two producers of the same task, or be both.
    std::set<std::vector<unsigned>> taken;
    llvm::erase_if(seam.pairs, [&](const Seam::Pair &pair) {
      if (taken.contains(pair.producer) || taken.contains(pair.consumer))
        return true;
      taken.insert({pair.producer, pair.consumer});
      return false;
    });
  }
  return seams;
}

llvm::Expected<std::shared_ptr<const Program>>
join(Seam &seam, const Program &fused, KernelOutliner &outliner) {
  std::vector<std::vector<unsigned>> parts;
  for (const Seam::Pair &pair : seam.pairs)
    parts.push_back(pair.joined());
  MLIRGYM_TRY(auto programs, outliner.cut(fused, parts));
  const ProgramKey key = programs.front().key();
  std::vector<Seam::Pair> equal;
  for (auto [pair, program] : llvm::zip_equal(seam.pairs, programs))
    if (program.key() == key)
      equal.push_back(std::move(pair));
  seam.pairs = std::move(equal);
  return std::make_shared<const Program>(std::move(programs.front()));
}

} // namespace mlirgym
