#include "execution/Execution.h"
#include "execution/ProgramModule.h"
#include "execution/SandboxedLoader.h"
#include "lowering/LoweringStage.h"
#include "outcome/Measurement.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "tests/execution/QuickProtocol.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// The init is not read: the normal form lacks the third parameter.
constexpr llvm::StringLiteral sum = R"mlir(
func.func @sum(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
  %0 = linalg.add ins(%a, %b : tensor<6x9xf32>, tensor<6x9xf32>) outs(%c : tensor<6x9xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
})mlir";

/// The init is read: the sum goes on from the third parameter.
constexpr llvm::StringLiteral matmul = R"mlir(
func.func @matmul(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
})mlir";

class ModulesTest : public testing::Test {
protected:
  void SetUp() override {
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0; // the machine may be busy
    options.compileTimeoutMs = options.runTimeoutMs = patienceMs;
  }

  Execution &execution() {
    if (!opened)
      opened = llvm::cantFail(Execution::create(options));
    return *opened;
  }
  std::shared_ptr<const Program> load(llvm::StringRef text) {
    return std::make_shared<const Program>(
        llvm::cantFail(loader.loadText(text, "test")));
  }
  ProgramModule read(llvm::StringRef text, const Program &program) {
    auto module = loader.loadModule(text, program, "test.mlir");
    if (module)
      return std::move(*module);
    ADD_FAILURE() << llvm::toString(module.takeError()) << "\n" << text.str();
    return {};
  }
  Measurement measure(llvm::StringRef text, llvm::StringRef of) {
    auto program = load(of);
    return llvm::cantFail(
        execution().measureModule(program, read(text, *program)));
  }
  /// "" if it computes the program.
  std::string complaint(llvm::StringRef text, llvm::StringRef of) {
    Measurement measurement = measure(text, of);
    return measurement.ok()
               ? ""
               : nameOf(measurement.status).str() + ": " + measurement.message;
  }
  /// The message of a rejected module; "" if it is accepted. Afterwards a sound
  /// one is read.
  std::string refusal(llvm::StringRef text, llvm::StringRef of) {
    auto program = load(of);
    auto module = loader.loadModule(text, *program, "test.mlir");
    std::string message;
    if (!module) {
      EXPECT_TRUE(module.errorIsA<ProgramError>());
      message = llvm::toString(module.takeError());
    }
    EXPECT_TRUE(bool(loader.loadModule(of, *program)));
    return message;
  }

  /// A machine that is busy with other work may do nothing for a minute.
  static constexpr double patienceMs = 600000;
  ExecutionOptions options;
  SandboxedLoader loader{{.timeoutMs = patienceMs}};
  std::unique_ptr<Execution> opened;
};

//===----------------------------------------------------------------------===//
// Modules that compute the program
//===----------------------------------------------------------------------===//

TEST_F(ModulesTest, LoopsOnTensors) {
  EXPECT_EQ(complaint(R"mlir(
    func.func @matmul(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%t = %c) -> (tensor<4x8xf32>) {
        %x = tensor.extract_slice %a[%i, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
        %y = tensor.extract_slice %t[%i, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
        %z = linalg.matmul ins(%x, %b : tensor<2x6xf32>, tensor<6x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
        %n = tensor.insert_slice %z into %t[%i, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
        scf.yield %n : tensor<4x8xf32>
      }
      return %r : tensor<4x8xf32>
    })mlir",
                      matmul),
            "");
}

TEST_F(ModulesTest, OperationsThatConsistOfOthers) {
  constexpr llvm::StringLiteral softmax = R"mlir(
    func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %e = tensor.empty() : tensor<4x6xf32>
      %0 = linalg.softmax dimension(1) ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
      return %0 : tensor<4x6xf32>
    })mlir";
  EXPECT_EQ(complaint(softmax, softmax), "");
  // In blocks of a width that does not divide the rows, and not at the top.
  EXPECT_EQ(complaint(R"mlir(
    func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %z = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4x6xf32>
      %p = tensor.empty() : tensor<4x2x4xf32>
      %q = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [1] inner_tiles = [4] into %p : tensor<4x6xf32> -> tensor<4x2x4xf32>
      %u = linalg.unpack %q inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<4x2x4xf32> -> tensor<4x6xf32>
      %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%t = %e) -> (tensor<4x6xf32>) {
        %x = tensor.extract_slice %u[%i, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
        %y = tensor.empty() : tensor<2x6xf32>
        %s = linalg.softmax dimension(1) ins(%x : tensor<2x6xf32>) outs(%y : tensor<2x6xf32>) -> tensor<2x6xf32>
        %n = tensor.insert_slice %s into %t[%i, 0] [2, 6] [1, 1] : tensor<2x6xf32> into tensor<4x6xf32>
        scf.yield %n : tensor<4x6xf32>
      }
      return %r : tensor<4x6xf32>
    })mlir",
                      softmax),
            "");
  EXPECT_THAT(refusal(R"mlir(
    func.func @f(%a: memref<4x6xf32>, %o: memref<4x6xf32>) {
      linalg.softmax dimension(1) ins(%a : memref<4x6xf32>) outs(%o : memref<4x6xf32>)
      return
    })mlir",
                      softmax),
              HasSubstr("'linalg.softmax' cannot be decomposed; write it on "
                        "tensors"));
}

