#include "agents/policy/nets/TokenNet.h"
#include "actions/Action.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "observation/Observation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
constexpr int64_t numHeads = 4;

/// Slices whose values each belong to a loop, an operand or an operation. All
/// others go to the remaining token.
constexpr llvm::StringRef loopSlices[] = {
    "operation.trip_counts", "operation.parallel", "operation.reduction",
    "operation.access",      "loops.trip_counts",  "loops.static",
    "loops.reduction",       "loops.source",       "loops.unit_stride",
    "loops.lane_loop",       "history.parameters", "decision.parameters",
    "decision.next"};
constexpr llvm::StringRef operandSlices[] = {"operation.operands"};
constexpr llvm::StringRef operationSlices[] = {
    "program.facts", "program.trip_counts", "program.reduction",
    "program.state", "program.steps"};

bool isOther(llvm::StringRef name) {
  return !llvm::is_contained(loopSlices, name) &&
         !llvm::is_contained(operandSlices, name) &&
         !name.starts_with("program.");
}

at::Tensor uniform(at::IntArrayRef shape, int64_t inputs,
                   at::Generator &generator) {
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  return at::empty(shape).uniform_(-bound, bound, generator);
}

/// Sums from each place to the last one, shape [rows, places].
at::Tensor sumsToTheEnd(const at::Tensor &x) {
  return x.flip(1).cumsum(1).flip(1);
}

/// Means over the existing tokens.
at::Tensor mean(const at::Tensor &tokens, const at::Tensor &present) {
  return tokens.sum(1) / present.sum(1, /*keepdim=*/true).clamp_min(1);
}

/// The token selected by `which`, a one-hot or 0.
at::Tensor pick(const at::Tensor &tokens, const at::Tensor &which) {
  return at::bmm(which.unsqueeze(1), tokens).squeeze(1);
}

/// The product of each token with its row's query, shape [rows, tokens].
at::Tensor point(const at::Tensor &query, const at::Tensor &tokens) {
  return at::bmm(tokens, query.unsqueeze(2)).squeeze(2) /
         std::sqrt(static_cast<double>(tokens.size(2)));
}
} // namespace

/// Registers parameters under names of their own modules.
class TokenNet::Builder {
public:
  Builder(TokenNet &net, uint64_t seed)
      : owner(net), generator(at::detail::createCPUGenerator(seed)) {}

  Linear linear(const std::string &name, int64_t inputs, int64_t outputs) {
    return add(name, uniform({outputs, inputs}, inputs, generator));
  }
  Linear zero(const std::string &name, int64_t inputs, int64_t outputs) {
    return add(name, at::zeros({outputs, inputs}));
  }
  Norm norm(const std::string &name, int64_t size) {
    auto module =
        owner.register_module(name, std::make_shared<torch::nn::Module>());
    return {module->register_parameter("scale", at::ones({size})),
            module->register_parameter("shift", at::zeros({size}))};
  }
  at::Tensor table(const std::string &name, at::IntArrayRef shape) {
    return owner.register_parameter(name,
                                    uniform(shape, shape.back(), generator));
  }

private:
  Linear add(const std::string &name, at::Tensor weight) {
    auto module =
        owner.register_module(name, std::make_shared<torch::nn::Module>());
    const int64_t outputs = weight.size(0);
    return {module->register_parameter("weight", std::move(weight)),
            module->register_parameter("bias", at::zeros({outputs}))};
  }

  TokenNet &owner;
  at::Generator generator; // the process-wide one belongs to the caller
};

at::Tensor TokenNet::Linear::operator()(const at::Tensor &x) const {
  return at::linear(x, weight, bias);
}

at::Tensor TokenNet::Norm::operator()(const at::Tensor &x) const {
  return at::layer_norm(x, {scale.size(0)}, scale, shift);
}

