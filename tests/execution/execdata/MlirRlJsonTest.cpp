#include "ExecDataFixture.h"
#include "actions/Schedule.h"
#include "execution/execdata/MlirRlKey.h"
#include "program/ProgramLoader.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// Entries of MLIR-RL's own training run, laid out as it writes them.
constexpr const char *realFile = R"json({
    "relu_256_100": {
        "I(0,1)T(64,0)T(1,4)NT()": 15579,
        "I(1,0)TP(1,4)V(True)": 95988
    },
    "add_14_15_28_28": {
        "I(1,2,0,3)T(0,0,0,0)NT()": 176317,
        "I(2,0,3,1)T(4,0,0,1)T(2,0,2,0)V(True)": 158455
    },
    "pooling_nchw_max_2_8_114_114_3_56_56": {
        "I(5,0,3,1,4,2)TP(0,1,8,4,1,8)NT()": 408650
    },
    "conv_2d_nchw_fchw_2_16_14_14_32_1_1_14_14": {
        "I(0,1,2)V(False)|I(3,0,1,2)TPF(operation_0;8,1,8,4)T(4,0,4,0)V(True)": 22457
    }
})json";

class MlirRlJsonTest : public ExecDataTest {
protected:
  std::string exported(ExecData &data) {
    llvm::Expected<std::string> json = exportMlirRlJson(data, &report);
    if (json)
      return *json;
    ADD_FAILURE() << llvm::toString(json.takeError());
    return "";
  }
  std::string exportedAfterImportOf(const char *json) {
    std::unique_ptr<ExecData> data = open({});
    EXPECT_EQ(messageOf(importMlirRlJson(*data, json, &report)), "");
    imported = report.entries;
    return exported(*data);
  }
  static std::string importError(const char *json) {
    std::unique_ptr<ExecData> data = open({});
    std::string message = messageOf(importMlirRlJson(*data, json));
    EXPECT_EQ(llvm::cantFail(data->count()), 0u) << "half a file was stored";
    return message;
  }
  MlirRlReport report;
  uint64_t imported = 0;
};

TEST_F(MlirRlJsonTest, WritesWhatItReadToTheLetter) {
  EXPECT_EQ(exportedAfterImportOf(realFile), realFile);
  EXPECT_EQ(imported, 6u);
  EXPECT_EQ(report.entries, 6u);
  EXPECT_EQ(report.failed + report.inexpressible + report.superseded, 0u);
  EXPECT_EQ(exportedAfterImportOf("{}"), "{}");
}

TEST_F(MlirRlJsonTest, KeepsOddKeysAndTimes) {
  const char *odd = R"json({
    "": {
        "": 1,
        "I(0,2)": 9007199254740992,
        "\u00e9 \"quoted\" \\ \u0000": 3
    },
    "half": {
        "V(True)": 0.5
    }
})json";
  EXPECT_EQ(exportedAfterImportOf(odd), odd);
}

TEST_F(MlirRlJsonTest, ReadsAnyLayoutAndTheLastOfEqualKeys) {
  EXPECT_EQ(exportedAfterImportOf(
                "{\"a\":{\"NT()\":1},\n\"b\" : {\"NT()\":2, \"NT()\":7} , "
                "\"a\":{\"V(True)\":3}}"),
            "{\n    \"a\": {\n        \"NT()\": 1,\n        \"V(True)\": 3\n   "
            " },\n    \"b\": {\n        \"NT()\": 7\n    }\n}");
}

