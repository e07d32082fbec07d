"""The tools of agents, without a protocol."""

import mlirgym
import pytest
from mlirgym.doors.tools import ToolError, Tools

NAME = "matmul_8_12_16"
FAST = "op0: tile(4,0,1) vectorize"


@pytest.fixture
def tools(short):
    return Tools(mlirgym.Execution(**short), [NAME, "add_8_8"], budget=3)


def test_an_agent_goes_from_the_list_to_a_measured_schedule(tools):
    assert tools.list_programs("a") == f"{NAME}\nadd_8_8"
    assert tools.list_programs("a", "add") == "add_8_8"
    assert "op0 matmul d0=8 d1=16 d2=12+" in tools.describe("a", NAME)
    assert "promote(0|1): copy" in tools.legal_actions("a", NAME, "op0: tile(4,0,1)")
    tried = tools.try_schedule("a", NAME, [FAST, "op0: tile(99,0,0)"]).splitlines()
    assert tried[0].startswith("legal, estimated ") and tried[0].endswith(f"x: {FAST}")
    assert tried[1].startswith("illegal: ") and "; nearest legal: tile(" in tried[1]
    assert tools.best_so_far("a", NAME) == "nothing was verified yet; 3 timed answers left"
    report = tools.measure("a", NAME, FAST)
    assert "x, " in report and "of peak" in report
    assert tools.best_so_far("a", NAME) == f"{report}: {FAST}; 2 timed answers left"


def test_a_failure_is_explained(tools):
    assert tools.explain_failure("a", NAME) == "nothing has failed"
    assert "column 6: 'vectorise' is not an action" in tools.measure("a", NAME, "op0: vectorise")
    explained = tools.explain_failure("a", NAME)
    assert explained.startswith("illegal: op0: vectorise\n") and "winograd" in explained


def test_code_is_shown_in_parts(tools, monkeypatch):
    monkeypatch.setattr("mlirgym.doors.tools._LINES", 12)
    assert "scf.for" in "".join(tools.show_ir("a", NAME, FAST, first_line=n) for n in (1, 13))
    assert "func.func" in tools.show_ir("a", NAME, FAST, "vectorized")
    whole = tools.show_asm("a", NAME, FAST)
    assert ".text" in whole and "(lines 1 to 12 of " in whole
    assert tools.show_asm("a", NAME, FAST, 3).splitlines()[0] == whole.splitlines()[2]


def test_a_kernel_is_submitted_after_its_signature_was_asked_for(tools):
    assert tools.submit_kernel("a", NAME, "").startswith("void matmul_8_12_16_op0(const float *")
    zeros = "void matmul_8_12_16_op0(const float *a, const float *b, float *c) { c[0] = 0; }"
    assert tools.submit_kernel("a", NAME, zeros).startswith("wrong_result: ")
    with pytest.raises(ToolError, match="language is 'ada'; give c or mlir"):
        tools.submit_kernel("a", NAME, "code", "ada")


def test_budgets_are_per_session_and_sessions_are_apart(tools):
    for _ in range(3):
        tools.measure("a", NAME, FAST)
    with pytest.raises(ToolError, match="budget of 3 timed answers is used up"):
        tools.measure("a", "add_8_8", "op0: vectorize")
    assert tools.best_so_far("b", NAME) == "nothing was verified yet; 3 timed answers left"
    tools.end("a")
    assert tools.best_so_far("a", NAME).endswith("3 timed answers left")


def test_a_session_ends_with_its_time(short):
    tools = Tools(mlirgym.Execution(**short), seconds=-1)
    with pytest.raises(ToolError, match="time of this session is over"):
        tools.list_programs("a")


def test_files_of_the_server_are_no_programs(tools, tmp_path):
    file = tmp_path / "secret.mlir"
    file.write_text("func.func @f() { return }")
    with pytest.raises(ToolError, match=r"no program '.*secret\.mlir'"):
        tools.describe("a", str(file))
    assert "op0 generic d0=8 d1=8" in tools.describe("a", "relu_8_8")
