"""Loops, branches, sorts and scatters of JAX compute what JAX computes."""

import mlirgym
import numpy as np
import pytest

from frameworks.programs import floats, integers

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

X = floats(6, 10)
#: Equal elements, zeros of both signs, and a NaN.
TIES = np.round(floats(5, 9))
TIES[0, 3], TIES[1, 2] = np.nan, -0.0
OUTSIDE = np.array([3, 17, -1, -9], np.int32)


def switch(i, x):
    """Take one of four branches; the last one, too, for larger numbers."""
    branches = [lambda a: a + 1, lambda a: a * 2, lambda a: a - 3, lambda a: a / 2]
    return lax.switch(i[0], branches, x)


def nested(x):
    """Loops and a branch within a loop."""

    def inner(i, v):
        return lax.fori_loop(0, 2, lambda j, u: lax.cond(j == i, lambda: u + 1, lambda: u * x), v)

    return lax.fori_loop(0, 3, inner, x)


def number(i):
    return np.full((1,), i, np.int32)


CASES = {
    "sort_rows": (lambda a: jnp.sort(a, axis=0), TIES),
    "argsort_is_stable": (lambda a: jnp.argsort(a, axis=1), TIES),
    "argsort_descending": (lambda a: jnp.argsort(a, axis=1, descending=True), TIES),
    "sort_by_two_keys": (
        lambda a, b: lax.sort((a, b), dimension=1, num_keys=2), np.round(X), floats(6, 10, seed=1)),
    "sort_integers": (jnp.sort, integers(40, below=9, dtype=np.int32)),
    "top_k": (lambda a: lax.top_k(a, 3), X),
    "cond_of_two": (
        lambda a: lax.cond(a.sum() < 0, lambda: (a, a.sum()), lambda: (-a, a.max())), X),
    **{f"switch_{i}": (switch, number(i), X) for i in (0, 1, 2, 3, 7)},
    "nested": (nested, X),
    "map": (lambda a: lax.map(lambda row: row * row.sum(), a), X),
    "set": (lambda a, i, b: a.at[i].set(b), X, np.array([3, 1, 5, 0], np.int32), floats(4, 10)),
    "set_constant": (lambda a: a.at[2, 3].set(7.0), X),
    "set_mask": (lambda a, i: (a > 0).at[i].set(True), X, number(4)),
    "multiply_elements": (
        lambda a, i, j, b: a.at[i, j].multiply(b), X, integers(4, below=6, dtype=np.int32),
        integers(4, below=10, dtype=np.int32), floats(4)),
    "max_of_columns": (
        lambda a, i, b: a.at[:, i].max(b), X, integers(3, below=10, dtype=np.int32), floats(6, 3)),
    "drop_outside": (lambda a, i, b: a.at[i].add(b), X, OUTSIDE, floats(4, 10)),
    "clip_outside": (lambda a, i, b: a.at[i].add(b, mode="clip"), X, OUTSIDE, floats(4, 10)),
    "batches": (
        jax.vmap(lambda a, i, b: a.at[i].add(b)), floats(3, 6, 2),
        integers(3, 4, below=6, dtype=np.int32), floats(3, 4, 2)),
    "gradient_of_embedding": (
        lambda t, i: jax.grad(lambda t: (t[i] ** 2).sum())(t), floats(9, 4),
        integers(3, 2, below=9, dtype=np.int32)),
}  # fmt: skip


@pytest.fixture(scope="module")
def execution():
    return mlirgym.Execution(budget_ms=2)


@pytest.mark.parametrize("name", CASES)
def test_it_computes_what_jax_computes(execution, name):
    function, *inputs = CASES[name]
    model = mlirgym.from_jax(function, *inputs, name=name)
    outputs = execution.compile(model)(*model.inputs)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    for output, wanted in zip(outputs, model.reference, strict=True):
        wanted = wanted.view(np.int8) if wanted.dtype == np.bool_ else wanted
        np.testing.assert_allclose(output, wanted, rtol=1e-5, atol=1e-6)


def test_what_has_no_conversion_is_named():
    with pytest.raises(mlirgym.ProgramError, match=r"test_hlo\.py:\d+: .*stablehlo.custom_call"):
        mlirgym.from_jax(lambda a: jnp.linalg.cholesky(a @ a.T), X)
