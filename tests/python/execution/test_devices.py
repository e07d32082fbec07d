"""Executions on devices: the host, emulated ones, and emulators if they are installed."""

import copy
import json
import math
import os
import pickle
import subprocess
import sys
from pathlib import Path

import mlirgym
import pytest

DEVICES = {device["id"]: device for device in mlirgym.devices()}


def on(device, **options):
    if not DEVICES[device]["available"]:
        pytest.skip(DEVICES[device]["reason"])
    return mlirgym.Execution(device=device, **options)


def test_all_devices_are_listed_with_the_reason_if_one_is_absent():
    assert {"emulated:0", "qemu:riscv64", "mca:cortex-a510", "cuda:0"} < set(DEVICES)
    table = (Path(__file__).parents[3] / "docs/devices.md").read_text().partition("\n\n| device")[2]
    for device in DEVICES.values():
        assert device["available"] == (device["reason"] == "")
        assert f"`{device['id']}`" in table.partition("\n\n")[0]
    assert DEVICES["host"]["available"]
    assert DEVICES["host"]["metric"] == DEVICES["emulated:0"]["metric"] == "nanoseconds"
    assert DEVICES["qemu:aarch64"]["metric"] == "instructions"
    assert DEVICES["mca:sifive-x280"]["metric"] == "estimated_cycles"
    assert not DEVICES["qemu:aarch64"]["has_memory"]
    assert DEVICES["qemu:riscv64"]["triple"].startswith("riscv64")


def test_the_host_is_the_default():
    execution = mlirgym.Execution()
    assert (execution.device, execution.metric) == ("host", "nanoseconds")


def test_code_for_an_older_processor_is_timed_under_a_key_of_its_own(tmp_path):
    if "+avx2" not in mlirgym.machine()["features"]:
        pytest.skip("no AVX2 to do without")
    file = tmp_path / "timings.db"
    options = {"exec_data_file": file, "device_features": "-avx2"}
    older = mlirgym.Execution(**options)
    assert older.device == "host"
    assert older.measure("relu_8_12", "op0: vectorize").ok
    assert not mlirgym.Execution(file).measure("relu_8_12", "op0: vectorize").cache_hit
    again = pickle.loads(pickle.dumps(older))
    assert again.measure("relu_8_12", "op0: vectorize").cache_hit
    with pytest.raises(mlirgym.ExecutionError, match=r"host: this machine .* has no feature 'xop'"):
        mlirgym.Execution(device_features="-xop")


def test_arguments_stay_on_a_device_with_memory(tmp_path):
    execution = on("emulated:0", resident=["arg1", "out0"], exec_data_file=tmp_path / "timings.db")
    measurement = execution.measure("matmul_26_48_40", "op0: tile(2,16,1) vectorize")
    assert measurement.ok, measurement.message
    assert measurement.transfer_ns > 0
    assert pickle.loads(pickle.dumps(measurement)).transfer_ns == measurement.transfer_ns
    with pytest.raises(mlirgym.ExecutionError, match="'arg9' is no argument of add_8"):
        on("emulated:0", resident=["arg9"]).measure("add_8", "")
    with pytest.raises(mlirgym.ExecutionError, match="host: has no memory of its own"):
        mlirgym.Execution(resident=["arg0"])
    assert mlirgym.Execution().measure("add_8", "").transfer_ns == 0


@pytest.mark.parametrize("device", ["qemu:aarch64", "qemu:aarch64-sve", "qemu:riscv64"])
def test_an_emulator_counts_instructions(device, tmp_path):
    execution = on(device, exec_data_file=tmp_path / "timings.db")
    assert (execution.device, execution.metric) == (device, "instructions")
    schedule = "op0: tile(2,16,1) vectorize"
    measurement = execution.measure("matmul_26_48_40", schedule)
    assert measurement.ok, measurement.message
    assert measurement.metric == "instructions"
    assert measurement.median > 26 * 48 * 40 / 16
    assert math.isnan(measurement.median_ns)
    assert math.isnan(measurement.min_ns)
    assert "instructions" in repr(measurement)
    for copied in (pickle.loads(pickle.dumps(measurement)), copy.deepcopy(measurement)):
        assert (copied.metric, copied.median) == (measurement.metric, measurement.median)
    paired = execution.measure_paired("matmul_26_48_40", schedule)
    assert (paired.metric, paired.schedule) == ("instructions", measurement.median)
    assert paired.speedup == paired.baseline / paired.schedule > 2
    assert math.isnan(paired.baseline_ns)
    with pytest.raises(ValueError, match="counts instructions, and MLIR-RL knows times"):
        execution.execute_code("relu_8_12", "relu", "")

    replay = mlirgym.Execution(tmp_path / "timings.db", device=device, replay=True)
    assert replay.measure("matmul_26_48_40", schedule).median == measurement.median
    host = mlirgym.Execution(tmp_path / "timings.db", replay=True, any_machine=True)
    assert host.measure("matmul_26_48_40", schedule).status == "not_cached"


