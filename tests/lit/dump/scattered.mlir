// Lanes that lie apart in memory are stored one by one: many make a loop, not
// one block of stores, which LLVM compares pair by pair.
// RUN: %mlirgym dump matmul_512_3_8 --stage vectorized --schedule "op0: tile_fuse(0,1,0)" | FileCheck %s --check-prefix=MANY
// RUN: %mlirgym dump matmul_48_3_8 --stage vectorized --schedule "op0: tile_fuse(0,1,0)" | FileCheck %s --check-prefix=FEW
// MANY: linalg.fill {{.*}} tensor<512x1xf32>
// FEW: vector<48xf32>

// So are rows of an elementwise operation that run across memory.
// RUN: %mlirgym dump add_16_8_8 --stage vectorized --schedule "op0: tile(0,0,1) vectorize" | FileCheck %s --check-prefix=ROWS
// ROWS-NOT: vector<16x8xf32>
// ROWS: vector<8xf32>
