// A kernel that mlirgym has compiled, called as those by hand are.
#include "kernel.h"

typedef struct {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;

void _mlir_ciface_payload(Matrix *a, Matrix *b, Matrix *c);

static Matrix describe(const void *elements) {
  Matrix matrix = {
      (void *)elements, (void *)elements, 0, {SIZE, SIZE}, {SIZE, 1}};
  return matrix;
}

void multiply(const Factor *a, const Factor *b, Sum *c) {
  Matrix left = describe(a), right = describe(b), product = describe(c);
  _mlir_ciface_payload(&left, &right, &product);
}
