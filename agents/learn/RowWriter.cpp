#include "agents/learn/RowWriter.h"
#include "actions/encoding/Encoding.h"
#include "agents/learn/Dataset.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <utility>

using namespace mlirgym;

RowWriter::RowWriter(const Dataset &dataset) : data(dataset) {
  for (const MachineFeatures &each : data.contexts()) {
    FlatEncoding encoding = data.encodingOn(each);
    Observer observer(encoding, each, data.options.state,
                      data.options.observation);
    rowWidth = observer.spec().size();
    actionCount = encoding.numActions();
    views.try_emplace(each, std::move(encoding), std::move(observer));
  }
  for (const DatasetProgram &each : data.programs) {
    const View &view = views.at(each.machine);
    programs.push_back(
        {&view, view.observer.prepare(*each.program),
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
    const FlatEncoding &encoding = prepared.view->encoding;
    DecisionState state = prepared.start;
    for (uint16_t decision :
         llvm::ArrayRef(trajectory.decisions).take_front(ref.decisions)) {
      [[maybe_unused]] StepResult result = encoding.step(state, decision);
      assert(result != StepResult::Illegal && "legal when the data were made");
    }
    prepared.view->observer.observe(state, *prepared.rows,
                                    observations.slice(row * width(), width()));
    if (!masks.empty())
      encoding.mask(state, masks.slice(row * numActions(), numActions()));
  }
}
