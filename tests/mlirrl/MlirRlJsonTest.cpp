#include "mlirrl/MlirRlJson.h"
#include "actions/Schedule.h"
#include "mlirrl/MlirRlKey.h"
#include "mlirrl/MlirRlProgram.h"
#include "program/ProgramLoader.h"
#include "tests/execution/execdata/ExecDataFixture.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// Entries of MLIR-RL's own training run, in its format.
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
    auto read = importMlirRlJson(*data, json);
    if (!read) {
      ADD_FAILURE() << llvm::toString(read.takeError());
      return "";
    }
    imported = read->entries;
    return exported(*data);
  }
  static std::string importError(const char *json) {
    std::unique_ptr<ExecData> data = open({});
    std::string message = messageOf(importMlirRlJson(*data, json));
    EXPECT_EQ(llvm::cantFail(data->count()), 0u) << "half a file was stored";
    return message;
  }
  MlirRlExported report;
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
  EXPECT_THAT(importError("{\n\"a\": \"17\"}"),
              HasSubstr("found a text where an object {key: ns} or a baseline "
                        "belongs for program 'a'"));
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

std::shared_ptr<const Program> load(const char *text, const char *name) {
  auto program = ProgramLoader().loadText(text, name);
  if (program)
    return std::make_shared<const Program>(std::move(*program));
  ADD_FAILURE() << llvm::toString(program.takeError());
  return nullptr;
}

std::shared_ptr<const Program> generate(const char *name) {
  return std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadGenerated(name)));
}

TEST(MlirRlKeyTest, NamesTheOneProducerThatIsFused) {
  std::shared_ptr<const Program> program = load(chain, "chain");
  ASSERT_EQ(program->operations().size(), 3u);
  auto text = [&](const char *schedule) {
    return toMlirRlKeyText(llvm::cantFail(Schedule::parse(schedule)), 3,
                           program.get());
  };
  EXPECT_EQ(text("op1: tile_parallel_fuse(4,8) vectorize; op0: vectorize"),
            "V(True)|TPF(operation_0;4,8)V(True)|NT()");
  // Ours would fuse op0 as well, MLIR-RL op1 alone.
  EXPECT_EQ(text("op2: tile_parallel_fuse(4,8)"), std::nullopt);
  EXPECT_EQ(text("op0: tile_parallel_fuse(4,8)"), std::nullopt);
}

/// op1 reads op0 alone, with op2 between them in program order only.
constexpr const char *apart = R"mlir(
func.func @apart(%a: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.abs ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = linalg.negf ins(%0 : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>
})mlir";

std::string scheduleOf(const std::shared_ptr<const Program> &program,
                       const char *key,
                       MlirRlReading reading = MlirRlReading::Exact) {
  auto schedule = fromMlirRlKeyText(program, key, reading);
  return schedule ? schedule->canonical().text()
                  : "error: " + llvm::toString(schedule.takeError());
}

TEST(MlirRlKeyTest, AFusedOperationPrecedesItsConsumer) {
  std::shared_ptr<const Program> program = load(apart, "apart");
  ASSERT_EQ(program->operations().size(), 3u);
  const char *schedule =
      "op2: tile_parallel_fuse(4,8); op1: tile(2,4); op0: tile(2,2)";
  const char *key = "T(2,4)NT()|T(2,2)NT()|TPF(operation_0;4,8)NT()";
  EXPECT_EQ(toMlirRlKeyText(llvm::cantFail(Schedule::parse(schedule)), 3,
                            program.get()),
            key);
  EXPECT_EQ(scheduleOf(program, key), schedule);
}

TEST(MlirRlKeyTest, ReadsWhatItWrites) {
  std::shared_ptr<const Program> program = load(chain, "chain");
  for (const char *text :
       {"", "op2: vectorize; op0: tile(4,8)",
        "op2: interchange(1,0) tile_parallel(8,4)",
        "op1: tile_parallel_fuse(4,8) vectorize; op0: vectorize"}) {
    Schedule schedule = llvm::cantFail(Schedule::parse(text));
    std::optional<std::string> key =
        toMlirRlKeyText(schedule, 3, program.get());
    ASSERT_TRUE(key) << text;
    EXPECT_EQ(scheduleOf(program, key->c_str()), text) << *key;
  }
}