TEST_F(MlirRlJsonTest, ImportedEntriesAreFoundByNameAndKeyText) {
  std::unique_ptr<ExecData> data = openFile();
  ASSERT_EQ(messageOf(importMlirRlJson(*data, realFile)), "");
  std::optional<Measurement> found =
      find(*openFile(), mlirRlKey("relu_256_100", "I(1,0)TP(1,4)V(True)"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->medianNs, 95988);
  EXPECT_EQ(found->status, Status::Ok);
  EXPECT_FALSE(find(*data, mlirRlKey("relu_256_100", "NT()")));
  data.reset();
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(MlirRlJsonTest, ImportReplacesOlderEntries) {
  std::unique_ptr<ExecData> data = open({});
  ASSERT_EQ(messageOf(importMlirRlJson(*data, realFile)), "");
  ASSERT_EQ(
      messageOf(importMlirRlJson(
          *data, R"json({"relu_256_100": {"I(1,0)TP(1,4)V(True)": 5}})json")),
      "");
  EXPECT_EQ(medianOf(*data, mlirRlKey("relu_256_100", "I(1,0)TP(1,4)V(True)")),
            5);
  EXPECT_EQ(llvm::cantFail(data->count()), 6u);
}

TEST_F(MlirRlJsonTest, SaysWhereAFileIsMalformed) {
  EXPECT_THAT(importError(""), HasSubstr("line 1, column 0: syntax error"));
  EXPECT_THAT(importError("{\n  \"a\": {\"NT()\": 1,}\n}"),
              HasSubstr("line 2, column 19: syntax error"));
  EXPECT_THAT(importError("{\"a\": {\"NT()\": 1}"),
              HasSubstr("; give JSON of the form {program: {key: ns}}"));
  EXPECT_THAT(importError("{\"a\": {\"NT()\": 1}} trailing"),
              HasSubstr("line 1, column "));
  EXPECT_THAT(importError("{\"a\": {\"NT()\": 1e999}}"),
              HasSubstr("line 1, column "));
  EXPECT_THAT(importError("{\"a\": {\"\xff\": 1}}"),
              HasSubstr("line 1, column 9"));
}

TEST_F(MlirRlJsonTest, SaysWhatDoesNotBelongAndWhere) {
  EXPECT_EQ(importError("[1]"),
            "line 1, column 1: found a list where an object {program: {key: "
            "ns}} belongs; give MLIR-RL's exec data, {program: {key: ns}}");
  EXPECT_THAT(importError("{\n\"a\": 17}"),
              HasSubstr("found a number where an object {key: ns} belongs for "
                        "program 'a'"));
  EXPECT_THAT(importError("{\"a\": {\n\n\"NT()\": \"fast\"}}"),
              HasSubstr("line 3, column 14: found a text where a positive "
                        "number of nanoseconds belongs for program 'a', key "
                        "'NT()'"));
  for (const char *value : {"0", "-5", "null", "true", "[]", "{}",
                            "9007199254740993", "18446744073709551615"})
    EXPECT_THAT(
        importError(
            (std::string("{\"a\": {\"NT()\": ") + value + "}}").c_str()),
        HasSubstr("where a positive number of nanoseconds belongs"))
        << value;
}

TEST_F(MlirRlJsonTest, ExportsOwnRecordsInMlirRlsWordsAndCountsTheRest) {
  std::unique_ptr<ExecData> data = open({});
  auto store = [&](const char *schedule, Measurement measurement,
                   unsigned operations = 1) {
    insert(*data, testKey(schedule), measurement,
           {.programName = "matmul_8_8_8", .operations = operations});
  };
  store("", testMeasurement(900.4));
  store("op0: interchange(1,0,2) tile(4,0,8) vectorize",
        testMeasurement(100.6));
  store("op0: tile(3,0,0)", testMeasurement(1));      // no power of two
  store("op0: tile_fuse(4,0,0)", testMeasurement(1)); // unknown to it
  store("op0: tile(2,0,0)", testFailure(Status::Crashed, "signal 6"));
  store("mlir-rl:nonsense", testMeasurement(1)); // not its machine

  EXPECT_EQ(exported(*data),
            "{\n    \"matmul_8_8_8\": {\n        \"NT()\": 900,\n        "
            "\"I(1,0,2)T(4,0,8)V(True)\": 101\n    }\n}");
  EXPECT_EQ(report.entries, 2u);
  EXPECT_EQ(report.inexpressible, 3u);
  EXPECT_EQ(report.failed, 1u);
}

TEST_F(MlirRlJsonTest, TheNewerOfTwoMachinesIsExported) {
  std::unique_ptr<ExecData> data = open({});
  ExecDataKey here = testKey("op0: vectorize"), there = here;
  there.machine = "skylake";
  auto store = [&](const ExecDataKey &key, double ns, int64_t when) {
    insert(*data, key, testMeasurement(ns),
           {.programName = "add_4", .operations = 1, .createdAtUs = when});
  };
  store(here, 10, 2000);
  store(there, 20, 1000);
  EXPECT_THAT(exported(*data), HasSubstr("\"V(True)\": 10\n"));
  EXPECT_EQ(report.superseded, 1u);
  store(there, 20, 3000);
  EXPECT_THAT(exported(*data), HasSubstr("\"V(True)\": 20\n"));
}

std::optional<std::string> translate(const char *schedule,
                                     unsigned operations) {
  return toMlirRlKeyText(llvm::cantFail(Schedule::parse(schedule)), operations);
}

TEST(MlirRlKeyTest, WritesOperationsInProgramOrder) {
  EXPECT_EQ(translate("op2: vectorize; op0: tile(1,2)", 3),
            "T(1,2)NT()|NT()|V(True)");
  EXPECT_EQ(translate("", 2), "NT()|NT()");
  EXPECT_EQ(translate("op0: tile_parallel(4,64,0) done", 1), "TP(4,64,0)NT()");
}

TEST(MlirRlKeyTest, TheFifthActionEndsAnOperation) {
  EXPECT_EQ(translate("op0: tile(32) tile(16) tile(8) tile(4) tile(2)", 1),
            "T(32)T(16)T(8)T(4)T(2)");
  EXPECT_EQ(
      translate("op0: tile(32) tile(16) tile(8) tile(4) tile(2) tile(1)", 1),
      std::nullopt);
}

TEST(MlirRlKeyTest, RefusesWhatMlirRlCannotExpress) {
  for (const char *schedule :
       {"op0: tile(12)", "op0: tile_fuse(4)", "op0: promote(0)",
        "op0: tile_reduction(4)", "op0: tile_parallel(8) tile_parallel(4)",
        "op0: tile_parallel_fuse(4)", "op1: vectorize"})
    EXPECT_EQ(translate(schedule, 1), std::nullopt) << schedule;
  EXPECT_EQ(translate("op0: vectorize", /*operations=*/0), std::nullopt);
}

/// A producer, its consumer, and one that reads both.
constexpr const char *chain = R"mlir(
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @chain(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.negf ins(%0 : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = linalg.add ins(%1, %a : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
})mlir";

TEST(MlirRlKeyTest, NamesTheOneProducerThatIsFused) {
  llvm::Expected<Program> program = ProgramLoader().loadText(chain, "chain");
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  ASSERT_EQ(program->operations().size(), 3u);
  auto text = [&](const char *schedule) {
    return toMlirRlKeyText(llvm::cantFail(Schedule::parse(schedule)), 3,
                           &*program);
  };
  EXPECT_EQ(text("op1: tile_parallel_fuse(4,8) vectorize; op0: vectorize"),
            "V(True)|TPF(operation_0;4,8)V(True)|NT()");
  // Ours would fuse op0 as well, MLIR-RL op1 alone.
  EXPECT_EQ(text("op2: tile_parallel_fuse(4,8)"), std::nullopt);
  EXPECT_EQ(text("op0: tile_parallel_fuse(4,8)"), std::nullopt);
}

} // namespace
} // namespace mlirgym
