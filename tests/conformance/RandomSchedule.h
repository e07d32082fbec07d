//===- conformance/RandomSchedule.h - Legal schedules at random -*- C++ -*-===//
#ifndef MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H
#define MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H

#include "actions/Encoding.h"
#include <functional>
#include <random>

namespace mlirgym {

/// Walks an episode to its end, choosing uniformly among what the mask allows;
/// operations are ended early with a probability of `stop` only, so that deep
/// schedules come up. Calls `visit` with every state on the way. Fails the test
/// if the mask leads to a dead end or allows what does not apply.
ScheduleState
walkAtRandom(const FlatEncoding &encoding, ScheduleState start,
             std::mt19937 &random, double stop,
             const std::function<void(const DecisionState &)> &visit = {});
} // namespace mlirgym
#endif // MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H
