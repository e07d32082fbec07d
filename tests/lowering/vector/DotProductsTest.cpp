//===- lowering/vector/DotProductsTest.cpp - Sums of short products -------===//
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "lowering/target/Target.h"
#include "lowering/target/VectorUnit.h"
#include "outcome/Measurement.h"
#include "tests/execution/ExecutionFolder.h"
#include "tests/lowering/LoweringFixture.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>

namespace mlirgym {
namespace {

using lowering::DotInstructions;
using testing::ElementsAreArray;

/// How the bytes of each factor are extended.
using Extensions = std::pair<const char *, const char *>;

/// Of the sums, and number of columns.
using Sizes = std::pair<size_t, size_t>;

/// A product of 13 rows of bytes. The right factor is read along its rows, or
/// along its columns.
struct ProductOfBytes {
  static constexpr size_t rows = 13;

  ProductOfBytes(Extensions extensions, bool isTransposed, Sizes sizes);

  std::string text;
  std::vector<char> a, b;
  std::vector<int32_t> expected;
};

ProductOfBytes::ProductOfBytes(Extensions extensions, bool isTransposed,
                               Sizes sizes) {
  const auto [depth, columns] = sizes;
  const auto [left, right] = extensions;
  text = fillIn(R"(
    func.func @dots(%a: tensor<13xDEPTHxi8>, %b: tensor<SHAPExi8>,
                    %c: tensor<13xWIDTHxi32>) -> tensor<13xWIDTHxi32> {
      %zero = arith.constant 0 : i32
      %init = linalg.fill ins(%zero : i32) outs(%c : tensor<13xWIDTHxi32>) -> tensor<13xWIDTHxi32>
      %d = linalg.generic {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                           affine_map<(m, n, k) -> (COLUMN)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<13xDEPTHxi8>, tensor<SHAPExi8>)
          outs(%init : tensor<13xWIDTHxi32>) {
      ^bb0(%x: i8, %y: i8, %sum: i32):
        %wide = LEFT %x : i8 to i32
        %other = RIGHT %y : i8 to i32
        %product = arith.muli %wide, %other : i32
        %next = arith.addi %sum, %product : i32
        linalg.yield %next : i32
      } -> tensor<13xWIDTHxi32>
      return %d : tensor<13xWIDTHxi32>
    })",
                {{"LEFT", left},
                 {"RIGHT", right},
                 {"COLUMN", isTransposed ? "n, k" : "k, n"},
                 {"SHAPE", isTransposed ? "WIDTHxDEPTH" : "DEPTHxWIDTH"},
                 {"DEPTH", std::to_string(depth)},
                 {"WIDTH", std::to_string(columns)}});
  // All 256 bytes, and pairs of extremes.
  a.resize(rows * depth);
  b.resize(depth * columns);
  std::iota(a.begin(), a.end(), char(0));
  std::iota(b.begin(), b.end(), char(-77));
  std::fill_n(a.begin(), 2 * depth, char(-128));
  std::fill_n(b.begin() + columns, 4 * columns, char(-128));
  auto extended = [](char byte, llvm::StringRef extension) {
    return extension == "arith.extsi" ? int32_t(int8_t(byte))
                                      : int32_t(uint8_t(byte));
  };
  expected.resize(rows * columns);
  for (size_t m = 0; m < rows; ++m)
    for (size_t n = 0; n < columns; ++n)
      for (size_t k = 0; k < depth; ++k)
        expected[m * columns + n] +=
            extended(a[m * depth + k], left) *
            extended(b[isTransposed ? n * depth + k : k * columns + n], right);
}

std::vector<int32_t> sumsIn(const std::vector<char> &bytes) {
  std::vector<int32_t> sums(bytes.size() / sizeof(int32_t));
  std::memcpy(sums.data(), bytes.data(), sums.size() * sizeof(int32_t));
  return sums;
}

class DotsOfBytes
    : public LoweringTest,
      public testing::WithParamInterface<std::tuple<Extensions, bool, Sizes>> {
};

/// 137 is a multiple of no group, and 13 rows and 45 columns fill no register;
/// a promoted copy has groups of 136 rows.
TEST_P(DotsOfBytes, AreExactForAllBytes) {
  const auto [extensions, isTransposed, sizes] = GetParam();
  const ProductOfBytes product(extensions, isTransposed, sizes);
  Program program = loadText(product.text);
  for (const char *schedule :
       {"op0: tile(1,8,0) vectorize", "op0: tile(4,16,8) vectorize",
        "op0: tile(3,16,5) vectorize", "op0: tile(2,4,72) vectorize",
        "op0: tile(6,0,0) tile(0,16,8) promote(1) vectorize",
        "op0: tile(0,4,4) vectorize",
        "op0: tile_fuse(0,24,0) promote(1) tile_fuse(5,0,0) tile(0,8,8) "
        "vectorize",
        "op0: tile_fuse(6,16,0) tile(0,0,68) promote(1) tile(2,0,4) vectorize",
        "op0: tile_parallel_fuse(8,16,0) promote(1) promote(0) tile(4,0,8) "
        "vectorize",
        "op0: tile(0,0,34) promote(1) tile(3,16,2) vectorize",
        "op0: tile(0,20,0) promote(1) tile(3,0,8) vectorize",
        "op0: tile_fuse(0,32,0) promote(1) tile_fuse(3,8,0) tile(0,0,8) "
        "vectorize"}) {
    SCOPED_TRACE(schedule);
    std::optional<std::vector<char>> output =
        runOn(program, schedule, {product.a, product.b});
    ASSERT_TRUE(output);
    EXPECT_THAT(sumsIn(*output), ElementsAreArray(product.expected));
  }
}

auto allExtensions() {
  return testing::Values(Extensions("arith.extsi", "arith.extsi"),
                         Extensions("arith.extui", "arith.extsi"),
                         Extensions("arith.extsi", "arith.extui"),
                         Extensions("arith.extui", "arith.extui"));
}

INSTANTIATE_TEST_SUITE_P(All, DotsOfBytes,
                         testing::Combine(allExtensions(), testing::Bool(),
                                          testing::Values(Sizes(137, 45),
                                                          Sizes(136, 48))));

class TilesOfBytes
    : public LoweringTest,
      public testing::WithParamInterface<std::tuple<Extensions, bool, Sizes>> {
};

/// Tiles of 13 rows, of one column of tiles, of three and of four; sums that
/// begin with 0, that are read again in each block of the reduction, and whole
/// reductions in one tile. 100 columns leave narrower tiles.
TEST_P(TilesOfBytes, AreExactForAllBytes) {
  if (!Target::host().dots.tiles)
    GTEST_SKIP() << "no AMX";
  const auto [extensions, isTransposed, sizes] = GetParam();
  const ProductOfBytes product(extensions, isTransposed, sizes);
  Program program = loadText(product.text);
  for (const char *schedule :
       {"op0: tile_fuse(0,16,0) promote(1) tile(0,0,64) vectorize",
        "op0: tile_fuse(0,48,0) promote(1) tile(0,0,64) vectorize",
        "op0: tile_fuse(0,56,0) promote(1) tile(0,0,64) vectorize",
        "op0: tile(0,32,0) promote(1) tile(0,0,128) tile(7,0,32) vectorize",
        "op0: tile_fuse(0,16,0) promote(1) vectorize",
        "op0: tile_fuse(6,48,0) promote(1) promote(0) tile(0,16,64) vectorize",
        "op0: tile_parallel_fuse(0,48,0) promote(1) tile(0,16,64) vectorize"}) {
    SCOPED_TRACE(schedule);
    std::optional<std::vector<char>> output =
        runOn(program, schedule, {product.a, product.b});
    ASSERT_TRUE(output);
    EXPECT_THAT(sumsIn(*output), ElementsAreArray(product.expected));
  }
}

INSTANTIATE_TEST_SUITE_P(All, TilesOfBytes,
                         testing::Combine(allExtensions(), testing::Bool(),
                                          testing::Values(Sizes(256, 96),
                                                          Sizes(256, 100))));

/// A device of AArch64, and features that are added to it.
using Arm = std::pair<const char *, const char *>;

class ArmEmulator : public ExecutionFolder {
protected:
  /// Null, and the test is skipped, without the emulator.
  std::unique_ptr<Execution> execution(Arm arm) {
    std::tie(options.device, options.deviceFeatures) = arm;
    if (auto device = Device::open(options.device); !device) {
      [&] { GTEST_SKIP() << llvm::toString(device.takeError()); }();
      return nullptr;
    }
    return llvm::cantFail(Execution::create(options));
  }
};

class DotsOnArm
    : public ArmEmulator,
      public testing::WithParamInterface<std::tuple<Arm, Extensions>> {};

TEST_P(DotsOnArm, AreExactForAllBytes) {
  const auto [arm, extensions] = GetParam();
  const auto emulator = execution(arm);
  if (!emulator)
    return;
  for (const auto &[isTransposed, schedule] :
       std::initializer_list<std::pair<bool, const char *>>{
           {false, "op0: tile(2,8,16) vectorize"},
           {false, "op0: tile_fuse(0,16,0) promote(1) tile_fuse(4,0,0) "
                   "tile(0,8,32) vectorize"},
           {false, "op0: tile_fuse(6,20,0) tile(0,0,68) promote(1) "
                   "tile(2,0,8) vectorize"},
           {true, "op0: tile(2,4,72) vectorize"},
           {true, "op0: tile_fuse(0,16,0) promote(1) tile_fuse(4,0,0) "
                  "tile(0,8,32) vectorize"}}) {
    SCOPED_TRACE(schedule);
    const Sizes sizes = isTransposed ? Sizes(136, 48) : Sizes(137, 45);
    const ProductOfBytes product(extensions, isTransposed, sizes);
    auto program = std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadText(product.text, "dots")));
    auto result = llvm::cantFail(
        emulator->call({.program = program, .schedule = parse(schedule)},
                       {product.a, product.b}));
    ASSERT_TRUE(result.measurement.ok()) << result.measurement.message;
    ASSERT_EQ(result.outputs.size(), 1u);
    EXPECT_THAT(
        sumsIn({result.outputs.front().begin(), result.outputs.front().end()}),
        ElementsAreArray(product.expected));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, DotsOnArm,
    testing::Combine(testing::Values(Arm("qemu:aarch64", "+dotprod"),
                                     Arm("qemu:aarch64", "+i8mm"),
                                     Arm("qemu:aarch64", "+dotprod,+i8mm"),
                                     Arm("qemu:aarch64-sve", "")),
                     allExtensions()));

