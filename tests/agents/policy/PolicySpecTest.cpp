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
  spec.encoding.kinds = 5;
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

TEST(PolicySpecTest, NamesAnEncodingOtherThanTheFlatOne) {
  PolicySpec spec = example();
  EXPECT_FALSE(toJson(spec).contains("actions"));
  const unsigned flat = numLogits(spec);
  EXPECT_EQ(flat, numEncodedKinds + 2 + 6);
  spec.actions = EncodingKind::Joint;
  EXPECT_EQ(numLogits(spec), numEncodedKinds + 6 * 2 + 6 * 6);
  auto json = toJson(spec);
  EXPECT_EQ(json.at("actions"), "joint");
  EXPECT_EQ(llvm::cantFail(policySpecFromJson(json)).actions,
            EncodingKind::Joint);
  // A flat network has fewer logits.
  json.erase("actions");
  EXPECT_THAT(
      errorOf(json),
      HasSubstr("belongs to another observation or encoding: actions is " +
                std::to_string(flat + 40) + " there, " + std::to_string(flat) +
                " now"));
  json["actions"] = "oracle";
  EXPECT_THAT(errorOf(json), HasSubstr("chooses actions in the encoding "
                                       "'oracle', which this mlirgym does not "
                                       "know"));
}

TEST(PolicySpecTest, AnOlderCheckpointHasTheContextOfItsMachine) {
  PolicySpec spec = example();
  auto json = toJson(spec);
  json.erase("contexts");
  EXPECT_THAT(llvm::cantFail(policySpecFromJson(json)).contexts,
              ElementsAre(spec.machine));
  spec.contexts.clear();
  EXPECT_THAT(llvm::cantFail(policySpecFromJson(toJson(spec))).contexts,
              ElementsAre(spec.machine));
}

TEST(PolicySpecTest, RefusesAnotherObservation) {
  auto json = toJson(example());
  json["observation"]["version"] = 4711;
  EXPECT_THAT(errorOf(json),
              HasSubstr("belongs to another observation or encoding: version "
                        "is 4711 there"));
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
  EXPECT_EQ(back.observer(back.machine).spec().size(),
            toJson(spec).at("observation").at("size").get<unsigned>());
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
