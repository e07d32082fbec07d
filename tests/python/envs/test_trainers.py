"""Trainers of other projects accept the environments unchanged."""

import re
import sys
from pathlib import Path

import gymnasium as gym
import mlirgym  # noqa: F401 (registers the environments)
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_masked
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

REPLAY = "MlirGym/Replay-v0"
ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/trainers.md").read_text()
#: The lines of Python of each section of the page; those of some libraries run in .venv-others.
LINES = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```", PAGE, re.M | re.S))
ELSEWHERE = {"RLlib", "Tianshou"}


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [REPLAY, "MlirGym/Tiny-v0"])
@pytest.mark.parametrize("options", [{}, {"actions": "joint"}, {"dict_observation": "torchrl"}])
def test_check_env_of_stable_baselines3(name, options):
    check_env(gym.make(name, **options))


def test_ppo_learns_is_evaluated_and_seen():
    envs = make_vec_env(REPLAY, n_envs=2, seed=0)
    policy = PPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=0)
    policy.learn(64)
    # Without masks it takes illegal actions for ever; the limit of decisions ends the episode.
    mean, _ = evaluate_policy(policy, envs, n_eval_episodes=2)
    assert np.isfinite(mean)
    assert envs.render().dtype == np.uint8


@pytest.mark.parametrize(
    ("policy", "options"),
    [
        ("MlpPolicy", {}),
        ("MlpPolicy", {"actions": "joint"}),
        ("MlpPolicy", {"preset": "mlir-rl"}),
        ("MultiInputPolicy", {"dict_observation": "torchrl"}),
    ],
)
def test_maskable_ppo_learns(policy, options, live_execution):
    name, more = REPLAY, options
    if "preset" in options:
        name, more = "MlirGym/Tiny-v0", {**options, "execution": live_execution}
    envs = make_vec_env(name, n_envs=2, seed=0, env_kwargs=more)
    agent = MaskablePPO(policy, envs, n_steps=16, batch_size=16, n_epochs=1, seed=0)
    agent.learn(64)
    mean, _ = evaluate_masked(agent, envs, n_eval_episodes=2)
    assert np.isfinite(mean)


def test_torchrl_steps_and_masks():
    import torchrl.envs as envs
    from torchrl.envs.utils import check_env_specs

    env = envs.GymEnv(REPLAY, dict_observation="torchrl", categorical_action_encoding=True)
    check_env_specs(env)
    masked = envs.TransformedEnv(env, envs.ActionMask())
    rollout = masked.rollout(30, break_when_any_done=False)
    assert rollout["action_mask"].dtype == torch.bool, "as MaskedCategorical expects it"
    assert not (rollout["next", "reward"] == -1).any(), "nothing illegal was drawn"
    check_env_specs(envs.GymEnv(REPLAY))
    informed = envs.GymEnv(REPLAY, categorical_action_encoding=True).auto_register_info_dict()
    assert informed.reset()["program"].dtype == torch.int64


def test_torchrl_takes_native_vectors_that_reset_when_told_or_in_the_step():
    import torchrl.envs as envs
    from torchrl.envs.utils import check_env_specs

    for options in (
        {"autoreset_mode": "Disabled", "dict_observation": "torchrl"},
        {"autoreset_mode": "SameStep"},
    ):
        vector = envs.GymWrapper(
            gym.make_vec(REPLAY, num_envs=3, max_decisions=8, **options),
            categorical_action_encoding=True,
        )
        check_env_specs(vector)
        rollout = vector.rollout(60, break_when_any_done=False)
        assert rollout.batch_size == (3, 60) and rollout["next", "done"].sum() >= 3 * 7


# --- the native vector environment in Stable-Baselines3


def native_vec_env(number=3, **options):
    from mlirgym.envs.sb3 import ScheduleVecEnv

    return ScheduleVecEnv(
        gym.make_vec(REPLAY, num_envs=number, autoreset_mode="SameStep", **options)
    )


@pytest.mark.parametrize("options", [{}, {"dict_observation": "torchrl", "max_decisions": 6}])
def test_a_native_vec_env_is_that_of_make_vec_env(options):
    native, own = native_vec_env(**options), make_vec_env(REPLAY, n_envs=3, env_kwargs=options)
    assert native.observation_space == own.observation_space
    assert native.action_space == own.action_space
    rng = np.random.default_rng(0)
    for envs in (native, own):
        envs.seed(7)
    one, two = native.reset(), own.reset()
    ends = 0
    for step in range(80):
        np.testing.assert_equal(one, two)
        np.testing.assert_equal(native.reset_infos, own.reset_infos)
        masks = np.stack(native.env_method("action_masks"))
        np.testing.assert_array_equal(masks, np.stack(own.env_method("action_masks")))
        # In every fifth step any action, which is illegal most often.
        drawable = masks if step % 5 else np.ones_like(masks)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in drawable])
        one, rewards, dones, infos = native.step(actions)
        two, own_rewards, own_dones, own_infos = own.step(actions)
        for info in own_infos:
            info.pop("episode", None)  # of the Monitor in which make_vec_env wraps
        np.testing.assert_array_equal(rewards, own_rewards)
        np.testing.assert_array_equal(dones, own_dones)
        np.testing.assert_equal(infos, own_infos)
        ends += dones.sum()
    assert ends > 5


def test_a_native_vec_env_takes_options_is_drawn_and_asked():
    envs = native_vec_env(render_mode="rgb_array")
    envs.set_options([{"program": 2}, {"program": 0}, {"program": 1}])
    envs.reset()
    assert [int(info["program"]) for info in envs.reset_infos] == [2, 0, 1]
    envs.reset()  # options hold once
    assert [int(info["program"]) for info in envs.reset_infos] != [2, 0, 1]
    assert envs.render().dtype == np.uint8
    assert envs.env_is_wrapped(gym.Wrapper) == [False] * 3
    assert envs.get_attr("render_mode", [0, 2]) == ["rgb_array"] * 2
    assert not envs.has_attr("action_maks")
    envs.close()


def test_maskable_ppo_learns_on_a_native_vec_env():
    from stable_baselines3.common.vec_env import VecMonitor

    envs = VecMonitor(native_vec_env())
    agent = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=0)
    agent.learn(144)
    assert len(agent.ep_info_buffer) > 0


def test_a_native_vec_env_resets_in_the_step():
    from mlirgym.envs.sb3 import ScheduleVecEnv

    for options in ({}, {"vectorization_mode": "sync"}):
        with pytest.raises(ValueError, match="give the result of gymnasium"):
            ScheduleVecEnv(gym.make_vec(REPLAY, num_envs=2, **options))


# --- docs/trainers.md


@pytest.mark.parametrize(
    "library",
    [pytest.param(name, marks=pytest.mark.trainers if name in ELSEWHERE else ()) for name in LINES],
)
def test_the_lines_of_the_page_work(library, tmp_path, monkeypatch):
    lines = LINES[library]
    for name in re.findall(r"^(?:from|import) (\w+)", lines, re.MULTILINE):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))  # Ray writes to it
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    for budget, smaller in {"learn(20_000)": "learn(64)", "range(20)": "range(1)"}.items():
        lines = lines.replace(budget, smaller)
    exec(compile(lines, library, "exec"), {})
    if ray := sys.modules.get("ray"):
        ray.shutdown()


def pins(file):
    text = (ROOT / "scripts" / file).read_text()
    return set(re.findall(r"^([\w-]+)(?:\[\w+\])?==([\w.]+)", text, re.MULTILINE))


def test_the_versions_of_the_page_are_those_that_are_installed_to_test():
    rows = re.findall(r"^\| [^|]+ \| ([^|]*\d) \|", PAGE, re.MULTILINE)
    named = [set(re.findall(r"([a-z][\w-]+) (\d[\w.]+)", row)) for row in rows]
    further = pins("trainers-requirements.txt")
    assert len(named) == len(LINES) and set().union(*named) - further <= pins("requirements.txt")
    assert further <= set().union(*named)
    for row in named:  # those of .venv-others name Gymnasium's version, as it is another one
        assert row <= further or not row & further
    version = dict(pins("requirements.txt"))["gymnasium"]
    assert f"tested with gymnasium {version}." in PAGE
