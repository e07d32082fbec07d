//===- agents/policy/nets/FlatLogits.h - Joint logits by decision ---------===//
#ifndef MLIRGYM_AGENTS_POLICY_NETS_FLATLOGITS_H
#define MLIRGYM_AGENTS_POLICY_NETS_FLATLOGITS_H

#include "actions/encoding/Encoding.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// The state before the action in progress: what a policy of the joint encoding
/// saw when it chose the whole action.
DecisionState beforeAction(const DecisionState &state);

/// The logits of the flat decision that is due in `state`, shape [numActions()
/// of the FlatEncoding], from those of a joint action chosen in
/// beforeAction(state), shape [sum of dimensions()]: the entry of that
/// decision, 0 elsewhere. With the flat mask the decisions have the
/// probabilities of the entries, since both encodings allow the same choices
/// after the same choices.
void flatLogits(const JointEncoding &encoding, const DecisionState &state,
                llvm::ArrayRef<float> joint, llvm::MutableArrayRef<float> flat);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_FLATLOGITS_H
