"""PPO in one file, in the style of CleanRL, on recorded timings: no compiler, any machine.

Run: python examples/python/cleanrl_ppo.py [--updates 20]
"""

import argparse

import gymnasium as gym
import mlirgym  # noqa: F401  (registers the environments)
import torch
from torch import nn
from torch.distributions import Categorical

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--updates", type=int, default=20, help="of 1024 steps [default: %(default)s]")
updates = parser.parse_args().updates
torch.manual_seed(0)
torch.set_num_threads(1)

envs = gym.make_vec("MlirGym/Replay-v0", num_envs=16, autoreset_mode="SameStep")
size, choices = envs.single_observation_space.shape[0], envs.single_action_space.n
actor = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, choices))
critic = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 1), nn.Flatten(0))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], 1e-3)


def policy(observations, masks):
    """Distribution over the legal actions."""
    return Categorical(logits=actor(observations).masked_fill(~masks, -torch.inf))


observation, infos = envs.reset(seed=0)
for update in range(1, updates + 1):
    steps = []
    with torch.no_grad():
        for _ in range(64):
            seen = torch.from_numpy(observation)
            mask = torch.from_numpy(infos["action_mask"]).bool()
            action = policy(seen, mask).sample()
            observation, reward, terminated, truncated, infos = envs.step(action.numpy())
            outcome = torch.from_numpy(reward).float(), torch.from_numpy(terminated | truncated)
            log_prob = policy(seen, mask).log_prob(action)
            steps.append((seen, mask, action, log_prob, critic(seen), *outcome))
        following, advantage, advantages = critic(torch.from_numpy(observation)), 0, []
        for *_, value, reward, done in reversed(steps):  # GAE with gamma 1 and lambda 0.95
            advantage = reward + ~done * following - value + 0.95 * ~done * advantage
            following = value
            advantages.insert(0, advantage)
    seen, mask, action, log_prob, value, reward, done = map(torch.cat, zip(*steps, strict=True))
    advantage = torch.cat(advantages)
    for rows in torch.cat([torch.randperm(len(seen)) for _ in range(6)]).split(256):
        chosen = policy(seen[rows], mask[rows])
        ratio = (chosen.log_prob(action[rows]) - log_prob[rows]).exp()
        scaled = (advantage[rows] - advantage.mean()) / advantage.std()
        gain = torch.min(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled) + 0.01 * chosen.entropy()
        error = critic(seen[rows]) - (advantage + value)[rows]
        optimizer.zero_grad()
        (0.5 * error.square() - gain).mean().backward()
        optimizer.step()
    print(f"{1024 * update:6} steps: mean return {reward.sum() / done.sum():.2f}")