TEST_F(ArmEmulator, AddsDotsOfBfloats) {
  const auto emulator = execution(Arm("qemu:aarch64", "+bf16"));
  if (!emulator)
    return;
  for (const char *schedule :
       {"op0: tile(3,8,16) vectorize", "op0: tile(2,16,3) vectorize",
        "op0: tile_fuse(0,16,0) promote(1) tile_fuse(4,0,0) tile(0,8,8) "
        "vectorize"}) {
    const Measurement measured = llvm::cantFail(
        emulator->measure(load("matmul_7_202_36_bf16_f32"), parse(schedule)));
    EXPECT_TRUE(measured.ok()) << schedule << ": " << measured.message;
  }
}

TEST_F(LoweringTest, DotsOfBfloats) {
  const std::string bothPromoted =
      "op0: tile_fuse(6,0,0) promote(0) tile_fuse(0,16,0) promote(1) "
      "tile(2,0,4) vectorize";
  check(
      "matmul_7_201_37_bf16_f32",
      {"", "op0: tile(3,32,8) vectorize", "op0: tile(2,16,3) vectorize",
       "op0: tile(0,16,0) tile(0,0,16) promote(1) vectorize", bothPromoted},
      [](const auto &in) { return scalar::matmul(in[0], in[1]); }, 201);
}

