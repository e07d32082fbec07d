"""Record random episodes in a data set of Minari, and imitate the best: any machine.

Run: python examples/python/minari_imitation.py [--episodes 4000]     (needs minari[hdf5])
"""

import argparse

import gymnasium as gym
import minari
import mlirgym  # noqa: F401  (registers the environments)
import numpy as np
import torch
from minari.data_collector import EpisodeBuffer

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--episodes", type=int, default=4000, help="[default: %(default)s]")
episodes = parser.parse_args().episodes
name = "mlirgym/random-v0"
torch.manual_seed(0)


def play(env, scores, **options):
    """Play an episode with the legal actions of the highest scores; the return is log speedup."""
    observation, info = env.reset(**options)
    seen, infos, steps, done = [observation], [info], [], False
    while not done:
        illegal = torch.from_numpy(info["action_mask"]) == 0
        ranked = scores(torch.from_numpy(observation)).masked_fill(illegal, -torch.inf)
        action = int(ranked.argmax())
        observation, *outcome, info = env.step(action)
        steps.append((action, *outcome))
        seen, infos, done = [*seen, observation], [*infos, info], any(outcome[1:])
    actions, rewards, terminated, truncated = map(list, zip(*steps, strict=True))
    said = {key: [info[key] for info in infos] for key in ("action_mask", "program")}
    return EpisodeBuffer(None, None, None, seen, actions, rewards, terminated, truncated, said)


env = gym.make("MlirGym/Replay-v0")
env.reset(seed=0)
buffers = [play(env, lambda _: torch.rand(env.action_space.n)) for _ in range(episodes)]
if name in minari.list_local_datasets():
    minari.delete_dataset(name)
minari.create_dataset_from_buffers(name, buffers, env, eval_env=env)

dataset, best = minari.load_dataset(name), {}
for one in sorted(dataset, key=lambda one: one.rewards.sum()):
    best[int(one.infos["program"][0])] = one  # the last is the best
print(f"{episodes} random: mean return {np.mean([one.rewards.sum() for one in dataset]):.2f}")
observations = torch.from_numpy(np.concatenate([one.observations[:-1] for one in best.values()]))
masks = torch.from_numpy(np.concatenate([one.infos["action_mask"][:-1] for one in best.values()]))
actions = torch.from_numpy(np.concatenate([one.actions for one in best.values()]))
policy = torch.nn.Linear(observations.shape[1], masks.shape[1])
for optimizer in [torch.optim.Adam(policy.parameters(), 1e-2)] * 300:
    logits = policy(observations).masked_fill(masks == 0, -torch.inf)
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(logits, actions).backward()
    optimizer.step()
env = dataset.recover_environment()
played = [play(env, policy, options={"program": each}) for each in best]
print(f"imitated: mean return {np.mean([sum(one.rewards) for one in played]):.2f}")
