// What the kernels written by hand compute: c = a b, for matrices of SIZE x
// SIZE elements.
#ifndef MLIRGYM_BENCHMARKS_HANDWRITTEN_KERNEL_H
#define MLIRGYM_BENCHMARKS_HANDWRITTEN_KERNEL_H

#include <stdint.h>

#ifdef FLOATS
typedef float Factor, Sum;
#else
typedef int8_t Factor;
typedef int32_t Sum;
#endif

void multiply(const Factor *a, const Factor *b, Sum *c);

#endif // MLIRGYM_BENCHMARKS_HANDWRITTEN_KERNEL_H
