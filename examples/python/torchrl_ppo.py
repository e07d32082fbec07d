"""PPO as a loop of TorchRL's parts, on recorded timings: no compiler, any machine.

Run: python examples/python/torchrl_ppo.py [--frames 6000]     (needs torchrl)
"""

import argparse

import mlirgym  # noqa: F401  (registers the environments)
import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, GymEnv, RewardSum, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--frames", type=int, default=6000, help="[default: %(default)s]")
frames = parser.parse_args().frames
torch.manual_seed(0)
torch.set_num_threads(1)

# A dictionary has the action mask beside the observation, where TorchRL looks for it.
env = GymEnv("MlirGym/Replay-v0", dict_observation="torchrl", categorical_action_encoding=True)
env = TransformedEnv(env, Compose(ActionMask(), RewardSum()))
env.set_seed(0)
size = env.observation_spec["observation"].shape[-1]

logits = MLP(in_features=size, out_features=env.action_spec.n, num_cells=[64, 64])
actor = ProbabilisticActor(
    TensorDictModule(logits, in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(MLP(in_features=size, out_features=1, num_cells=[64, 64]))
advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
optimizer = torch.optim.Adam(loss.parameters(), 1e-3)

collector = Collector(
    env,
    actor,
    frames_per_batch=500,
    total_frames=frames,
    auto_register_policy_transforms=True,
)
for number, batch in enumerate(collector, 1):
    for _ in range(8):
        advantage(batch)
        for rows in torch.randperm(len(batch)).split(125):
            terms = loss(batch[rows])
            optimizer.zero_grad()
            (terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]).backward()
            optimizer.step()
    ended = batch["next", "done"].squeeze(-1)
    returns = batch["next", "episode_reward"][ended]  # log speedups
    print(f"{500 * number:6} steps: mean return {returns.mean():.2f}")
collector.shutdown()
