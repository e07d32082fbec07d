"""`mlirgym.write_report`: a page on what `mlirgym.optimize` found."""

import mlirgym
import pytest

PROGRAM = "matmul_bias_relu_12_20_16"


@pytest.fixture(scope="module")
def execution():
    return mlirgym.Execution(budget_ms=2)


@pytest.mark.parametrize("by_task", [False, True])
def test_the_page_has_each_task_with_its_schedule(tmp_path, execution, by_task):
    best = mlirgym.optimize(PROGRAM, agent="random", budget=8, by_task=by_task, execution=execution)
    page = tmp_path / "report.html"
    mlirgym.write_report(best, page, execution=execution)
    text = page.read_text()
    schedule = best.tasks[0].schedule if by_task else best.schedule
    assert f"<code>{schedule}</code>" in text
    assert "GFLOP/s" in text  # the peak of this machine
    assert "<script" not in text and "http" not in text


def test_without_a_search_or_a_folder_it_is_an_error(tmp_path, execution):
    best = mlirgym.optimize(PROGRAM, agent="random", budget=1, execution=execution)
    with pytest.raises(FileNotFoundError, match="missing"):
        mlirgym.write_report(best, tmp_path / "missing" / "report.html", execution=execution)
    made = mlirgym.Optimum(best.program, "", 1.0, 1.0, 1.0, 0, 0, 0.0, [])
    with pytest.raises(ValueError, match="no search; give what optimize returns"):
        mlirgym.write_report(made, tmp_path / "report.html", execution=execution)
