// i8 x i8 on NEON with sdot: tiles of 8 x 8 sums in 16 registers. Both factors
// are packed first: four bytes along the reduction side by side, of 4 rows of a
// and of 16 columns of b in turn. A row of a tile is multiplied by one lane of
// a.
#include "kernel.h"
#include <arm_neon.h>

enum { fourRows = 4 * SIZE };

static int8_t packedA[SIZE * SIZE], packedB[SIZE * SIZE];

static void packA(const int8_t *a) {
  for (int row = 0; row < SIZE; row += 4)
    for (int k = 0; k < SIZE; k += 16) {
      const int32_t *from = (const int32_t *)(a + row * SIZE + k);
      int32x4x4_t words;
      for (int i = 0; i < 4; ++i)
        words.val[i] = vld1q_s32(from + i * SIZE / 4);
      vst4q_s32((int32_t *)(packedA + row * SIZE + 4 * k), words);
    }
}

static void packB(const int8_t *b) {
  for (int k = 0; k < SIZE; k += 4)
    for (int column = 0; column < SIZE; column += 16) {
      int8x16x4_t quads;
      for (int i = 0; i < 4; ++i)
        quads.val[i] = vld1q_s8(b + (k + i) * SIZE + column);
      vst4q_s8(packedB + column * SIZE + 16 * k, quads);
    }
}

#define ROW(i, quad, lane)                                                     \
  (sums[i][0] = vdotq_laneq_s32(sums[i][0], b0, quad, lane),                   \
   sums[i][1] = vdotq_laneq_s32(sums[i][1], b1, quad, lane))

static void tile(const int8_t *a, const int8_t *b, int32_t *c) {
  int32x4_t sums[8][2];
  for (int i = 0; i < 8; ++i)
    sums[i][0] = sums[i][1] = vdupq_n_s32(0);
#pragma clang loop unroll_count(UNROLL)
  for (int k = 0; k < SIZE; k += 4, a += 16, b += 64) {
    const int8x16_t b0 = vld1q_s8(b), b1 = vld1q_s8(b + 16);
    const int8x16_t upper = vld1q_s8(a), lower = vld1q_s8(a + fourRows);
    ROW(0, upper, 0);
    ROW(1, upper, 1);
    ROW(2, upper, 2);
    ROW(3, upper, 3);
    ROW(4, lower, 0);
    ROW(5, lower, 1);
    ROW(6, lower, 2);
    ROW(7, lower, 3);
  }
  for (int i = 0; i < 8; ++i) {
    vst1q_s32(c + i * SIZE, sums[i][0]);
    vst1q_s32(c + i * SIZE + 4, sums[i][1]);
  }
}

void multiply(const int8_t *a, const int8_t *b, int32_t *c) {
  packA(a);
  packB(b);
  for (int column = 0; column < SIZE; column += 8)
    for (int row = 0; row < SIZE; row += 8)
      tile(packedA + row * SIZE,
           packedB + column / 16 * 16 * SIZE + column % 16 * 4,
           c + row * SIZE + column);
}