TokenNet::TokenNet(const NetShape &shape, const NetOptions &options,
                   uint64_t seed)
    : layout(shape.observation), actionKinds(shape.kinds),
      width(options.tokens.width) {
  for (llvm::StringRef name : loopSlices)
    TORCH_CHECK(layout.find(name), "tokens need observations with ",
                name.str());
  auto extent = [this](llvm::StringRef name, size_t dimension) -> int64_t {
    const ObservationSlice *found = layout.find(name);
    return found ? found->shape[dimension] : 0;
  };
  numLoops = extent("operation.trip_counts", 0);
  numOperands = extent("operation.operands", 0);
  numOperations = extent("program.facts", 0);
  const int64_t numSizes =
      static_cast<int64_t>(shape.numActions) - actionKinds.size() - numLoops;
  TORCH_CHECK(numSizes > 0, "tokens need one decision at a time");
  std::vector<int64_t> places;
  for (const ObservationSlice &each : layout.slices)
    if (isOther(each.name))
      for (unsigned i = 0; i < each.size(); ++i)
        places.push_back(each.offset + i);
  otherPlaces = at::tensor(places, at::kLong);

  Builder builder(*this, seed);
  others = builder.linear("others", otherPlaces.size(0), width);
  const int64_t accesses = numOperands * extent("operation.access", 1);
  loop = builder.linear("loop",
                        3 + accesses + 6 + numOperands +
                            extent("history.parameters", 0) + 3,
                        width);
  operand = builder.linear("operand", extent("operation.operands", 1), width);
  operandPlaces = builder.table("operand_places", {numOperands, width});
  if (numOperations > 0) {
    int64_t features = 0;
    for (llvm::StringRef name : operationSlices)
      features += extent(name, 1);
    operation = builder.linear("operation", features, width);
  }
  for (unsigned i = 0; i < options.tokens.attention; ++i) {
    const std::string name = "attention_" + std::to_string(i);
    Attention layer = {
        .before = builder.norm(name + "_before", width),
        .between = builder.norm(name + "_between", width),
        .projections = builder.linear(name + "_in", width, 3 * width),
        .output = builder.linear(name + "_out", width, width),
        .widen = builder.linear(name + "_wide", width, 2 * width),
        .narrow = builder.linear(name + "_narrow", 2 * width, width)};
    if (numOperations > 0)
      layer.relations = builder.table(name + "_relations", {2, numHeads});
    attention.push_back(std::move(layer));
  }
  tokenNorm = builder.norm("tokens", width);

  int64_t inputs = (numOperations > 0 ? 8 : 5) * width;
  for (unsigned outputs : options.hidden) {
    const std::string name = "layer_" + std::to_string(layers.size());
    layers.push_back({.linear = builder.linear(name, inputs, outputs),
                      .norm = builder.norm(name + "_norm", outputs)});
    inputs = outputs;
  }
  kinds = builder.zero("kinds", inputs, actionKinds.size());
  sizeLayer = builder.linear("size_layer", width + inputs, inputs);
  sizes = builder.zero("sizes", inputs, numSizes);
  loopQuery = builder.zero("loop_query", inputs, width);
  inputQuery = builder.zero("input_query", inputs, width);
  value = builder.linear("value", inputs, 1);
}

at::Tensor TokenNet::slice(const at::Tensor &observations,
                           llvm::StringRef name) const {
  const ObservationSlice &found = *layout.find(name);
  std::vector<int64_t> shape = {observations.size(0)};
  llvm::append_range(shape, found.shape);
  return observations.narrow(1, found.offset, found.size()).reshape(shape);
}

TokenNet::Tokens TokenNet::loopTokens(const at::Tensor &observations) const {
  auto of = [&](llvm::StringRef name) { return slice(observations, name); };
  /// Shape [rows, features, loops] to [rows, loops, features].
  auto byLoop = [](const at::Tensor &x) { return x.transpose(1, 2); };
  const int64_t rows = observations.size(0);
  const at::Tensor asInProgram =
      at::cat({at::stack({of("operation.trip_counts"), of("operation.parallel"),
                          of("operation.reduction")},
                         1),
               of("operation.access").flatten(1, 2)},
              1);
  const at::Tensor source = of("loops.source"), present = source.sum(2);
  const at::Tensor parameters = of("decision.parameters"),
                   next = of("decision.next");

  // The loops that an interchange has placed: place i holds parameter i.
  const at::Tensor ordinal = at::arange(numLoops, at::kFloat);
  const at::Tensor isPlaced = sumsToTheEnd(next) - next; // places before `next`
  const at::Tensor loopAt = at::exp2(parameters * 10) - 1;
  const at::Tensor holds =
      (loopAt.unsqueeze(2) - ordinal).abs().lt(0.5).to(at::kFloat) *
      isPlaced.unsqueeze(2);
  const at::Tensor placed = at::matmul((ordinal + 1) / numLoops, holds) *
                            chooses(observations, ParameterKind::Permutation);

  const at::Tensor features = at::cat(
      {at::bmm(source, byLoop(asInProgram)),
       at::stack({of("loops.trip_counts"), of("loops.static"),
                  of("loops.reduction"), of("loops.lane_loop"), parameters,
                  next, (ordinal / numLoops).expand({rows, numLoops}),
                  sumsToTheEnd(present) / numLoops, placed},
                 2),
       byLoop(of("loops.unit_stride")), byLoop(of("history.parameters"))},
      2);
  return {loop(features), present};
}

TokenNet::Tokens TokenNet::operandTokens(const at::Tensor &observations) const {
  const at::Tensor features = slice(observations, "operation.operands");
  return {operand(features) + operandPlaces, features.select(2, 0)};
}

TokenNet::Tokens
TokenNet::operationTokens(const at::Tensor &observations) const {
  std::vector<at::Tensor> features;
  for (llvm::StringRef name : operationSlices)
    features.push_back(slice(observations, name));
  const at::Tensor present = features.front().select(2, 0);
  return {operation(at::cat(features, 2)), present};
}

