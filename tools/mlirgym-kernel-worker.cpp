//===- tools/mlirgym-kernel-worker.cpp - Runs kernels, without MLIR -------===//
#include "execution/server/WorkerMain.h"

int main() { return mlirgym::worker::kernelWorkerMain(); }
