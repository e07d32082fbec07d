#include "program/payload/ParseComplaint.h"
#include "Loading.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Whatever a dialect is met as: an operation, a type, an attribute.
TEST(ParseComplaintTest, NamesAForeignDialectItsPlaceAndHowToMendIt) {
  const std::tuple<const char *, const char *, const char *> cases[] = {
      {"func.func @f() {\n  cf.br ^bb1\n^bb1:\n  return\n}",
       "test.mlir:2:3: 'cf.br' is not supported in a payload; ",
       "as one block"},
      {"func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
       "  %x = tensor.extract %a[] : tensor<f32>\n"
       "  %v = vector.broadcast %x : f32 to vector<4xf32>\n"
       "  %y = vector.extract %v[0] : f32 from vector<4xf32>\n"
       "  %r = tensor.from_elements %y : tensor<f32>\n"
       "  return %r : tensor<f32>\n}",
       "test.mlir:3:8: 'vector.broadcast' is not supported in a payload; ",
       "vectors come from the schedule"},
      {"func.func @f() {\n  %0 = ml_program.token\n  \"ml_program.return\"() : "
       "() -> ()\n}",
       "test.mlir:3:3: ", "fix the MLIR"},
      {"util.func @f() {\n  util.return\n}",
       "test.mlir:1:1: dialect 'util' (util.func) is not supported in a "
       "payload; ",
       "before IREE's own passes"},
      {"func.func @f() {\n  \"util.foo\"() : () -> ()\n  return\n}",
       "dialect 'util' (util.foo) is not supported in a payload; ", "IREE"},
      {"func.func @f(%a: !util.buffer) {\n  return\n}",
       "test.mlir:1:24: dialect 'util' is not supported in a payload; ",
       "IREE"},
      {"func.func @f(%a: tensor<4xf32, #util.x<3>>) {\n  return\n}",
       "dialect 'util' is not supported in a payload; ", "IREE"},
      {"func.func @f() {\n  mine.foo\n  return\n}",
       "test.mlir:2:3: dialect 'mine' (mine.foo) is not supported in a "
       "payload; ",
       "write the program with func, linalg"},
  };
  for (auto [text, what, howToMend] : cases)
    EXPECT_THAT(errorOf(text), AllOf(HasSubstr(what), HasSubstr(howToMend),
                                     StartsWith("test.mlir:")))
        << text;
}

TEST(ParseComplaintTest, TellsNewerBytecodeFromDamagedBytecode) {
  const llvm::StringRef newer("ML\xefR\x0fMLIR99.0.0git\0rest", 23),
      own("ML\xefR\x0dMLIR22.1.0\0rest", 20);
  EXPECT_EQ(describe({"unknown op property", newer}),
            "bytecode of a newer MLIR (MLIR99.0.0git), which MLIR 22 cannot "
            "read: unknown op property; write the program as text, or with the "
            "mlir-opt of MLIR 22");
  EXPECT_THAT(describe({"bytecode version 50 is newer than the current "
                        "version 6",
                        own}),
              StartsWith("bytecode of a newer MLIR (MLIR22.1.0)"));
  EXPECT_EQ(describe({"attempting to parse a byte at the end", own}),
            "damaged bytecode: attempting to parse a byte at the end; copy or "
            "write the file again, best as text");
  EXPECT_EQ(describe({"expected operation name",
                      llvm::StringRef("\x18\0\0\0TOSA\x10", 9)}),
            "a flatbuffer of TOSA; write the program as the text of MLIR");
  // Cut short within the header.
  for (size_t length = 4; length <= own.size(); ++length)
    EXPECT_NE(describe({"cut short", own.take_front(length)}), "");
}
