//===- tests/observation/Look.h - Slices by name ----------------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_OBSERVATION_LOOK_H
#define MLIRGYM_TESTS_OBSERVATION_LOOK_H

#include "TestPrograms.h"
#include "observation/Observation.h"
#include <gmock/gmock.h>

namespace mlirgym::testing {

/// An observation of one state, read slice by slice.
class Look {
public:
  explicit Look(const DecisionState &state, MachineFeatures machine = {})
      : observer(FlatEncoding(), machine), values(observer.spec().size()) {
    observer.observe(state, *observer.prepare(state.schedule.program()),
                     values);
  }

  std::vector<float> operator[](llvm::StringRef name) const {
    const ObservationSlice *slice = observer.spec().find(name);
    EXPECT_NE(slice, nullptr) << name.str();
    if (!slice)
      return {};
    return llvm::ArrayRef(values).slice(slice->offset, slice->size()).vec();
  }
  /// Row `row` of a slice of two or three dimensions.
  std::vector<float> row(llvm::StringRef name, size_t row) const {
    std::vector<float> all = (*this)[name];
    size_t width = all.size() / observer.spec().find(name)->shape.front();
    return llvm::ArrayRef(all).slice(row * width, width).vec();
  }

private:
  Observer observer;
  std::vector<float> values;
};

/// Equal up to rounding; places that are not named are 0.
inline auto isRow(std::vector<float> expected, size_t size) {
  expected.resize(size);
  return ::testing::Pointwise(::testing::FloatNear(1e-5f), expected);
}
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_OBSERVATION_LOOK_H