/// In tiles of a matrix unit where there is one: 40 rows are tiles of 14, 14
/// and 12, and two by two are in registers at the same time.
TEST_F(LoweringTest, TilesOfBfloats) {
  for (const char *product :
       {"matmul_40_128_64_bf16_f32", "matmul_40_128_60_bf16_f32"})
    check(
        product,
        {"op0: tile_fuse(0,32,0) promote(1) tile(0,0,16) vectorize",
         "op0: tile_fuse(0,32,0) promote(1) tile_fuse(20,0,0) tile(0,0,32) "
         "vectorize",
         "op0: tile(0,0,64) promote(1) tile(20,0,16) vectorize",
         "op0: tile_parallel_fuse(20,32,0) promote(1) tile(0,0,32) vectorize"},
        [](const auto &in) { return scalar::matmul(in[0], in[1]); }, 128);
}

/// A maximum reads the sums from the stack.
TEST_F(LoweringTest, OperationsAfterTilesOfBfloats) {
  Program program = loadText(R"(
    func.func @relu(%a: tensor<40x128xbf16>, %b: tensor<128x64xbf16>,
                    %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<40x64xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<40x64xf32>) -> tensor<40x64xf32>
      %d = linalg.matmul ins(%a, %b : tensor<40x128xbf16>, tensor<128x64xbf16>)
                         outs(%init : tensor<40x64xf32>) -> tensor<40x64xf32>
      %e = linalg.generic {
          indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%d : tensor<40x64xf32>) outs(%c : tensor<40x64xf32>) {
      ^bb0(%x: f32, %y: f32):
        %m = arith.maximumf %x, %zero : f32
        linalg.yield %m : f32
      } -> tensor<40x64xf32>
      return %e : tensor<40x64xf32>
    })");
  check(
      program,
      {"op1: tile_fuse(8,32) vectorize; op0: promote(1) tile(0,0,32) vectorize",
       "op1: tile_parallel_fuse(20,0) tile_fuse(0,32) vectorize; "
       "op0: promote(1) tile(0,0,64) vectorize"},
      [](const auto &in) {
        scalar::Tensor product = scalar::matmul(in[0], in[1]);
        for (double &value : product.values)
          value = std::max(value, 0.0);
        return product;
      },
      128);
}

