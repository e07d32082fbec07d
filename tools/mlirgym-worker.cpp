//===- tools/mlirgym-worker.cpp - The worker program ----------------------===//
#include "execution/server/WorkerMain.h"

int main() { return mlirgym::worker::workerMain(); }