def test_a_search_works_on_an_emulator():
    execution = on("qemu:aarch64")
    found = mlirgym.optimize("matmul_26_48_40", agent="evolutionary", budget=8, execution=execution)
    assert found.metric == "instructions"
    assert found.speedup == found.baseline / found.best
    assert math.isnan(found.best_ns)


@pytest.mark.parametrize("device", ["mca:cortex-a55", "mca:sifive-x280"])
def test_cycles_are_estimated_on_a_model(device, tmp_path):
    execution = on(device, exec_data_file=tmp_path / "timings.db")
    assert (execution.device, execution.metric) == (device, "estimated_cycles")
    schedule = "op0: tile(2,16,1) vectorize"
    measurement = execution.measure("matmul_26_48_40", schedule)
    assert measurement.ok, measurement.message
    assert measurement.metric == "estimated_cycles"
    assert measurement.median > 0
    assert math.isnan(measurement.median_ns)
    assert "estimated cycles" in repr(measurement)
    counters = measurement.counters
    assert list(counters) == ["estimated_cycles", "instructions", "unmodelled-instructions"]
    assert counters["estimated_cycles"] == measurement.median
    assert counters["instructions"] > 26 * 48 * 40 / 64
    assert 0 <= counters["unmodelled-instructions"] < counters["instructions"] / 100
    assert pickle.loads(pickle.dumps(measurement)).metric == "estimated_cycles"

    replay = mlirgym.Execution(tmp_path / "timings.db", device=device, replay=True)
    assert replay.measure("matmul_26_48_40", schedule).median == measurement.median
    # Instructions of the emulator are not cycles of the model.
    emulator = mlirgym.Execution(
        tmp_path / "timings.db", device="qemu:aarch64", replay=True, any_machine=True
    )
    assert emulator.measure("matmul_26_48_40", schedule).status == "not_cached"


def test_a_search_works_on_a_model():
    execution = on("mca:cortex-a55")
    found = mlirgym.optimize("matmul_26_48_40", agent="evolutionary", budget=8, execution=execution)
    assert found.metric == "estimated_cycles"
    assert found.speedup == found.baseline / found.best > 1


def test_a_processor_without_a_model_is_an_error():
    with pytest.raises(mlirgym.ExecutionError, match="'neoverse-n1' executes out of order; choose"):
        mlirgym.Execution(device="mca:neoverse-n1")
    with pytest.raises(mlirgym.ExecutionError, match="LLVM knows no processor 'z80'; choose"):
        mlirgym.Execution(device="mca:z80")


def test_an_emulated_device_takes_times():
    execution = mlirgym.Execution(device="emulated:3")
    measurement = execution.measure("relu_8_12", "op0: vectorize")
    assert measurement.ok, measurement.message
    assert measurement.median == measurement.median_ns > 0


def test_a_device_that_there_is_not_is_an_error():
    with pytest.raises(mlirgym.ExecutionError, match="there is no device 'toaster'; choose host"):
        mlirgym.Execution(device="toaster")
    with pytest.raises(mlirgym.ExecutionError, match="has one thread"):
        mlirgym.Execution(device="qemu:aarch64", threads=2)


def test_a_gpu_that_is_here_is_described_as_it_is():
    """In a process of its own: the driver is found once."""
    code = "import mlirgym, json; print(json.dumps(mlirgym.devices()))"
    driver = Path(__file__).parents[3] / "build/release/bin/fake-cuda.so"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MLIRGYM_CUDA_DRIVER": str(driver)},
        capture_output=True,
        text=True,
        check=True,
    )
    [gpu] = [device for device in json.loads(done.stdout) if device["id"] == "cuda:0"]
    assert gpu["available"] and gpu["cpu"].startswith("sm_90")