/// Promoted copies in pairs.
TEST_F(LoweringTest, DotsOfBfloatsInPairs) {
  check(
      "batch_matmul_3_7_24_40_bf16_f32",
      {"op0: tile_fuse(1,0,0,0) promote(1) tile_fuse(0,3,0,0) tile(0,0,8,6) "
       "vectorize",
       "op0: tile_fuse(1,0,8,0) promote(1) tile(0,2,0,12) vectorize",
       "op0: tile(1,0,0,12) promote(1) tile(0,0,8,4) vectorize"},
      [](const auto &in) { return scalar::batchMatmul(in[0], in[1]); }, 24);
}

/// Groups of windows, which are copied from the image: rows of 28 places, part
/// of a row, and several images.
TEST_F(LoweringTest, DotsOfWindowsOfBfloats) {
  const std::string image = "op0: img2col tile(1,0,0,0) promote(1) ";
  const std::string rows = "op0: img2col tile(1,0,56,36) promote(1) ";
  const std::string row = "op0: img2col tile(1,0,28,0) promote(1) ";
  const std::string part = "op0: img2col tile(0,0,4,0) promote(1) ";
  const std::string onThreads = "op0: img2col tile_parallel(1,0,112,0) "
                                "tile(0,0,0,24) promote(1) ";
  check(
      "conv_2d_nchw_fchw_2_8_10_30_16_3_3_8_28_bf16_f32",
      {image + "tile(0,8,16,0) tile(0,0,0,8) vectorize",
       rows + "tile(0,4,14,0) tile(0,0,0,4) vectorize",
       row + "tile(0,8,4,0) tile(0,0,0,8) vectorize",
       part + "tile(1,8,0,0) tile(0,0,0,8) vectorize",
       onThreads + "tile(0,8,16,0) tile(0,0,0,8) vectorize"},
      [](const auto &in) { return scalar::convNchw(in[0], in[1], 1); }, 72);
}

TEST_F(LoweringTest, DotsOfWindowsOfBytes) {
  const std::string image = "op0: img2col tile(0,0,0,36) promote(1) ";
  const std::string rows = "op0: img2col tile(0,0,56,36) promote(1) ";
  const std::string onThreads = "op0: img2col tile_parallel(0,0,112,0) "
                                "tile(0,0,0,24) promote(1) ";
  check(
      "conv_2d_nchw_fchw_1_8_10_30_16_3_3_8_28_i8_i32",
      {image + "tile(0,8,16,0) tile(0,0,0,12) vectorize",
       rows + "tile(0,4,8,0) tile(0,0,0,12) vectorize",
       onThreads + "tile(0,8,16,0) tile(0,0,0,8) vectorize"},
      [](const auto &in) { return scalar::convNchw(in[0], in[1], 1); }, 72);
}

