//===- tools/mlirgym-worker.cpp - Compiles and runs, apart ----------------===//
#include "execution/server/WorkerMain.h"

int main() { return mlirgym::worker::workerMain(); }
