"""A program file above the limit of a text, whose weights are taken out while it is read."""

import pytest

#: Elements of a side: 128.3 MiB of weights, 257 MiB of digits.
SIDE = 5800
ROW, MATRIX = f"tensor<1x{SIDE}xf32>", f"tensor<{SIDE}x{SIDE}xf32>"


def layer(constant, arguments=""):
    return (
        f"func.func @f(%x: {ROW}{arguments}) -> {ROW} {{\n{constant}"
        f"  %z = arith.constant dense<0.0> : {ROW}\n"
        f"  %y = linalg.matmul ins(%x, %w : {ROW}, {MATRIX}) outs(%z : {ROW}) -> {ROW}\n"
        f"  return %y : {ROW}\n}}\n"
    )


@pytest.mark.parametrize("inline", [False, True])
def test_a_file_above_the_limit_is_the_program_with_its_weights_as_arguments(
    mlirgym_command, inline
):
    file = mlirgym_command.folder / "large.mlir"
    digits = "0000803F00000040" * (SIDE * SIDE // 2)
    with file.open("w") as to:
        if inline:
            text = layer(f'  %w = arith.constant dense<"0x%"> : {MATRIX}\n')
        else:
            text = layer(f"  %w = arith.constant dense_resource<w> : {MATRIX}\n")
            text += '{-# dialect_resources: { builtin: { w: "0x04000000%" } } #-}\n'
        before, after = text.split('%"')
        to.write(before + digits)
        place = to.tell()
        to.write('"' + after)
    assert file.stat().st_size > 256 << 20
    whole = mlirgym_command("dump", "large.mlir", "--program")
    assert whole.code == 0, whole
    assert "note: large: 1 large constant (128 MiB) is an argument of the program" in whole.err
    (mlirgym_command.folder / "small.mlir").write_text(layer("", f", %w: {MATRIX}"))
    assert mlirgym_command("dump", "small.mlir", "--program").out == whole.out

    name = "a constant" if inline else "resource 'w'"
    size = "a constant" if inline else "dense_resource 'w'"
    damage = [
        (place - 1, '"' + after, f"{name} has an odd number of hexadecimal digits"),
        (place - 2, '"' + after, f"{size} of {SIDE * SIDE * 4 - 1} bytes does not fit its type"),
        (place - 3, "x", f"{name} has no end: the file is cut off"),
        (place - 9, '?"' + after, f"{name} contains something else than hexadecimal digits"),
    ]
    for at, end, message in damage:
        with file.open("r+") as to:
            to.truncate(at)
            to.seek(at)
            to.write(end)
        ended = mlirgym_command("dump", "large.mlir", "--program")
        assert ended.code == 1
        assert message in ended.message, ended
        assert ended.message.startswith("large.mlir:")