TEST(MlirRlKeyTest, DividesAParallelTilingByTheKindOfLoop) {
  std::shared_ptr<const Program> matmul = generate("matmul_64_32_16_f64");
  EXPECT_EQ(scheduleOf(matmul, "I(2,0,1)TP(2,8,4)NT()"),
            "op0: interchange(2,0,1) tile_parallel(0,8,4) tile(2,0,0)");
  EXPECT_EQ(scheduleOf(matmul, "TP(0,0,2)NT()"), "op0: tile(0,0,2)");
  EXPECT_EQ(scheduleOf(matmul, "T(0,0,0)I(0,2)NT()"), "");
  EXPECT_EQ(scheduleOf(matmul, ""), "");
}

TEST(MlirRlKeyTest, ExactReadingRefusesWhatWouldGenerateOtherCode) {
  std::shared_ptr<const Program> matmul = generate("matmul_64_32_16_f64");
  // A vectorisation that failed there is none here, also where it is legal.
  EXPECT_EQ(scheduleOf(matmul, "T(4,8,1)V(False)"), "op0: tile(4,8,1)");
  EXPECT_EQ(scheduleOf(matmul, "T(4,8,1)V(True)"),
            "op0: tile(4,8,1) vectorize");
  EXPECT_THAT(scheduleOf(matmul, "V(True)"), HasSubstr("error: V(True): op0"));
  EXPECT_EQ(scheduleOf(matmul, "V(True)", MlirRlReading::Nearest), "");
  std::shared_ptr<const Program> three = load(chain, "chain");
  EXPECT_THAT(scheduleOf(three, "||TPF(operation_1;4,8)NT()"),
              HasSubstr("it fuses another set of producers"));
  EXPECT_EQ(
      scheduleOf(three, "||TPF(operation_1;4,8)NT()", MlirRlReading::Nearest),
      "op2: tile_parallel_fuse(4,8)");
  EXPECT_THAT(scheduleOf(three, "|TPF(operation_2;4,8)NT()|"),
              HasSubstr("it fuses another set of producers"));
}

TEST(MlirRlKeyTest, SaysWhatIsNoKey) {
  std::shared_ptr<const Program> matmul = generate("matmul_64_32_16_f64");
  EXPECT_THAT(scheduleOf(matmul, "|"),
              HasSubstr("2 lists of actions for 1 operations"));
  for (const char *key : {"X(1)", "T(4,4,1", "T)(", "junk", "T(4,4,1)junk"})
    EXPECT_THAT(scheduleOf(matmul, key), HasSubstr("holds more than NT()"))
        << key;
  EXPECT_THAT(scheduleOf(matmul, "T(4,b,1)"),
              HasSubstr("a parameter that is not a number"));
  EXPECT_THAT(scheduleOf(matmul, "T(64,0,0)"), HasSubstr("tile size 64"));
  EXPECT_THAT(scheduleOf(matmul, "I(0,5,1)"), HasSubstr("not a permutation"));
  EXPECT_THAT(scheduleOf(matmul, "NT()T(4,4,1)"),
              HasSubstr("comes after the operation ended"));
}