at::Tensor TokenNet::attend(const Attention &layer, const at::Tensor &x,
                            const at::Tensor &bias) const {
  const int64_t rows = x.size(0), tokens = x.size(1);
  const int64_t perHead = width / numHeads;
  const auto parts = layer.projections(layer.before(x))
                         .reshape({rows, tokens, 3, numHeads, perHead})
                         .permute({2, 0, 3, 1, 4})
                         .unbind(0); // [rows, heads, tokens, width of a head]
  const at::Tensor scores = at::matmul(parts[0], parts[1].transpose(2, 3)) /
                                std::sqrt(static_cast<double>(perHead)) +
                            bias;
  const at::Tensor mixed = at::matmul(at::softmax(scores, -1), parts[2])
                               .transpose(1, 2)
                               .reshape({rows, tokens, width});
  const at::Tensor y = x + layer.output(mixed);
  return y + layer.narrow(at::gelu(layer.widen(layer.between(y))));
}

TokenNet::Encoded TokenNet::encode(const at::Tensor &observations) const {
  const int64_t rows = observations.size(0);
  std::vector<Tokens> groups = {
      {others(observations.index_select(1, otherPlaces)).unsqueeze(1),
       at::ones({rows, 1})},
      loopTokens(observations),
      operandTokens(observations)};
  if (numOperations > 0)
    groups.push_back(operationTokens(observations));
  std::vector<at::Tensor> values, presences;
  for (const Tokens &group : groups) {
    values.push_back(group.values);
    presences.push_back(group.present);
  }
  at::Tensor x = at::cat(values, 1);
  const at::Tensor present = at::cat(presences, 1);

  if (!attention.empty()) {
    // The token of the remaining values always exists, so that no row of the
    // softmax is empty.
    const at::Tensor absent =
        at::zeros_like(present)
            .masked_fill(present.lt(0.5),
                         -std::numeric_limits<float>::infinity())
            .unsqueeze(1)
            .unsqueeze(1);
    at::Tensor producers;
    const int64_t before = x.size(1) - numOperations;
    if (numOperations > 0) {
      const at::Tensor reads = slice(observations, "program.producers");
      producers = at::constant_pad_nd(
          at::stack({reads, reads.transpose(1, 2)}, 1),
          {before, 0, before, 0}); // [rows, 2, tokens, tokens]
    }
    for (const Attention &layer : attention) {
      at::Tensor bias = absent;
      if (numOperations > 0)
        bias =
            absent + at::einsum("brij,rh->bhij", {producers, layer.relations});
      x = attend(layer, x, bias);
    }
  }
  x = at::gelu(tokenNorm(x)) * present.unsqueeze(2);

  const auto loops = x.narrow(1, 1, numLoops),
             operands = x.narrow(1, 1 + numLoops, numOperands);
  Encoded encoded = {.context = {},
                     .loops = loops,
                     .operands = operands,
                     .next = pick(loops, slice(observations, "decision.next"))};
  std::vector<at::Tensor> pooled = {
      x.select(1, 0), mean(loops, groups[1].present), loops.amax(1),
      mean(operands, groups[2].present), encoded.next};
  if (numOperations > 0) {
    const at::Tensor operations =
        x.narrow(1, 1 + numLoops + numOperands, numOperations);
    const at::Tensor current =
        slice(observations, "program.facts").select(2, 1);
    pooled.insert(pooled.end(),
                  {mean(operations, groups[3].present), operations.amax(1),
                   pick(operations, current)});
  }
  encoded.context = at::cat(pooled, 1);
  for (const Layer &layer : layers)
    encoded.context = at::gelu(layer.norm(layer.linear(encoded.context)));
  return encoded;
}

at::Tensor TokenNet::logitsOf(const Encoded &encoded,
                              const at::Tensor &observations) const {
  const at::Tensor sized =
      at::gelu(sizeLayer(at::cat({encoded.next, encoded.context}, 1)));
  const int64_t inputs = std::min(numOperands - 1, numLoops); // one is the init
  const at::Tensor byInput = at::constant_pad_nd(
      point(inputQuery(encoded.context), encoded.operands.narrow(1, 0, inputs)),
      {0, numLoops - inputs});
  const at::Tensor byLoop = point(loopQuery(encoded.context), encoded.loops);
  return at::cat(
      {kinds(encoded.context), sizes(sized),
       at::lerp(byLoop, byInput, chooses(observations, ParameterKind::Input))},
      1);
}

at::Tensor TokenNet::chooses(const at::Tensor &observations,
                             ParameterKind parameters) const {
  const at::Tensor kind = slice(observations, "decision.kind");
  at::Tensor sum = at::zeros({observations.size(0), 1});
  for (auto [index, each] : llvm::enumerate(actionKinds))
    if (traitsOf(each).parameters == parameters)
      sum = sum + kind.narrow(1, static_cast<int64_t>(index), 1);
  return sum;
}

at::Tensor TokenNet::valuesOf(const Encoded &encoded) const {
  return value(encoded.context).squeeze(-1);
}

NetOutput TokenNet::forward(const at::Tensor &observations) const {
  const Encoded encoded = encode(observations);
  return {logitsOf(encoded, observations), valuesOf(encoded)};
}

at::Tensor TokenNet::logits(const at::Tensor &observations) const {
  return logitsOf(encode(observations), observations);
}

at::Tensor TokenNet::values(const at::Tensor &observations) const {
  return valuesOf(encode(observations));
}
