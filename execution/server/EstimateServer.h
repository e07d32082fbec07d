//===- execution/server/EstimateServer.h - Estimates of blocks --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_ESTIMATESERVER_H
#define MLIRGYM_EXECUTION_SERVER_ESTIMATESERVER_H

#include "execution/wire/Messages.h"

namespace mlirgym::worker {

/// Greets the caller, and answers its requests with a CycleEstimator.
void serveEstimates(const SettingsMessage &settings);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_ESTIMATESERVER_H
