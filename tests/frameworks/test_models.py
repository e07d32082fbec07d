"""Front ends: what they take, what they give, and what they say of the rest."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mlirgym
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "build" / "release" / "bin" / "mlirgym"

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")
onnx = pytest.importorskip("onnx")
jax = pytest.importorskip("jax")
helper = onnx.helper


class Scores(torch.nn.Module):
    """A module with a mode, a buffer, tokens, a mask, and a tree as its result."""

    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(20, 8)
        self.norm = torch.nn.BatchNorm1d(8)
        self.dropout = torch.nn.Dropout(0.5)
        self.register_buffer("bias", torch.linspace(-1, 1, 8))

    def forward(self, tokens, scale=1.0, *, mask=None, unused=None):
        """Score tokens."""
        x = self.dropout(self.norm(self.table(tokens))) * scale + self.bias
        kept = x.masked_fill(~mask[:, None], 0.0)
        return {"scores": (kept, kept.sum(dim=0)), "positive": kept > 0, "count": 3}


def scores():
    torch.manual_seed(0)
    module = Scores()
    tokens = torch.arange(6) * 3
    mask = torch.tensor([True, False, True, True, True, False])
    return module, (tokens, 2.0), {"mask": mask, "unused": [torch.ones(3)]}


@pytest.fixture(scope="module")
def execution():
    return mlirgym.Execution(budget_ms=2)


def test_a_module_is_imported_for_inference_and_left_as_it_was(execution):
    module, args, kwargs = scores()
    module.norm.train(False)
    model = mlirgym.from_torch(module, args, kwargs)
    assert (module.training, module.norm.training, module.dropout.training) == (True, False, True)
    assert model.name == "Scores" and [each.dtype for each in model.inputs] == [np.int64, np.int8]
    call = mlirgym.Engine(model, execution).call()
    assert call.ok, call.message
    with torch.no_grad():
        wanted = module.eval()(*args, **kwargs)
    result = model.restore(call.outputs)
    assert result["count"] == 3
    np.testing.assert_allclose(result["scores"][0], wanted["scores"][0], rtol=1e-5)
    np.testing.assert_array_equal(result["positive"], wanted["positive"])


def test_another_call_of_a_module_becomes_arrays(execution):
    module, args, kwargs = scores()
    model = mlirgym.from_torch(module, args, kwargs)
    other = torch.tensor([1, 1, 2, 3, 5, 8])
    arrays = model.flatten(other, 2.0, **kwargs)
    outputs = execution.compile(model)(*arrays)
    wanted = model.get_reference(*arrays)
    for output, expected in zip(outputs, wanted, strict=True):
        np.testing.assert_allclose(output, expected, rtol=1e-5, atol=1e-6)
    with pytest.raises(TypeError, match="as in the example"):
        model.flatten(other)
    with pytest.raises(ValueError, match=r"an argument is 3\.0, and was 2\.0 in the example"):
        model.flatten(other, 3.0, **kwargs)
    with pytest.raises(TypeError, match="an argument is None; give a tensor"):
        model.flatten(None, 2.0, **kwargs)
    turned = model.flatten(other.numpy()[::-1], 2.0, **dict(reversed(kwargs.items())))
    np.testing.assert_array_equal(turned[0], other.numpy()[::-1])


def test_threads_import_at_the_same_time():
    with ThreadPoolExecutor(3) as pool:
        modules = [torch.nn.Linear(4, n) for n in (1, 2, 3)]
        models = list(pool.map(lambda each: mlirgym.from_torch(each, torch.randn(2, 4)), modules))
    assert [each.reference[0].shape for each in models] == [(2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_other_types_of_numbers(dtype, execution):
    x = torch.linspace(-2, 2, 60, dtype=getattr(torch, dtype)).reshape(6, 10)
    model = mlirgym.from_torch(lambda a: torch.relu(a) + a * a, x, name="square")
    call = mlirgym.Engine(model, execution).call()
    assert call.ok, call.message


class Transformed(torch.nn.Module):
    def forward(self, x):
        """Use an operator without a conversion."""
        y = x + 1
        return torch.fft.fft(y).real


class Decomposed(torch.nn.Module):
    def forward(self, x):
        """Use an operator that torch-mlir does not know."""
        return torch.linalg.svd(x)[1]


class Branching(torch.nn.Module):
    def forward(self, x):
        """Depend on data."""
        if x.sum() > 0:
            return x
        return -x


class Listing(torch.nn.Module):
    def forward(self, x):
        """Have a result of no fixed shape."""
        return torch.nonzero(x)


class Drawing(torch.nn.Module):
    def forward(self, x):
        """Call an operator that draws random numbers."""
        return x + torch.rand(4)


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(4, 4))

    def forward(self, x):
        """Change a buffer."""
        self.seen.add_(x)
        return self.seen * 2


class Bytes(torch.nn.Module):
    def forward(self, x):
        """Call an operator that ends the process in torch-mlir."""
        return x.to(torch.uint8) * 2


@pytest.mark.parametrize(
    ("module", "text", "message"),
    [
        (Transformed, "torch.fft.fft(y)", "'aten.fft_fft' cannot be imported"),
        (Decomposed, "torch.linalg.svd(x)", "'aten._linalg_svd' cannot be imported"),
        (Branching, "if x.sum() > 0", "PyTorch cannot export it: Could not guard"),
        (Listing, "torch.nonzero(x)", "result 0: dynamic shape tensor<?x2xi64>"),
        (Drawing, "x + torch.rand(4)", "'aten.rand.default' draws random numbers"),
        (Bytes, "x.to(torch.uint8) * 2", "'aten.mul.Tensor' of torch.uint8 cannot be imported"),
        (Counting, None, "a call changes 'seen'; make it an argument"),
    ],
)
def test_what_cannot_be_imported_is_named_with_its_line(module, text, message):
    with pytest.raises(mlirgym.ProgramError, match=re.escape(message)) as raised:
        mlirgym.from_torch(module(), torch.randn(4, 4))
    lines = Path(__file__).read_text().splitlines()
    number = next((i for i, line in enumerate(lines, 1) if text and text in line), None)
    place = f"{Path(__file__)}:{number}: " if number else ""
    assert str(raised.value).startswith(f"{module.__name__}: {place}{message}")


def test_of_what_cannot_be_imported_the_share_of_time_is_told():
    class Mostly(torch.nn.Module):
        def forward(self, x):
            return torch.linalg.svd(x)[1] + x.sum()

    with pytest.raises(mlirgym.ProgramError) as raised:
        mlirgym.from_torch(Mostly(), torch.randn(100, 100))
    share = re.search(r"it takes (\d+)% of a call's time in PyTorch$", str(raised.value))
    assert share is not None and 50 < int(share[1]) <= 100


def test_an_error_names_the_line_of_a_function():
    def factors(x):
        return torch.linalg.svd(x)[1]

    message = r"factors: .*/test_models\.py:\d+: 'aten._linalg_svd' cannot be imported"
    with pytest.raises(mlirgym.ProgramError, match=message):
        mlirgym.from_torch(factors, torch.randn(4, 4))


def graph(nodes, inputs, outputs=("y",)):
    return helper.make_model(
        helper.make_graph(
            nodes,
            "graph",
            [helper.make_tensor_value_info(*each) for each in inputs],
            [helper.make_empty_tensor_value_info(each) for each in outputs],
            [onnx.numpy_helper.from_array(np.ones((3, 5), np.float32), "table")],
        ),
        opset_imports=[helper.make_opsetid("", 20)],
        ir_version=9,
    )


FLOAT, INT64 = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64


def test_a_node_that_cannot_be_imported_is_named():
    model = graph(
        [helper.make_node("Det", ["x"], ["d"], name="volume"), helper.make_node("Relu", "d", "y")],
        [("x", FLOAT, [2, 3, 3])],
    )
    with pytest.raises(mlirgym.ProgramError, match=r"^graph: Det 'volume': "):
        mlirgym.from_onnx(model)


def test_inputs_fix_shapes_that_a_model_leaves_open(execution, tmp_path):
    model = graph([helper.make_node("MatMul", ["x", "table"], ["y"])], [("x", FLOAT, ["batch", 3])])
    file = tmp_path / "product.onnx"
    onnx.save(model, file)
    with pytest.raises(mlirgym.ProgramError, match=r"^product: input x: its shape is not fixed"):
        mlirgym.from_onnx(file)
    x = np.random.default_rng(0).standard_normal((7, 3), np.float32)
    for inputs in ([x], {"x": x}):
        imported = mlirgym.from_onnx(file, inputs)
        call = mlirgym.Engine(imported, execution).call()
        assert call.ok and call.outputs[0].shape == (7, 5), call.message
    for shapes in ({"x": (7, 3)}, {"arg0": (7, 3)}, {0: (7, 3)}):
        imported = mlirgym.from_onnx(file, shapes=shapes)
        assert imported.program.key == mlirgym.from_onnx(file, [x]).program.key
        assert mlirgym.load_program(file, shapes).key == imported.program.key
    with pytest.raises(mlirgym.ProgramError, match="no input z; the inputs are x"):
        mlirgym.from_onnx(file, shapes={"z": (7, 3)})
    with pytest.raises(ValueError, match="the inputs are x; give an array for each"):
        mlirgym.from_onnx(file, {"z": x})
    with pytest.raises(ValueError, match="input x is float64; give float32"):
        mlirgym.from_onnx(file, [x.astype(np.float64)])


def of_torch():
    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(16, 12)

        def forward(self, x):
            """A product, with one table in two places."""
            return self.linear(torch.relu(self.linear(x) @ self.linear.weight))

    return mlirgym.from_torch(Layer(), torch.randn(3, 16)), [(3, 16), (12, 16)]


def of_onnx():
    table, x = np.split(np.random.default_rng(0).standard_normal((15, 5), np.float32), [5])
    model = graph([helper.make_node("MatMul", ["x", "table"], ["y"])], [("x", FLOAT, [10, 5])])
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(table, "table"))
    return mlirgym.from_onnx(model, [x]), [(10, 5), (5, 5)]


def of_jax():
    table = np.random.default_rng(0).standard_normal((4, 20), np.float32)
    return mlirgym.from_jax(lambda x: x @ table, np.ones((3, 4), np.float32)), [(3, 4), (4, 20)]


@pytest.mark.parametrize("make", [of_torch, of_onnx, of_jax])
def test_large_weights_are_arguments_that_the_model_has(make, execution, monkeypatch):
    from mlirgym.importers import weights

    small, _ = make()
    assert not small.weights and len(small.inputs) == 1
    # All tensors but the shift of the layer, which has 48 bytes.
    monkeypatch.setattr(weights, "MOST_CONSTANT_BYTES", 50)
    monkeypatch.setattr(weights, "_LEAST_BYTES", 50)
    model, shapes = make()
    assert [each.shape for each in model.inputs] == shapes
    assert model.weights == [1]
    call = mlirgym.Engine(model, execution).call()
    assert call.ok, call.message
    x = model.inputs[0]
    for in_process in (False, True):
        compiled = mlirgym.compile(model, budget=0, execution=execution, in_process=in_process)
        wanted = model.reference[0]
        for _ in range(2):
            output = np.reshape(compiled(x), wanted.shape)
            np.testing.assert_allclose(output, wanted, rtol=1e-4, atol=1e-6)
        assert (np.reshape(compiled(x + 1), wanted.shape) != wanted).any()


def large_of_torch():
    torch.manual_seed(0)
    return mlirgym.from_torch(torch.nn.Linear(4200, 4200), torch.ones(1, 4200))


def large_of_onnx():
    model = graph([helper.make_node("MatMul", ["x", "table"], ["y"])], [("x", FLOAT, [1, 4200])])
    table = np.random.default_rng(0).standard_normal((4200, 4200), np.float32)
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(table, "table"))
    return mlirgym.from_onnx(model)


def large_of_jax():
    table = np.random.default_rng(0).standard_normal((4200, 4200), np.float32)
    return mlirgym.from_jax(lambda x: x @ table, np.ones((1, 4200), np.float32))


@pytest.mark.parametrize("make", [large_of_torch, large_of_onnx, large_of_jax])
def test_a_file_of_a_model_is_the_same_program(make, execution, tmp_path, monkeypatch):
    from mlirgym.importers import weights

    model = make()
    assert model.weights == [1]
    # The text that an importer would write to a file, with 67 MiB of weights.
    monkeypatch.setattr(weights, "MOST_CONSTANT_BYTES", 1 << 40)
    as_text = make()
    assert as_text.program.key == model.program.key
    assert as_text.weights == model.weights
    np.testing.assert_array_equal(as_text.inputs[1], model.inputs[1])
    file = tmp_path / "model.mlir"
    file.write_text(as_text.payload_module())
    assert mlirgym.load_program(file).key == model.program.key
    fast = mlirgym.compile(file, budget=0, execution=execution)
    x, wanted = model.inputs[0], model.reference[0]
    np.testing.assert_allclose(fast(x), wanted, rtol=1e-4, atol=1e-4 * np.abs(wanted).max())


def test_drawn_inputs_make_sense():
    moved = [helper.make_node("Cast", ["i"], ["j"], to=INT64)]
    model = graph(
        [
            *moved,
            helper.make_node("Gather", ["table", "j"], ["rows"], axis=0),
            helper.make_node("Sqrt", ["x"], ["root"]),
            helper.make_node("Cast", ["mask"], ["factor"], to=FLOAT),
            helper.make_node("Mul", ["rows", "root"], ["scaled"]),
            helper.make_node("Mul", ["scaled", "factor"], ["y"]),
        ],
        [("i", onnx.TensorProto.INT32, [40]), ("x", FLOAT, [40, 5]), ("mask", INT64, [40, 1])],
    )
    imported = mlirgym.from_onnx(model)
    indices, x, mask = imported.inputs
    assert set(np.unique(indices)) == {0, 1, 2} and x.min() > 0 and (mask == 1).all()
    assert np.isfinite(imported.reference[0]).all()


def test_trees_of_jax(execution):
    def step(state, x):
        return {"h": jax.numpy.tanh(state["h"] @ state["w"] + x), "seen": state["seen"] | (x > 0)}

    rng = np.random.default_rng(0)
    state = {
        "h": rng.standard_normal((3, 4), np.float32),
        "w": rng.standard_normal((4, 4), np.float32),
        "seen": np.zeros((3, 4), bool),
    }
    x = rng.standard_normal((3, 4))  # float64, which JAX takes as float32
    model = mlirgym.from_jax(step, state, x)
    call = mlirgym.Engine(model, execution).call()
    assert call.ok, call.message
    result = model.restore(call.outputs)
    np.testing.assert_allclose(result["h"], step(state, x)["h"], rtol=1e-4, atol=1e-6)
    half = jax.numpy.arange(12, dtype=jax.numpy.bfloat16).reshape(3, 4)
    call = mlirgym.Engine(mlirgym.from_jax(lambda a: a * a, half), execution).call()
    assert call.ok, call.message


def test_modules_of_the_bindings_are_programs():
    from torch_mlir import fx

    square = torch.nn.ReLU()
    module = fx.export_and_import(square, torch.ones(3, 4), output_type="linalg-on-tensors")
    wanted = mlirgym.from_torch(square, torch.ones(3, 4)).program
    assert mlirgym.ScheduleEnv(programs=[module]).programs[0].key == wanted.key
    lowered = jax.jit(lambda a: a * a).lower(np.ones((3, 4), np.float32))
    module = lowered.compiler_ir("stablehlo")
    env = mlirgym.ScheduleEnv(programs=[module])
    assert [each["kind"] for each in env.programs[0].operations] == ["linalg.generic"]
    assert "stablehlo.multiply" in str(module)  # it stays as it is


def command(*arguments):
    if not PROGRAM.is_file():
        pytest.skip("an installed package has no command line")
    return subprocess.run(
        [PROGRAM, *arguments],
        env=dict(os.environ, MLIRGYM_PYTHON=sys.executable),
        capture_output=True,
        text=True,
        check=False,
    )


def test_files_of_models_on_the_command_line(tmp_path):
    x = torch.randn(3, 4)
    exported = tmp_path / "relu.pt2"
    torch.export.save(torch.export.export(torch.nn.ReLU(), (x,)), exported)
    done = command("tasks", exported)
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("1 parts"), done.stderr
    program = mlirgym.load_program(exported)
    assert program.name == "relu"
    assert program.key == mlirgym.from_torch(torch.nn.ReLU(), x).program.key

    file = tmp_path / "product.onnx"
    onnx.save(
        graph([helper.make_node("MatMul", ["x", "table"], ["y"])], [("x", FLOAT, [7, 3])]), file
    )
    done = command("optimize", file, "--agent", "random", "--budget", "2", "--json")
    assert done.returncode == 0 and '"program":"product"' in done.stdout.replace(" ", ""), done
    onnx.save(
        graph([helper.make_node("Det", ["x"], ["y"], name="v")], [("x", FLOAT, [3, 3])]), file
    )
    onnx.save(
        graph([helper.make_node("MatMul", ["x", "table"], ["y"])], [("x", FLOAT, ["n", 3])]), file
    )
    assert "give it, as in --shape x=4x128" in command("tasks", file).stderr
    done = command("tasks", file, "--shape", "x=7x3")
    assert done.returncode == 0, done.stderr
    assert "shape 'x=7y3' is not one" in command("tasks", file, "--shape", "x=7y3").stderr
    batch = torch.export.Dim("batch")
    dynamic = torch.export.export(torch.nn.ReLU(), (x,), dynamic_shapes={"input": {0: batch}})
    torch.export.save(dynamic, exported)
    assert mlirgym.load_program(exported, {0: (5, 4)}).arguments[0]["shape"] == [5, 4]

    onnx.save(
        graph([helper.make_node("Det", ["x"], ["y"], name="v")], [("x", FLOAT, [3, 3])]), file
    )
    done = command("measure", file)
    assert done.returncode == 1
    assert done.stderr.startswith("mlirgym: error: product: Det 'v': ")
    file.write_text("no model")
    assert "not a model of ONNX" in command("measure", file).stderr


def test_the_examples_of_the_page_work(tmp_path):
    page = (ROOT / "docs" / "models.md").read_text()
    readme = (ROOT / "README.md").read_text().replace("budget=200)", "budget=2)")
    blocks = re.findall(r"^```python\n(.*?)^```$", page + readme, re.MULTILINE | re.DOTALL)
    blocks = [block for block in blocks if "import gymnasium" not in block]
    assert len(blocks) >= 4
    for block in blocks:
        subprocess.run([sys.executable, "-c", block], cwd=tmp_path, check=True)


def test_a_report_has_the_time_of_the_framework(tmp_path, execution):
    network = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.Linear(32, 8))
    model = mlirgym.from_torch(network, torch.randn(4, 16))
    best = mlirgym.optimize(model, agent="random", budget=8, by_task=True, execution=execution)
    mlirgym.write_report(best, tmp_path / "report.html", model=model, execution=execution)
    page = (tmp_path / "report.html").read_text()
    assert f"PyTorch {torch.__version__}, eager" in page
    name, ns = mlirgym.from_jax(lambda x: x + 1, jax.numpy.ones(3)).time_source(seconds=0.01)
    assert name == f"JAX {jax.__version__}" and ns > 0
    relu = graph([helper.make_node("Relu", ["x"], ["y"])], [("x", FLOAT, [2, 3])])
    assert mlirgym.from_onnx(relu).time_source(0.01) is None  # onnx's reference is no runtime

    exported, report = tmp_path / "network.pt2", tmp_path / "command.html"
    torch.export.save(torch.export.export(network, (torch.randn(4, 16),)), exported)
    done = command("optimize", exported, "--agent=random", "--budget=2", "--report", report)
    assert done.returncode == 0, done.stderr
    assert f"PyTorch {torch.__version__}, eager, 1 threads" in report.read_text()
