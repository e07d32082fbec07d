#include "agents/search/ParameterDomain.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

using namespace mlirgym;

namespace {
unsigned draw(unsigned size, RandomStream &random) {
  return static_cast<unsigned>(random.below(size));
}

/// The parameters before `place` have ended.
class ParameterPrefix : public Prefix {
public:
  ParameterPrefix(llvm::ArrayRef<unsigned> gridSizes,
                  std::vector<unsigned> soFar, size_t next)
      : sizes(gridSizes), choices(std::move(soFar)), place(next) {}

  Candidate candidate() const override { return Candidate(choices); }
  unsigned partsLeft() const override {
    return static_cast<unsigned>(sizes.size() - place);
  }
  unsigned extensionsPerPart() const override { return 1; }
  Ptr extended(RandomStream &random) const override {
    std::vector<unsigned> next = choices;
    next[place] = draw(sizes[place], random);
    return std::make_shared<ParameterPrefix>(sizes, std::move(next), place + 1);
  }
  Ptr ended() const override {
    return std::make_shared<ParameterPrefix>(sizes, choices, place + 1);
  }

private:
  const llvm::ArrayRef<unsigned> sizes;
  const std::vector<unsigned> choices;
  const size_t place;
};
} // namespace

Candidate ParameterDomain::uniform(RandomStream &random) const {
  std::vector<unsigned> choices;
  choices.reserve(sizes.size());
  for (const unsigned size : sizes)
    choices.push_back(draw(size, random));
  return Candidate(std::move(choices));
}

Candidate ParameterDomain::plausible(RandomStream &random) const {
  return uniform(random);
}

Candidate ParameterDomain::mutate(const Candidate &parent,
                                  RandomStream &random) const {
  std::vector<unsigned> choices = parent.choices;
  // Occasionally two changes at once, to leave a local optimum.
  for (int changes = random.chance(0.3) ? 2 : 1; changes > 0; --changes) {
    const size_t place = random.below(sizes.size());
    choices[place] = draw(sizes[place], random);
  }
  return Candidate(std::move(choices));
}

Candidate ParameterDomain::cross(const Candidate &mother,
                                 const Candidate &father,
                                 RandomStream &random) const {
  std::vector<unsigned> choices = mother.choices;
  for (auto [choice, other] : llvm::zip_equal(choices, father.choices))
    if (random.chance(0.5))
      choice = other;
  return Candidate(std::move(choices));
}

ModelPoint ParameterDomain::estimate(const Candidate &candidate) const {
  // Distance of different choices in the units of ScheduleFeatures: some
  // doublings of a tile.
  constexpr float difference = 5;
  ModelPoint point;
  for (auto [size, choice] : llvm::zip_equal(sizes, candidate.choices)) {
    const size_t start = point.features.size();
    point.features.resize(start + size, 0);
    point.features[start + choice] = difference;
  }
  return point;
}

void ParameterDomain::forEach(
    RandomStream &random,
    llvm::function_ref<bool(const Candidate &)> visit) const {
  std::vector<unsigned> choices;
  auto choose = [&](auto &chooseNext) -> bool {
    if (choices.size() == sizes.size())
      return visit(Candidate(choices));
    auto order = llvm::to_vector(llvm::seq(sizes[choices.size()]));
    random.shuffle(llvm::MutableArrayRef<unsigned>(order));
    return llvm::all_of(order, [&](unsigned choice) {
      choices.push_back(choice);
      const bool goesOn = chooseNext(chooseNext);
      choices.pop_back();
      return goesOn;
    });
  };
  choose(choose);
}

Prefix::Ptr ParameterDomain::start() const {
  return std::make_shared<ParameterPrefix>(sizes, first, 0);
}
