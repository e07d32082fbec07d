//===- tests/observation/AllocationCounter.h - Counts operator new --------===//
#ifndef MLIRGYM_TESTS_OBSERVATION_ALLOCATIONCOUNTER_H
#define MLIRGYM_TESTS_OBSERVATION_ALLOCATIONCOUNTER_H

#include <cstddef>

namespace mlirgym::testing {

/// Counts allocations of this thread while it lives, by malloc or operator new.
/// Linking AllocationCounter.cpp replaces malloc.
class AllocationCounter {
public:
  AllocationCounter();
  size_t count() const;

private:
  size_t before;
};
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_OBSERVATION_ALLOCATIONCOUNTER_H