TEST_F(ModulesTest, VectorsOnTensorsOfDynamicShape) {
  EXPECT_EQ(complaint(R"mlir(
    func.func @any_name(%a: tensor<?x?xf32>, %b: tensor<6x9xf32>, %c: tensor<?x9xf32>) -> tensor<?x9xf32> {
      %c0 = arith.constant 0 : index
      %z = arith.constant 0.0 : f32
      %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : tensor<?x?xf32>, vector<6x9xf32>
      %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : tensor<6x9xf32>, vector<6x9xf32>
      %s = arith.addf %x, %y : vector<6x9xf32>
      %r = vector.transfer_write %s, %c[%c0, %c0] {in_bounds = [true, true]} : vector<6x9xf32>, tensor<?x9xf32>
      return %r : tensor<?x9xf32>
    })mlir",
                      sum),
            "");
}

TEST_F(ModulesTest, ABufferThatIsWrittenAndReturned) {
  // As by One-Shot Bufferize: the inputs of the program are read-only.
  EXPECT_EQ(complaint(R"mlir(
    func.func @matmul(%a: memref<4x6xf32, strided<[?, ?], offset: ?>>, %b: memref<6x8xf32, strided<[?, ?], offset: ?>>,
                      %c: memref<4x8xf32, strided<[?, ?], offset: ?>>) -> memref<4x8xf32, strided<[?, ?], offset: ?>> {
      linalg.matmul ins(%a, %b : memref<4x6xf32, strided<[?, ?], offset: ?>>, memref<6x8xf32, strided<[?, ?], offset: ?>>)
                    outs(%c : memref<4x8xf32, strided<[?, ?], offset: ?>>)
      return %c : memref<4x8xf32, strided<[?, ?], offset: ?>>
    })mlir",
                      matmul),
            "");
}

TEST_F(ModulesTest, ANewBufferIsCopiedAndFreed) {
  const std::string head = R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %c: memref<6x9xf32>) -> memref<6x9xf32> {
      %t = memref.alloc() : memref<6x9xf32>
      %u = memref.alloc() : memref<6x9xf32>
      memref.copy %b, %u : memref<6x9xf32> to memref<6x9xf32>
      linalg.add ins(%a, %u : memref<6x9xf32>, memref<6x9xf32>) outs(%t : memref<6x9xf32>)
)mlir",
                    free = "memref.dealloc %u : memref<6x9xf32>\n",
                    end = "return %t : memref<6x9xf32>\n}";
  EXPECT_EQ(complaint(head + end, sum), "");
  EXPECT_EQ(complaint(head + free + end, sum), "");
}

