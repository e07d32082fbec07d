"""Every value of the 8-bit types of floating point, as kernels read it."""

import mlirgym
import numpy as np
import pytest


def value_of(byte, mantissa, bias, has_infinity):
    """The number that a byte stands for, by the definition of the type."""
    sign = -1.0 if byte & 0x80 else 1.0
    exponent, fraction = (byte & 0x7F) >> mantissa, byte & ((1 << mantissa) - 1)
    if has_infinity and exponent == 0x7F >> mantissa:
        return sign * (np.nan if fraction else np.inf)
    if not has_infinity and byte & 0x7F == 0x7F:
        return np.nan
    if exponent == 0:
        return sign * fraction * 2.0 ** (1 - bias - mantissa)
    return sign * (1 + fraction / (1 << mantissa)) * 2.0 ** (exponent - bias)


@pytest.mark.parametrize(
    ("name", "mantissa", "bias", "has_infinity"),
    [("f8E4M3FN", 3, 7, False), ("f8E5M2", 2, 15, True)],
)
@pytest.mark.parametrize("wide", ["f16", "f32", "f64"])
def test_all_bytes_are_extended_exactly(name, mantissa, bias, has_infinity, wide):
    program = mlirgym.parse_program(
        f"""
func.func @main(%x: tensor<256x{name}>) -> tensor<256x{wide}> {{
  %y = arith.extf %x : tensor<256x{name}> to tensor<256x{wide}>
  return %y : tensor<256x{wide}>
}}"""
    )
    kernel = mlirgym.compile(program, "op0: tile(32) vectorize")
    read = kernel(np.arange(256, dtype=np.uint8).view(np.int8))
    wanted = [value_of(byte, mantissa, bias, has_infinity) for byte in range(256)]
    np.testing.assert_array_equal(read, np.array(wanted, read.dtype))
    zeros = read[read == 0]
    assert np.signbit(zeros).tolist() == [False, True]


def test_a_schedule_of_a_product_with_weights_of_8_bits_is_verified():
    program = mlirgym.parse_program(
        """
func.func @main(%x: tensor<16x32xf32>, %w: tensor<32x48xf8E4M3FN>) -> tensor<16x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xf32>, tensor<32x48xf8E4M3FN>)
      outs(%f : tensor<16x48xf32>) -> tensor<16x48xf32>
  return %y : tensor<16x48xf32>
}"""
    )
    execution = mlirgym.Execution(budget_ms=2)
    for schedule in ("", "op0: tile(4,16,1) vectorize"):
        measured = execution.measure(program, schedule)
        assert measured.status == "ok", measured.message
