#include "agents/learn/RowWriter.h"
#include "actions/Encoding.h"
#include "agents/learn/Dataset.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace mlirgym;

RowWriter::RowWriter(const Dataset &dataset, const MachineFeatures &machine)
    : data(dataset), encoding(dataset.options.encoding) {
  for (const DatasetProgram &each : data.programs) {
    MachineFeatures features = machine;
    features.threads = each.threads;
    const Observer &observer =
        observers
            .try_emplace(each.threads, encoding, features, data.options.state,
                         data.options.observation)
            .first->second;
    rowWidth = observer.spec().size();
    programs.push_back(
        {&observer, observer.prepare(*each.program),
         DecisionState(ScheduleState(each.program, data.options.state))});
  }
}

void RowWriter::write(llvm::ArrayRef<StateRef> states,
                      llvm::MutableArrayRef<float> observations,
                      llvm::MutableArrayRef<int8_t> masks) const {
  assert(observations.size() == states.size() * width() && "a row a state");
  for (auto [row, ref] : llvm::enumerate(states)) {
    const Trajectory &trajectory = data.trajectories[ref.trajectory];
    const Prepared &prepared = programs[trajectory.program];
    DecisionState state = prepared.start;
    for (uint16_t decision :
         llvm::ArrayRef(trajectory.decisions).take_front(ref.decisions)) {
      [[maybe_unused]] StepResult result = encoding.step(state, decision);
      assert(result != StepResult::Illegal && "legal when the data were made");
    }
    prepared.observer->observe(state, *prepared.rows,
                               observations.slice(row * width(), width()));
    if (!masks.empty())
      encoding.mask(state, masks.slice(row * numActions(), numActions()));
  }
}