TEST_F(ModulesTest, ResultsAsParameters) {
  // The program lacks %c: it is scratch memory here.
  EXPECT_EQ(complaint(R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %c: memref<6x9xf32>, %out: memref<6x9xf32>) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %six = arith.constant 6 : index
      %nine = arith.constant 9 : index
      memref.copy %b, %c : memref<6x9xf32> to memref<6x9xf32>
      scf.parallel (%i, %j) = (%zero, %zero) to (%six, %nine) step (%one, %one) {
        %x = memref.load %a[%i, %j] : memref<6x9xf32>
        %y = memref.load %c[%i, %j] : memref<6x9xf32>
        %s = arith.addf %x, %y : f32
        memref.store %s, %out[%i, %j] : memref<6x9xf32>
      }
      return
    })mlir",
                      sum),
            "");
}

TEST_F(ModulesTest, ATensorWhoseBufferIsOverwritten) {
  // As by One-Shot Bufferize and buffer-results-to-out-params: the program only
  // reads %c, and the module writes it, in a loop, through a view.
  const std::string loop = R"mlir(
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%t = %c) -> (memref<4x8xf32>) {
        %x = memref.subview %a[%i, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1], offset: ?>>
        %y = memref.subview %t[%i, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
        linalg.matmul ins(%x, %b : memref<2x6xf32, strided<[6, 1], offset: ?>>, memref<6x8xf32>)
                      outs(%y : memref<2x8xf32, strided<[8, 1], offset: ?>>)
        scf.yield %t : memref<4x8xf32>
      }
)mlir";
  EXPECT_EQ(complaint("func.func @matmul(%a: memref<4x6xf32>, %b: "
                      "memref<6x8xf32>, %c: memref<4x8xf32>, %out: "
                      "memref<4x8xf32>) {" +
                          loop +
                          "memref.copy %r, %out : memref<4x8xf32> to "
                          "memref<4x8xf32>\nreturn\n}",
                      matmul),
            "");
  EXPECT_EQ(complaint("func.func @matmul(%a: memref<4x6xf32>, %b: "
                      "memref<6x8xf32>, %c: memref<4x8xf32>) -> "
                      "memref<4x8xf32> {" +
                          loop + "return %r : memref<4x8xf32>\n}",
                      matmul),
            "");
  // A memref of the program that it only reads must not be written.
  const std::string onBuffers = R"mlir(
    func.func @add(%a: memref<6x9xf32>, %b: memref<6x9xf32>) {
      linalg.add ins(%a, %a : memref<6x9xf32>, memref<6x9xf32>) outs(%b : memref<6x9xf32>)
      return
    })mlir";
  EXPECT_EQ(complaint(onBuffers, onBuffers), "");
  EXPECT_EQ(measure(R"mlir(
    func.func @add(%a: memref<6x9xf32>, %b: memref<6x9xf32>) {
      linalg.add ins(%a, %a : memref<6x9xf32>, memref<6x9xf32>) outs(%b : memref<6x9xf32>)
      linalg.add ins(%b, %b : memref<6x9xf32>, memref<6x9xf32>) outs(%a : memref<6x9xf32>)
      return
    })mlir",
                    onBuffers)
                .status,
            Status::Crashed);
}

TEST_F(ModulesTest, AffineLoopsAndVectors) {
  EXPECT_EQ(complaint(R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %out: memref<6x9xf32>) {
      affine.parallel (%i) = (0) to (6) {
        affine.for %j = 0 to 9 step 3 {
          %x = affine.vector_load %a[%i, %j] : memref<6x9xf32>, vector<3xf32>
          %y = affine.vector_load %b[%i, %j] : memref<6x9xf32>, vector<3xf32>
          %s = arith.addf %x, %y : vector<3xf32>
          affine.vector_store %s, %out[%i, %j] : memref<6x9xf32>, vector<3xf32>
        }
      }
      return
    })mlir",
                      sum),
            "");
}

