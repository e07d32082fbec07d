// The instructions of a warp, by threads of this processor that wait for each other: asynchronous
// copies, which end at once, ldmatrix, and products of tensor cores.
#include <string.h>

enum { WARPS = 32, LANES = 32 };
extern unsigned sim_tid_x(void);
extern void sim_wait_for_warp(void);

char shared_of_kernel0[232448] __attribute__((aligned(128)));

static const char *rows[WARPS][LANES];
static unsigned lefts[WARPS][LANES][4], rights[WARPS][LANES][2];

void sim_cp_async(void *to, const void *from) { memcpy(to, from, 16); }
void sim_no_op(void) {}
void sim_wait(unsigned groups) { (void)groups; }
unsigned sim_lane(void) { return sim_tid_x() % LANES; }

// Matrix i has its eight rows at the addresses of lanes 8i to 8i+7; a lane gets two elements of row
// lane / 4, or of that column if it is transposed.
void sim_ldmatrix(const char *row, int transposed, unsigned result[4]) {
  const unsigned warp = sim_tid_x() / LANES, lane = sim_lane();
  rows[warp][lane] = row;
  sim_wait_for_warp();
  for (unsigned matrix = 0; matrix < 4; ++matrix)
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned along = lane % 4 * 2 + i;
      const unsigned from = transposed ? along : lane / 4, at = transposed ? lane / 4 : along;
      unsigned short element;
      memcpy(&element, rows[warp][matrix * 8 + from] + 2 * at, 2);
      result[matrix] = i ? (result[matrix] & 0xffff) | (unsigned)element << 16 : element;
    }
  sim_wait_for_warp();
}

static float value(unsigned pair, unsigned half, int bf16) {
  const unsigned short bits = (unsigned short)(half ? pair >> 16 : pair);
  if (bf16) {
    const unsigned wide = (unsigned)bits << 16;
    float f;
    memcpy(&f, &wide, 4);
    return f;
  }
  _Float16 f;
  memcpy(&f, &bits, 2);
  return (float)f;
}

// D = A B + C, 16x8x16. Element (r, k) of A is in register (r / 8) + 2 (k / 8) of lane 4 (r % 8) +
// (k % 8) / 2; element (k, c) of B in register k / 8 of lane 4 c + (k % 8) / 2.
void sim_mma(const unsigned a[4], const unsigned b[2], const float c[4], int bf16, float d[4]) {
  const unsigned warp = sim_tid_x() / LANES, lane = sim_lane();
  memcpy(lefts[warp][lane], a, sizeof lefts[warp][lane]);
  memcpy(rights[warp][lane], b, sizeof rights[warp][lane]);
  sim_wait_for_warp();
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    float sum = c[i];
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned pair = k % 8 / 2, high = k / 8;
      sum += value(lefts[warp][4 * (row % 8) + pair][row / 8 + 2 * high], k % 2, bf16) *
             value(rights[warp][4 * column + pair][high], k % 2, bf16);
    }
    d[i] = sum;
  }
  sim_wait_for_warp();
}
