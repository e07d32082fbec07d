"""Programs of JAX, by `mlirgym.from_jax`."""

from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
import mlirgym
import numpy as np
from jax import lax

from frameworks.programs import Array, FrameworkProgram, bools, floats, integers


def attention(q, k, v):
    """Causal attention of [heads, length, width]."""
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / q.shape[-1] ** 0.5
    keep = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jax.nn.softmax(jnp.where(keep, scores, -jnp.inf), axis=-1) @ v


def masked_softmax(x, keep):
    """Softmax over the elements that `keep` selects."""
    return jax.nn.softmax(jnp.where(keep, x, -1e9), axis=-1)


def layer_norm(x, scale, shift):
    """Rows of mean 0 and variance 1, scaled and shifted."""
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + shift


def recurrence(h, xs, w):
    """A recurrent network, by scan."""

    def step(h, x):
        h = jnp.tanh(h @ w + x)
        return h, h

    return lax.scan(step, h, xs)


def newton(x):
    """A square root by at most ten steps of Newton's method, in a while loop."""

    def far(state):
        i, y = state
        return (i < 10) & (jnp.abs(y * y - x).max() > 1e-6)

    return lax.while_loop(far, lambda s: (s[0] + 1, 0.5 * (s[1] + x / s[1])), (0, x + 1.0))[1]


def conv(x, w, **options):
    """A convolution, channels last."""
    return lax.conv_general_dilated(x, w, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options)


def functions() -> Iterator[tuple[str, Callable[..., object], list[Array]]]:
    """Name, function and inputs of each program."""
    x, y = floats(6, 10), floats(6, 10, seed=1)
    image = floats(1, 12, 12, 8)
    yield "dense_relu", lambda a, w, b: jax.nn.relu(a @ w + b), [x, floats(10, 7), floats(7)]
    yield "gelu", jax.nn.gelu, [x]
    yield "layer_norm", layer_norm, [x, floats(10), floats(10, seed=1)]
    yield "attention_causal", attention, [floats(2, 8, 4, seed=i) for i in range(3)]
    yield "masked_softmax", masked_softmax, [x, bools(6, 10)]
    yield "log_softmax", lambda a: jax.nn.log_softmax(a, axis=0), [x]
    yield "conv", lambda a, w: conv(a, w, window_strides=(2, 2), padding="SAME"), [
        image, floats(3, 3, 8, 6)]  # fmt: skip
    yield (
        "conv_grouped",
        lambda a, w: conv(a, w, window_strides=(1, 1), padding="VALID", feature_group_count=4),
        [image, floats(3, 3, 2, 8)],
    )
    yield (
        "max_pool",
        lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
        [image],
    )
    yield "avg_pool_same", lambda a: lax.reduce_window(
        a, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") / 9, [image]  # fmt: skip
    yield "embedding", lambda t, i: t[i], [floats(20, 6), integers(3, 5, below=20, dtype=np.int32)]
    yield "cumsum", lambda a: jnp.cumsum(a, axis=1), [x]
    yield "argmax", lambda a: (jnp.argmax(a, axis=1), a.max(axis=1)), [x]
    yield "select_clip", lambda a, b: jnp.where((a > 0) & (b > 0), jnp.clip(a, -1, 1), b), [x, y]
    yield "sort", lambda a: jnp.sort(a, axis=-1), [x]
    yield "scan", recurrence, [floats(10), x, floats(10, 10)]
    yield "while_loop", newton, [np.abs(x)]
    yield "dynamic_slice", lambda a, i: lax.dynamic_slice(a, (i[0], i[1]), (3, 4)), [
        x, integers(2, below=3, dtype=np.int32)]  # fmt: skip
    yield "dynamic_update", lambda a, b, i: lax.dynamic_update_slice(a, b, (i[0], 2)), [
        x, floats(2, 3), integers(1, below=4, dtype=np.int32)]  # fmt: skip
    yield "scatter_add", lambda a, i, b: a.at[i].add(b), [
        x, integers(4, below=6, dtype=np.int32), floats(4, 10)]  # fmt: skip
    yield "pad_concat_reverse", lambda a, b: jnp.concatenate(
        [jnp.pad(a, ((1, 2), (0, 0))), b[::-1]]), [x, y]  # fmt: skip
    yield "integers", lambda a, b: (a // b, a % b, a ^ b, a >> 1), [
        integers(5, 6, below=99, dtype=np.int32),
        integers(5, 6, below=9, dtype=np.int32) + 1]  # fmt: skip
    yield "reductions", lambda a: (a.prod(0), a.min(1), (a > 0).all(1), a.var()), [x]
    yield "cond", lambda a, b: lax.cond(a.sum() > 0, lambda: a + b, lambda: a - b), [x, y]


def programs() -> Iterator[FrameworkProgram]:
    """All programs of JAX."""
    for name, function, inputs in functions():
        yield FrameworkProgram(
            "jax",
            name,
            lambda name=name, function=function, inputs=inputs: mlirgym.from_jax(
                function, *inputs, name=name
            ),
        )