TEST_F(ModulesTest, BranchesHelpersAndGlobals) {
  EXPECT_EQ(complaint(R"mlir(
    module attributes {llvm.target_triple = "aarch64-unknown-linux-gnu"} {
      memref.global "private" constant @bound : memref<1xindex> = dense<54>
      func.func private @add(%x: f32, %y: f32) -> f32 {
        %s = arith.addf %x, %y : f32
        return %s : f32
      }
      func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %out: memref<6x9xf32>) {
        %zero = index.constant 0
        %one = index.constant 1
        %g = memref.get_global @bound : memref<1xindex>
        %n = memref.load %g[%zero] : memref<1xindex>
        %p = memref.collapse_shape %a [[0, 1]] : memref<6x9xf32> into memref<54xf32>
        %q = memref.collapse_shape %b [[0, 1]] : memref<6x9xf32> into memref<54xf32>
        %r = memref.collapse_shape %out [[0, 1]] : memref<6x9xf32> into memref<54xf32>
        cf.br ^loop(%zero : index)
      ^loop(%i: index):
        %goes_on = index.cmp slt(%i, %n)
        cf.cond_br %goes_on, ^body, ^end
      ^body:
        %x = memref.load %p[%i] : memref<54xf32>
        %y = memref.load %q[%i] : memref<54xf32>
        %s = func.call @add(%x, %y) : (f32, f32) -> f32
        memref.store %s, %r[%i] : memref<54xf32>
        %next = index.add %i, %one
        cf.br ^loop(%next : index)
      ^end:
        return
      }
    })mlir",
                      sum),
            "");
}

/// A sum in a loop of branches, whose buffers nothing frees. `between` comes
/// before the use of the buffer of a row.
std::string inBranches(llvm::StringRef between) {
  return R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>) -> memref<6x9xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c6 = arith.constant 6 : index
      %c9 = arith.constant 9 : index
      cf.br ^begin
    ^begin:
      %r = memref.alloc() : memref<6x9xf32>
      cf.br ^rows(%c0 : index)
    ^rows(%i: index):
      %more = arith.cmpi slt, %i, %c6 : index
      cf.cond_br %more, ^row, ^end
    ^row:
      %t = memref.alloc() : memref<9xf32>
      scf.for %j = %c0 to %c9 step %c1 {
        %x = memref.load %a[%i, %j] : memref<6x9xf32>
        %y = memref.load %b[%i, %j] : memref<6x9xf32>
        %z = arith.addf %x, %y : f32
        memref.store %z, %t[%j] : memref<9xf32>
      }
      )mlir" +
         between.str() + R"mlir(
      %v = memref.subview %r[%i, 0] [1, 9] [1, 1] : memref<6x9xf32> to memref<9xf32, strided<[1], offset: ?>>
      memref.copy %t, %v : memref<9xf32> to memref<9xf32, strided<[1], offset: ?>>
      %n = arith.addi %i, %c1 : index
      cf.br ^rows(%n : index)
    ^end:
      return %r : memref<6x9xf32>
    })mlir";
}

TEST_F(ModulesTest, BuffersAmongBranchesAreFreed) {
  const std::string text = inBranches("");
  EXPECT_EQ(complaint(text, sum), "");
  auto program = load(sum);
  auto lowered = llvm::cantFail(execution().lower(
      {.program = program,
       .module = std::make_shared<const ProgramModule>(read(text, *program))},
      LoweringStage::Bufferized));
  EXPECT_EQ(llvm::StringRef(lowered).count("memref.dealloc"), 2u) << lowered;
  // If the last use is unknown, the buffer is not freed too early.
  EXPECT_THAT(complaint(inBranches("cf.br ^copy ^copy:"), sum),
              StartsWith("lowering_failed: ownership-based-buffer"));
}

TEST_F(ModulesTest, HelpersOnTensors) {
  EXPECT_EQ(complaint(R"mlir(
    func.func private @add(%x: tensor<6x9xf32>, %y: tensor<6x9xf32>, %z: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %0 = linalg.add ins(%x, %y : tensor<6x9xf32>, tensor<6x9xf32>) outs(%z : tensor<6x9xf32>) -> tensor<6x9xf32>
      return %0 : tensor<6x9xf32>
    }
    func.func @sum(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %0 = func.call @add(%a, %b, %c) : (tensor<6x9xf32>, tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<6x9xf32>
      return %0 : tensor<6x9xf32>
    })mlir",
                      sum),
            "");
}

