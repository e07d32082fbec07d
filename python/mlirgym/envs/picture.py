"""An episode as a picture: the loops around and of each operation, and its timing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

WIDTH, HEIGHT = 640, 480

_MARGIN, _ROW, _BOX = 12, 46, 20
_LOOPS_LEFT = 12  # of the boxes, under the name of the operation
_OPERATIONS_TOP, _TIMING_TOP = 58, HEIGHT - 84
#: Number of operations that fit into the picture.
_ROWS = (_TIMING_TOP - _OPERATIONS_TOP) // _ROW

_PAPER, _INK, _FAINT = "#ffffff", "#202020", "#808080"
_CURRENT, _BASELINE = "#fff3c4", "#b0b0b0"
_FORALL, _FOR, _PARALLEL, _REDUCTION = "#e69f00", "#56b4e9", "#009e73", "#cc79a7"
_FASTER, _SLOWER = "#009e73", "#d55e00"


def draw(scene: dict[str, Any]) -> NDArray[np.uint8]:
    """Picture of an episode, uint8, shape (HEIGHT, WIDTH, 3).

    One row per operation, the last of the program first; for a long program only the operations
    around the current one. Boxes show its loops from the outermost to the innermost, as wide as the
    logarithm of their trip counts: forall, for, then its own parallel loops and reductions. Bars
    below show the times of baseline and schedule.

    Parameters
    ----------
    scene : dict
        ``scene()`` of the binding module's environment.

    Raises
    ------
    DependencyNotInstalled
        If Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise gym.error.DependencyNotInstalled(
            "render_mode='rgb_array' draws with Pillow; run `pip install pillow`"
        ) from error
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = _Pen(ImageDraw.Draw(image), ImageFont.load_default(12))
    pen.text(_MARGIN, 8, f"program   {scene['program']}")
    pen.legend(_MARGIN, 30)
    operations = scene["operations"]
    for row, index in enumerate(_shown(operations)):
        pen.operation(_OPERATIONS_TOP + row * _ROW, operations, index)
    pen.timing(scene)
    return np.array(image, dtype=np.uint8)


def _shown(operations: list[dict[str, Any]]) -> list[int]:
    """Choose the operations that are drawn, the last of the program first."""
    order = list(reversed(range(len(operations))))
    current = next((i for i, each in enumerate(order) if operations[each]["current"]), len(order))
    first = max(0, min(current - _ROWS // 2, len(order) - _ROWS))
    return order[first : first + _ROWS]


class _Pen:
    """Draws on one image."""

    def __init__(self, draw: ImageDraw, font: ImageFont | FreeTypeFont) -> None:
        self._draw = draw
        self._font = font

    def text(self, x: float, y: float, text: str, ink: str = _INK) -> None:
        """Text that ends at the right edge of the picture."""
        room = WIDTH - _MARGIN - x
        if self._draw.textlength(text, self._font) > room:
            while text and self._draw.textlength(f"{text}...", self._font) > room:
                text = text[:-1]
            text += "..."
        self._draw.text((x, y), text, ink, self._font)

    def legend(self, x: float, y: float) -> None:
        names = {
            "forall": _FORALL,
            "for": _FOR,
            "parallel": _PARALLEL,
            "reduction": _REDUCTION,
        }
        for name, colour in names.items():
            self._draw.rectangle((x, y + 2, x + 10, y + 12), colour)
            self.text(x + 15, y, name, _FAINT)
            x += 90

    def operation(self, y: float, operations: list[dict[str, Any]], index: int) -> None:
        """Name and loops of an operation, in a row that begins at `y`."""
        operation = operations[index]
        if operation["current"]:
            self._draw.rectangle((4, y - 2, WIDTH - 4, y + _ROW - 4), _CURRENT)
        words = [operation["tag"], operation["kind"]]
        if operation["fused_into"] >= 0:
            words.append(f"in {operations[operation['fused_into']]['tag']}")
        if operation["vectorized"]:
            words.append("vectorised")
        self.text(_MARGIN, y, "  ".join(words))
        boxes = [
            (_FORALL if is_forall else _FOR, extent, f"{extent} by {step}")
            for is_forall, extent, step in operation["around"]
        ] + [
            (_REDUCTION if reduces else _PARALLEL, trips, f"{'' if exact else '~'}{trips}")
            for reduces, trips, exact in operation["loops"]
        ]
        self._boxes(y + 17, boxes)

    def _boxes(self, y: float, boxes: list[tuple[str, int, str]]) -> None:
        lengths = [
            max(8 + 5 * math.log2(max(2, trips)), self._draw.textlength(label, self._font) + 8)
            for _, trips, label in boxes
        ]
        room = WIDTH - _MARGIN - _LOOPS_LEFT - 3 * len(boxes)
        scale = min(1.0, room / max(1.0, sum(lengths)))
        x: float = _LOOPS_LEFT
        for (colour, _, label), length in zip(boxes, lengths, strict=True):
            end = x + length * scale
            self._draw.rectangle((x, y, end, y + _BOX), colour)
            if scale == 1.0:
                self._draw.text((x + 4, y + 3), label, _INK, self._font)
            x = end + 3

    def timing(self, scene: dict[str, Any]) -> None:
        """Schedule as text, and two bars of time, or the reason why there are none."""
        y = _TIMING_TOP
        self._draw.line((0, y - 6, WIDTH, y - 6), _FAINT)
        self.text(_MARGIN, y, f"schedule  {scene['schedule'] or '(none yet)'}")
        baseline, timing = scene["baseline"], scene["timing"]
        if baseline["median"] <= 0 or timing["median"] <= 0:
            status = timing["status"] if baseline["status"] in ("", "ok") else baseline["status"]
            self.text(_MARGIN, y + 24, f"not timed {status}".rstrip(), _FAINT)
            return
        speedup = baseline["median"] / timing["median"]
        longest = max(baseline["median"], timing["median"])
        colour = _FASTER if speedup >= 1 else _SLOWER
        for row, (name, measured, fill) in enumerate(
            (
                ("baseline", baseline, _BASELINE),
                (f"schedule, {speedup:.2f} times as fast", timing, colour),
            )
        ):
            top = y + 22 + row * 26
            length = max(2.0, (WIDTH - 2 * _MARGIN) * measured["median"] / longest)
            self._draw.rectangle((_MARGIN, top, _MARGIN + length, top + _BOX), fill)
            self.text(_MARGIN + 6, top + 3, f"{name}: {measured['amount']}")