TEST_F(MlirRlJsonTest, ResolvesEntriesToProgramAndSchedule) {
  std::unique_ptr<ExecData> data = openFile();
  std::shared_ptr<const Program> relu = generate("relu_256_100_f64");
  MlirRlImport options;
  options.threads = 2;
  options.programs = [&](llvm::StringRef name) {
    return name == "relu_256_100" ? relu : nullptr;
  };
  auto report = importMlirRlJson(*data, R"json({
    "relu_256_100": {
        "I(0,1)T(64,0)T(1,4)NT()": 15579,
        "NT()": 99,
        "": 100,
        "I(1,0)TP(1,4)V(True)": 95988,
        "T(256,0)NT()": 5
    },
    "other": {"NT()": 7},
    "untimed": -1})json",
                                 options);
  ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
  EXPECT_EQ(report->entries, 6u);
  EXPECT_EQ(report->resolved, 4u);
  EXPECT_EQ(report->withoutProgram, 1u);
  EXPECT_EQ(report->withoutSchedule, 1u);
  EXPECT_THAT(report->firstReason,
              HasSubstr("relu_256_100: T(256,0)NT(): T(256,0): "));
  EXPECT_EQ(report->failed, 1u);
  // Of several keys of one schedule, the empty one is the baseline.
  EXPECT_EQ(medianOf(*data, resolvedMlirRlKey(*relu, Schedule(), 2)), 100);
  Schedule tiled = llvm::cantFail(Schedule::parse("op0: tile(64,0) tile(1,4)"));
  EXPECT_EQ(medianOf(*data, resolvedMlirRlKey(*relu, tiled, 2)), 15579);

  // A replay on any machine finds them.
  ExecDataKey here = resolvedMlirRlKey(*relu, tiled, 2);
  here.machine = "znver3";
  here.toolchain = "llvm-22";
  data.reset();
  auto replay = ExecData::open({.file = file, .anyMachine = true});
  ASSERT_TRUE(bool(replay));
  EXPECT_EQ(medianOf(**replay, here), 15579);
  replay->reset();
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(MlirRlJsonTest, ResolvesAConvolutionAndItsProduct) {
  // The first key is of MLIR-RL's own environment. Keys are those of the
  // product of matrices; the baseline is that of the convolution.
  const std::string name = "conv_2d_nchw_fchw_2_16_14_14_32_1_1_14_14";
  std::shared_ptr<const Program> convolution =
      generate((name + "_f64").c_str());
  auto product = std::make_shared<Program>(llvm::cantFail(
      MlirRlRewriter().rewrite(*convolution, {.img2col = true})));
  std::unique_ptr<ExecData> data = openFile();
  MlirRlImport options;
  options.programs = [&](llvm::StringRef) { return convolution; };
  const std::string json = "{\"" + name + R"json(": {"": 80000,
      "I(0,1,2)V(False)|I(3,0,1,2)TPF(operation_0;8,1,8,4)T(4,0,4,0)V(True)": 22457,
      "I(0,1,2)V(False)|I(3,0,1,2)TP(8,1,8,4)T(4,0,4,0)V(True)": 22458}})json";
  auto report = importMlirRlJson(*data, json, options);
  ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
  EXPECT_EQ(report->entries, 3u);
  EXPECT_EQ(report->resolved, 2u);
  // The windows of a tile of the product are no tile of the gather.
  EXPECT_THAT(report->firstReason,
              HasSubstr("TPF(operation_0;8,1,8,4): op1: tile_parallel_fuse"));
  EXPECT_EQ(medianOf(*data, resolvedMlirRlKey(*convolution, Schedule(), 1)),
            80000);
  Schedule tiled = llvm::cantFail(Schedule::parse(
      "op1: interchange(3,0,1,2) tile_parallel(0,1,8,4) tile(8,0,0,0) "
      "tile(4,0,4,0) vectorize; op0: interchange(0,1,2)"));
  EXPECT_EQ(medianOf(*data, resolvedMlirRlKey(*product, tiled, 1)), 22458);
}

TEST_F(MlirRlJsonTest, ExportsResolvedEntriesOnce) {
  std::unique_ptr<ExecData> data = open({});
  MlirRlImport options;
  options.programs = [](llvm::StringRef) {
    return generate("relu_256_100_f64");
  };
  const char *entries =
      "{\n    \"relu_256_100\": {\n        \"I(0,1)NT()\": 3\n    }\n}";
  auto imported = importMlirRlJson(*data, entries, options);
  ASSERT_TRUE(bool(imported));
  EXPECT_EQ(imported->resolved, 1u);
  EXPECT_EQ(exported(*data), entries);
}

TEST_F(MlirRlJsonTest, ReadsBaselinesAsEntriesWithoutActions) {
  EXPECT_EQ(exportedAfterImportOf("{\"a\": 17, \"b\": {\"NT()\": 2}}"),
            "{\n    \"a\": {\n        \"\": 17\n    },\n    \"b\": {\n       "
            " \"NT()\": 2\n    }\n}");
}

} // namespace
} // namespace mlirgym