/// A loop over all elements, between the head and the end of an llvm.func that
/// defines the pointers %p, %q and %r.
std::string inLlvm(const std::string &head, const std::string &end) {
  return head + R"mlir(
      %zero = llvm.mlir.constant(0 : i64) : i64
      %one = llvm.mlir.constant(1 : i64) : i64
      %n = llvm.mlir.constant(54 : i64) : i64
      llvm.br ^loop(%zero : i64)
    ^loop(%i: i64):
      %more = llvm.icmp "slt" %i, %n : i64
      llvm.cond_br %more, ^body, ^end
    ^body:
      %pi = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %qi = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %ri = llvm.getelementptr %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %pi : !llvm.ptr -> f32
      %y = llvm.load %qi : !llvm.ptr -> f32
      %s = llvm.fadd %x, %y : f32
      llvm.store %s, %ri : f32, !llvm.ptr
      %next = llvm.add %i, %one : i64
      llvm.br ^loop(%next : i64)
    ^end:
      llvm.return
    }
)mlir" + end;
}

TEST_F(ModulesTest, TheLlvmDialectInAnyCallingConvention) {
  auto words = [](const std::string &name) {
    return "%" + name + "0: !llvm.ptr, %" + name + ": !llvm.ptr, %" + name +
           "2: i64, %" + name + "3: i64, %" + name + "4: i64, %" + name +
           "5: i64, %" + name + "6: i64";
  };
  const std::string bare = inLlvm("llvm.func @sum(%p: !llvm.ptr, %q: "
                                  "!llvm.ptr, %r: !llvm.ptr) {",
                                  "");
  EXPECT_EQ(complaint(bare, sum), "");
  EXPECT_EQ(complaint(inLlvm("llvm.func @sum(" + words("p") + ", " +
                                 words("q") + ", " + words("r") + ") {",
                             ""),
                      sum),
            "");
  // It is the C interface that is called, whatever its function takes.
  EXPECT_EQ(complaint(inLlvm(R"mlir(
    llvm.func @sum(%x: i64) {
      llvm.return
    }
    llvm.func @_mlir_ciface_sum(%d: !llvm.ptr, %e: !llvm.ptr, %f: !llvm.ptr) {
      %d1 = llvm.getelementptr %d[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
      %e1 = llvm.getelementptr %e[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
      %f1 = llvm.getelementptr %f[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
      %p = llvm.load %d1 : !llvm.ptr -> !llvm.ptr
      %q = llvm.load %e1 : !llvm.ptr -> !llvm.ptr
      %r = llvm.load %f1 : !llvm.ptr -> !llvm.ptr
)mlir",
                             ""),
                      sum),
            "");
}

TEST_F(ModulesTest, ATimedFunctionOfMlirRl) {
  const std::string timed = R"mlir(
    func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
    func.func @main(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> (tensor<6x9xf32>, i64) {
      %t0 = func.call @nanoTime() : () -> i64
      %0 = linalg.add ins(%a, %b : tensor<6x9xf32>, tensor<6x9xf32>) outs(%c : tensor<6x9xf32>) -> tensor<6x9xf32>
      %t1 = func.call @nanoTime() : () -> i64
      %d = arith.subi %t1, %t0 : i64
      return %0, %d : tensor<6x9xf32>, i64
    })mlir";
  EXPECT_EQ(complaint(timed, timed), "");
  EXPECT_EQ(complaint(timed, sum), "");
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

TEST_F(ModulesTest, IsStoredUnderTheHashOfItsIr) {
  auto program = load(sum);
  ProgramModule first = read(sum, *program);
  const std::string renamed =
      "// The same, written in another way.\nmodule @note {" + sum.str() + "}";
  ProgramModule second = read(renamed, *program);
  EXPECT_EQ(first.hash.size(), 32u);
  EXPECT_EQ(first.hash, second.hash);
  const Measurement measured =
      llvm::cantFail(execution().measureModule(program, first));
  ASSERT_TRUE(measured.ok()) << measured.message;
  const Measurement again =
      llvm::cantFail(execution().measureModule(program, second));
  EXPECT_TRUE(again.cacheHit);
  EXPECT_EQ(again.medianNs, measured.medianNs);
  // No schedule has the text of the key.
  auto schedule = Schedule::parse("module:" + first.hash);
  EXPECT_FALSE(bool(schedule));
  llvm::consumeError(schedule.takeError());
}

TEST_F(ModulesTest, AScheduledProgramRoundTripsToEqualObjectCode) {
  auto program = load(matmul);
  const Schedule schedule =
      llvm::cantFail(Schedule::parse("op0: tile(2,4,0) vectorize"));
  // Modules are measured as foreign code, which has timings of its own.
  ASSERT_TRUE(llvm::cantFail(execution().measure({.program = program,
                                                  .schedule = schedule,
                                                  .asForeign = true}))
                  .ok());
  const uint64_t measured = execution().statistics().measured;
  const std::string text = llvm::cantFail(execution().lower(
      {.program = program, .schedule = schedule}, LoweringStage::Scheduled));
  ProgramModule module = read(text, *program);
  // The timing of equal object code is the result: nothing is measured.
  EXPECT_TRUE(
      llvm::cantFail(execution().measureModule(program, std::move(module)))
          .cacheHit);
  EXPECT_EQ(execution().statistics().measured, measured);
}

//===----------------------------------------------------------------------===//
// Modules that do not
//===----------------------------------------------------------------------===//

TEST_F(ModulesTest, AnotherResultIsWrong) {
  const std::string difference = R"mlir(
    func.func @sum(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %0 = linalg.sub ins(%a, %b : tensor<6x9xf32>, tensor<6x9xf32>) outs(%c : tensor<6x9xf32>) -> tensor<6x9xf32>
      return %0 : tensor<6x9xf32>
    })mlir";
  EXPECT_EQ(measure(difference, sum).status, Status::WrongResult);
  // The program does not depend on the third parameter.
  const std::string reading = R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %c: memref<6x9xf32>) -> memref<6x9xf32> {
      linalg.add ins(%a, %c : memref<6x9xf32>, memref<6x9xf32>) outs(%c : memref<6x9xf32>)
      return %c : memref<6x9xf32>
    })mlir";
  EXPECT_EQ(measure(reading, sum).status, Status::WrongResult);
}

TEST_F(ModulesTest, ACrashAndAnEndlessLoopAreStatuses) {
  const std::string head = "llvm.func @sum(%p: !llvm.ptr, %q: !llvm.ptr, %r: "
                           "!llvm.ptr) {\n";
  const std::string crash = head + R"mlir(
      %address = llvm.mlir.constant(64 : i64) : i64
      %null = llvm.inttoptr %address : i64 to !llvm.ptr
      llvm.store volatile %address, %null : i64, !llvm.ptr
      llvm.return
    })mlir";
  EXPECT_EQ(measure(crash, sum).status, Status::Crashed);
  // Inputs are read-only.
  const std::string overwrites = head + R"mlir(
      %one = llvm.mlir.constant(1.0 : f32) : f32
      llvm.store volatile %one, %p : f32, !llvm.ptr
      llvm.return
    })mlir";
  EXPECT_EQ(measure(overwrites, sum).status, Status::Crashed);

  options.runTimeoutMs = 1500;
  opened.reset();
  const std::string endless = head + R"mlir(
      llvm.br ^again
    ^again:
      %x = llvm.load volatile %p : !llvm.ptr -> f32
      llvm.br ^again
    })mlir";
  EXPECT_EQ(measure(endless, sum).status, Status::TimedOut);
}

