"""--help of every command gives the value, the unit and the default of each option."""

import re

import pytest

COMMANDS = [
    [], ["suite"], ["suite", "list"], ["suite", "show"], ["suite", "export"], ["suite", "families"],
    ["optimize"], ["measure"], ["train"], ["learn"], ["evaluate"], ["compare"], ["score"],
    ["tabular"], ["tabular", "list"], ["tabular", "make"], ["dump"],
    ["benchmark"], ["benchmark-object"], ["tune-references"], ["certify"], ["leaderboard"],
    ["demo"], ["doctor"], ["collect"],
    ["replay"], ["replay", "optimize"], ["replay", "measure"], ["replay", "evaluate"],
    ["replay", "compare"], ["replay", "train"],
    ["data"], ["data", "stats"], ["data", "import"], ["data", "export"], ["data", "merge"],
    ["data", "verify"], ["data", "compact"], ["data", "thin"], ["data", "publish"],
    ["kernels"], ["kernels", "list"], ["kernels", "show"], ["kernels", "stats"],
    ["kernels", "clear"],
]  # fmt: skip
UNITS = {
    "--timeout": "seconds",
    "--budget-ms": "milliseconds",
    "--memory-limit": "MiB",
    "--minutes": "minutes",
}


def options_of(text):
    """Name, type and default, and the explanation of each option."""
    entries = re.split(r"\n  (?=-)", text.partition("Options:")[2])
    for entry in entries[1:]:
        head, _, about = " ".join(entry.split("\n\n")[0].split("\n")).partition("  ")
        names, _, kind = head.partition(" ")
        yield names.split(",")[-1], kind, " ".join(about.split())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_option_states_its_default_and_its_unit(mlirgym_command, command):
    ended = mlirgym_command(*command, "--help")
    assert ended.code == 0 and ended.err == ""
    options = list(options_of(ended.out))
    assert "--help" in [name for name, _, _ in options]
    for name, kind, about in options:
        assert about, f"{name}: no word about it"
        takes_a_value = re.match(r"[A-Z|,.]+\b", kind.replace("Excludes:", ""))
        if takes_a_value and "REQUIRED" not in kind:
            assert "=" in kind or "[default" in about, f"{name} {kind}: {about}"
        if name in UNITS:
            assert UNITS[name] in about, f"{name}: {about}"
    if command and command[0] not in ("suite", "data", "demo", "kernels", "replay", "tabular"):
        assert "--json" in [name for name, _, _ in options]
