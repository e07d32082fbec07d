"""`torch.compile(backend="mlirgym")` and `mlirgym.compile` of modules equal eager PyTorch."""

import subprocess
import warnings

import mlirgym
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from torch import nn  # noqa: E402


@pytest.fixture(autouse=True)
def _fresh(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    torch.manual_seed(0)
    torch._dynamo.reset()
    mlirgym.compiled.dynamo._fallbacks.clear()


class Residual(nn.Module):
    """The block of a ResNet."""

    def __init__(self, channels, stride):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, 2 * channels, 3, stride, 1, bias=False),
            nn.BatchNorm2d(2 * channels),
            nn.ReLU(),
            nn.Conv2d(2 * channels, 2 * channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(2 * channels),
        )
        self.down = nn.Sequential(
            nn.Conv2d(channels, 2 * channels, 1, stride, bias=False), nn.BatchNorm2d(2 * channels)
        )

    def forward(self, x):
        return torch.relu(self.body(x) + self.down(x))


def close(got, wanted):
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-4)


def compiled(model, **options):
    return torch.compile(model, backend="mlirgym", options={"budget": 0, **options})


@pytest.mark.parametrize("in_process", [False, True])
def test_a_residual_network(in_process):
    stem = nn.Sequential(nn.Conv2d(3, 8, 7, 2, 3), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
    head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10))
    model = nn.Sequential(stem, Residual(8, 2), head).eval()
    fast = compiled(model, in_process=in_process)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for _ in range(3):
            x = torch.randn(1, 3, 32, 32)
            close(fast(x), model(x))
    assert mlirgym.compiled.fallbacks() == []