TEST_F(ModulesTest, AFunctionThatDoesNotExistIsNamed) {
  const Measurement measurement = measure(R"mlir(
    func.func private @no_such_function(%x: memref<6x9xf32>)
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %out: memref<6x9xf32>) {
      call @no_such_function(%out) : (memref<6x9xf32>) -> ()
      return
    })mlir",
                                          sum);
  EXPECT_EQ(measurement.status, Status::CompileFailed);
  EXPECT_THAT(measurement.message, HasSubstr("no_such_function"));
}

TEST_F(ModulesTest, Recursion) {
  // Recursion of the entry, whose signature changes, and of helpers that never
  // end.
  EXPECT_THAT(refusal(R"mlir(
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %out: memref<6x9xf32>) {
      call @sum(%a, %b, %out) : (memref<6x9xf32>, memref<6x9xf32>, memref<6x9xf32>) -> ()
      return
    })mlir",
                      sum),
              AllOf(StartsWith("test.mlir:"),
                    HasSubstr("@sum is called in the module; let the entry "
                              "function call another one instead")));
  const Measurement onTensors = measure(R"mlir(
    func.func private @again(%x: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %0 = call @again(%x) : (tensor<6x9xf32>) -> tensor<6x9xf32>
      return %0 : tensor<6x9xf32>
    }
    func.func @sum(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %0 = call @again(%a) : (tensor<6x9xf32>) -> tensor<6x9xf32>
      return %0 : tensor<6x9xf32>
    })mlir",
                                        sum);
  EXPECT_EQ(onTensors.status, Status::Crashed) << onTensors.message;
  const Measurement deep = measure(R"mlir(
    func.func private @deeper(%x: memref<6x9xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %next = arith.addi %i, %c1 : index
      %y = call @deeper(%x, %next) : (memref<6x9xf32>, index) -> f32
      %z = call @deeper(%x, %i) : (memref<6x9xf32>, index) -> f32
      %s = arith.addf %y, %z : f32
      memref.store %s, %x[%c0, %c1] : memref<6x9xf32>
      return %s : f32
    }
    func.func @sum(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %out: memref<6x9xf32>) {
      %c0 = arith.constant 0 : index
      %y = call @deeper(%out, %c0) : (memref<6x9xf32>, index) -> f32
      return
    })mlir",
                                   sum);
  EXPECT_FALSE(deep.ok());
}