TEST_F(LoweringTest, DotsOfBfloatsAlongRows) {
  Program program = loadText(R"(
    func.func @dots(%a: tensor<7x201xbf16>, %b: tensor<201xbf16>,
                    %c: tensor<7xf32>) -> tensor<7xf32> {
      %zero = arith.constant 0.0 : f32
      %init = linalg.fill ins(%zero : f32) outs(%c : tensor<7xf32>) -> tensor<7xf32>
      %d = linalg.matvec ins(%a, %b : tensor<7x201xbf16>, tensor<201xbf16>)
                         outs(%init : tensor<7xf32>) -> tensor<7xf32>
      return %d : tensor<7xf32>
    })");
  check(
      program, {"", "op0: tile(1,0) vectorize", "op0: tile(4,96) vectorize"},
      [](const auto &in) {
        scalar::Tensor column = in[1];
        column.shape = {201, 1};
        scalar::Tensor product = scalar::matmul(in[0], column);
        product.shape = {7};
        return product;
      },
      201);
}

/// No processor adds groups of products of f16: the copies have f32, of both
/// factors or of one, as they are or transposed.
TEST_F(LoweringTest, CopiesOfHalvesAreConverted) {
  Program program = loadText(R"(
    func.func @halves(%a: tensor<13x70xf16>, %b: tensor<45x70xf16>,
                      %c: tensor<13x45xf32>) -> tensor<13x45xf32> {
      %zero = arith.constant 0.0 : f32
      %init = linalg.fill ins(%zero : f32) outs(%c : tensor<13x45xf32>) -> tensor<13x45xf32>
      %d = linalg.generic {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                           affine_map<(m, n, k) -> (n, k)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<13x70xf16>, tensor<45x70xf16>)
          outs(%init : tensor<13x45xf32>) {
      ^bb0(%x: f16, %y: f16, %sum: f32):
        %wide = arith.extf %x : f16 to f32
        %other = arith.extf %y : f16 to f32
        %product = arith.mulf %wide, %other : f32
        %next = arith.addf %sum, %product : f32
        linalg.yield %next : f32
      } -> tensor<13x45xf32>
      return %d : tensor<13x45xf32>
    })");
  check(
      program,
      {"op0: tile(3,16,2) vectorize",
       "op0: tile_fuse(0,24,0) promote(1) tile_fuse(5,0,0) tile(0,8,2) "
       "vectorize",
       "op0: tile_fuse(6,0,0) promote(0) tile_fuse(0,16,0) promote(1) "
       "tile(2,0,4) vectorize",
       "op0: tile_parallel_fuse(8,16,0) promote(1) promote(0) tile(4,0,1) "
       "vectorize"},
      [](const auto &in) {
        scalar::Tensor right({70, 45});
        for (int k = 0; k < 70; ++k)
          for (int n = 0; n < 45; ++n)
            right.at(k, n) = in[1].at(n, k);
        return scalar::matmul(in[0], right);
      },
      70);
}

TEST(DotInstructions, AreReadByTheirNames) {
  const DotInstructions some = {.i8 = true, .bf16 = true};
  EXPECT_EQ(some.names(), "i8,bf16");
  EXPECT_EQ(DotInstructions::named({"bf16", "i8", "f4"}), some);
  EXPECT_EQ(DotInstructions().names(), "");
  const DotInstructions amx = {.i8 = true, .tiles = true};
  EXPECT_EQ(amx.names(), "i8,tiles");
  EXPECT_EQ(DotInstructions::named({"tiles", "i8"}), amx);
  const DotInstructions arm = {.alike = true, .arm = true};
  EXPECT_EQ(arm.names(), "alike,arm");
  EXPECT_EQ(DotInstructions::named({"arm", "alike"}), arm);
}

} // namespace
} // namespace mlirgym
