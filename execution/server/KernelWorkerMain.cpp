#include "execution/process/Sandbox.h"
#include "execution/server/CallServer.h"
#include "execution/server/MeasureRole.h"
#include "execution/server/WorkerMain.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/Messages.h"

namespace mlirgym::worker {

int kernelWorkerMain() {
  const StartedWorker worker = startWorker("mlirgym-kernel-worker");
  switch (static_cast<WorkerRole>(worker.settings.role)) {
  case WorkerRole::Measure:
  case WorkerRole::Foreign:
    serveMeasure(worker);
    return 0;
  case WorkerRole::Call:
    serveCalls(worker);
    return 0;
  default:
    leave(WorkerExit::ProtocolError);
  }
}

} // namespace mlirgym::worker
