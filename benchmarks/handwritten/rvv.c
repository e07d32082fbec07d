// i8 and f32 on RVV. The sums of a row of a tile are a group of registers, of 4
// or of 8 (GROUP). A row of b is loaded once for all rows of the tile, each of
// which multiplies it by an element of a. Bytes are extended to i16 first: the
// factors of vwmacc.
#include "kernel.h"
#include <riscv_vector.h>

#define PASTE(a, b, c) a##b##c
#define NAME(prefix, group, suffix) PASTE(prefix, group, suffix)

#ifdef FLOATS
typedef NAME(vfloat32m, GROUP, _t) Sums;
typedef Sums Row;
#define ZERO(length) NAME(__riscv_vfmv_v_f_f32m, GROUP, )(0, length)
#define LOAD(from, length) NAME(__riscv_vle32_v_f32m, GROUP, )(from, length)
#define MULTIPLY_ADD __riscv_vfmacc
#else
#if GROUP == 4
#define BYTES 1
#define WORDS 2
#else
#define BYTES 2
#define WORDS 4
#endif
typedef NAME(vint32m, GROUP, _t) Sums;
typedef NAME(vint16m, WORDS, _t) Row;
#define ZERO(length) NAME(__riscv_vmv_v_x_i32m, GROUP, )(0, length)
#define LOAD(from, length)                                                     \
  __riscv_vsext_vf2(NAME(__riscv_vle8_v_i8m, BYTES, )(from, length), length)
#define MULTIPLY_ADD __riscv_vwmacc
#endif

// What fits into the registers beside a row of b.
#if GROUP == 8
#define EACH(DO) DO(0) DO(1) DO(2)
#elif defined(FLOATS)
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#else
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#endif
#define COUNT(i) +1
enum { most = EACH(COUNT) };

// `rows` is a constant wherever this is inlined.
static inline __attribute__((always_inline)) void
tile(int rows, size_t columns, const Factor *a, const Factor *b, Sum *c) {
#define BEGIN(i) Sums sum##i = ZERO(columns);
  EACH(BEGIN)
#pragma clang loop unroll_count(UNROLL)
  for (int k = 0; k < SIZE; ++k) {
    const Row row = LOAD(b + k * SIZE, columns);
#define ADD(i)                                                                 \
  if (i < rows)                                                                \
    sum##i = MULTIPLY_ADD(sum##i, a[i * SIZE + k], row, columns);
    EACH(ADD)
  }
#define STORE(i)                                                               \
  if (i < rows)                                                                \
    __riscv_vse32(c + i * SIZE, sum##i, columns);
  EACH(STORE)
}

void multiply(const Factor *a, const Factor *b, Sum *c) {
  const size_t columns = NAME(__riscv_vsetvlmax_e32m, GROUP, )();
  for (size_t column = 0; column < SIZE; column += columns) {
    int row = 0;
    for (; row + most <= SIZE; row += most)
      tile(most, columns, a + row * SIZE, b + column, c + row * SIZE + column);
    if (SIZE % most != 0)
      tile(SIZE % most, columns, a + row * SIZE, b + column,
           c + row * SIZE + column);
  }
}
