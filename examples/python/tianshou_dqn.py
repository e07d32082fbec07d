"""Train DQN of Tianshou with action masks on recorded timings: no compiler, any machine.

Run: python examples/python/tianshou_dqn.py [--epochs 10]     (needs tianshou 2)
"""

import argparse

import gymnasium as gym
import mlirgym  # noqa: F401  (registers the environments)
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--epochs", type=int, default=10, help="of 1000 steps [default: %(default)s]")
given = parser.parse_args()
np.random.seed(0)  # noqa: NPY002 (Tianshou draws from it)
torch.manual_seed(0)
torch.set_num_threads(1)


def make(number=8):
    """Environments with the mask where Tianshou looks for it."""
    envs = [lambda: gym.make("MlirGym/Replay-v0", dict_observation="tianshou")] * number
    return DummyVectorEnv(envs)


training, test = make(), make()
training.seed(0)
test.seed(1)
space, actions = training.observation_space[0], training.action_space[0]
network = Net(state_shape=space["obs"].shape, action_shape=actions.n, hidden_sizes=[128, 128])
policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=0.2)
algorithm = DQN(
    policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=100
)
parameters = OffPolicyTrainerParams(
    training_collector=Collector(algorithm, training, VectorReplayBuffer(20_000, 8)),
    max_epochs=given.epochs,
    epoch_num_steps=1000,
    collection_step_num_env_steps=80,
    update_step_num_gradient_steps_per_sample=0.1,
    show_progress=False,
    verbose=False,
)
before = Collector(algorithm, test).collect(n_episode=50, reset_before_collect=True)
print(f"untrained: mean return {before.returns.mean():.2f}")
algorithm.run_training(parameters)
after = Collector(algorithm, test).collect(n_episode=50, reset_before_collect=True)
print(f"after {1000 * given.epochs} steps: mean return {after.returns.mean():.2f}")
