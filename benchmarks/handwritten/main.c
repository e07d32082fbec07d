// Calls a kernel that was written by hand: once, to compare its results with
// plain loops, and as often again as the argument says. SIZE is the length of
// each side of the matrices; FLOATS selects f32 in place of i8 with sums in
// i32.
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>

static Factor a[SIZE * SIZE], b[SIZE * SIZE];
static Sum c[SIZE * SIZE];

static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1664525 + 1013904223;
  return state >> 24;
}

int main(int argc, char **argv) {
  for (int i = 0; i < SIZE * SIZE; ++i) {
    a[i] = (Factor)((int)next() - 128);
    b[i] = (Factor)((int)next() - 128);
  }
  multiply(a, b, c);
  for (int row = 0; row < SIZE; ++row)
    for (int column = 0; column < SIZE; ++column) {
      Sum sum = 0;
      for (int k = 0; k < SIZE; ++k)
        sum += (Sum)a[row * SIZE + k] * (Sum)b[k * SIZE + column];
      // Sums of such f32 are exact, too.
      if (sum != c[row * SIZE + column]) {
        printf("row %d, column %d is wrong\n", row, column);
        return 1;
      }
    }
  for (int further = argc > 1 ? atoi(argv[1]) : 0; further > 0; --further)
    multiply(a, b, c);
  return 0;
}
