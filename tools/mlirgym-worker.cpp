//===- tools/mlirgym-worker.cpp - Compiles and runs, apart ----------------===//
#include "execution/worker/WorkerMain.h"

int main() { return mlirgym::workerMain(); }
