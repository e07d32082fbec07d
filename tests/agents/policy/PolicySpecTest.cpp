#include "agents/policy/PolicySpec.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
PolicySpec example() {
  PolicySpec spec;
  spec.agent = "learned";
  spec.encoding.tileSizes = {0, 3};
  spec.encoding.maxLoops = 6;
  spec.encoding.kinds = {ActionKind::Vectorize, ActionKind::TileParallel};
  spec.encoding.without = {ActionKind::TileParallel};
  spec.state.maxActionsPerOp = 2;
  spec.machine = {.threads = 7, .vectorBits = 512, .l2Bytes = 7 << 20};
  spec.contexts = {{.threads = 1, .vectorBits = 256}, {.threads = 7}};
  spec.net = {.kind = NetKind::Trunk, .hidden = {3, 5}};
  spec.ranksSchedules = true;
  spec.dataSheet = {{"programs", 187}};
  return spec;
}

std::string errorOf(const nlohmann::ordered_json &json) {
  llvm::Expected<PolicySpec> spec = policySpecFromJson(json);
  return spec ? "" : llvm::toString(spec.takeError());
}

TEST(PolicySpecTest, ComesBackAsItWas) {
  const PolicySpec spec = example();
  const PolicySpec back = llvm::cantFail(policySpecFromJson(toJson(spec)));
  EXPECT_EQ(back.agent, spec.agent);
  EXPECT_EQ(back.encoding, spec.encoding);
  EXPECT_EQ(back.state, spec.state);
  EXPECT_EQ(back.machine, spec.machine);
  EXPECT_EQ(back.contexts, spec.contexts);
  EXPECT_EQ(back.net, spec.net);
  EXPECT_TRUE(back.ranksSchedules);
  EXPECT_EQ(back.dataSheet, spec.dataSheet);
}

TEST(PolicySpecTest, NamesTheEncoding) {
  PolicySpec spec = example();
  EXPECT_EQ(toJson(spec).at("actions"), "flat");
  EXPECT_EQ(numLogits(spec), 3 + 2 + 6u);
  spec.actions = EncodingKind::Joint;
  EXPECT_EQ(numLogits(spec), 3 + 6 * 2 + 6 * 6u);
  auto json = toJson(spec);
  EXPECT_EQ(json.at("actions"), "joint");
  EXPECT_EQ(llvm::cantFail(policySpecFromJson(json)).actions,
            EncodingKind::Joint);
  json["actions"] = "oracle";
  EXPECT_THAT(errorOf(json), HasSubstr("chooses actions in the encoding "
                                       "'oracle', which this mlirgym does not "
                                       "know"));
}

TEST(PolicySpecTest, WithoutContextsItHasThatOfItsMachine) {
  PolicySpec spec = example();
  spec.contexts.clear();
  EXPECT_THAT(llvm::cantFail(policySpecFromJson(toJson(spec))).contexts,
              ElementsAre(spec.machine));
}

TEST(PolicySpecTest, NamesItsKindsAndRefusesOthers) {
  auto json = toJson(example());
  EXPECT_EQ(json.at("encoding").at("kinds"),
            nlohmann::ordered_json({"vectorize", "tile_parallel", "done"}));
  EXPECT_EQ(json.at("encoding").at("without"),
            nlohmann::ordered_json({"tile_parallel"}));
  json["encoding"]["kinds"][0] = "oracle";
  EXPECT_THAT(errorOf(json), HasSubstr("unknown action kind 'oracle'"));
  json["encoding"]["kinds"] = {"tile_parallel", "done", "tile_parallel"};
  EXPECT_THAT(errorOf(json), HasSubstr("has one twice, or lacks done"));
  json["encoding"]["kinds"] = {"tile", "done"};
  EXPECT_THAT(errorOf(json), HasSubstr("'tile_parallel' is left out of a list "
                                       "without it"));
}

/// The policy is from a library with fewer slices, in another order.
TEST(PolicySpecTest, ReadsItsOwnSlicesOfALongerObservation) {
  PolicySpec spec = example();
  auto json = toJson(spec);
  const auto all = json.at("observation");
  json["observation"] = {
      {"decision.kind", all.at("decision.kind")},
      {"operation.trip_counts", all.at("operation.trip_counts")}};
  const PolicySpec fewer = llvm::cantFail(policySpecFromJson(json));
  EXPECT_EQ(toJson(fewer), json);
  EXPECT_EQ(fewer.observer(fewer.machine).spec().size(), 3u + 6);
}

TEST(PolicySpecTest, RefusesAnotherObservation) {
  auto json = toJson(example());
  json["observation"]["loops.colour"] = {8};
  EXPECT_THAT(errorOf(json),
              HasSubstr("reads the slice 'loops.colour' of observations, which "
                        "this mlirgym does not know"));
  json = toJson(example());
  json["observation"]["decision.kind"] = {12};
  EXPECT_THAT(errorOf(json),
              HasSubstr("reads the slice 'decision.kind' of observations in "
                        "the shape [12], which is [3] here"));
}

TEST(PolicySpecTest, RefusesANetworkThatItDoesNotKnow) {
  auto json = toJson(example());
  json["net"]["kind"] = "oracle";
  EXPECT_THAT(errorOf(json), HasSubstr("holds a network of kind 'oracle', "
                                       "which this mlirgym does not know"));
}

TEST(PolicySpecTest, TokensComeBackWithTheirObservation) {
  PolicySpec spec = example();
  spec.net = {.kind = NetKind::Tokens,
              .hidden = {8},
              .tokens = {.width = 12, .attention = 3, .operations = 2}};
  const PolicySpec back = llvm::cantFail(policySpecFromJson(toJson(spec)));
  EXPECT_EQ(back.net, spec.net);
  EXPECT_EQ(back.observer(back.machine).spec().table(),
            spec.observer(spec.machine).spec().table());
  EXPECT_NE(back.observer(back.machine).spec().find("program.facts"), nullptr);
  auto json = toJson(spec);
  json["net"]["operations"] = 1000000;
  EXPECT_THAT(errorOf(json), HasSubstr("64 operations"));
  json = toJson(spec);
  json["net"]["token_width"] = 6;
  EXPECT_THAT(errorOf(json), HasSubstr("multiple of 4"));
}

TEST(PolicySpecTest, NetKindsHaveNames) {
  EXPECT_EQ(parseNetKind("mlp"), NetKind::Mlp);
  EXPECT_EQ(parseNetKind("trunk"), NetKind::Trunk);
  EXPECT_EQ(parseNetKind("tokens"), NetKind::Tokens);
  EXPECT_EQ(parseNetKind("oracle"), std::nullopt);
}

TEST(FirstDifferenceTest, IsNamedWithBothValues) {
  nlohmann::ordered_json saved = {{"machine", toJson(MachineFeatures())}};
  auto now = saved;
  EXPECT_EQ(firstDifference(saved, saved), "");
  now["machine"]["threads"] = 4;
  EXPECT_EQ(firstDifference(now, saved), "machine.threads is 1 there, 4 now");
  EXPECT_EQ(firstDifference({{"a", 1}, {"b", 2}}, {{"a", 9}, {"b", 2}}, {"a"}),
            "");
  EXPECT_EQ(firstDifference({{"a", 1}}, {{"b", 1}}), "a is not in it");
}
} // namespace
