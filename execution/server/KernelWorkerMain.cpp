#include "execution/process/Sandbox.h"
#include "execution/server/MeasureRole.h"
#include "execution/server/WorkerMain.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/Messages.h"

namespace mlirgym::worker {

int kernelWorkerMain() {
  const StartedWorker worker = startWorker("mlirgym-kernel-worker");
  if (worker.settings.role != static_cast<uint8_t>(WorkerRole::Measure))
    leave(WorkerExit::ProtocolError);
  serveMeasure(worker);
  return 0;
}

} // namespace mlirgym::worker
