"""Programs whose weights are constants in place of arguments."""

from __future__ import annotations

import re
from pathlib import Path

from operators import Operator


def with_constant_weights(operator: Operator, folder: Path) -> str:
    """Return the program in `folder`, to which kernel.cpp wrote it with its inputs."""
    head, body = (folder / "program.mlir").read_text().split(" {\n", maxsplit=1)
    for i in reversed(operator.weights):
        # Weights follow the input.
        match = re.search(rf", %arg{i}: (tensor<[^>]*>)", head)
        if match is None:
            raise ValueError(f"{operator.name}: no tensor %arg{i} after another argument in {head}")
        head = head[: match.start()] + head[match.end() :]
        digits = (folder / f"input{i}.bin").read_bytes().hex().upper()
        body = f'  %arg{i} = arith.constant dense<"0x{digits}"> : {match[1]}\n{body}'
    return f"{head} {{\n{body}"
