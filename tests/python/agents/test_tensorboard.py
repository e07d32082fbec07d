"""TensorBoard logs: their contents, with the package installed and without it."""

import json
import subprocess
import sys
import types

import pytest

pytest.importorskip("torch")

from mlirgym.agents.tensorboard import write_events

LINES = [
    {"iteration": 1, "steps": 64, "mean_return": 0.5, "entropy": 1.2, "note": "text", "kl": None},
    {"iteration": 2, "steps": 128, "mean_return": 0.7, "entropy": 1.0},
]


def store(folder, lines):
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


class Recorder:
    """Stands for torch's SummaryWriter."""

    written: list = []

    def __init__(self, folder):
        self.written.append(folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.written.append("closed")

    def add_scalar(self, name, value, step):
        self.written.append((name, value, step))


@pytest.fixture
def recorder(monkeypatch):
    module = types.ModuleType("torch.utils.tensorboard")
    module.SummaryWriter = Recorder
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", module)
    monkeypatch.setattr(Recorder, "written", [])
    return Recorder


def test_each_number_is_a_scalar_at_its_number_of_decisions(tmp_path, recorder):
    store(tmp_path, LINES)
    assert write_events(tmp_path) == tmp_path / "tensorboard"
    assert recorder.written == [
        str(tmp_path / "tensorboard"),
        ("mean_return", 0.5, 64),
        ("entropy", 1.2, 64),
        ("mean_return", 0.7, 128),
        ("entropy", 1.0, 128),
        "closed",
    ]


def test_epochs_count_where_there_are_no_decisions(tmp_path, recorder):
    store(tmp_path, [{"epoch": 3, "loss": 2.0}, {"loss": 1.0}])
    write_events(tmp_path, tmp_path / "logs")
    assert recorder.written[:3] == [str(tmp_path / "logs"), ("loss", 2.0, 3), ("loss", 1.0, 2)]


def test_nothing_trained_is_said(tmp_path, recorder):
    with pytest.raises(FileNotFoundError):
        write_events(tmp_path)
    store(tmp_path, [])
    with pytest.raises(ValueError, match="train first"):
        write_events(tmp_path)


def test_tensorboard_reads_what_the_command_writes(tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    store(tmp_path, LINES)
    command = [sys.executable, "-m", "mlirgym.agents.tensorboard", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    events = EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    read = [(event.step, event.value) for event in events.Scalars("mean_return")]
    assert read == [(64, 0.5), (128, pytest.approx(0.7))]