class Layer(nn.Module):
    """A layer of a transformer, with a causal mask."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.projections, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), nn.Dropout()
        )

    def forward(self, x, mask=None):
        q, k, v = (
            each.unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for each in self.projections(self.before(x)).chunk(3, -1)
        )
        read = nn.functional.scaled_dot_product_attention(q, k, v, mask, is_causal=mask is None)
        x = x + self.out(read.transpose(1, 2).flatten(2))
        return x + self.feed(self.between(x))


def test_a_layer_of_a_transformer():
    model = Layer(16, 2).eval()
    fast = compiled(model)
    with torch.no_grad():
        for _ in range(2):
            x, mask = torch.randn(2, 5, 16), torch.rand(5, 5) > 0.3
            mask[:, 0] = True
            close(fast(x), model(x))
            close(fast(x, mask=mask), model(x, mask=mask))
    assert mlirgym.compiled.fallbacks() == []


def test_outputs_have_the_structure_and_the_types_of_the_source():
    class Several(nn.Module):
        def forward(self, x, y):
            return {"sum": x + y, "more": (x > y, [y.to(torch.bfloat16)])}

    fast = compiled(Several())
    with torch.no_grad():
        for _ in range(2):
            x, y = torch.randn(3, 4), torch.randn(3, 4)
            got = fast(x, y)
            assert torch.equal(got["more"][0], x > y)
            assert torch.equal(got["more"][1][0], y.to(torch.bfloat16))
            close(got["sum"], x + y)


def test_other_shapes_are_other_programs():
    model = nn.Linear(4, 3).eval()
    fast = compiled(model)
    with torch.no_grad():
        for batch in (2, 3, 5, 2, 5):
            x = torch.randn(batch, 4)
            close(fast(x), model(x))
    assert mlirgym.compiled.fallbacks() == []


def test_what_cannot_be_imported_runs_eagerly_and_is_listed():
    class Odd(nn.Module):
        def forward(self, x):
            return torch.linalg.eigh(x @ x.T).eigenvalues

    fast = compiled(Odd())
    x = torch.randn(4, 4)
    with torch.no_grad():
        with pytest.warns(UserWarning, match="a graph runs eagerly: .*eigh"):
            first = fast(x)
        torch.testing.assert_close(first, Odd()(x))
        torch.testing.assert_close(fast(x), Odd()(x))
    (listed,) = mlirgym.compiled.fallbacks()
    assert "eigh" in listed.reason and "eigh" in listed.code


def test_graphs_that_change_their_inputs_run_eagerly():
    class Counts(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("calls", torch.zeros(3))

        def forward(self, x):
            self.calls += 1
            return x * self.calls

    model = Counts()
    fast = compiled(model)
    with torch.no_grad(), pytest.warns(UserWarning, match="it changes its inputs"):
        close(fast(torch.ones(3)), torch.ones(3))
        close(fast(torch.ones(3)), 2 * torch.ones(3))
    close(model.calls, 2 * torch.ones(3))


def test_calls_that_need_gradients_run_eagerly():
    model = nn.Linear(4, 3)
    fast = compiled(model)
    with pytest.warns(UserWarning, match=r"call it under torch\.no_grad"):
        fast(torch.randn(2, 4)).sum().backward()
    assert model.weight.grad is not None


def test_changed_parameters_are_noticed():
    model = nn.Linear(4, 3).eval()
    fast = compiled(model)
    x = torch.randn(2, 4)
    with torch.no_grad():
        fast(x)
        close(fast(x), model(x))
        model.weight.mul_(2)
        with pytest.warns(UserWarning, match="a parameter has changed"):
            close(fast(x), model(x))
        model.weight.mul_(2)
        close(fast(x), model(x))


def test_new_memory_of_a_parameter_is_noticed():
    model = nn.Linear(4, 3).eval()
    fast = compiled(model)
    x = torch.randn(2, 4)
    with torch.no_grad():
        fast(x)
        model.weight.data = torch.randn(3, 4)
        with pytest.warns(UserWarning, match="a parameter has changed"):
            close(fast(x), model(x))


def test_equal_layers_share_a_graph_but_not_parameters():
    class Broken(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x):
            y = self.linear(x)
            torch._dynamo.graph_break()
            return torch.relu(y) + x

    model = nn.Sequential(Broken(), Broken(), Broken()).eval()
    fast = compiled(model)
    with torch.no_grad():
        for _ in range(2):
            x = torch.randn(2, 4)
            close(fast(x), model(x))
    assert mlirgym.compiled.fallbacks() == []


@pytest.mark.parametrize("result", ["an input", "another result"])
def test_views_run_eagerly(result):
    def source(x):
        viewed = x if result == "an input" else x * 2
        return (viewed.t(), x + 1) if result == "an input" else (viewed, viewed[0])

    fast, x = compiled(source), torch.ones(2, 3)
    with torch.no_grad(), pytest.warns(UserWarning, match="a result is a view"):
        fast(x)
        first, second = fast(x)
        (first if result == "an input" else second).zero_()
    assert not (x if result == "an input" else first[0]).any()


def test_more_shapes_than_are_compiled_are_reported_once(monkeypatch):
    monkeypatch.setattr(mlirgym.compiled.dynamo, "_MOST_SHAPES", 1)
    model = nn.Linear(4, 3).eval()
    fast = compiled(model)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fast(torch.randn(2, 4))  # Dynamo takes the first shape as fixed
        for batch in (3, 4, 5, 6):
            x = torch.randn(batch, 4)
            close(fast(x), model(x))
    (listed,) = mlirgym.compiled.fallbacks()
    assert "more than 1 shapes" in listed.reason


def test_an_interrupted_first_call_is_repeated(monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    model, x = nn.Linear(4, 3).eval(), torch.randn(2, 4)
    fast = compiled(model)
    with torch.no_grad():
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(mlirgym.compiled.dynamo, "compile", interrupted)
            fast(x)
        made = []
        original = mlirgym.compiled.dynamo.compile
        monkeypatch.setattr(
            mlirgym.compiled.dynamo,
            "compile",
            lambda *a, **k: made.append(original(*a, **k)) or made[0],
        )
        fast(x)
        close(fast(x), model(x))
    assert len(made) == 1


def test_unknown_options_are_errors():
    fast = compiled(nn.Linear(4, 3), buget=3)
    with torch.no_grad(), pytest.raises(Exception, match="did you mean 'budget'"):
        fast(torch.randn(2, 4))


def test_compile_is_called_as_the_module(tmp_path):
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 3)

        def forward(self, pair, *, scale):
            return {"scaled": self.linear(pair[0]) * scale, "positive": pair[1] > 0}

    model = Scaled().eval()
    x, y = torch.randn(2, 4), torch.randn(5)
    with pytest.raises(TypeError, match="example_inputs is missing"):
        mlirgym.compile(model, budget=0)
    source = mlirgym.from_torch(model, ((x, y),), {"scale": 2.0})
    fast = mlirgym.compile(source, budget=0, in_process=True)
    with torch.no_grad():
        for pair in ((x, y), (torch.randn(2, 4), torch.randn(5))):
            wanted = model(pair, scale=2.0)
            got = fast(pair, scale=2.0)
            close(got["scaled"], wanted["scaled"])
            assert torch.equal(got["positive"], wanted["positive"])
            arrays = fast(tuple(each.numpy() for each in pair), scale=2.0)
            assert arrays["positive"].tolist() == wanted["positive"].tolist()
    fast.export(tmp_path / "out")
    assert subprocess.run(["make", "-s", "check"], cwd=tmp_path / "out").returncode == 0
    with pytest.raises(TypeError, match=r"\(\(Tensor, Tensor\), scale=float\), as in the example"):
        fast(x, scale=2.0)
    with pytest.raises(ValueError, match=r"an argument is 3\.0, and was 2\.0 in the example"):
        fast((x, y), scale=3.0)
    same = mlirgym.compile(model, example_inputs=((x, y),), example_kwargs={"scale": 2.0}, budget=0)
    assert same.hash == fast.hash


def test_a_module_is_searched_once():
    model, x = nn.Sequential(nn.Linear(16, 16), nn.ReLU()).eval(), torch.randn(4, 16)
    first = mlirgym.Execution(budget_ms=2.0)
    fast = mlirgym.compile(model, example_inputs=x, budget=4, agent="random", execution=first)
    assert first.statistics["measured"] > 0
    second = mlirgym.Execution(budget_ms=2.0)
    again = mlirgym.compile(model, example_inputs=x, budget=4, agent="random", execution=second)
    assert again.hash == fast.hash
    assert second.statistics["measured"] == second.statistics["compiled"] == 0
    with torch.no_grad():
        close(again(x), model(x))


def test_pytorchs_own_layer_without_its_fused_operator():
    model = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, norm_first=True).eval()
    fast, x = compiled(model), torch.randn(2, 5, 16)
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad():
            for _ in range(2):
                close(fast(x), model(x))
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    assert mlirgym.compiled.fallbacks() == []
