"""The named operations of linalg: the maps of their operands, and their bodies.

A map is written as in "n oh+kh ow+kw c": one index per word; a sum denotes a window, whose terms
are multiplied by its stride and dilation.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Name: maps of image, filter and output. Loops called k* are those of the window.
CONVOLUTIONS = {
    "conv_1d": ("ow+kw", "kw", "ow"),
    "conv_2d": ("oh+kh ow+kw", "kh kw", "oh ow"),
    "conv_3d": ("od+kd oh+kh ow+kw", "kd kh kw", "od oh ow"),
    "conv_1d_nwc_wcf": ("n ow+kw c", "kw c f", "n ow f"),
    "conv_1d_ncw_fcw": ("n c ow+kw", "f c kw", "n f ow"),
    "conv_2d_nhwc_hwcf": ("n oh+kh ow+kw c", "kh kw c f", "n oh ow f"),
    "conv_2d_nhwc_fhwc": ("n oh+kh ow+kw c", "f kh kw c", "n oh ow f"),
    "conv_2d_nchw_fchw": ("n c oh+kh ow+kw", "f c kh kw", "n f oh ow"),
    "conv_2d_ngchw_fgchw": ("n g c oh+kh ow+kw", "f g c kh kw", "n g f oh ow"),
    "conv_2d_ngchw_gfchw": ("n g c oh+kh ow+kw", "g f c kh kw", "n g f oh ow"),
    "conv_2d_nhwgc_gfhwc": ("n oh+kh ow+kw g c", "g f kh kw c", "n oh ow g f"),
    "conv_3d_ndhwc_dhwcf": ("n od+kd oh+kh ow+kw c", "kd kh kw c f", "n od oh ow f"),
    "conv_3d_ncdhw_fcdhw": ("n c od+kd oh+kh ow+kw", "f c kd kh kw", "n f od oh ow"),
    "depthwise_conv_1d_nwc_wc": ("n ow+kw c", "kw c", "n ow c"),
    "depthwise_conv_1d_ncw_cw": ("n c ow+kw", "c kw", "n c ow"),
    "depthwise_conv_1d_nwc_wcm": ("n ow+kw c", "kw c m", "n ow c m"),
    "depthwise_conv_2d_nhwc_hwc": ("n oh+kh ow+kw c", "kh kw c", "n oh ow c"),
    "depthwise_conv_2d_nchw_chw": ("n c oh+kh ow+kw", "c kh kw", "n c oh ow"),
    "depthwise_conv_2d_nhwc_hwcm": ("n oh+kh ow+kw c", "kh kw c m", "n oh ow c m"),
    "depthwise_conv_3d_ndhwc_dhwc": ("n od+kd oh+kh ow+kw c", "kd kh kw c", "n od oh ow c"),
    "depthwise_conv_3d_ncdhw_cdhw": ("n c od+kd oh+kh ow+kw", "c kd kh kw", "n c od oh ow"),
    "depthwise_conv_3d_ndhwc_dhwcm": ("n od+kd oh+kh ow+kw c", "kd kh kw c m", "n od oh ow c m"),
}
#: Convolutions without strides and dilations.
PLAIN_WINDOWS = ("conv_1d", "conv_2d", "conv_3d")
_POOL = {
    "nhwc": ("n oh+kh ow+kw c", "kh kw", "n oh ow c"),
    "nchw": ("n c oh+kh ow+kw", "kh kw", "n c oh ow"),
    "nwc": ("n ow+kw c", "kw", "n ow c"),
    "ncw": ("n c ow+kw", "kw", "n c ow"),
    "ndhwc": ("n od+kd oh+kh ow+kw c", "kd kh kw", "n od oh ow c"),
}
#: Name: maps, and the operation that combines the elements of a window.
POOLINGS = {
    f"pooling_{layout}_{kind}": (_POOL[layout], kind)
    for kind, layouts in {
        "sum": ("nhwc", "nchw", "nwc", "ncw", "ndhwc"),
        "max": ("nhwc", "nchw", "nwc", "ncw", "ndhwc"),
        "min": ("nhwc", "nwc", "ndhwc"),
        "max_unsigned": ("nhwc", "nwc"),
        "min_unsigned": ("nhwc", "nwc"),
    }.items()
    for layout in layouts
}
CONTRACTIONS = {
    "matmul": ("m k", "k n", "m n"),
    "batch_matmul": ("b m k", "b k n", "b m n"),
    "batch_reduce_matmul": ("b m k", "b k n", "m n"),
    "matvec": ("m k", "k", "m"),
    "vecmat": ("k", "k n", "n"),
    "batch_matvec": ("b m k", "b k", "b m"),
    "batch_vecmat": ("b k", "b k n", "b n"),
    "dot": ("k", "k", ""),
    "mmt4d": ("m k p q", "n k r q", "m n p r"),
    "batch_mmt4d": ("b m k p q", "b n k r q", "b m n p r"),
}
#: linalg.NAME on floats: operations of the body.
UNARY = {
    "exp": "exp",
    "log": "log",
    "abs": "absf",
    "ceil": "ceil",
    "floor": "floor",
    "negf": "negf",
    "round": "round",
    "sqrt": "sqrt",
    "rsqrt": "rsqrt",
    "tanh": "tanh",
    "erf": "erf",
    "square": "square",
    "reciprocal": "reciprocal",
}
#: linalg.NAME: operation on floats, on integers.
BINARY = {
    "add": ("addf", "addi"),
    "sub": ("subf", "subi"),
    "mul": ("mulf", "muli"),
    "max": ("maximumf", "maxsi"),
    "min": ("minimumf", "minsi"),
    "div": ("divf", None),
}
#: linalg.NAME as a kind of linalg.elementwise, which takes maps.
ELEMENTWISE = {
    **{name: name for name in ("exp", "log", "abs", "ceil", "floor", "negf", "round", "sqrt")},
    **{name: name for name in ("rsqrt", "tanh", "erf", "square", "reciprocal")},
    **{"add": "add", "sub": "sub", "mul": "mul", "max": "max_signed", "min": "min_signed"},
    "div": "div",
}
#: For an element type, the operation of each kind of pooling.
POOL_COMBINERS = {
    "sum": ("addf", "addi"),
    "max": ("maximumf", "maxsi"),
    "min": ("minimumf", "minsi"),
    "max_unsigned": (None, "maxui"),
    "min_unsigned": (None, "minui"),
}


@dataclass
class Pattern:
    """Loops, those of the output first, and the maps as sums of their names."""

    loops: list[str]
    maps: list[list[list[str]]]
    reductions: set[str]

    @property
    def windows(self) -> list[str]:
        """Loops of the window."""
        return [name for name in self.loops if name[0] == "k" and len(name) > 1]


def parse(texts: tuple[str, ...]) -> Pattern:
    """Parse maps; loops that do not occur in the last of them are reductions."""
    maps = [[index.split("+") for index in text.split()] for text in texts]
    written = [name for index in maps[-1] for name in index]
    loops = list(written)
    for terms in maps:
        loops += [name for index in terms for name in index if name not in loops]
    loops = list(dict.fromkeys(loops))
    return Pattern(loops, maps, set(loops) - set(written))
