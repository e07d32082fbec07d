"""Lowers one program: the child process of `mlirgym.Engine.lower_payload`."""

import sys

from mlirgym import _core


def main() -> None:
    """Read program, name, code and stage from stdin; write IR to stdout."""
    text, name, code, stage = sys.stdin.buffer.read().decode().split("\0")
    sys.stdout.write(_core.lower(_core.parse_program(text, name), code, stage))


if __name__ == "__main__":
    main()
