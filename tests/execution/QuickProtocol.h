//===- execution/QuickProtocol.h - Timings of few repeats -------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_EXECUTION_QUICKPROTOCOL_H
#define MLIRGYM_TESTS_EXECUTION_QUICKPROTOCOL_H

#include "execution/timing/MeasureProtocol.h"

namespace mlirgym {

/// Few short repeats: tests need a time, but not an accurate one.
inline MeasureProtocol quickProtocol() {
  MeasureProtocol protocol;
  protocol.minRepeatMs = 0.1;
  protocol.budgetMs = 20;
  protocol.maxRepeats = 6;
  return protocol;
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_QUICKPROTOCOL_H