TEST_F(ModulesTest, ASignatureThatDiffersNamesBothSides) {
  EXPECT_THAT(
      refusal("func.func @half(%a: tensor<3x9xf32>) -> tensor<3x9xf32> {\n"
              "  return %a : tensor<3x9xf32>\n}",
              sum),
      AllOf(StartsWith("test.mlir:1:"),
            HasSubstr("@half(tensor<3x9xf32>) -> tensor<3x9xf32> cannot "
                      "implement program 'test', which is @sum(6x9xf32, "
                      "6x9xf32, 6x9xf32) -> (6x9xf32); give it these")));
  EXPECT_THAT(
      refusal("llvm.func @half(%a: !llvm.ptr) {\n  llvm.return\n}", sum),
      AllOf(HasSubstr("@half"), HasSubstr("void (ptr)"),
            HasSubstr("@sum(6x9xf32, ")));
}

TEST_F(ModulesTest, WhatIsNotMlirIsRefused) {
  EXPECT_THAT(refusal("func.func @sum(", sum),
              AllOf(StartsWith("test.mlir:1:"), HasSubstr("fix the MLIR")));
  EXPECT_THAT(refusal("", sum), HasSubstr("no function with a body"));
  EXPECT_THAT(refusal("func.func @sum() {\n  \"mine.op\"() : () -> ()\n  "
                      "return\n}",
                      sum),
              AllOf(HasSubstr("unregistered dialect"),
                    HasSubstr("; lower it to the dialects of MLIR first")));
  EXPECT_THAT(refusal("func.func @sum() {\n  gpu.barrier\n  return\n}", sum),
              HasSubstr("'gpu.barrier' has no lowering to this processor"));
  EXPECT_THAT(refusal("func.func @a() {\n  return\n}\n"
                      "func.func @b() {\n  return\n}",
                      sum),
              HasSubstr("several entries: @a and @b are both public"));
}

TEST_F(ModulesTest, BombsAreErrors) {
  EXPECT_THAT(refusal("func.func @sum(%a: " + std::string(1000000, '(') +
                          ") { return }",
                      sum),
              HasSubstr("MLIR's parser crashed on this file"));
  EXPECT_THAT(refusal(std::string(maxProgramBytes + 1, ' '), sum),
              HasSubstr("at most 256 MiB are read"));
}

TEST_F(ModulesTest, IsNotCachedInAReplay) {
  options.replay = true;
  EXPECT_EQ(measure(sum, sum).status, Status::NotCached);
}

} // namespace
} // namespace mlirgym
