"""Names and messages from outside: a terminal must not interpret any part of them."""

import re
import sqlite3

import pytest

from strangers.commandline import ROOT

#: All but line breaks and tabs: of ASCII, of Unicode, and the marks of direction.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
EVIL = "a\x1b]0;owned\x07\x1b[2Jb\x9b2J\u202ec"


def check(ended):
    for text in (ended.out, ended.err):
        assert not OBEYED.search(text), repr(ended)


def test_the_name_of_a_function(mlirgym_command):
    (mlirgym_command.folder / "e.mlir").write_text(
        'func.func @"a\\1B]0;owned\\07\\1B[2Jb"(%a: tensor<4xf32>) -> tensor<4xf32> {'
        " return %a : tensor<4xf32> }"
    )
    for json in ([], ["--json"]):
        ended = mlirgym_command("dump", "e.mlir", *json)
        assert ended.code == 1 and "owned" in ended.err, ended
        check(ended)


def test_the_name_of_a_file(mlirgym_command):
    folder = mlirgym_command.folder
    relu = mlirgym_command("dump", "relu_16_16", "--program").out
    for name in (EVIL + ".mlir", "\u00fcml\u00e4ut \u6f22\u5b57.mlir"):
        (folder / name).write_text(relu)
        ended = mlirgym_command("measure", name, "--budget-ms", "2")
        assert ended.code == 0, ended
        check(ended)
    assert "\u00fcml\u00e4ut \u6f22\u5b57" in ended.out, ended
    for arguments in (
        ["measure", EVIL + ".nowhere.mlir"],
        ["optimize", EVIL + ".mlir", "--agent", "random", "--budget", "2", "--budget-ms", "2"],
        ["measure", "relu_16_16", "--schedule", EVIL],
        ["measure", "relu_16_16", "--exec-data", EVIL],
        ["data", "stats", "--exec-data", EVIL],
        ["suite", "show", EVIL],
        [EVIL],
    ):
        check(mlirgym_command(*arguments))


def test_what_an_environment_renders(tmp_path, capsys):
    import mlirgym

    file = tmp_path / (EVIL + "\nspeedup:  9.99x.mlir")
    file.write_text(mlirgym.generate_program("relu_16_16").text)
    replay = mlirgym.Execution(replay=True)
    for render_mode in ("human", "ansi"):
        with pytest.warns(UserWarning, match="no timing of 1 of 1 programs") as warnings:
            env = mlirgym.ScheduleEnv(programs=[file], execution=replay, render_mode=render_mode)
        assert not OBEYED.search(str(warnings[0].message))
        env.reset(seed=0)
        text = env.render() or capsys.readouterr().out
        assert not OBEYED.search(text), repr(text)
        assert "\\x1b]0;owned" in text
        assert "\nspeedup" not in text


def change(database, statement, *values):
    with sqlite3.connect(database) as connection:
        assert connection.execute(statement, values).rowcount > 0
    connection.close()


@pytest.mark.parametrize("json", [[], ["--json"]], ids=["text", "json"])
def test_a_stored_message(mlirgym_command, json):
    measure = ["measure", "relu_16_16", "--exec-data", "t.db", "--budget-ms", "2"]
    measure += ["--schedule", "op0: tile(4,0) vectorize"]
    assert mlirgym_command(*measure).code == 0
    change(
        mlirgym_command.folder / "t.db",
        "update measurements set status = 'crashed', message = ? where schedule <> ''",
        EVIL + "\rstatus    ok\nstatus    ok\n\rspeedup   9.00x\n",
    )
    ended = mlirgym_command(*measure, *json)
    assert "owned" in ended.out, ended
    check(ended)
    if not json:
        statuses = [line for line in ended.out.splitlines() if line.startswith("status")]
        assert len(statuses) == 1 and "crashed" in statuses[0], ended
        assert not any("9.00x" in line for line in ended.out.splitlines() if line[0] == "s"), ended


def test_the_name_of_a_machine(mlirgym_command):
    assert mlirgym_command("measure", "relu_16_16", "--exec-data", "t.db").code == 0
    database = mlirgym_command.folder / "t.db"
    with sqlite3.connect(database) as connection:
        columns = [
            (table, column[1])
            for (table,) in connection.execute("select name from sqlite_master where type='table'")
            for column in connection.execute(f"pragma table_info({table})")
            if column[1] in ("machine", "id", "program", "name", "toolchain")
            and column[2].upper() == "TEXT"
        ]
        assert columns
        for table, column in columns:
            connection.execute(f"update {table} set {column} = {column} || ?", (EVIL,))
    connection.close()
    for command in ("stats", "verify", "export"):
        for json in ([], ["--json"]):
            check(mlirgym_command("data", command, "--exec-data", "t.db", *json))


def test_everything_is_printed_in_one_place():
    for path in (ROOT / "tools").glob("*.cpp"):
        text = path.read_text()
        # Exempt: files that flush streams, print one object of JSON, or draw the progress bar.
        free = {"Terminal.cpp", "CommandLine.cpp", "OutputFlags.cpp", "Progress.cpp"}
        if path.name in free | {"mlirgym-opt.cpp"}:
            continue
        for line in text.splitlines():
            assert "llvm::errs()" not in line, f"{path.name}: print with textErr(): {line}"
            assert "llvm::outs()" not in line or ".flush()" in line, (
                f"{path.name}: print with textOut(): {line}"
            )
