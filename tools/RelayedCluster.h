//===- tools/RelayedCluster.h - A cluster that Python reaches ---*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_RELAYEDCLUSTER_H
#define MLIRGYM_TOOLS_RELAYEDCLUSTER_H

#include "execution/Cluster.h"
#include "execution/ExecutionOptions.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

/// Connects to a Ray cluster, as an option of executions, through a Python
/// process (mlirgym.cluster.relay) that ends with the last of them. `address`
/// is as of ray.init(); `machine` the machine to tune for, or "" for that of
/// most nodes; `options` hold on the nodes. Waits until a node is probed.
/// Errors: ExecutionError without Python, Ray, a cluster or a node that can be
/// used; InterruptedError.
llvm::Expected<std::shared_ptr<Cluster>>
connectToCluster(const std::string &address, const std::string &machine,
                 const ExecutionOptions &options);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_RELAYEDCLUSTER_H
